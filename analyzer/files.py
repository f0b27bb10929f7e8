"""Files that are never half written, and names that every system can hold."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import tempfile
import unicodedata
from collections.abc import Iterator
from pathlib import Path

__all__ = ["OutputError", "atomic_write", "check_folder", "reserved", "safe_name", "slug"]

_RESERVED = {"con", "prn", "aux", "nul", *(f"com{i}" for i in range(10)), *(f"lpt{i}" for i in range(10))}
_LONGEST = 60


class OutputError(OSError):
    """Results cannot be written where the user asked; found out before anything is played."""


def safe_name(label: str) -> str:
    """Return a file name for a label that every file system can hold.

    Lower-case ASCII letters, digits and single dashes, 1 to 69 characters, never a name that Windows reserves. A label
    that is such a name already (of up to 60 characters) is its own file name; any other gets its first 60 characters
    that can be kept and 8 hexadecimal digits of its SHA-256, so that labels that differ - if only in case, spaces or
    far behind - have names that differ.
    """
    kept = slug(label)
    if kept and kept == label and kept not in _RESERVED:
        return kept
    digest = hashlib.sha256(label.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{kept or 'name'}-{digest}"


def slug(label: str) -> str:
    """Return what can be kept of a label in a file name, up to 60 characters; it may be nothing, or that of another."""
    plain = unicodedata.normalize("NFKD", label).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:_LONGEST].strip("-")


def check_folder(folder: Path) -> None:
    """Make a folder and try that it can be written to.

    Raises
    ------
    OutputError
        If not, with the folder and the reason.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=folder, prefix=".try-")
        os.close(handle)
        Path(name).unlink()
    except OSError as error:
        raise OutputError(f"cannot write results to {folder}: {error.strerror or error}") from error


@contextlib.contextmanager
def reserved(folder: Path) -> Iterator[None]:
    """Hold a folder for results to come: `check_folder` first, and take it away if nothing comes of it.

    Raises
    ------
    OutputError
        If it cannot be written to.
    """
    check_folder(folder)
    try:
        yield
    except BaseException:
        with contextlib.suppress(OSError):
            folder.rmdir()  # stays if anything is in it
        raise


def atomic_write(path: Path, data: bytes | str) -> None:
    """Write a file under a temporary name in its own folder, sync it, and rename it: whole, or not at all.

    Parameters
    ----------
    path : Path
        An older file of this name is replaced; it stays as it was if anything goes wrong.
    data : bytes or str
        Text is written as UTF-8 with its own line ends, on every system.
    """
    content = data.encode("utf-8") if isinstance(data, str) else data
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-", suffix=".tmp")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        _readable(temporary)
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def _readable(path: Path) -> None:
    """Give a temporary file, made for its owner only, the permissions of an ordinary new file."""
    if os.name == "posix":
        mask = os.umask(0)
        os.umask(mask)
        path.chmod(0o666 & ~mask)

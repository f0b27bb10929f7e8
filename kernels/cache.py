"""Where compiled code is kept, so that it can neither go stale nor stop anybody from playing.

Numba looks only at the file of the decorated function when it decides whether a cached result is still good; a changed
function in another file goes unnoticed. The folder is therefore named after everything the machine code depends on:
all kernel sources, the numba and numpy versions and the compiler flags. It lies in ``NUMBA_CACHE_DIR`` if that is set,
else in the user's cache folder, else (nothing writable) in a temporary folder that goes with the process.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numba
import numpy as np
import platformdirs

__all__ = ["cache_folder", "engine_hash", "kernel_cache"]

_KEPT_DAYS = 60  # folders of other versions, unused for longer, are removed


def engine_hash() -> str:
    """Return 16 hexadecimal digits that change whenever the compiled code could."""
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.name.encode())
        digest.update(source.read_bytes())
    flags = [f"{name}={getattr(numba.config, name, '')}" for name in ("BOUNDSCHECK", "OPT", "CPU_NAME", "CPU_FEATURES")]
    digest.update(repr((numba.__version__, np.__version__, flags)).encode())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Return a writable folder for this engine's compiled code, creating it."""
    bases = [Path(numba.config.CACHE_DIR)] if numba.config.CACHE_DIR else []
    bases.append(Path(platformdirs.user_cache_dir("dominolab", appauthor=False)))
    for base in bases:
        folder = base / f"kernels-{engine_hash()}"
        if _writable(folder):
            _prune(base, keep=folder)
            return folder
    return _temporary_folder()


@contextlib.contextmanager
def kernel_cache(*, temporary: bool = False) -> Iterator[Path]:
    """Point numba at the cache folder while kernels are decorated; other code's setting is left as it was.

    Parameters
    ----------
    temporary : bool
        Use a fresh folder, for when the usual one holds files that cannot be read.
    """
    folder = _temporary_folder() if temporary else cache_folder()
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        yield folder
    finally:
        numba.config.CACHE_DIR = before


def _writable(folder: Path) -> bool:
    """Say whether files can be made in a folder, creating it if need be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        os.utime(folder)  # marks it as used, for pruning
    except OSError:
        return False
    return True


def _temporary_folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="dominolab-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _prune(base: Path, keep: Path) -> None:
    """Remove folders of other versions that nobody used for a long time."""
    oldest = time.time() - _KEPT_DAYS * 86_400
    for folder in base.glob("kernels-*"):
        with contextlib.suppress(OSError):
            if folder != keep and folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)

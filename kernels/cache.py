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

# Loops over seven pips and four seats are too short to vectorise: doing so doubled both the time to compile and the
# time to play a round.
_FLAGS = {"LOOP_VECTORIZE": 0, "SLP_VECTORIZE": 0}
_KEPT_DAYS = 60  # folders of other versions, unused for longer, are removed


def engine_hash() -> str:
    """Return 16 hexadecimal digits that change whenever the compiled code could."""
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.name.encode())
        digest.update(source.read_bytes())
    flags = [f"{name}={getattr(numba.config, name, '')}" for name in ("BOUNDSCHECK", "OPT", "CPU_NAME", "CPU_FEATURES")]
    digest.update(repr((numba.__version__, np.__version__, _FLAGS, flags)).encode())
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
    wanted = {"CACHE_DIR": str(folder), **_FLAGS}
    before = {name: getattr(numba.config, name) for name in wanted}
    _set_config(wanted)
    try:
        yield folder
    finally:
        _set_config(before)


def _set_config(values: dict[str, object]) -> None:
    for name, value in values.items():
        setattr(numba.config, name, value)


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

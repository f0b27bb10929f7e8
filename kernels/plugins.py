"""A user's own policy: a compiled function ``choose(view, moves, count, params, word) -> index``.

The function sees the view of its seat (`kernels.state.VIEW_DTYPE`), the legal moves, its parameters and one 64-bit
random word. It is compiled anew in each process, so an edit is always seen. `Policy` keeps it by file and name: that
travels to workers.
"""

from __future__ import annotations

import importlib.util
import inspect
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kernels.policies import Policy, PolicyError
from kernels.state import MAX_PARAMS, VIEW_DTYPE

__all__ = ["PluginFunction", "compile_plugin", "from_file", "from_function"]

_PARAMETERS = "choose(view, moves, count, params, word)"
_loaded: dict[PluginFunction, Any] = {}


@dataclass(frozen=True)
class PluginFunction:
    """Where a user's function is found: a file and a name in it, or a module and a name."""

    place: str
    name: str
    is_file: bool

    def __str__(self) -> str:
        return f"{self.place}:{self.name}"


def from_file(spec: str, folder: Path, params: Sequence[float] = ()) -> Policy:
    """Return the policy of ``file.py:function``, compiled and checked.

    Parameters
    ----------
    spec : str
        File, relative to `folder`, and function name joined by a colon.
    folder : Path
        Where relative files are looked for: the folder of the YAML file.
    params : sequence of float
        At most 16 numbers handed to the function.

    Raises
    ------
    PolicyError
        If the file or function is missing, does not take the five arguments, does not compile or does not return a
        whole number.
    """
    path_text, colon, name = spec.rpartition(":")
    if not colon or not path_text or not name.isidentifier():
        raise PolicyError(f"{spec!r} is not file.py:function")
    path = (folder / path_text).resolve()
    if not path.is_file():
        raise PolicyError(f"{spec!r}: there is no file {path_text}")
    return _checked(PluginFunction(str(path), name, is_file=True), spec, params)


def from_function(function: Callable[..., Any], params: Sequence[float] = ()) -> Policy:
    """Return the policy of a Python or numba function.

    Raises
    ------
    PolicyError
        As `from_file`.
    """
    python = getattr(function, "py_func", function)
    name = getattr(python, "__qualname__", repr(python))
    place = getattr(python, "__module__", "") or "?"
    plugin = PluginFunction(f"{place}#{id(python):x}", name, is_file=False)
    _loaded[plugin] = _compile(python, name)
    return _policy(plugin, name, params)


def compile_plugin(plugin: PluginFunction) -> Any:
    """Return the compiled function, loading its file if this process has not yet done so."""
    if plugin not in _loaded:
        if not plugin.is_file:
            raise PolicyError(
                f"policy {plugin.name} was made from a function of another process; put it in a file, file.py:function"
            )
        _loaded[plugin] = _compile(_load(plugin), str(plugin))
    return _loaded[plugin]


def _checked(plugin: PluginFunction, spec: str, params: Sequence[float]) -> Policy:
    _loaded[plugin] = _compile(_load(plugin), spec)
    return _policy(plugin, spec, params)


def _policy(plugin: PluginFunction, label: str, params: Sequence[float]) -> Policy:
    if len(params) > MAX_PARAMS:
        raise PolicyError(f"{label!r} gets {len(params)} parameters; at most {MAX_PARAMS} are handed on")
    numbers = tuple(float(number) for number in params)
    given = f" with parameters {', '.join(f'{number:g}' for number in numbers)}" if numbers else ""
    return Policy("plugin", function=plugin, params=numbers, sentence=f"The user's own function {label}{given}.")


def _load(plugin: PluginFunction) -> Callable[..., Any]:
    """Run the file and return the function in it."""
    path = Path(plugin.place)
    spec = importlib.util.spec_from_file_location(f"dominolab_policy_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise PolicyError(f"{path.name} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(path.parent))  # so that a policy may import a file beside it
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise PolicyError(f"{path.name} cannot be loaded: {type(error).__name__}: {error}") from error
    finally:
        sys.path.remove(str(path.parent))
    function = getattr(module, plugin.name, None)
    if function is None:
        names = [name for name, value in vars(module).items() if callable(value) and not name.startswith("_")]
        raise PolicyError(f"{path.name} has no function {plugin.name}; it has {', '.join(names) or 'none'}")
    python = getattr(function, "py_func", function)
    if not inspect.isfunction(python):
        raise PolicyError(f"{path.name}:{plugin.name} is not a function")
    return python


def _compile(python: Callable[..., Any], label: str) -> Any:
    """Compile a user's function and check that it is a policy."""
    import numba  # only a run with a plugged-in policy needs the compiler this early
    from numba import types

    from kernels.compiling import JIT_OFF
    from kernels.engine import compiled_entry

    takes = [p for p in inspect.signature(python).parameters.values() if p.kind is not p.KEYWORD_ONLY]
    if len(takes) != 5:
        raise PolicyError(f"{label!r} takes {len(takes)} arguments; a policy is {_PARAMETERS}")
    signature = compiled_entry().CHOOSE_SIGNATURE
    if JIT_OFF:
        return python
    try:
        trial = numba.njit(python)
        trial.compile(signature.args)
        returned = trial.nopython_signatures[0].return_type
        if not isinstance(returned, types.Integer | types.Boolean):
            raise PolicyError(
                f"{label!r} returns {returned}; a policy returns the index of a move, a whole number below count"
            )
        # Bounds are checked: a wrong index of the user's own must end in a message, not in a dead process.
        return numba.njit(signature, nogil=True, boundscheck=True)(python)
    except PolicyError:
        raise
    except KeyError as error:  # numba looks a field of the view up in a plain dict
        fields = ", ".join(VIEW_DTYPE.names or ())
        raise PolicyError(f"{label!r} does not compile: view has no field {error}; its fields are {fields}") from error
    except Exception as error:
        raise PolicyError(f"{label!r} does not compile: {_short(str(error))}") from error


def _short(message: str) -> str:
    """Return the telling lines of a compiler message, in one line."""
    lines = [line.strip() for line in message.splitlines()]
    telling = [line for line in lines if line and not line.startswith(("Failed in", "During:", "File ", "^", "-->"))]
    return " ".join(telling[:3])[:300]

"""Optional dependencies: what is missing is one exception and one sentence, wherever it is asked for."""

import importlib.util

from mcms.exceptions import MissingExtraError

_EXTRAS = {
    "typer": ("Typer", "cli"),
    "rich": ("Rich", "cli"),
    "scipy": ("SciPy", "arena"),
    "matplotlib": ("Matplotlib", "plots"),
    "fastapi": ("FastAPI", "web"),
    "platformdirs": ("platformdirs", "web"),
    "uvicorn": ("Uvicorn", "web"),
    "numba": ("Numba", "numba"),
    "pyspiel": ("OpenSpiel", "openspiel"),
    "ray": ("Ray", "cluster"),
    "pandas": ("pandas", "pandas"),
    "gymnasium": ("Gymnasium", "gymnasium"),
    "pettingzoo": ("PettingZoo", "pettingzoo"),
}


def is_installed(module: str) -> bool:
    """Say whether a module can be imported, without importing it."""
    return importlib.util.find_spec(module) is not None


def require_extra(module: str, what: str) -> None:
    """Raise ``MissingExtraError`` unless the module that ``what`` needs is installed.

    >>> require_extra("numpy", "arithmetic")
    """
    if is_installed(module):
        return
    title, extra = _EXTRAS[module]
    raise MissingExtraError(f"{what} needs {title}: expected it installed with pip install 'mcms[{extra}]'")

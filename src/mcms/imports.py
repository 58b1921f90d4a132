"""Things of a user's own by the text ``module:name``, as on a command line."""

import importlib
import inspect
from types import ModuleType
from typing import Any

from mcms.exceptions import InvalidOptionError, UnknownNameError
from mcms.spec import Spec


def import_named(kind: str, text: str) -> Any:
    """Return what ``module:name`` names; ``kind`` says what was expected of it.

    >>> import_named("player", "math:pi")
    3.141592653589793
    """
    module_name, _, name = text.partition(":")
    if not all(part.isidentifier() for part in (*module_name.split("."), name)):
        raise UnknownNameError(f"unknown {kind} {text!r}: expected module:Name for a {kind} of your own")
    module = _import(module_name)
    if not hasattr(module, name):
        raise UnknownNameError(f"the module {module_name!r} has no {name!r}: expected a {kind} of your own in it")
    return getattr(module, name)


def make(factory: Any, spec: Spec) -> Any:
    """Call a user's class or function with the options of its text."""
    try:
        inspect.signature(factory).bind(**spec.options)
    except TypeError as error:
        raise InvalidOptionError(f"{spec.name} cannot be made with these options: {error}") from error
    except ValueError:
        pass  # a class written in C need not tell its signature
    return factory(**spec.options)


def _import(module_name: str) -> ModuleType:
    try:
        return importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        # If the module itself cannot import something, the user should see that.
        if error.name is None or not f"{module_name}.".startswith(f"{error.name}."):
            raise
        raise UnknownNameError(
            f"unknown module {module_name!r}: expected one in this folder or among the installed ones"
        ) from None

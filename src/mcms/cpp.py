"""Where C++ programs find the core: its headers, and what CMake's ``find_package(mcms)`` reads."""

from pathlib import Path

_PACKAGE = Path(__file__).parent


def get_include() -> str:
    """Return the folder to give a C++ compiler with ``-I``, so that ``#include "mcms/search/search.hpp"`` is found.

    >>> from pathlib import Path
    >>> (Path(get_include()) / "mcms" / "game" / "game.hpp").is_file()
    True
    """
    return str(_PACKAGE / "include")


def get_cmake_dir() -> str:
    """Return the folder to give CMake as ``mcms_DIR``.

    >>> from pathlib import Path
    >>> (Path(get_cmake_dir()) / "mcmsConfig.cmake").is_file()
    True
    """
    return str(_PACKAGE / "lib" / "cmake" / "mcms")

"""The stopping surface: its numbers, and that files of both kinds come out."""

import doctest
from pathlib import Path

import numpy as np
import pytest

import mcms
from mcms.games.pig import Pig
from mcms.games.pig_solver import solve_pig
from mcms.plots import draw_stopping_surface, pig_surface, plot_stopping_surface, stopping_surface


def test_numbers() -> None:
    surface = stopping_surface(Pig())
    assert np.array_equal(surface.scores, np.arange(100))
    assert np.array_equal(surface.totals, solve_pig(Pig()).stopping_totals)
    assert surface.totals[0, 0] == 21
    # Against 99 points there is no second chance.
    assert surface.totals[0, 99] == 100
    assert surface.banks[0, 0]
    assert not surface.banks[0, 99]


def test_drawing_says_what_it_shows() -> None:
    figure = draw_stopping_surface(stopping_surface(Pig(goal=60, dice=1)))
    heat_map, relief = (part.axes[0] for part in figure.subfigs)
    title = figure.get_suptitle()
    assert "one die" in title
    assert "60" in title
    for axes in (heat_map, relief):
        assert axes.get_xlabel() == "score of the player to move"
        assert axes.get_ylabel() == "score of the opponent"
    colour_bar = figure.subfigs[0].axes[1]
    assert colour_bar.get_ylabel() == "smallest turn total to stop at"


@pytest.mark.parametrize(("name", "start"), [("a.png", b"\x89PNG"), ("a.svg", b"<?xml"), ("B.PNG", b"\x89PNG")])
def test_files_by_suffix(tmp_path: Path, name: str, start: bytes) -> None:
    path = plot_stopping_surface(Pig(goal=40), tmp_path / name)
    assert path == tmp_path / name
    assert path.read_bytes().startswith(start)


@pytest.mark.parametrize("goal", [1, 2, 12])
def test_goals_at_which_nobody_banks(tmp_path: Path, goal: int) -> None:
    assert not stopping_surface(Pig(goal=goal)).banks.any()
    assert plot_stopping_surface(Pig(goal=goal), tmp_path / "all_in.png").stat().st_size > 1000


@pytest.mark.parametrize("name", ["surface.pdf", "surface", "png"])
def test_unknown_suffix(tmp_path: Path, name: str) -> None:
    with pytest.raises(mcms.InvalidOptionError, match=f"'{name}' is no plot file: expected a name ending in .png or"):
        plot_stopping_surface(Pig(), tmp_path / name)
    assert not (tmp_path / name).exists()


def test_examples() -> None:
    assert doctest.testmod(pig_surface).failed == 0

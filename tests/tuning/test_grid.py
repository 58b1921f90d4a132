"""Grids of options."""

import pytest

import mcms
from mcms.tuning import candidates, parse_grid


def test_values_are_read_as_options_are() -> None:
    assert parse_grid(["width=5, 10", "table_bounds=true,false"]) == {"width": [5, 10], "table_bounds": [True, False]}
    assert parse_grid(["exploration=0.5,50"]) == {"exploration": [0.5, 50]}


def test_candidates_are_all_combinations_with_what_was_given() -> None:
    assert candidates("star2ss(table_mb=4)", {"width": [5, 10], "table_bounds": [True, False]}) == [
        "star2ss(table_mb=4,width=5,table_bounds=true)",
        "star2ss(table_mb=4,width=5,table_bounds=false)",
        "star2ss(table_mb=4,width=10,table_bounds=true)",
        "star2ss(table_mb=4,width=10,table_bounds=false)",
    ]


@pytest.mark.parametrize(
    ("texts", "says"),
    [
        (["width"], "grid is 'width'"),
        (["width="], "grid is 'width='"),
        (["=5"], "grid is '=5'"),
        ([""], "grid is ''"),
        (["width=5,,6"], "expected something like width=5,10,20"),
        (["width=5)"], "grid is 'width=5)'"),
        (["a b=5"], "expected something like width=5,10,20"),
        (["width=5", "width=6"], "grid gives width twice"),
        (["width=1=2"], "expected something like width=5,10,20"),
    ],
)
def test_bad_grids(texts: list[str], says: str) -> None:
    with pytest.raises(mcms.InvalidOptionError) as error:
        parse_grid(texts)
    assert says in str(error.value)


def test_grids_that_do_not_fit_the_algorithm() -> None:
    with pytest.raises(mcms.InvalidOptionError, match="star1 has no option 'width'"):
        candidates("star1", {"width": [5, 6]})
    with pytest.raises(mcms.InvalidOptionError, match="the grid has 1 points"):
        candidates("star1ss", {"width": [5]})
    with pytest.raises(mcms.InvalidOptionError, match="the grid has 10000 points"):
        candidates("star1ss", {"width": list(range(100)), "table_mb": list(range(100))})

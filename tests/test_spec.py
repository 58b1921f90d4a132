"""Names with options, as written on a command line."""

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mcms
from mcms import InvalidOptionError, McmsError, UnknownNameError
from mcms.spec import Spec, format_spec, parse_spec


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("pig", Spec("pig")),
        (" pig ( ) ", Spec("pig")),
        ("pig(goal=50)", Spec("pig", {"goal": 50})),
        ("hold:23", Spec("hold:23")),
        ("x" * 1000, Spec("x" * 1000)),
        ("rule-of-28", Spec("rule-of-28")),
        ("a(b=1.5, c=TRUE,d=none,e=-2,f=race)", Spec("a", {"b": 1.5, "c": True, "d": None, "e": -2, "f": "race"})),
    ],
)
def test_reading(text: str, spec: Spec) -> None:
    assert parse_spec(text) == spec


@pytest.mark.parametrize(
    "text", ["", "(", "a(", "a)", "a(b)", "a(b=)", "a(=1)", "a(b=1", "a(b=(1))", "a b", "x" * 1001]
)
def test_refusing(text: str) -> None:
    with pytest.raises(InvalidOptionError, match="expected"):
        parse_spec(text)


def test_writing() -> None:
    assert format_spec("pig", {}) == "pig"
    assert format_spec("a", {"b": True, "c": None, "d": 2, "e": 0.5}) == "a(b=true,c=none,d=2,e=0.5)"


values = st.booleans() | st.none() | st.integers(-(10**9), 10**9) | st.sampled_from([0.5, -1.25, "race", "distance"])


@given(options=st.dictionaries(st.from_regex(r"[a-z_]{1,8}", fullmatch=True), values, max_size=4))
def test_writing_and_reading_back(options: dict[str, Any]) -> None:
    assert parse_spec(format_spec("name", options)) == Spec("name", options)


@given(text=st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (mcms.load, mcms.algorithm):
        with contextlib.suppress(McmsError):
            read(text)


def test_loading_games() -> None:
    with pytest.raises(UnknownNameError, match=r"unknown game 'chess': expected one of .*pig"):
        mcms.load("chess")
    with pytest.raises(InvalidOptionError, match="pig has no option 'sides': expected one of goal, dice"):
        mcms.load("pig(sides=6)")
    with pytest.raises(InvalidOptionError, match="goal is 'x'"):
        mcms.load("pig(goal=x)")

"""Reasons are words about published pairings, and the report gives those that apply."""

import re

import mcms
from mcms.paper.figure2 import explanations
from mcms.paper.published import published
from mcms.paper.reasons import Reason, reasons


def test_reasons_are_about_published_pairings() -> None:
    assert len(reasons()) > 0
    for reason in reasons():
        mcms.load(reason.game)
        assert reason.why
        for names in reason.pairings:
            left, right = names
            assert reason.game in published().figure2[left, right]


def test_no_number_is_typed_in() -> None:
    for reason in reasons():
        words = re.sub(r"star[12](ss)?|[Tt]able 1|Figure 2", "", reason.why)
        assert not re.search(r"\d", words), words


def test_only_what_did_not_come_out_is_explained() -> None:
    known = [
        Reason(game="pig", pairings=(("expss", "exp"), ("star1ss", "star1")), why="because."),
        Reason(game="ra", pairings=(("expss", "exp"),), why="no."),
    ]
    missing = {(("star1ss", "star1"), "pig"), (("star2ss", "star2"), "pig")}
    assert list(explanations(missing, known)) == ["Why not as published in pig (star1ss – star1): because."]
    assert list(explanations(set(), known)) == []

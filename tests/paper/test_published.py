"""The published numbers are those of the paper, and complete."""

from mcms.algorithms import PAPER_NAMES
from mcms.paper.published import published
from mcms.registry import game_classes

GAMES = ("pig", "ewn", "cant_stop", "ra")


def test_everything_is_there_for_every_algorithm_and_game() -> None:
    paper = published()
    assert set(paper.table1) == set(PAPER_NAMES)
    assert len(paper.figure2) == 7
    for rates in paper.figure2.values():
        assert tuple(rates) == GAMES
    assert tuple(paper.matches) == tuple(paper.choice) == GAMES
    assert {name for pairing in paper.figure2 for name in pairing} <= set(PAPER_NAMES)


def test_intervals_fit_the_number_of_matches() -> None:
    # 95 % of a binomial, from which the paper's half widths are: a typing error would not fit.
    for pairing, rates in published().figure2.items():
        for game, rate in rates.items():
            games = 2 * published().matches[game]
            share = rate.percent / 100
            expected = 196 * (share * (1 - share) / games) ** 0.5
            assert abs(rate.half_width - expected) < 0.07, (pairing, game)


def test_mse_is_variance_and_squared_bias_as_far_as_means_allow() -> None:
    for name, row in published().table1.items():
        # The mean of squares is at least the square of the mean, as far as two digits tell.
        assert row.mse >= row.variance + row.abs_bias**2 - 0.2, name


def test_tuned_options_are_the_games_defaults() -> None:
    for game in GAMES:
        rules = game_classes()[game]
        for name in ("expss", "star1ss", "star2ss"):
            assert rules.tuned_widths[name] == published().tuning[name][game]["width"]
        tuned = rules.tuned_mcts
        assert tuned is not None
        assert {"exploration": tuned.exploration, "rollout_moves": tuned.rollout_moves} == published().tuning["mcts"][
            game
        ]
        assert {"constant": tuned.constant, "exponent": tuned.exponent} == published().tuning["dpw"][game]

"""``mcms paper pace``: at how many nodes a move the paper comes out, and what comes out there; see ``pace_fit.py``."""

import dataclasses
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from mcms.games.base import BaseGame
from mcms.limit import Limit
from mcms.paper.bars import Agreement, Bar, count_agreements
from mcms.paper.experiment import Experiment, Setting
from mcms.paper.figure2 import bar_numbers, bars_table, draw_figure2
from mcms.paper.pace_fit import (
    AtPace,
    Fit,
    afresh,
    fit,
    is_other,
    is_twin,
    matches_at,
    pace_games,
    pace_of_2013,
    root_mean_square,
)
from mcms.paper.published import published
from mcms.paper.replay import replays
from mcms.paper.report import FigureData, Section, TableData
from mcms.paper.scale import in_game
from mcms.paper.table1 import truth_of
from mcms.paper.without_luck import WithoutLuck, without_luck, without_luck_section
from mcms.paper.wording import game_title
from mcms.plots.files import new_figure
from mcms.plots.panels import COLOURS, PUBLISHED, level, line_with_band, one_legend, plain, plain_numbers

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@dataclasses.dataclass(frozen=True, kw_only=True)
class GamePace:
    """A game at every pace, and again at the one that was found."""

    game: str
    name: str
    """Without options."""
    fit: Fit
    fresh: AtPace
    """With other seeds, and more matches."""
    without_luck: tuple[WithoutLuck, ...] = ()
    """The same matches once more, in the solved game."""

    @property
    def twins_fit(self) -> AtPace:
        """The pace that the three twins alone would have."""
        return self.fit.nearest(is_twin)

    @property
    def others_fit(self) -> AtPace:
        """The pace that the other four comparisons would have."""
        return self.fit.nearest(is_other)

    def published_choice(self) -> str:
        """Which of mcts and dpw the paper chose."""
        return published().choice.get(self.name, "–")


class PaceExperiment(Experiment[tuple[GamePace, ...]]):
    """Find the pace of each game, and play figure 2 there."""

    name: ClassVar[str] = "pace"
    says: ClassVar[str] = "at how many nodes a move figure 2 comes out as published, and figure 2 played afresh there"
    in_all: ClassVar[bool] = False

    def estimate_seconds(self, setting: Setting) -> float:
        """Return how long all paces take, and the last run if the paces are again what they were found to be."""
        pairings = len(published().figure2) + 1
        total = 0.0
        for game in setting.games:
            for nodes in setting.scale.paces:
                matches = matches_at(nodes, in_game(setting.scale.pace_matches, game.name))
                total += pairings * matches * setting.match_seconds(game, Limit(nodes=nodes))
            found = Limit(nodes=in_game(pace_of_2013(), game.name))
            total += pairings * in_game(setting.scale.fresh_matches, game.name) * setting.match_seconds(game, found)
        return total

    def run(self, setting: Setting) -> tuple[GamePace, ...]:
        """Play every game at every pace, then afresh at its own."""
        games = pace_games(setting.games)
        fits = [fit(game, setting.scale, runner=setting.runner, seed=setting.seed) for game in games]
        return tuple(self._game_pace(game, found, setting) for game, found in zip(games, fits, strict=True))

    def _game_pace(self, game: BaseGame[Any], found: Fit, setting: Setting) -> GamePace:
        fresh = afresh(
            game,
            found.nearest().nodes,
            setting.scale,
            matches=setting.scale.fresh_matches,
            runner=setting.runner,
            seed=setting.seed,
        )
        solved = fresh.bars if str(game) == str(setting.solved_game) else ()
        weighed = without_luck(solved, truth_of(game), records=setting.runner.records) if solved else ()
        return GamePace(game=str(game), name=game.name, fit=found, fresh=fresh, without_luck=weighed)

    def evidence(self, setting: Setting, measured: tuple[GamePace, ...]) -> dict[str, Any]:
        """Return the first games of every pairing, so that anyone can see whether this code plays them again."""
        return {"replays": [replay for game in measured for replay in replays(game.fresh, setting.runner.records)]}

    def sections(self, measured: tuple[GamePace, ...]) -> Sequence[Section]:
        """Report it on a page, then in full."""
        return [
            summary_section(measured),
            fit_section(measured),
            fresh_section(measured),
            *(without_luck_section(game.without_luck) for game in measured if game.without_luck),
            curves_section(measured),
        ]


def _bars(measured: Sequence[GamePace]) -> list[Bar]:
    """Return the bars of all games in the order of figure 2."""
    by_pairing = zip(*(game.fresh.bars for game in measured), strict=True)
    return [bar for bars in by_pairing for bar in bars]


def summary_section(measured: Sequence[GamePace]) -> Section:
    """Say in two minutes what was claimed and what comes out."""
    bars = _bars(measured)
    counts = count_agreements(bars)
    twins = [bar for bar in bars if is_twin(bar)]
    return Section(
        title="In two minutes",
        parts=[
            "The paper (2013) claims that searching a sample of the dice beats searching all of them: that expss, "
            "star1ss and star2ss each win against exp, star1 and star2 in all four games, and come near MCTS. It gave "
            "every move 200 ms on a machine of its time. The same time on a machine of today is another experiment, "
            "so here every move has a number of nodes instead, which depends on no machine.",
            "One number a game is fitted: the nodes a move at which the seven published scores of that game are "
            "nearest. Everything in the figure was then played afresh with other seeds at that pace; so of the seven "
            "numbers of a game, one is spent on the fit and six are predictions.",
            *_form_words(measured),
            f"Of the {sum(counts.values())} comparisons that the paper decides at 95 %, {counts[Agreement.AGREES]} "
            f"come out as published, {counts[Agreement.DISAGREES]} the other way round, and "
            f"{counts[Agreement.UNDECIDED]} are undecided. Of the {len(twins)} comparisons of a sampled search with "
            f"its classic twin, {sum(bar.measured_direction > 0 for bar in twins)} are surely won by the sampled one "
            f"and {sum(bar.measured_direction < 0 for bar in twins)} surely lost.",
            *_without_luck_words(measured),
            FigureData(
                name="figure2_at_pace",
                words="Win rates of seven pairings in each game at the pace of 2013, measured and published",
                figure=draw_figure2(bars),
            ),
            _games_table(measured),
            *map(_where_it_ends, measured),
        ],
    )


def _without_luck_words(measured: Sequence[GamePace]) -> Iterator[str]:
    """Say what comes out if the luck of a solved game is taken out of the same matches."""
    weighed = {(found.bar.names, found.bar.game): found.agreement for game in measured for found in game.without_luck}
    if not weighed:
        return
    decided = [bar for bar in _bars(measured) if bar.published_direction != 0]
    agreements = [weighed.get((bar.names, bar.game), bar.agreement) for bar in decided]
    games = " and ".join(game.game for game in measured if game.without_luck)
    yield (
        f"The game {games} is solved, so the luck can be taken out of its matches, which estimates the same scores "
        f"from the same games with less noise (below). With its directions decided in this way, "
        f"{agreements.count(Agreement.AGREES)} of the {len(decided)} come out as published, "
        f"{agreements.count(Agreement.DISAGREES)} the other way round, and {agreements.count(Agreement.UNDECIDED)} are "
        "undecided."
    )


def _form_words(measured: Sequence[GamePace]) -> Iterator[str]:
    """Say which games were given another form than their own, which is a choice too."""
    chosen = [game.game for game in measured if game.game != game.name]
    if chosen:
        yield (
            "The paper does not give its games' evaluations, nor say how throws are listed. Another form than the "
            f"game's own is played where it comes nearer to the published numbers: {' and '.join(chosen)}. That is a "
            "choice by the same seven numbers, besides the pace."
        )


def _games_table(measured: Sequence[GamePace]) -> TableData:
    rows, numbers = [], []
    for game in measured:
        bars = game.fresh.bars
        counts = count_agreements(bars)
        differences = [abs(bar.score - bar.published.percent) for bar in bars if bar.published]
        row = {
            "game": game.game,
            "pace": game.fresh.nodes,
            "matches": bars[0].result.pairing.matches,
            "agree": counts[Agreement.AGREES],
            "disagree": counts[Agreement.DISAGREES],
            "undecided": counts[Agreement.UNDECIDED],
            "typical_difference": root_mean_square(bars),
            "largest_difference": max(differences, default=0.0),
            "better": game.fresh.choice.better(game.game),
            "better_published": game.published_choice(),
        }
        numbers.append(row)
        rows.append(
            [
                game.game,
                f"{game.fresh.nodes:,}",
                str(row["matches"]),
                f"{row['agree']} / {row['disagree']} / {row['undecided']}",
                f"{row['typical_difference']:.1f}",
                f"{row['largest_difference']:.1f}",
                f"{row['better']} ({row['better_published']})",
            ]
        )
    columns = [
        "game",
        "nodes a move",
        "matches",
        "agree / disagree / undecided",
        "typical difference, %",
        "largest, %",
        "better of mcts and dpw (published)",
    ]
    return TableData(name="pace_games", columns=columns, rows=rows, numbers=numbers)


def _where_it_ends(game: GamePace) -> str:
    """Say at which paces the paper's claim holds in a game."""
    holds = [pace.nodes for pace in game.fit.paces if all(bar.score > 50 for bar in pace.bars if is_twin(bar))]
    lost = [pace.nodes for pace in game.fit.paces if all(bar.score < 50 for bar in pace.bars if is_twin(bar))]
    return (
        f"{game.game}: of {len(game.fit.paces)} paces, played with few matches each, all three sampled searches score "
        f"above 50 % against their twins at {_listed(holds)}, and all three below at {_listed(lost)}."
        f"{_at_the_end(game)}"
    )


def _at_the_end(game: GamePace) -> str:
    """Say so if the pace that was found is the longest that was played."""
    is_longest = game.fresh.nodes == max(pace.nodes for pace in game.fit.paces) and len(game.fit.paces) > 1
    return " Its pace is the longest that was played: a longer one may be nearer still." if is_longest else ""


def _listed(paces: Sequence[int]) -> str:
    return f"{', '.join(f'{nodes:,}' for nodes in paces)} nodes a move" if paces else "none"


def fit_section(measured: Sequence[GamePace]) -> Section:
    """Show how the paces were found, and what cross-validation says."""
    return Section(
        title="How the pace was found",
        parts=[
            "Each game was played at every pace with few matches, fewest at the longest paces (the last section has "
            "how many). The distance of a pace is the root of the mean squared difference to the seven published "
            "scores, to which the luck of so few matches adds; the pace with the least is the game's. Cross-validated: "
            "fitted on the three twins and judged on the other four comparisons, and the other way round; “best” is "
            "the least distance that any pace has on what is judged.",
            TableData(
                name="pace_cross_validation",
                columns=[
                    "game",
                    "by all seven",
                    "by the twins",
                    "then the other four are off by, %",
                    "best",
                    "by the other four",
                    "then the twins are off by, %",
                    "best",
                ],
                rows=[[text for text, _ in _validated(game).values()] for game in measured],
                numbers=[{name: value for name, (_, value) in _validated(game).items()} for game in measured],
            ),
            TableData(
                name="pace_distances",
                columns=["nodes a move", *(game.game for game in measured)],
                rows=[_distance_row(distances) for distances in _distances(measured)],
                numbers=list(_distances(measured)),
            ),
        ],
    )


def _distances(measured: Sequence[GamePace]) -> Iterator[dict[str, Any]]:
    """Say of every pace how far each game is from the paper there, if it was played there."""
    played = {game.game: {pace.nodes: root_mean_square(pace.bars) for pace in game.fit.paces} for game in measured}
    for nodes in sorted({nodes for distances in played.values() for nodes in distances}):
        yield {"nodes": nodes} | {game: distances.get(nodes) for game, distances in played.items()}


def _distance_row(distances: dict[str, Any]) -> list[str]:
    nodes, *games = distances.values()
    return [f"{nodes:,}", *("–" if off is None else f"{off:.1f}" for off in games)]


def _validated(game: GamePace) -> dict[str, tuple[str, Any]]:
    def off(pace: AtPace, wanted: Any) -> float:
        return root_mean_square([bar for bar in pace.bars if wanted(bar)])

    def both(value: float) -> tuple[str, float]:
        return f"{value:.1f}", value

    nearest, twins, others = game.fit.nearest(), game.twins_fit, game.others_fit
    return {
        "game": (game.game, game.game),
        "nodes": (f"{nearest.nodes:,}", nearest.nodes),
        "nodes_by_twins": (f"{twins.nodes:,}", twins.nodes),
        "others_off": both(off(twins, is_other)),
        "others_best": both(off(others, is_other)),
        "nodes_by_others": (f"{others.nodes:,}", others.nodes),
        "twins_off": both(off(others, is_twin)),
        "twins_best": both(off(twins, is_twin)),
    }


def fresh_section(measured: Sequence[GamePace]) -> Section:
    """Give all numbers of figure 2 at the pace that was found."""
    return Section(
        title="Figure 2 at the pace of 2013",
        parts=[
            "Fresh seeds, none of which the fit has seen. Intervals are 95 % and respect that the two games of a match "
            "share their luck; the published ones are the paper's own.",
            *(
                f"{game.game}: mcts against dpw scored {_choice_score(game):.1f} % in "
                f"{game.fresh.choice.results[game.game].counts.pairs} matches, so “mcts” is "
                f"{game.fresh.choice.better(game.game)} (published: {game.published_choice()})."
                for game in measured
            ),
            bars_table("figure2_at_pace", _bars(measured)),
        ],
    )


def _choice_score(game: GamePace) -> float:
    return 100 * (game.fresh.choice.results[game.game].counts.score or 0.0)


def curves_section(measured: Sequence[GamePace]) -> Section:
    """Draw all comparisons over the pace."""
    points = [(pace.nodes, bar) for game in measured for pace in game.fit.paces for bar in pace.bars]
    return Section(
        title="All comparisons over the pace",
        parts=[
            "Each comparison with more and more nodes a move; the grey band is the published score with its interval, "
            "the thin line the pace of the game. Bands are 95 %.",
            FigureData(
                name="pace_curves",
                words="Win rates of seven pairings in four games over the nodes of a move, with the published scores",
                figure=draw_curves(measured),
            ),
            TableData(
                name="pace_curves",
                columns=["pairing", "game", "nodes a move", "matches", "score, %", "95 %", "published"],
                rows=[
                    [
                        " – ".join(bar.names),
                        bar.game,
                        f"{nodes:,}",
                        str(bar.result.counts.pairs),
                        f"{bar.score:.1f}",
                        "{:.1f}–{:.1f}".format(*bar.ends),
                        f"{bar.published.percent:.1f}" if bar.published else "–",
                    ]
                    for nodes, bar in points
                ],
                numbers=[{"nodes": nodes} | bar_numbers(bar) for nodes, bar in points],
            ),
        ],
    )


def draw_curves(measured: Sequence[GamePace]) -> "Figure":
    """Draw every comparison over the pace, a row for each pairing and a column for each game."""
    pairings = [bar.names for bar in measured[0].fresh.bars]
    figure = new_figure(max(4.2, 2.8 * len(measured) + 0.6), 1.75 * len(pairings) + 0.5)
    grid = figure.subplots(len(pairings), len(measured), sharex=True, sharey=True, squeeze=False)
    for row, names in enumerate(pairings):
        for column, game in enumerate(measured):
            panel = grid[row][column]
            bars = [(pace.nodes, bar) for pace in game.fit.paces for bar in pace.bars if bar.names == names]
            _draw_curve(panel, bars, game.fresh.nodes)
            if row == 0:
                panel.set_title(game_title(game.game), fontsize=10)
            if column == 0:
                panel.set_ylabel(" –\n".join(names))
            if row == len(pairings) - 1:
                panel.set_xlabel("nodes a move")
    one_legend(figure, grid[0][0])
    return figure


def _draw_curve(panel: "Axes", points: Sequence[tuple[int, Bar]], chosen: int) -> None:
    ends = points[0][1].published_ends
    if ends is not None:
        panel.axhspan(*ends, color=PUBLISHED, alpha=0.45, linewidth=0, label="published (2013)")
    nodes, scores, bands = (
        [nodes for nodes, _ in points],
        [bar.score for _, bar in points],
        [bar.ends for _, bar in points],
    )
    line_with_band(panel, nodes, scores, bands, COLOURS[0], "wins of the left player, %")
    level(panel, 50)
    level(panel, chosen, across=False, linestyle="-", color=COLOURS[1], label="the pace of the game")
    panel.set_xscale("log")
    panel.set_ylim(0, 100)
    plain_numbers(panel, x=True)
    plain(panel)

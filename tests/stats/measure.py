"""Simulated matches: how often intervals cover and the SPRT errs. ``python -m tests.stats.measure`` prints the
tables of docs/statistics.md, which the slow tests hold against fresh simulations."""

from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mcms.stats import Sprt, score
from mcms.stats.intervals import paired_limits
from mcms.stats.pairs import PAIR_SCORES

PAGE = Path(__file__).parents[2] / "docs" / "statistics.md"
Floats = NDArray[np.float64]


def independent(win: float, draw: float = 0.0) -> Floats:
    """Probabilities of a pair's five scores if its games are independent."""
    game = np.array([1.0 - win - draw, draw, win])
    return np.convolve(game, game)


ONE_SIDED = "55 %, luck cancels, never a pair lost"
"""Few decisive pairs, all for one player: the hardest case known for the interval."""
COVERAGE_PAIRS = (20, 50, 100, 500, 2000)
COVERAGE_CASES: Mapping[str, Floats] = {
    "50 %, games independent": independent(0.5),
    "50 %, luck cancels": np.array([0.05, 0.0, 0.9, 0.0, 0.05]),
    "50 %, luck nearly always cancels": np.array([0.02, 0.0, 0.96, 0.0, 0.02]),
    "50 %, luck shared": np.array([0.45, 0.0, 0.1, 0.0, 0.45]),
    "50 %, many draws": np.array([0.1, 0.2, 0.4, 0.2, 0.1]),
    ONE_SIDED: np.array([0.0, 0.0, 0.9, 0.0, 0.1]),
    "60 %, luck cancels": np.array([0.05, 0.0, 0.7, 0.0, 0.25]),
    "75 %, never a pair lost": np.array([0.0, 0.0, 0.5, 0.0, 0.5]),
    "95 %, games independent": independent(0.95),
    "95 %, luck cancels": np.array([0.0, 0.0, 0.1, 0.0, 0.9]),
    "95 %, luck shared": np.array([0.04, 0.0, 0.02, 0.0, 0.94]),
    "95 %, some draws": independent(0.92, 0.06),
}


def coverage(probabilities: Floats, pairs: int, matches: int = 40_000, seed: int = 1) -> float:
    """How often the 95 % interval of a match holds the true score."""
    drawn = np.random.default_rng(seed).multinomial(pairs, probabilities, size=matches)
    distinct, times = np.unique(drawn, axis=0, return_counts=True)
    low, high = paired_limits(distinct.astype(np.float64), 0.95)
    truth = probabilities @ PAIR_SCORES
    held = (low <= truth + 1e-12) & (truth - 1e-12 <= high)
    return float(times[held].sum() / matches)


SPRT = Sprt(elo0=0, elo1=50)
SPRT_STRENGTHS = (0, 25, 50)
SPRT_CASES: Mapping[str, Callable[[float], Floats]] = {
    "games independent": independent,
    "luck cancels": lambda s: np.array([0.58 - s, 0.0, 0.84, 0.0, s - 0.42]),
    "luck shared": lambda s: np.array([0.9 - s, 0.0, 0.2, 0.0, s - 0.1]),
    "many draws": lambda s: np.array([0.02, 1.18 - 2 * s, 0.6, 2 * s - 0.82, 0.02]),
}


def sequential(test: Sprt, probabilities: Floats, tests: int = 1000, seed: int = 1) -> tuple[float, float]:
    """Run many tests, each until it decides, asked after every pair: share that accept H1, mean pairs."""
    rng = np.random.default_rng(seed)
    counts, lengths, accepted = np.zeros((tests, 5)), np.zeros(tests), np.zeros(tests, dtype=bool)
    running = np.arange(tests)
    while len(running):
        counts[running] += rng.multinomial(1, probabilities, size=len(running))
        lengths[running] += 1
        ratios = test.log_likelihood_ratios(counts[running])
        accepted[running] = ratios >= test.bounds.upper
        running = running[(ratios > test.bounds.lower) & (ratios < test.bounds.upper)]
    return float(accepted.mean()), float(lengths.mean())


def page_table(first_column: str) -> dict[str, list[str]]:
    """Read the table of the page whose heading starts so: the cells of each row by its first."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(f"| {first_column} |"))
    table: dict[str, list[str]] = {}
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        name, *cells = [cell.strip() for cell in line.strip("|").split("|")]
        table[name] = cells
    return table


def _print_tables() -> None:
    print("| true score |", " | ".join(f"{pairs} pairs" for pairs in COVERAGE_PAIRS), "|")
    print("|---" * (len(COVERAGE_PAIRS) + 1) + "|")
    for name, probabilities in COVERAGE_CASES.items():
        shares = (coverage(probabilities, pairs) for pairs in COVERAGE_PAIRS)
        print(f"| {name} |", " | ".join(f"{100 * share:.1f}" for share in shares), "|")
    print()
    print("| pairs |", " | ".join(f"at {elo} Elo: H1, pairs" for elo in SPRT_STRENGTHS), "|")
    print("|---" * (len(SPRT_STRENGTHS) + 1) + "|")
    for name, of_score in SPRT_CASES.items():
        runs = (sequential(SPRT, of_score(score(elo))) for elo in SPRT_STRENGTHS)
        print(f"| {name} |", " | ".join(f"{100 * share:.1f} %, {pairs:.0f}" for share, pairs in runs), "|")


if __name__ == "__main__":
    _print_tables()

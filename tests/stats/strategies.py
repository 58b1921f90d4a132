"""Hypothesis strategies of the statistics' tests."""

from hypothesis import strategies as st

from mcms.stats import PairCounts

GAME_SCORES = st.sampled_from([0.0, 0.5, 1.0])
PAIRS = st.lists(st.tuples(GAME_SCORES, GAME_SCORES), max_size=60)
_COUNT = st.integers(0, 3000)
COUNTS = st.builds(
    PairCounts,
    two_losses=_COUNT,
    loss_and_draw=_COUNT,
    two_draws=_COUNT,
    win_and_loss=_COUNT,
    win_and_draw=_COUNT,
    two_wins=_COUNT,
)
PLAYED = COUNTS.filter(lambda counts: counts.pairs > 0)

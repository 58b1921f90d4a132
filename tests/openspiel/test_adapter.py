"""OpenSpiel's games keep the contract of ours, and the ways in which they differ from it lead nowhere wrong."""

import pickle
import random
from typing import Any

import pytest

import mcms
from mcms import IllegalMoveError, InvalidOptionError, InvalidStateError
from mcms.openspiel import SpielState, load
from mcms.openspiel.state import Luck
from tests.openspiel.spiel_games import EWN, LUCKLESS, LUCKY, after_random_steps, random_step

BACKGAMMON = load("backgammon")


@pytest.mark.parametrize("names", [False, True])
@pytest.mark.parametrize("name", LUCKY + LUCKLESS)
def test_the_contract(name: str, names: bool) -> None:
    games = 1 if name == "yacht" else 2  # 252 outcomes at every roll
    assert mcms.check_game(load(name, names=names), games=games).games == games


@pytest.mark.parametrize("name", LUCKY + LUCKLESS)
def test_the_start_is_a_decision_that_the_seed_draws(name: str) -> None:
    game = load(name)
    assert all(game.turn(game.initial_state(seed)) in ("first", "second") for seed in range(20))
    assert game.initial_state(3) == game.initial_state(3)
    draws = len({game.initial_state(seed) for seed in range(20)})
    assert draws > 1 if game.root().spiel.is_chance_node() else draws == 1


def test_a_chance_root_is_worth_the_mean_of_what_follows() -> None:
    game = load("backgammon", estimate=_pips)
    root = game.root()
    assert game.turn(root) == "chance"
    limit = mcms.Limit(depth=1)
    result = mcms.search(game, root, "exp", limit=limit)
    parts = [
        (mcms.search(game, game.resolve(root, outcome), "exp", limit=limit), p) for outcome, p in game.outcomes(root)
    ]
    assert result.action is None
    assert result.value == pytest.approx(sum(p * part.value for part, p in parts))
    assert len({part.value for part, _ in parts}) > 1


def _pips(state: Any) -> float:
    """Guess by the number of legal actions, which is cheap and differs from state to state."""
    return (len(state.legal_actions()) % 7 - 3) / 4


@pytest.mark.parametrize("name", ["maedn", "dots_and_boxes", "backgammon", "mancala"])
def test_players_do_not_always_alternate(name: str) -> None:
    game = load(name)
    rng = random.Random(2)
    repeated = 0
    for seed in range(5):
        state, previous = game.initial_state(seed), ""
        while (turn := game.turn(state)) != "over":
            player = state.spiel.current_player()
            assert turn == {0: "first", 1: "second", -1: "chance"}[player]
            repeated += turn == previous
            previous = turn if turn != "chance" else previous
            step = random_step(state.spiel, rng)
            state = game.resolve(state, step) if turn == "chance" else game.play(state, step)
    assert repeated > 0


@pytest.mark.parametrize("name", ["tic_tac_toe", EWN, "pig", "yacht", "breakthrough"])
def test_illegal_actions_are_refused_and_change_nothing(name: str) -> None:
    game = load(name)
    state = game.initial_state(1)
    before = state.spiel.serialize()
    legal = set(game.actions(state))
    for action in (set(range(game.spiel.num_distinct_actions())) - legal) | {-1, 10**9, "x", None}:
        with pytest.raises(IllegalMoveError, match="expected one of its legal actions"):
            game.play(state, action)
    with pytest.raises(IllegalMoveError, match="is no outcome"):
        game.resolve(state, next(iter(legal)))
    assert (state.spiel.serialize(), game.outcomes(state)) == (before, ())


def test_outcomes_are_no_actions() -> None:
    root = BACKGAMMON.root()
    assert root.spiel.legal_actions()
    assert BACKGAMMON.actions(root) == ()
    with pytest.raises(IllegalMoveError):
        BACKGAMMON.play(root, 0)
    with pytest.raises(IllegalMoveError):
        BACKGAMMON.resolve(root, 36)


def test_outcomes_that_cannot_happen_and_rounded_sums() -> None:
    luck = Luck(((0, 0.0), (1, 0.25), (2, 0.75)))
    assert luck.outcomes == ((1, 0.25), (2, 0.75))
    assert luck.possible == {1, 2}
    rounded = Luck(((0, 0.3333), (1, 0.3333), (2, 0.3333)))
    assert sum(p for _, p in rounded.outcomes) == pytest.approx(1, abs=1e-12)
    assert Luck(()).outcomes == ()


@pytest.mark.parametrize(
    ("name", "parameters", "expected"),
    [
        ("maedn", {}, (-3, 3)),
        ("backgammon", {}, (-1, 1)),
        ("backgammon", {"scoring_type": "full_scoring"}, (-3, 3)),
        ("dots_and_boxes", {"utility_margin": True}, (-4, 4)),
    ],
)
def test_the_range_is_the_game_s(name: str, parameters: dict[str, Any], expected: tuple[float, float]) -> None:
    game = load(name, **parameters)
    assert game.value_range() == expected
    assert mcms.check_game(game, games=3).games == 3


def test_utility_is_player_0_s() -> None:
    game = load("tic_tac_toe")
    state = game.initial_state()
    with pytest.raises(InvalidStateError, match="expected a finished state"):
        game.utility(state)
    for action in (4, 0, 2, 1, 6):
        state = game.play(state, action)
    assert (game.turn(state), game.utility(state)) == ("over", 1.0)
    for action in (4, 0, 8, 1, 3, 2):
        state = game.play(state if game.turn(state) != "over" else game.initial_state(), action)
    assert (game.turn(state), game.utility(state)) == ("over", -1.0)


def test_states_are_values() -> None:
    original = after_random_steps(EWN, 5)
    game = load(EWN)
    state = game.state(original)
    text = state.spiel.serialize()
    for action in game.actions(state):
        game.play(state, action)
    original.apply_action(original.legal_actions()[0])
    assert state.spiel.serialize() == text
    assert state == game.state(state.spiel) != game.state(original)
    assert state != load("pig").initial_state()
    assert load("pig").initial_state() != load("pig", winscore=50).initial_state()
    assert repr(state) == f"<einstein_wurfelt_nicht() after {state.spiel.history()}>"


def test_states_of_other_games_are_refused() -> None:
    with pytest.raises(InvalidStateError, match="is no state of backgammon"):
        BACKGAMMON.state(after_random_steps("pig", 3))
    with pytest.raises(InvalidStateError):
        load("pig").state(load("pig", winscore=50).root().spiel)
    with pytest.raises(InvalidStateError):
        BACKGAMMON.state("start")


@pytest.mark.parametrize("name", LUCKY)
def test_pickling(name: str) -> None:
    game = load(name, estimate="rollouts", rollouts=2, seed=5)
    state = game.state(after_random_steps(name, 9))
    back_game, back = pickle.loads(pickle.dumps((game, state)))
    assert isinstance(back, SpielState)
    assert (back, hash(back), back_game.hash(back)) == (state, hash(state), game.hash(state))
    assert back_game.estimate(back) == game.estimate(state)


@pytest.mark.parametrize("name", LUCKY)
def test_json_is_the_history(name: str) -> None:
    game = load(name)
    state = game.state(after_random_steps(name, 12))
    assert game.to_json(state) == {"history": state.spiel.history()}
    assert game.from_json(game.to_json(state)) == state


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"history": [99]}, "step 0 of the history is 99"),
        ({"history": [4, 4]}, "step 1 of the history is 4"),
        ({"history": [4, True]}, "step 1 of the history is True"),
        ({"history": "4"}, "history is '4': expected a list"),
        ({}, "history"),
        ([], "expected"),
    ],
)
def test_impossible_json(data: Any, said: str) -> None:
    with pytest.raises(InvalidStateError, match=said):
        load("tic_tac_toe").from_json(data)


def test_a_state_from_elsewhere_has_no_history() -> None:
    chess = load("chess")
    start = chess.spiel.new_initial_state("8/8/8/4k3/8/8/4K3/7Q w - - 0 1")
    elsewhere = chess.state(start)
    assert elsewhere != chess.root()
    assert chess.hash(elsewhere) != chess.hash(chess.root())
    with pytest.raises(InvalidStateError, match="did not begin at the start"):
        chess.to_json(elsewhere)
    assert mcms.search(chess, elsewhere, "star1", limit=mcms.Limit(depth=2)).depth == 2


def test_text_says_who_is_to_move() -> None:
    game = load(EWN)
    assert game.text(game.root()).endswith("chance decides")
    assert game.text(game.initial_state()).endswith("second (player 1) to move")


def test_names() -> None:
    game = load("backgammon", names=True)
    state = game.initial_state(1)
    actions = game.actions(state)
    assert all(" - " in action for action in actions)
    after = game.play(state, actions[1])
    assert after.spiel.history()[-1] == state.spiel.legal_actions()[1]
    assert game.outcomes(after)[2][0] == "chance outcome 2 (roll: 13)"
    with pytest.raises(IllegalMoveError):
        game.play(state, "up")
    with pytest.raises(IllegalMoveError):
        game.resolve(after, "13")
    by_number = mcms.search(BACKGAMMON, state, "mcts", limit=mcms.Limit(simulations=20), seed=3)
    by_name = mcms.search(game, state, "mcts", limit=mcms.Limit(simulations=20), seed=3)
    assert by_name.value == by_number.value
    assert str(by_name.action).startswith(f"{by_number.action} - ")


def test_names_that_are_not_distinct_get_numbers() -> None:
    game = load("tic_tac_toe", names=True)
    state = game.initial_state()
    mumbling = SpielState(_Mumbler(state.spiel), game)
    assert list(game.actions(mumbling))[:2] == ["0 x", "1 x"]


class _Mumbler:
    """A state whose actions all have one name."""

    def __init__(self, state: Any) -> None:
        self._state = state

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state, name)

    def action_to_string(self, player: int, action: int) -> str:
        return "x"


def test_rollouts_are_a_function_of_state_and_seed() -> None:
    state = after_random_steps("pig", 30)
    games = [load("pig", estimate="rollouts", rollouts=50, seed=seed) for seed in (1, 1, 3)]
    first, again, other = (game.estimate(game.state(state)) for game in games)
    assert first == again != other
    exact = load("tic_tac_toe", estimate="rollouts", rollouts=4000)
    # Between random players the first wins 58.5 % and loses 28.8 %.
    assert exact.estimate(exact.initial_state()) == pytest.approx(0.297, abs=0.06)


def test_a_heuristic_is_asked() -> None:
    game = load("pig", winscore=100, estimate=lambda state: state.move_number() / 1000)
    state = game.state(after_random_steps("pig(winscore=100)", 30))
    assert game.estimate(state) == 0.03
    wrong = load("pig", estimate=lambda state: 7)
    with pytest.raises(mcms.ContractError, match=r"estimate of <pig\(\) after .*returned 7"):
        mcms.search(wrong, wrong.initial_state(), "exp", limit=mcms.Limit(depth=1))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"estimate": "guess"}, "estimate is 'guess': expected zero, rollouts or a function"),
        ({"estimate": "rollouts", "rollouts": 0}, "rollouts is 0"),
        ({"estimate": "rollouts", "seed": -1}, "seed is -1"),
        ({"names": 1}, "names is 1"),
    ],
)
def test_wrong_options(options: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidOptionError, match=said):
        load("pig", **options)


def test_mcts_plays_to_the_end_unless_there_is_an_estimate() -> None:
    rollouts: dict[str, Any] = {
        estimate: mcms.algorithm("mcts", mcms.CustomGame(game=load("maedn", estimate=estimate)))
        for estimate in ("zero", "rollouts")
    }
    assert [(chosen.rollout_moves, chosen.exploration) for chosen in rollouts.values()] == [(None, 3), (0, 3)]


def test_known_luck_is_bounded() -> None:
    game = load("banqi")
    sizes = []
    for seed in range(80):
        state, rng = game.initial_state(seed), random.Random(seed)
        while game.turn(state) != "over":
            step = random_step(state.spiel, rng)
            state = game.resolve(state, step) if state.spiel.is_chance_node() else game.play(state, step)
        sizes.append(len(game._luck))
    assert max(sizes) <= 1001

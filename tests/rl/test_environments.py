"""The environments pass the checks of PettingZoo and Gymnasium, and play by the rules of the games."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import mcms
from mcms.bench.python_pig import PythonPig
from mcms.rl import Encoding, GameEnv, TwoPlayerEnv

GAMES = ["pig(goal=30)", "ewn", "cant_stop", "ra"]


def python_pig() -> dict[str, Any]:
    return {"game": PythonPig(goal=20), "actions": 2, "features": lambda s: [s.own, s.other, s.turn_total]}


@pytest.mark.parametrize(
    "game", [*({"game": name} for name in GAMES), python_pig()], ids=lambda made: str(made["game"])[:9]
)
def test_pettingzoo_s_own_checks(game: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that the features of a state have no bounds
        api_test(TwoPlayerEnv(**game), num_cycles=150)
        seed_test(lambda: TwoPlayerEnv(**game), num_cycles=20)


@pytest.mark.parametrize(
    "game", [*({"game": name} for name in GAMES), python_pig()], ids=lambda made: str(made["game"])[:9]
)
def test_gymnasium_s_own_checks(game: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(GameEnv(**game), skip_render_check=True)


@pytest.mark.parametrize("name", GAMES)
def test_masks_are_the_legal_actions_and_rewards_the_utility(name: str) -> None:
    env, random = TwoPlayerEnv(name, render_mode="ansi"), np.random.default_rng(5)
    env.reset(seed=5)
    game, rewards = env.encoding.game, dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, _, _ = env.last()
        rewards[agent] += reward
        if terminated:
            env.step(None)
            continue
        assert game.turn(env.position) == agent
        legal = np.flatnonzero(seen["action_mask"])
        assert sorted(env.encoding.action(env.position, number) for number in legal) == sorted(
            game.actions(env.position)
        )
        assert env.render() == game.text(env.position)
        env.step(int(random.choice(legal)))
    assert rewards["first"] == -rewards["second"] == game.utility(env.position) / 100


def test_a_forbidden_action_is_refused_by_one_and_lost_by_the_other() -> None:
    both = TwoPlayerEnv("pig")
    both.reset(seed=1)
    with pytest.raises(mcms.IllegalMoveError, match="action 1 is not legal"):
        both.step(1)
    single = GameEnv("pig", seat="first")
    single.reset(seed=1)
    _, reward, terminated, _, info = single.step(1)
    assert (reward, terminated, info["illegal"]) == (-1.0, True, True)


def test_a_game_may_be_cut_short() -> None:
    env = TwoPlayerEnv("pig", max_moves=3)
    env.reset(seed=1)
    for _ in range(3):
        env.step(0)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_the_better_player_wins_more() -> None:
    """A learner that stops at 20 beats one that always rolls on until it fails or wins."""

    def score(stop_at: int) -> float:
        env, total = GameEnv("pig(goal=60)", opponent="hold:15"), 0.0
        for seed in range(150):
            seen, info = env.reset(seed=seed)
            over = False
            while not over:
                stops = seen["observation"][2] * 60 >= stop_at and info["action_mask"][1]
                seen, reward, over, _, info = env.step(
                    int(stops) if info["action_mask"][int(stops)] else 1 - int(stops)
                )
            total += float(reward)
        return total / 150

    assert score(18) > score(60) + 0.3


def test_it_is_registered() -> None:
    env = gymnasium.make("mcms/Game-v0", game="pig", opponent="star1@depth=1", seat="second")
    _, info = env.reset(seed=3)
    assert info["seat"] == "second"


def test_what_is_refused() -> None:
    with pytest.raises(mcms.InvalidOptionError, match="has no list of all actions"):
        Encoding(PythonPig())
    with pytest.raises(mcms.InvalidOptionError, match="expected features="):
        Encoding(PythonPig(), actions=2)
    with pytest.raises(mcms.InvalidOptionError, match="seat is 'third'"):
        GameEnv("pig", seat="third")  # type: ignore[arg-type]
    with pytest.raises(mcms.InvalidOptionError, match="render_mode is 'film'"):
        TwoPlayerEnv("pig", render_mode="film")

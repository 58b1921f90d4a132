"""Games as environments of reinforcement learning: extras.

:class:`GameEnv` is a Gymnasium environment against any player, :class:`TwoPlayerEnv` a PettingZoo environment for both.
"""

from typing import TYPE_CHECKING, Any

from mcms.extras import is_installed, require_extra

if not is_installed("gymnasium"):
    require_extra("gymnasium", "mcms.rl")

import gymnasium

from mcms.rl.encoding import Encoding
from mcms.rl.gymnasium_env import GameEnv

if TYPE_CHECKING:
    from mcms.rl.pettingzoo_env import TwoPlayerEnv

__all__ = ["Encoding", "GameEnv", "TwoPlayerEnv"]

if "mcms/Game-v0" not in gymnasium.registry:
    gymnasium.register(id="mcms/Game-v0", entry_point="mcms.rl:GameEnv")


def __getattr__(name: str) -> Any:
    """Import PettingZoo, a further extra, only for those who ask for its environment."""
    if name != "TwoPlayerEnv":
        raise AttributeError(f"module 'mcms.rl' has no attribute {name!r}")
    require_extra("pettingzoo", "mcms.rl.TwoPlayerEnv")
    from mcms.rl.pettingzoo_env import TwoPlayerEnv  # noqa: PLC0415

    return TwoPlayerEnv

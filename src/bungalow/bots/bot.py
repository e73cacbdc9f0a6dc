"""What a bot is, and the simplest one."""

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from bungalow.core.contract import State
from bungalow.core.random import Random


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """A player that is a program."""

    def choose(self, world: State, seat: i64, random: Random) -> i64:
        """One of the seat's options in `world`.

        `world` is a guess of the seat, its own to play with: what the seat cannot know is dealt anew in it.
        A bot that wants more worlds deals them from this one (`world.guess(seat, random)`). Everything left to
        chance is drawn from `random`, so that the same seed plays the same game.
        """
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class RandomBot(Bot):
    """Any option, each equally likely."""

    def choose(self, world: State, seat: i64, random: Random) -> i64:
        out: vec[i64] = world.game.scratch()
        n = world.options(seat, out)
        return out[random.below(n)]

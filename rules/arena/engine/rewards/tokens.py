"""Each Demonic Reward lies in one place only and has one rank (1.3.7).

The sixty tokens whose texts are known fill the sixty places of the piles, so there is one of each. Of a token that the
data does not know, nobody can say how many there are: that it has one rank holds all the same. The rank of a token is
that of the pile on which it lay, so the first draw settles it for the whole game.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.arena.engine.auras import settle
from rules.arena.engine.state import Game
from rules.arena.engine.units import Reward, Unit
from rules.arena.printed import UNKNOWN_REWARD, RewardText
from rules.common.messages import Message
from rules.common.messages import message as _
from rules.common.verdicts import DISPUTED, Issue


@dataclass(frozen=True, slots=True)
class Place:
    """Where a token is that has left its stack: what drawing it from there breaks, and how that is said."""

    article: str
    code: str
    message: Message


def name_of(game: Game, slug: str) -> str:
    """Tokens may be called by several names."""
    text = game.texts.rewards.get(slug)
    return text.slug if text is not None else slug


def draw(game: Game, slug: str, rank: str, *, bought: bool = False) -> None:
    """A token comes off its stack: turned up beside it, bought face down, or given by another token."""
    name = name_of(game, slug)
    if name == UNKNOWN_REWARD:  # only its player has seen it
        return
    if name in game.tokens and game.texts.rewards.get(name) is not None:
        place = next(_places(game, name, bought=bought), None) or _no_longer_in_play(game, name)
        game.fault(place.article, place.code, place.message, logged={"reward": slug})
    elif name in game.tokens:
        must_keep_rank(game, slug, rank)
        game.trust(name, "copies")
    else:
        compare_rank(game, rank, name)
    game.tokens.setdefault(name, rank)


def must_keep_rank(game: Game, slug: str, rank: str) -> None:
    """Of the first action that says it."""
    settled = game.tokens[name_of(game, slug)]
    if settled != rank:
        facts = {"reward": slug, "rank": settled}
        message = _("{reward} was a {rank} token before.", **facts)
        game.fault("1.3.7", "wrong-rank", message, expected={"rank": settled}, logged={"rank": rank})


def other_rank(text: RewardText, rank: str) -> Issue:
    facts = {"reward": text.slug, "rank": text.rank, "pile": rank}
    message = _("{reward} lay on a {pile} pile, but the site has it as a {rank} token.", **facts)
    disputed = {"fact": f"reward:{text.slug}", "field": "rank"}
    return Issue(
        "warning", DISPUTED, message, article="1.3.7", expected={**disputed, "value": text.rank}, logged={"value": rank}
    )


def note_bearer(game: Game, slug: str, unit: Unit) -> None:
    """Whose token it was stays known after both have left."""
    game.bearers[name_of(game, slug)] = unit.name


def count_rewards(game: Game, unit: Unit) -> None:
    """4.18.4.e: what grows with each reward that a unit has grows at once, in its own turn its AP too."""
    if not game.explaining:
        return
    ap = unit.most_ap
    settle(game)
    if unit is game.active and ap is not None and unit.most_ap is not None and unit.most_ap > ap:
        unit.ap += unit.most_ap - ap


def _places(game: Game, name: str, *, bought: bool) -> Iterator[Place]:
    for (rank, number), pile in game.piles.items():
        if name in [name_of(game, face) for face in (pile.face, pile.early) if face]:
            article = "4.7.6" if bought else "1.3.7"
            facts = {"reward": name, "rank": rank, "pile": number}
            yield Place(article, "reward-lies-face-up", _("{reward} lies face up at the {rank} pile {pile}.", **facts))
    for unit in game.pieces:
        if any(name_of(game, _token(reward)) == name for reward in unit.rewards):
            message = _("{reward} belongs to {unit} and never goes back into a pile.", reward=name, unit=unit.name)
            yield Place("4.7.12", "reward-already-given", message)


def _token(reward: Reward) -> str:
    return reward.perhaps or reward.slug


def _no_longer_in_play(game: Game, name: str) -> Place:
    """Used up, gone with its bearer, or thrown away because nobody could carry it."""
    text, bearer = game.texts.rewards.get(name), game.bearers.get(name)
    kind = text.kind if text is not None else ""
    article = {"boost": "4.7.5.a", "buff": "4.7.5.b"}.get(kind, "4.7.12")
    if bearer is None:
        article = "4.7.9.a"
    elif game.units[bearer].fallen:
        article = "4.7.12"
    return Place(article, "reward-has-left-the-game", _("{reward} has left the game.", reward=name))


def compare_rank(game: Game, rank: str, slug: str) -> None:
    """1.3.7: the pile on which a token lay says its rank; where the data has another, the data may be wrong, and the
    players are believed."""
    text = game.texts.rewards.get(slug)
    if text is not None and text.rank not in (None, rank):
        game.add_finding(other_rank(text, rank))
        game.trust(text.slug, "rank")

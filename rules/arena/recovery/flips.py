"""Faults in the flips of Demonic Rewards: what a pile shows if the log left a flip out.

Flips are accepted right after the Roll for Tension (before a die of it is placed) or right after the end of the turn.
"""

from collections.abc import Mapping
from dataclasses import replace

from rules.arena.engine.policy import PlayedInstead, PlayIssue
from rules.arena.engine.rewards.flips import check_opening_flips, turn_up
from rules.arena.engine.rewards.tokens import name_of
from rules.arena.engine.rewards.unknown_tokens import token_of
from rules.arena.engine.state import Game
from rules.arena.engine.units import Reward
from rules.arena.recovery.registry import Forgives, Hook, Refusals, Repairs
from rules.common.actions import Action
from rules.common.verdicts import Illegal


def _another_pile(game: Game, fault: PlayIssue) -> bool:
    """4.7.7: the pile that was due shows the token."""
    due = fault.expected or {}
    turn_up(game, due["rank"], due["pile"], game.action["reward"])
    raise PlayedInstead


def _the_other_pile(game: Game, _fault: PlayIssue) -> bool:
    """If the named pile already shows a token, the other one may be meant; then the due flip is done."""
    rank, number = game.action["rank"], game.action["pile"]
    pile, other = game.piles[rank, number], game.piles[rank, 3 - number]
    if other.face is not None or (game.flips.opening and rank not in game.flips.opening):
        pile.early = pile.face
        game.uncertain.misnamed_flips += bool(game.flips.opening or game.flips.closing)
        return True
    (game.flips.opening if rank in game.flips.opening else game.flips.closing).discard(rank)
    turn_up(game, rank, 3 - number, game.action["reward"])
    raise PlayedInstead


def _unless_reported_before(game: Game, fault: PlayIssue) -> PlayIssue | None:
    """Not reported if the pile was turned up before its token was bought, or a flip of it was not logged."""
    place = game.action["rank"], game.action["pile"]
    if game.flips.replaced_early == place:
        game.flips.replaced_early = None
        return None
    pile = game.piles[place]
    return None if pile.face is None and pile.unsure else fault


def _never_replaced(game: Game, _fault: PlayIssue) -> bool:
    if game.flips.replacing is not None:
        game.piles[game.flips.replacing].unsure = True
        game.flips.replacing = None
    return True


def _of_no_pile(game: Game, _refusal: Illegal) -> bool:
    """A rank that is not played with is reported once: the token of that flip lies on some pile, and one that was
    bought is in the team."""
    action = game.action
    if action["do"] == "flip":
        game.uncertain.misnamed_flips += 1
    else:
        slug = name_of(game, action["reward"])
        game.uncertain.unallocated.append(Reward(slug, token_of(game, slug)))
    return False


def _unless_it_comes_later(game: Game, fault: PlayIssue) -> PlayIssue | None:
    """A missing flip is looked for until the next unit acts, then reported where it should have been."""
    flips, uncertain = game.flips, game.uncertain
    if game.turn == 1:
        closed = sum(pile.face is None for pile in game.piles.values())
        return fault if closed > uncertain.misnamed_flips else None
    due = flips.opening if game.turn == 2 and flips.opening else flips.closing
    if len(due) <= uncertain.misnamed_flips:
        _never_came(game, due)
        return None
    if game.turn == 2 and flips.opening:
        if game.action.get("do") == "tension":
            uncertain.flips_missed_at = game.index
            return None
        _never_came(game, flips.opening)
        return replace(fault, where=uncertain.flips_missed_at)
    if game.turn == 2:
        uncertain.flips_missed_at, uncertain.flips_left = game.index, len(flips.closing)
        return None
    came_after_the_end = len(flips.closing) < uncertain.flips_left == len(game.ranks)
    _never_came(game, flips.closing)
    return replace(fault, where=game.index if came_after_the_end else uncertain.flips_missed_at)


def _unless_another_was_late(game: Game, fault: PlayIssue) -> PlayIssue | None:
    """Late opening flips are reported together where they were missing, at the Roll for Tension."""
    was_late, game.uncertain.flips_late = game.uncertain.flips_late, True
    return None if was_late else replace(fault, where=game.uncertain.flips_missed_at)


def _never_came(game: Game, ranks: set[str]) -> None:
    _not_logged(game, ranks)
    ranks.clear()


def _not_logged(game: Game, ranks: set[str]) -> None:
    for (rank, _number), pile in game.piles.items():
        pile.unsure |= rank in ranks


def flips_of_a_turn_left_out(game: Game) -> None:
    """Nothing of the second player's first turn is logged: report that; what the piles show is unknown."""
    flips = game.flips
    if game.turn == 2 and len(flips.opening) == len(game.ranks):
        _not_logged(game, flips.opening)
        flips.opening.clear()
        flips.closing.clear()


def before_the_end_of_a_turn(game: Game, _action: Action) -> None:
    if game.tension is None and not game.begun:
        flips_of_a_turn_left_out(game)


def before_a_unit_acts(game: Game) -> None:
    """Flips that come only after a unit acted did not come right after the end of the turn."""
    if game.turn == 3:
        check_opening_flips(game)


BEFORE: Mapping[str, Hook] = {"end-turn": before_the_end_of_a_turn}
FORGIVES: Mapping[str, Forgives] = {
    "pile-already-shows": _unless_reported_before,
    "flip-not-due": _unless_reported_before,
    "flip-too-late": _unless_another_was_late,
    "reward-not-flipped": _unless_it_comes_later,
}
REPAIRS: Mapping[str, Repairs] = {
    "another-pile-shows": _another_pile,
    "pile-already-shows": _the_other_pile,
    "reward-not-replaced": _never_replaced,
}
REFUSALS: Mapping[str, Refusals] = {"no-such-rank": _of_no_pile}

"""Kamas, bag and AP of the players, where a log tells them (`economy`)."""

from collections.abc import Iterable, Mapping

from rules.common.messages import message as _
from rules.common.names import slugify
from rules.quest.ledger.game import Game, Seat, Turn, shown
from rules.quest.words import KAMAS, RESOURCES

SLOTS_OF_AN_ITEM = 4


def pay(game: Game, seat: Seat, kamas: int, article: str) -> None:
    """Kamas never fall below 0; the number is that of what was to be paid. What is missing is taken to have been
    there, so that the rest of the log is read on."""
    if not game.log.with_economy:
        return
    short = kamas - seat.kamas
    if short > 0 and not _may_have_come_from_elsewhere(game, seat):
        message = _("Player {player} has {have} Kamas, not {kamas}.", player=seat.letter, have=seat.kamas, kamas=kamas)
        game.fault(article, "too-few-kamas", message, expected={"kamas": seat.kamas}, logged={"kamas": kamas})
    seat.kamas = max(0, -short)


def give_away(game: Game, seat: Seat, what: Mapping[str, int], article: str) -> None:
    """Out of the bag, or what is worn; nothing that is not there."""
    short = {name: number - _had(seat, name) for name, number in what.items() if number > _had(seat, name)}
    if short and not _may_have_come_from_elsewhere(game, seat):
        message = _("Player {player} lacks {what}.", player=seat.letter, what=shown(short))
        game.fault(article, "not-in-the-bag", message, expected={"missing": short}, logged={"given": dict(what)})
    for name, number in what.items():
        _take_out(seat, _called(name), number)


def receive(seat: Seat, what: Mapping[str, int]) -> None:
    for name, number in what.items():
        if name == KAMAS:
            seat.kamas += number
        elif number:
            seat.bag[_called(name)] += number


def has_room(game: Game, seat: Seat) -> None:
    """Q-2.2: a resource takes one slot, a recipe or an item four; where a dashboard says how many there are."""
    slots, taken = _slots(game, seat), _taken(seat)
    if slots is not None and taken > slots and not seat.full:
        message = _("The bag of player {player} has {slots} slots.", player=seat.letter, slots=slots)
        game.fault("Q-2.2", "bag-is-full", message, expected={"slots": slots}, logged={"slots": taken})
        seat.full = True


def leaves_what_has_no_room(game: Game, seat: Seat) -> None:
    """Q-2.2: loot may be declined, and a crafted piece worn at once; the log need not say so."""
    slots = _slots(game, seat)
    seat.full = seat.full or (slots is not None and _taken(seat) > slots)


def _slots(game: Game, seat: Seat) -> int | None:
    slots = game.facts.dashboard.slots if game.facts.dashboard else ()
    return slots[len(seat.covers)] if slots else None


def _taken(seat: Seat) -> int:
    return sum(number * (1 if name in RESOURCES else SLOTS_OF_AN_ITEM) for name, number in seat.bag.items())


def spend(game: Game, seat: Seat, turn: Turn, ap: int) -> None:
    """Q-5.3: within the printed AP, unless something is worn that may give more."""
    if game.silent:  # a faulty action leaves the AP to those that follow
        return
    turn.ap += ap
    most = seat.figure.ap if seat.figure else None
    if most is not None and turn.ap > most and not seat.worn:
        message = _("Player {player} has {most} AP in a turn.", player=seat.letter, most=most)
        game.fault_once("Q-5.3", "too-few-ap", message)


def are_dealt_in(game: Game, names: Iterable[str]) -> None:
    """Q-9.1: resources of a family that is not in play are nowhere."""
    strangers = [name for name in names if name in RESOURCES and name not in game.prices]
    if strangers:
        message = _("{what} belongs to a family that is not in play.", what=", ".join(strangers))
        game.fault("Q-9.1", "family-not-in-play", message, logged={"resources": strangers})


def _had(seat: Seat, name: str) -> int:
    if name == KAMAS:
        return seat.kamas
    return seat.bag[_called(name)] + seat.out_of_the_bag[_called(name)]


def _take_out(seat: Seat, name: str, number: int) -> None:
    if name == KAMAS:
        seat.kamas = max(0, seat.kamas - number)
        return
    from_bag = min(number, seat.bag[name])
    seat.bag[name] -= from_bag
    if not seat.bag[name]:
        del seat.bag[name]
    for _each in range(min(number - from_bag, seat.worn.count(name))):
        seat.worn.remove(name)
        seat.out_of_the_bag[name] = max(0, seat.out_of_the_bag[name] - 1)


def _may_have_come_from_elsewhere(game: Game, seat: Seat) -> bool:
    """Loot of an unknown mob, or what an unknown item was sold for, is counted by nobody: it is believed."""
    if not seat.is_purse_sure:
        return True
    if seat.unknown_gain is None:
        return False
    game.believe(*seat.unknown_gain)
    return True


def _called(name: str) -> str:
    return slugify(name) or name

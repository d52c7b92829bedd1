"""Q-3.3, Q-4: personal quests, quests of the Adventure Path, and GG that are bought."""

from collections.abc import Mapping
from typing import Any

from rules.common.messages import message as _
from rules.quest.ledger.game import Game, Seat, Turn, Undone, acting, shown
from rules.quest.ledger.purse import pay
from rules.quest.words import KROSMASTER, LONGEST_PATH, QUESTS, REPEATABLE, Quest

ANY = frozenset({1, 2, 3})  # of a card that nobody knows
MAY_BE_KEPT = ([1, 1, 2], [1, 2, 2])
HIGHEST = 3  # GG of a personal quest
UNKNOWN_MOB = "unknown"  # among the families killed in a turn


def quests(game: Game, action: Mapping[str, Any]) -> None:
    """Q-3.3: of two of 1 GG and two of 2, three are kept, before the first turn."""
    game.about = action["player"]
    seat = game.seats[action["player"]]
    if game.turn is not None:
        game.fault("Q-3.3", "quests-too-late", _("Personal quests are dealt before the first turn."))
    elif seat.hand is not None:
        game.fault("Q-3.3", "quests-twice", _("Player {player} has their quests.", player=seat.letter))
        return
    kept = sorted(action["kept"])
    if kept not in MAY_BE_KEPT:
        message = _("Three quests are kept, of two of 1 GG and two of 2 GG.")
        game.fault("Q-3.3", "wrong-quests", message, logged={"kept": action["kept"]})
        kept = []
    if seat.hand is None:
        seat.hand = [frozenset({value}) for value in kept] or [ANY] * 3


def quest(game: Game, action: Mapping[str, Any]) -> None:
    seat, turn = acting(game, is_action=False)
    if action["kind"] == "personal":
        _personal(game, seat, action)
    else:
        _of_the_path(game, seat, turn, action)


def _personal(game: Game, seat: Seat, action: Mapping[str, Any]) -> None:
    """Q-4.4: one of the hand; then one of a higher value is drawn, 3 after 3."""
    value, drawn = action["value"], action.get("next")
    held = _held(seat, value)
    if held is not None and seat.hand is not None:
        seat.hand.remove(held)
    elif seat.hand is not None:
        message = _("Player {player} has no personal quest of {value} GG.", player=seat.letter, value=value)
        game.fault("Q-4.4", "no-such-quest", message, logged={"value": value})
        _may_hold_another(seat)
        raise Undone
    if drawn is not None and not (drawn > value or drawn == value == HIGHEST):
        message = _("After a quest of {value} GG one of a higher value is drawn.", value=value)
        game.fault("Q-4.4", "not-higher", message, logged={"next": drawn})
        _may_hold_another(seat)
    _into_the_hand(seat, drawn, value)
    game.gain(seat, value, "personal-quest")
    if game.believe_a_power(seat, action.get("wisdom", "")):
        game.gain(seat, 1, "wisdom")
    game.look_for_a_full_path()
    if action.get("next") is None and not game.ending:
        game.note("warning", "no-next-quest", _("The log does not say which quest was drawn next."), "Q-4.4")


def _held(seat: Seat, value: int) -> frozenset[int] | None:
    """A card of that value, rather one of which it is sure."""
    return min((card for card in seat.hand or () if value in card), key=len, default=None)


def _may_hold_another(seat: Seat) -> None:
    """After an error."""
    if seat.hand is not None:
        seat.hand.append(ANY)


def _into_the_hand(seat: Seat, drawn: int | None, value: int) -> None:
    higher = frozenset(range(min(value + 1, HIGHEST), HIGHEST + 1))
    if seat.hand is not None:
        seat.hand.append(higher if drawn is None else frozenset({drawn}))


def _of_the_path(game: Game, seat: Seat, turn: Turn, action: Mapping[str, Any]) -> None:
    """Q-4.5: a place that is filled, after all before it, once a Krosmaster."""
    place = action["place"]
    undone = min({*range(1, LONGEST_PATH + 1)} - seat.done - seat.passed, default=LONGEST_PATH)
    if place > len(game.path) + game.lost_events:
        seat.passed.add(undone)  # which was meant, perhaps
        message = _("No quest lies at place {place}.", place=place)
        game.fault("Q-4.5", "no-quest-there", message, expected={"places": len(game.path)}, logged={"place": place})
        raise Undone
    if place in seat.done:
        seat.passed.add(undone)
        game.fault("Q-4.5", "done-before", _("Player {player} did this quest before.", player=seat.letter))
        raise Undone
    if undone < place:
        seat.passed |= {*range(1, place + 1)}
        message = _("The quests of the path are done in order: first that of place {place}.", place=undone)
        game.fault("Q-4.5", "out-of-order", message, expected={"place": undone}, logged={"place": place})
        raise Undone
    seat.done.add(place)
    known = QUESTS.get(_name_of(game, place))
    if place > game.sure_places:
        game.gain(seat, action.get("value") or (known.gg if known else 1), "path-quest")
        return
    if known is not None:
        _is_fulfilled(game, seat, turn, known)
    game.gain(seat, _gg_of(game, known, action.get("value")), "path-quest")


def _name_of(game: Game, place: int) -> str:
    """A repeatable one is a copy of the first; one that an error left out has none."""
    name = game.path[place - 1] if place <= len(game.path) else ""
    return game.path[0] if name == REPEATABLE else name


def _gg_of(game: Game, known: Quest | None, value: int | None) -> int:
    """Q-4.5: 1 GG, Krosmasticide 2; the scenario's as its card says, which is believed where nobody knows it."""
    scenario = game.scenario
    if known is None and scenario is None:
        game.believe(game.log.scenario or "scenario", "scenario")
        return value or 1
    gg = known.gg if known else scenario.gg if scenario else 1
    if value not in (None, gg):
        message = _("This quest brings {gg} GG.", gg=gg)
        game.fault("Q-4.5", "wrong-value", message, expected={"value": gg}, logged={"value": value})
    return gg


def _is_fulfilled(game: Game, seat: Seat, turn: Turn, asked: Quest) -> None:
    """Q-4.8: a kill of this turn; with Kamas and bag in the log also what has to be there."""
    if asked.kill and asked.kill not in turn.killed:
        if UNKNOWN_MOB in turn.killed and asked.kill != KROSMASTER:
            return
        message = _("The quest asks for a kill in this turn: {kill}.", kill=asked.kill)
        game.fault("Q-4.8", "no-such-kill", message, expected={"kill": asked.kill})
    if not game.log.with_economy or seat.unknown_gain is not None or not seat.is_purse_sure:
        return
    lacking = {name: number for name, number in (asked.bag or {}).items() if seat.bag[name] < number}
    if seat.kamas < asked.kamas:
        lacking["kamas"] = asked.kamas
    if lacking:
        message = _("The quest asks for {what}.", what=shown(lacking))
        game.fault("Q-4.8", "not-fulfilled", message, expected=lacking)


def buy_gg(game: Game, action: Mapping[str, Any]) -> None:
    """Q-4.2: at the price of the first free space."""
    seat, _turn = acting(game, is_action=False)
    kamas = action["kamas"]
    prices = game.facts.dashboard.prices if game.facts.dashboard else ()
    if not prices:
        game.believe("dashboard", "prices")
    elif seat.gg < len(prices) and kamas != prices[seat.gg]:
        message = _("The next GG costs {price} Kamas.", price=prices[seat.gg])
        game.fault("Q-4.2", "wrong-price", message, expected={"kamas": prices[seat.gg]}, logged={"kamas": kamas})
    pay(game, seat, kamas, "Q-4.2")
    game.gain(seat, 1, "bought")

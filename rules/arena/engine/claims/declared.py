"""What the players say happened where a card's text is not in the data. Believed, within the laws that hold for all,
within what any printed card does (data/bounds.toml), and as far as the known powers of the target let it happen."""

from collections.abc import Callable, Iterator
from itertools import takewhile
from typing import Any, Final

from rules.arena.cells import cell_name
from rules.arena.engine.believed_gauges import note_hp, note_markers
from rules.arena.engine.claims.declarations import Claim, cells_in
from rules.arena.engine.claims.limits import Cause, limited, past_immunity, say_cut, together
from rules.arena.engine.damage import change_places, heal, knock_outs, place_injuries
from rules.arena.engine.glory import look_for_a_winner, opponents, win_glory
from rules.arena.engine.kamas import take_kamas
from rules.arena.engine.markers import add_markers, gain, place_special, remove_special
from rules.arena.engine.powers import may_be_hurt, most_injuries
from rules.arena.engine.rewards.given_tokens import give_token
from rules.arena.engine.state import Game
from rules.arena.engine.summons import check_control, check_room, summon
from rules.arena.engine.triggers import happens
from rules.arena.engine.units import OFF, Unit, has_room, held
from rules.common.messages import message as _
from rules.common.names import slugify

Happening = Callable[[Game, Unit, str, Any], None]
GAUGES: Final = ("ap", "mp")


def apply_outcomes(game: Game, claim: Claim, source: Unit, cause: Cause, *, own: bool = False) -> None:
    """What is declared of units and sides, one kind after the other; then who falls by it.

    With `own` the gauges were filled before; otherwise what a spell or token gives at once comes first.
    """
    game.rest_on_belief(len(game.basis.events))
    if not own:
        for unit, amounts in (claim.get("gained") or {}).items():
            change_gauges(game, game.unit(unit), amounts, cause)
    for kind in _in_order(game, claim):
        if kind == "moved":
            knock_outs(game, source)
            _moved(game, source, claim[kind] or {})
            continue
        for piece, value in (claim[kind] or {}).items():
            believed = _believed(game, kind, piece, value, cause)
            if believed is not None:
                HAPPENS[kind](game, source, piece, believed)
    if claim.get("glory"):
        _glory(game, claim["glory"], cause.name)
    knock_outs(game, source)


def _in_order(game: Game, claim: Claim) -> list[str]:
    """Somebody who is moved onto a summon finds it there: it came into play first (4.19.7.c, 4.19.8.b). Onto the cell
    of somebody who falls they come after the fall."""
    kinds, onto = _kinds(claim), set((claim.get("moved") or {}).values())
    if onto and any(onto.intersection(cells_in(value)) for value in (claim.get("summoned") or {}).values()):
        kinds.sort(key=lambda kind: kind != "summoned")
    falling = {cell_name(unit.cell) for unit in _falling(game, claim)} if onto and "injuries" in claim else set()
    if onto & falling:
        kinds.sort(key=lambda kind: kind != "injuries")
    return kinds


def _falling(game: Game, claim: Claim) -> list[Unit]:
    struck = [(game.units[name], amount) for name, amount in claim["injuries"].items() if name in game.units]
    return [unit for unit, amount in struck if unit.in_play and unit.hp and unit.injuries + amount >= unit.hp]


def _kinds(claim: Claim) -> list[str]:
    return [kind for kind in ORDER if kind in claim]


def _believed(game: Game, kind: str, piece: str, value: Any, cause: Cause) -> Any:
    """As much of it as is believed; None for a token too many."""
    if kind == "injuries":
        return past_immunity(game, game.unit(piece), cause.element, together(game, kind, value, cause, piece))
    if kind in ("healed", "kamas"):
        return together(game, kind, value, cause, piece)
    if kind == "markers":
        return _markers_believed(game, value, cause, piece)
    if kind == "rewards":
        return value if together(game, "rewards", 1, cause, "") else None
    if kind == "summoned":
        cells = cells_in(value)
        believed = together(game, "summoned", len(cells), cause, "")
        unit = game.unit(cause.unit)
        return cells[: check_control(game, unit, cause.name, cause.control, believed, slugs=[piece])]
    return value


def _markers_believed(game: Game, markers: dict[str, int], cause: Cause, piece: str) -> dict[str, int]:
    return {what: _markers_left(game, what, amount, cause, piece) for what, amount in markers.items()}


def _markers_left(game: Game, what: str, amount: int, cause: Cause, piece: str) -> int:
    if what in ("ap", "mp", "range"):
        return together(game, f"{what}-markers", amount, cause, piece)
    return together(game, "special-markers", amount, cause, f"{piece} {what}")


def _moved(game: Game, source: Unit, cells: dict[str, str]) -> None:
    """All at once: they may change places (4.18.5)."""
    places = {name: game.cell(to) for name, to in cells.items() if _may_be_moved(game, source, name, to)}
    places = {name: cell for name, cell in places.items() if cell != game.units[name].cell}
    leaving = {game.units[name].cell for name in places}
    for name, cell in list(places.items()):
        taken_twice = [*places.values()].count(cell) > 1
        if taken_twice or not (game.is_free(cell) or cell in leaving):
            message = _("{cell} is not free.", cell=cells[name])
            game.fault("4.17.4", "cell-impassable", message, logged={"cell": cells[name]})
            if taken_twice or not game.is_free(cell):  # who stood there may have fallen
                del places[name]
    change_places(game, places)


def _may_be_moved(game: Game, source: Unit, name: str, to: str) -> bool:
    unit, cell = game.unit(name), game.cell(to)
    if not unit.in_play:
        if not _fell_there(game, unit, cell):
            _not_in_play(game, name)
        return False
    if unit is not source and cell != unit.cell and "unfazed" in unit.powers:
        message = _("{unit} is Unfazed: nobody else moves it.", unit=name)
        game.fault("4.9.17.a", "unfazed-moved", message, logged={"cell": to})
        return False
    return True


def _fell_there(game: Game, unit: Unit, cell: int) -> bool:
    """7.2.4.e: the spell moved it first, and then its dice knocked it out; a bomb explodes where it then stood."""
    now = takewhile(lambda event: event[0] == game.index, reversed(game.basis.events))
    if all(event != "knocked-out" or facts["unit"] != unit.name for _at, event, facts in now):
        return False
    for pending in game.standby:
        if pending.source is unit and pending.effect == "explosion":
            pending.cell = cell
    return True


def _not_in_play(game: Game, name: str) -> None:
    """4.18.6: effects apply to pieces in play."""
    game.fault("4.18.6", "not-in-play", _("{unit} is not in the arena.", unit=name), logged={"unit": name})


def _markers(game: Game, source: Unit, name: str, markers: dict[str, int]) -> None:
    unit = game.unit(name)
    for what, amount in markers.items():
        if what in GAUGES:
            placed = add_markers(game, unit, what, amount)
            note_markers(game, unit, what, placed)
            if what == "ap" and placed > 0:  # a power that the site knows may answer
                happens(game, "ap-marked", unit, source)
            if placed != amount:
                say_cut(game, unit.name, f"{what}-markers", amount, placed, None)
        elif what == "range":
            unit.range_markers += amount
            note_markers(game, unit, what, amount)
        elif amount:
            _special_marker(game, source, unit, what, amount)


def _special_marker(game: Game, source: Unit, unit: Unit, marker: str, amount: int) -> None:
    """4.13.1: Krosmasters alone carry them; 4.13.2: nobody takes away what is not there or of the other side."""
    before = marker in unit.specials
    if amount > 0:
        place_special(game, source, unit, marker)
        done = int(marker in unit.specials)
    else:
        remove_special(game, source, unit, marker)
        done = int(marker in unit.specials) - before
    say_cut(game, unit.name, "special-markers", amount, done, None)


def _summoned(game: Game, source: Unit, slug: str, cells: list[str]) -> None:
    if game.cards.get(slugify(slug)) and slug not in game.texts.summons:
        message = _("{name} is a Krosmaster: no spell summons it.", name=slug)
        game.fault("4.19.9.a", "krosmaster-summoned", message, logged={"summoned": slug})
        return
    for cell in map(game.cell, cells):
        if check_room(game, cell, slug):
            summon(game, source, slug, cell, control=None)


def _injured(game: Game, source: Unit, name: str, amount: int) -> None:
    unit = _living(game, name)
    if amount and not game.turn:
        message = _("Nobody is injured before the fight begins.")
        game.fault("1.3.10", "fight-not-begun", message, logged={"injuries": amount})
        return
    placed = place_injuries(game, unit, most_injuries(unit, amount), source)
    if placed == amount or unit.cell == OFF or (unit.hp is None and may_be_hurt(unit)):
        return
    article: str | None = "4.10.8"
    if "profanation" in unit.powers:
        article = "4.9.31.a"
    elif not may_be_hurt(unit, source):
        article = None
    elif most_injuries(unit, amount) < amount:
        article = "7.2.8.d"
    say_cut(game, unit.name, "injuries", amount, placed, article)


def _healed(game: Game, _source: Unit, name: str, amount: int) -> None:
    unit = _living(game, name)
    healed = heal(game, unit, amount)
    if unit.in_play:
        say_cut(game, unit.name, "healed", amount, healed, "4.10.5" if may_be_hurt(unit) else "4.9.31.a")


def _living(game: Game, name: str) -> Unit:
    unit = game.unit(name)
    if unit.cell == OFF:
        _not_in_play(game, name)
    return unit


def _lost_powers(game: Game, _source: Unit, name: str, powers: Any) -> None:
    """4.18.4.g: all of them, or those named, until the end of this turn."""
    unit = _living(game, name)
    unit.lose_powers(powers)
    game.changed = True
    unit.believed.bare = True


def _kamas(game: Game, _source: Unit, side: str, amount: int) -> None:
    done = max(amount, -game.kamas[side])
    take_kamas(game, side, done, why="declared")
    say_cut(game, side, "kamas", amount, done, None)


def _given_a_token(game: Game, _source: Unit, name: str, token: dict[str, Any]) -> None:
    """4.7.9: as many as its level at most."""
    unit = _living(game, name)
    if not unit.in_play:
        return
    if not unit.is_krosmaster or not has_room(unit):
        facts = {"unit": unit.name, "level": unit.level, "rewards": held(unit)}
        message = _("{unit} has level {level} and already carries {rewards} rewards.", **facts)
        game.fault("4.7.9", "too-many-rewards", message, expected={"rewards": unit.level})
        return
    give_token(game, unit, token, believed=True)


# nothing says what a text does first, and powers may be in the way
ORDER: Final = ("lost_powers", "moved", "markers", "summoned", "injuries", "healed", "kamas", "rewards")
HAPPENS: Final[dict[str, Happening]] = {
    "lost_powers": _lost_powers,
    "markers": _markers,
    "summoned": _summoned,
    "injuries": _injured,
    "healed": _healed,
    "kamas": _kamas,
    "rewards": _given_a_token,
}


def change_gauges(game: Game, unit: Unit, amounts: dict[str, int], cause: Cause) -> None:
    """AP and MP into the gauges (4.11.4), HP as long as the game lasts, range until the end of this turn (4.15.7)."""
    game.rest_on_belief()
    believed = {what: together(game, f"gained-{what}", amount, cause, unit.name) for what, amount in amounts.items()}
    gain(game, unit, ap=believed.get("ap", 0), mp=believed.get("mp", 0))
    if game.active is not unit:  # 4.11.4: what it has in its own turn is changed by markers
        for gauge in GAUGES:
            say_cut(game, unit.name, gauge, believed.get(gauge, 0), 0, None)
    unit.reach += believed.get("range", 0)
    unit.believed.reach += max(0, believed.get("range", 0))
    if believed.get("hp") and unit.hp is not None:
        more = max(believed["hp"], unit.injuries + 1 - unit.hp)  # no change of HP knocks out by itself
        unit.more_hp += more
        say_cut(game, unit.name, "hp", believed["hp"], more, None)
        unit.refresh()
        note_hp(game, unit)


def _glory_left(game: Game, declared: int, name: str) -> int:
    """Several causes in one turn give no more together than one of them may."""
    turn, given = game.claims.glory
    before = given if turn == game.turn else 0
    after = limited(game, "glory", before + abs(declared), name)
    game.claims.glory = game.turn, after
    return after - before if declared > 0 else before - after


def _each_once(glory: dict[str, int]) -> Iterator[tuple[str, int, str | None]]:
    """Who won how many from whom. What one player won and another lost may be said of both: it is the same GG."""
    losers = [player for player, declared in glory.items() if declared < 0]
    winners = [player for player, declared in glory.items() if declared > 0]
    loser = losers[0] if len(losers) == len(winners) == 1 else None
    if loser is not None and glory[loser] == -glory[winners[0]]:
        yield winners[0], glory[winners[0]], loser
        return
    for player, declared in glory.items():
        yield player, declared, None


def _glory(game: Game, glory: dict[str, int], name: str) -> None:
    """4.6.2. GG by declaration decide games: it is said each time, and a judge looks at it."""
    for player, declared, loser in list(_each_once(glory)):
        amount = _glory_left(game, declared, name)
        if amount:
            winner = player if amount > 0 else opponents(game, player)[0]
            message = _(
                "{name} gave player {player} GG. No card known here says so: a judge looks at it.",
                name=name,
                player=winner,
            )
            game.say("warning", "declared-glory", message)
            win_glory(game, winner, abs(amount), why="declared", loser=loser if amount > 0 else player)
    look_for_a_winner(game)

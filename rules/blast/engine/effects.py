"""The effects that cards can have: each a primitive, whose keyword arguments are its fields, and what it asks."""

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Final, Literal

from rules.blast.cards import Effects
from rules.blast.engine import harm
from rules.blast.engine.arriving import come_onto, shove
from rules.blast.engine.game import Boost, Game, Unit
from rules.blast.engine.use import Use, counts
from rules.blast.words import MOST_TILES
from rules.common.binding import Vocabulary
from rules.common.fields import InvalidValue
from rules.common.messages import message as _
from rules.common.signatures import Effect, Function, ValueKind, needs_one_of, number


# B-10.1, B-10.2: tiles of terrain, as effects place them.
def require_room(use: Use, kind: str) -> None:
    game, cell = use.game, use.cell
    if cell is None:
        game.fault("B-10.1", "no-cell", _("A cell of the board is expected for the tile."))
    elif game.board.is_known and not _is_free(use, cell):
        _refuse(use, cell)
    is_full = sum(each == kind for each in game.terrain.values()) >= MOST_TILES
    if is_full and (use.removes is None or game.terrain.get(use.removes) != kind):
        message = _("{most} tiles of this kind lie already: one of them is taken off first.", most=MOST_TILES)
        game.fault("B-10.2", "too-many-tiles", message, logged={"kind": kind})
    elif not is_full and use.removes is not None:
        game.fault("B-10.2", "tile-taken-off", _("No tile is taken off while fewer than {most} lie.", most=MOST_TILES))


def _refuse(use: Use, cell: int) -> None:
    name = use.game.cell_name(cell)
    use.game.fault("B-10.1", "no-room", _("No tile can be placed on {cell}.", cell=name), logged={"cell": name})


def _is_free(use: Use, cell: int) -> bool:
    """B-10.1: after the one that is taken off."""
    game = use.game
    return not game.is_blocked(cell) and not game.is_glyph(cell) and (cell not in game.terrain or cell == use.removes)


def lay_tile(use: Use, kind: str) -> None:
    game, cell = use.game, use.cell
    if use.removes is not None and game.terrain.get(use.removes) == kind:
        del game.terrain[use.removes]
    if cell is not None and _is_free(use, cell):
        game.terrain[cell] = kind
    elif cell is not None and game.board.is_known:  # what came before it in the same cast lies or stands there
        _refuse(use, cell)


Slug = Annotated[str, ValueKind("the slug of a Minion", schema={"type": "string", "pattern": "^[a-z0-9-]+$"})]
To = Literal["target", "self"]


def glyphs(use: Use, *, least: Annotated[int, number(1, 8)]) -> bool:
    """Only if the player controls so many."""
    return use.glyphs >= least


def _whom(use: Use, to: str) -> Unit | None:
    """What has no target is for whoever uses it."""
    return use.user if to == "self" or use.kind != "spell" else use.target


@needs_one_of("ap", "mp")
def markers(
    use: Use, *, ap: Annotated[int, number(-3, 3)] = 0, mp: Annotated[int, number(-3, 3)] = 0, to: To = "target"
) -> None:
    """B-6.5."""
    unit = _whom(use, to)
    if unit is not None and not unit.is_out:
        harm.put_markers(use.game, unit, ap, mp)


@needs_one_of("ap", "mp")
def gain(use: Use, *, ap: Annotated[int, number(0, 3)] = 0, mp: Annotated[int, number(0, 3)] = 0) -> None:
    harm.gain(use.user, ap, mp)


def bonus(
    use: Use,
    *,
    damage: Annotated[int, number(1, 9)],
    element: Literal["water", "air", "earth", "fire", "none"] | None = None,
) -> None:
    """In a spell to its own damage, in a favor to the next attack spell. That of a power counts as the roll does."""
    if use.kind == "spell":
        use.damage += damage
    elif use.kind == "favor":
        use.user.boosts.append(Boost(damage, element))


def heal(use: Use, *, amount: Annotated[int, number(1, 9)], to: To = "target") -> None:
    unit = _whom(use, to)
    if unit is not None and not unit.is_out:
        harm.heal(unit, amount)


def injure(
    use: Use,
    *,
    amount: Annotated[int, number(1, 9)],
    to: Literal["target", "self", "around"] = "target",
    min_: Annotated[int, number(0, 20)] = 0,
    max_: Annotated[int, number(0, 20)] = 0,
) -> None:
    """`around`: every other Fighter at that distance from whoever uses it, allies too."""
    game, user = use.game, use.user
    if to != "around":
        unit = _whom(use, to)
        if unit is not None:
            harm.injure(game, unit, amount)
        return
    centre = user.cell
    if centre is None:
        return
    around = [unit for unit in game.standing() if unit is not user and unit.cell is not None]
    for unit in around:
        if unit.cell is not None and min_ <= game.distance(centre, unit.cell) <= max_:
            harm.injure(game, unit, amount)


def shove_away(use: Use, *, cells: Annotated[int, number(1, 9)]) -> None:
    """B-6.7."""
    unit, ways = use.target, _ways(use)
    if unit is None or unit.cell is None or not ways:
        return
    if len(ways) > 1 and use.facing not in ways:
        unit.is_unsure = True
        return
    way = use.facing if use.facing in ways else ways[0]
    if way is not None:
        shove(use.game, unit, cells, way, use.user)


def _ways(use: Use) -> tuple[str, ...]:
    """Away from the caster, along the longer axis; on an exact diagonal there are two."""
    start, unit = use.user.cell, use.target
    if start is None or unit is None or unit.cell is None or unit is use.user:
        return ()
    return use.game.board.grid.facings(start, unit.cell)


def _leads_away(use: Use, **_fields: Any) -> None:
    ways = _ways(use)
    if not ways or (use.facing is None and len(ways) == 1) or use.facing in ways:
        return
    message = _("The shove leads {ways}.", ways=[*ways])
    logged = {"facing": use.facing}
    use.game.fault("B-6.7", "wrong-facing", message, expected={"facing": [*ways]}, logged=logged)


def leap(use: Use) -> None:
    """B-4.4: it captures; B-10.3: it does not slip."""
    if use.aim is not None and not use.game.is_blocked(use.aim):
        come_onto(use.game, use.user, use.aim)
    elif use.aim != use.user.cell:
        use.user.is_unsure = True


def summon(
    use: Use,
    *,
    minion: Slug,
    most: Annotated[int, number(1, 9)],
    at: Literal["target", "beside"] = "target",
) -> None:
    """B-6.6: named after whoever summons it, and counted through the game. It comes onto nothing."""
    del most  # asked for before: `_may_summon`
    cell = _summon_cell(use, at)
    if cell is None:
        return
    if not use.game.is_blocked(cell):
        bring(use.game, use.user, minion, cell)
    elif use.game.board.is_known:  # somebody came there in the same cast
        _refuse_summon(use, cell)


def bring(game: Game, summoner: Unit, minion: str, cell: int) -> Unit:
    card = game.facts.minion(minion)
    slug = card.slug if card else minion
    game.summons[summoner.name, slug] += 1
    name = f"{summoner.name}/{slug}-{game.summons[summoner.name, slug]}"
    unit = game.units[name] = Unit(name, summoner.player, slug, card, by=summoner.name, cell=cell)
    unit.fill()
    if card is None:
        game.believe(slug, "minion")
    return unit


def _summon_cell(use: Use, at: str) -> int | None:
    return use.aim if at == "target" and use.kind == "spell" else use.cell


def _may_summon(use: Use, *, minion: str, most: int, at: str = "target") -> None:
    game, cell = use.game, _summon_cell(use, at)
    if cell is None:
        game.fault("B-6.6", "no-cell", _("A cell of the board is expected for the Minion."))
    elif game.board.is_known and game.is_blocked(cell):
        _refuse_summon(use, cell)
    elif (
        at == "beside" and game.board.is_known and use.user.cell is not None and game.distance(use.user.cell, cell) != 1
    ):
        message = _("{cell} is not beside {unit}.", cell=game.cell_name(cell), unit=use.user.name)
        game.fault("B-6.6", "not-beside", message, logged={"cell": game.cell_name(cell)})
    card = game.facts.minion(minion)
    slug = card.slug if card else minion
    there = sum(unit.player == use.user.player and unit.is_minion and unit.slug == slug for unit in game.standing())
    if there >= most:
        message = _("Player {player} has {count} of this Minion already.", player=use.user.player, count=there)
        game.fault("B-6.6", "too-many-minions", message, expected={"most": most}, logged={"there": there})


def _refuse_summon(use: Use, cell: int) -> None:
    name = use.game.cell_name(cell)
    use.game.fault("B-6.6", "cell-not-empty", _("{cell} is not empty.", cell=name), logged={"cell": name})


def other_target(use: Use) -> None:
    """B-6.4: of its next cast in this turn."""
    use.goes_elsewhere = True


def terrain(use: Use, *, kind: Literal["ice", "fire", "fog"]) -> None:
    lay_tile(use, kind)


def _has_room(use: Use, *, kind: str) -> None:
    require_room(use, kind)


PRIMITIVES: Final[Mapping[str, Function]] = {
    "markers": markers,
    "gain": gain,
    "bonus": bonus,
    "heal": heal,
    "injure": injure,
    "shove": shove_away,
    "leap": leap,
    "summon": summon,
    "other-target": other_target,
    "terrain": terrain,
}
VOCABULARY: Final = Vocabulary("an effect", PRIMITIVES, {"glyphs": glyphs})
ASKED: Final[Mapping[str, Callable[..., None]]] = {"summon": _may_summon, "shove": _leads_away, "terrain": _has_room}


def check(use: Use, effects: Iterable[Effect]) -> None:
    """What must hold before anything is done."""
    for effect in effects:
        if effect.do in ASKED and counts(use, effect):
            ASKED[effect.do](use, **effect.arguments)
    if use.removes is not None and not any(effect.do == "terrain" for effect in effects):
        use.game.fault("B-10.2", "tile-taken-off", _("No tile is placed, and none is taken off."))


def read_effect(table: Any) -> Effect:
    """Raises InvalidValue."""
    effect = VOCABULARY.read(table)
    if effect.do == "injure":
        _check_around(table)
    return effect


def _check_around(table: Mapping[str, Any]) -> None:
    is_around = table.get("to") == "around"
    for name in ("min", "max"):
        if is_around and name not in table:
            raise InvalidValue("missing-field", _("`{field}` is missing", field=name), f"/{name}")
        if not is_around and name in table:
            raise InvalidValue("unknown-field", _("`{field}` is not known here", field=name), f"/{name}")
    if is_around and table["max"] < table["min"]:
        raise InvalidValue("out-of-bounds", _("`max` is not below `min`"), "/max")


def has(effects: Effects, do: str) -> bool:
    return any(effect.do == do for effect in effects)

"""What the players say that cards did which nobody knows: believed where something was open, and applied as stated."""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.blast.engine import harm
from rules.blast.engine.arriving import claims_of, come_onto
from rules.blast.engine.effects import bring
from rules.blast.engine.game import Game, Unit
from rules.common.messages import message as _
from rules.common.names import slugify

Claim = Mapping[str, Any]
Part = tuple[str, str, str | None]  # a card, what is not known of it, and of which spell
CAUSES = ("spell", "favor", "power", "challenge", "by")
WINS = frozenset({"injuries", "knocked_out", "glyphs"})  # what may decide who wins


def apply(game: Game) -> None:
    for claim in claims_of(game):
        _apply_one(game, claim)


def _apply_one(game: Game, claim: Claim) -> None:
    if game.ending:
        return
    _knock_outs_that_no_card_tells(game, claim)
    if not game.board.is_known:
        _glyphs(game, claim)
    cause = _cause(game, claim)
    if cause is None:
        _is_not_needed(game, claim)
        return
    game.believe(*cause, decides="winner" if WINS & claim.keys() else "legality")
    _injuries(game, claim)
    _figures(game, claim)
    _table(game, claim)


def is_open(game: Game, claim: Claim) -> bool:
    """Whether nobody knows all that its cause does."""
    return _cause(game, claim) is not None


def _cause(game: Game, claim: Claim) -> Part | None:
    """What nobody knows of its cause: the one it names, else that of the action, else any in play."""
    named = [(kind, claim[kind]) for kind in ("spell", "favor", "power", "challenge") if kind in claim]
    causes = named or [*_causes_of(game)] or [("power", None)]
    return next((part for kind, name in causes for part in _unknown_of(game, kind, name)), None)


def _causes_of(game: Game) -> Iterator[tuple[str, str]]:
    action = game.action
    if action["do"] == "cast":
        yield "spell", action["spell"]
    elif action["do"] == "use-favor":
        yield "favor", game.favors[action["side"]] or ""
    elif action["do"] == "bonus":
        yield "challenge", action["challenge"]


def _unknown_of(game: Game, kind: str, name: str | None) -> Iterator[Part]:
    """Of a favor that was drawn, a challenge that lies open, or a card in play: the one that plays comes first."""
    slug = None if name is None else slugify(name)
    if kind == "favor" and slug is not None:
        yield from _of_a_favor(game, slug)
    elif kind == "challenge":
        yield from _of_challenges(game, slug)
    else:
        units = sorted(game.units.values(), key=lambda unit: unit is not game.active)
        for unit in units:
            yield from _of_spells(unit, slug or "") if kind == "spell" else _of_powers(unit, slug)
        if kind == "power":
            yield from _of_challenges(game, None)


def _of_a_favor(game: Game, slug: str) -> Iterator[Part]:
    favor = game.facts.favors.get(slug)
    if favor is None and slug in map(slugify, game.drawn):
        yield slug[:100], "favor", None
    elif favor is not None and favor.words and slug in game.drawn:
        yield slug, "effects", None


def _of_spells(unit: Unit, slug: str) -> Iterator[Part]:
    spell = unit.card.spell(slug) if unit.card else None
    if spell is not None and spell.words:
        yield unit.slug, "effects", slug
    elif spell is None and (unit.card is None or "spells" in unit.card.lacks):
        yield unit.slug, "spell", slug[:100]


def _of_powers(unit: Unit, slug: str | None) -> Iterator[Part]:
    if unit.card is None:
        yield unit.slug, "card", None
    elif "powers" in unit.card.lacks or any(
        power.words and slug in (None, slugify(power.name)) for power in unit.card.powers
    ):
        yield unit.slug, "powers", None


def _of_challenges(game: Game, slug: str | None) -> Iterator[Part]:
    for name, each in game.challenges.items():
        if slug not in (None, name):
            continue
        if each is None:
            yield name[:100], "challenge", None
        elif any(threshold.words for threshold in each.thresholds):
            yield name, "powers", None


def _is_not_needed(game: Game, claim: Claim) -> None:
    """Only what depends on nothing known is read; of the rest the cards say what happens."""
    left = {*claim} - {*CAUSES, "dofus", "knocked_out"} - (set() if game.board.is_known else {"glyphs"})
    stands = any(not unit.is_out for unit in _units(game, claim.get("knocked_out", ())))
    if left or stands or claim.get("dofus", game.dofus) != game.dofus:
        message = _("The cards that are in play say what happens: what is declared is not used.")
        game.note("warning", "declared-not-needed", message)


def _knock_outs_that_no_card_tells(game: Game, claim: Claim) -> None:
    for unit in _units(game, claim.get("knocked_out", ())):
        if unit.is_out:
            continue
        if unit.may_be_out or is_open(game, claim):
            if unit.hp is None:
                game.believe(unit.slug, "hp", decides="winner")
            game.believed_knock_outs += 1
            harm.knock_out(game, unit)


def _injuries(game: Game, claim: Claim) -> None:
    for name, amount in claim.get("injuries", {}).items():
        for unit in _units(game, (name,)):
            game.believed_injuries += amount
            harm.injure(game, unit, amount)
    for name, amount in claim.get("healed", {}).items():
        for unit in _units(game, (name,)):
            harm.heal(unit, amount)


def _figures(game: Game, claim: Claim) -> None:
    for name, gauges in claim.get("markers", {}).items():
        for unit in _units(game, (name,)):
            harm.put_markers(game, unit, gauges.get("ap", 0), gauges.get("mp", 0))
    for name, gauges in claim.get("gained", {}).items():
        for unit in _units(game, (name,)):
            harm.gain(unit, gauges.get("ap", 0), gauges.get("mp", 0))
    for name, place in claim.get("moved", {}).items():
        for unit in _units(game, (name,)):
            cell = _free_cell(game, unit, place)
            if cell is not None:
                come_onto(game, unit, cell)
    for minion, cells in claim.get("summoned", {}).items():
        _summoned(game, claim, minion, cells if isinstance(cells, list) else [cells])


def _summoned(game: Game, claim: Claim, minion: str, cells: list[str]) -> None:
    summoner = game.units.get(claim["by"]) if "by" in claim else game.active
    for place in cells:
        cell = _free_cell(game, None, place)
        if summoner is not None and cell is not None:
            bring(game, summoner, minion, cell)


def _free_cell(game: Game, unit: Unit | None, place: str) -> int | None:
    cell = game.cell(place)
    if cell is None or (game.is_blocked(cell) and game.at(cell) is not unit):
        game.fault("", "cell-not-free", _("{cell} is not free.", cell=place), logged={"cell": place})
        return None
    return cell


def _table(game: Game, claim: Claim) -> None:
    if game.board.is_known:
        _glyphs(game, claim)
    for place, kind in claim.get("terrain", {}).items():
        cell = game.cell(place)
        if cell is not None:
            game.terrain.pop(cell, None)
            if kind is not None:
                game.terrain[cell] = kind
    if "dofus" in claim:
        game.dofus, game.is_dofus_believed = claim["dofus"], True


def _glyphs(game: Game, claim: Claim) -> None:
    for place, owner in claim.get("glyphs", {}).items():
        cell = game.cell(place)
        if cell is None or (game.board.is_known and not game.is_glyph(cell)):
            game.fault("", "not-a-glyph-cell", _("{cell} is no glyph cell.", cell=place), logged={"cell": place})
            continue
        game.glyphs.pop(cell, None)
        if owner is not None:
            game.glyphs[cell] = owner


def _units(game: Game, names: Any) -> Iterator[Unit]:
    for name in names:
        unit = game.units.get(name)
        if unit is None:
            harm.unknown_unit(game, name)
        else:
            yield unit

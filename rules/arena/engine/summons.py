"""Summons: how they come into play (4.19), and what bombs, traps and worn-out summons do."""

from collections.abc import Collection
from functools import lru_cache
from typing import Final

from rules.arena.cells import NEIGHBOURS, cell_name
from rules.arena.engine.policy import broken
from rules.arena.engine.profiles import Profile
from rules.arena.engine.state import Game, Pending
from rules.arena.engine.units import UNDERFOOT, Unit
from rules.arena.printed import SummonText
from rules.common.messages import message as _

MOST_UNITS: Final = 1_000  # in one game, fallen ones too: no table has so many
MOST_KEPT: Final = 500  # cards of summons
_KEPT: Final[dict[int, tuple[SummonText, Profile]]] = {}


def summon(game: Game, summoner: Unit, slug: str, cell: int, *, control: int | None) -> Unit | None:
    """4.19.9.c: as long as fewer allied summons than the control value are in play, and the cell is free."""
    if is_full(game, summoner, control, [slug]):
        game.policy.makes_room(game, summoner, coming_name(summoner, slug))
    full = is_full(game, summoner, control, [slug]) or len(game.units) >= MOST_UNITS
    if full or not has_room(game, cell, slug):
        return None
    unit = Unit(next_name(summoner, slug), summoner.player, profile_of(game, slug), summoner=summoner)
    game.add_piece(unit)
    unit.believed.always = game.is_believed()
    here = game.underfoot.get(cell)
    game.record_event("summoned", unit=unit.name, by=summoner.name, cell=cell_name(cell))
    game.put(unit, cell)
    if here is not None and here.kind == "trap" and unit.is_character:  # 4.19.7.c
        game.lift(here)
        here.fallen = True
        game.standby.append(Pending("click", here, cell=cell))
    return unit


def is_full(game: Game, summoner: Unit, control: int | None, slugs: Collection[str]) -> bool:
    """4.19.9.c: as many allied summons in play as the control value allows."""
    return control is not None and summons_of(game, summoner, slugs) >= control


def check_control(
    game: Game,
    summoner: Unit,
    spell: str,
    control: int | None,
    coming: int = 1,
    *,
    slugs: Collection[str] = (),
    prevents: object = None,
) -> int:
    """4.19.9.c: how many of those that are to come the control value of the spell still allows; more are a fault."""
    here = summons_of(game, summoner, slugs)
    if control is None or here + coming <= control:
        return coming
    message = _(
        "{spell} allows at most {most} allied summons in play; there are {summons}.",
        spell=spell,
        most=control,
        summons=here,
    )
    expected, logged = {"summons": control}, {"summons": here + coming}
    game.report(broken("4.19.9.c", "control-value-reached", message, expected, logged, prevents=prevents))
    return max(0, control - summons_of(game, summoner, slugs))


def summons_of(game: Game, summoner: Unit, slugs: Collection[str]) -> int:
    """The allied summons in play; or those of them that this figure has brought by spells for these tokens."""
    allied = [unit for unit in game.in_play(summoner.side) if not unit.is_krosmaster]
    if game.laws.control_of_side:
        return len(allied)
    return len([unit for unit in allied if unit.summoner is summoner and unit.profile.card in slugs])


def rooms_beside(game: Game, cell: int, slug: str) -> list[int]:
    """4.19.1.a: the cells beside this one on which such a summon can come into play."""
    return [near for near in NEIGHBOURS[cell] if has_room(game, near, slug)]


def has_room(game: Game, cell: int, slug: str) -> bool:
    """4.19.1.a, 4.19.1.b: a free cell without a unit; but one may come into play right on a trap (4.19.7.c)."""
    here = game.underfoot.get(cell)
    return game.is_free(cell) and (
        here is None or (here.kind == "trap" and profile_of(game, slug).kind not in UNDERFOOT)
    )


def check_room(game: Game, cell: int, slug: str, *, prevents: object = None) -> bool:
    """4.19.1.a, 4.19.1.b: whether it can come into play there; what is in the way is a fault."""
    if not game.is_free(cell):
        message = _("{cell} is not free.", cell=cell_name(cell))
        game.report(broken("4.19.1.a", "cell-not-free", message, prevents=prevents))
    elif not has_room(game, cell, slug):
        message = _("{unit} is on {cell}.", unit=game.underfoot[cell].name, cell=cell_name(cell))
        game.report(broken("4.19.1.b", "cell-holds-a-unit", message, prevents=prevents))
    return has_room(game, cell, slug)


def coming_name(summoner: Unit, slug: str) -> str:
    return f"{summoner.name}/{slug}-{summoner.summoned.get(slug, 0) + 1}"


def next_name(summoner: Unit, slug: str) -> str:
    name = coming_name(summoner, slug)
    summoner.summoned = {**summoner.summoned, slug: summoner.summoned.get(slug, 0) + 1}
    return name


@lru_cache(maxsize=MOST_KEPT)
def _never_seen(slug: str) -> SummonText:
    """A summon that is not in the data: a mob whose figures are taken on trust."""
    return SummonText(slug, slug, "mob", (), None, None, None, (), {}, known=False)


def profile_of(game: Game, slug: str) -> Profile:
    """Kept, because a spell summons the same piece again and again."""
    text = game.texts.summons.get(slug) or _never_seen(slug)
    kept = _KEPT.get(id(text))
    if kept is None:
        if len(_KEPT) >= MOST_KEPT:
            _KEPT.clear()
        kept = _KEPT[id(text)] = text, _printed(text)
    return kept[1]


def _printed(text: SummonText) -> Profile:
    return Profile(
        card=text.slug,
        title=text.name,
        kind=text.kind,
        types=frozenset(text.families),
        level=0,
        initiative=0,
        hp=text.hp,
        ap=text.ap,
        mp=text.mp,
        powers=frozenset(text.powers),
        spells=text.spells,
        incomplete=not text.known,
        lacks=frozenset() if text.known else frozenset({"powers", "spells"}),
        figures_known=text.known,
        kind_known=text.kind_known,
    )

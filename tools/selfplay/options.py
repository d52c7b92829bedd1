"""The sensible next actions of the active unit, each with a weight. All are legal.

Players try to win: GG and injuries weigh more, chance decides the rest, so both common and unusual actions occur.
"""

from collections.abc import Callable, Iterator
from functools import cache

from rules.arena.cells import CELLS, DISTANCE, NEIGHBOURS, area, cell_name, cells_of, facings, in_line
from rules.arena.engine.block import foes_beside
from rules.arena.engine.claims.spells import as_claimed
from rules.arena.engine.copying import copied
from rules.arena.engine.effects.displacement import who_may_teleport
from rules.arena.engine.movement import holds_fast
from rules.arena.engine.prerequisites import check_payment, check_target
from rules.arena.engine.rewards.open_tokens import open_tokens
from rules.arena.engine.spells import Cast, reaches, seen
from rules.arena.engine.state import Game
from rules.arena.engine.units import Unit, has_room, spells_of
from rules.arena.printed import RewardText, Spell
from rules.arena.public import all_rewards
from rules.common.actions import Action
from rules.common.verdicts import Illegal
from tools.selfplay.rng import Rng

Option = tuple[float, Action]
Worth = Callable[[Game, Unit, Spell, int], float]
ROUND = (None, "cross", "square", "multiple")
PURSE = 9  # Kamas that make a walk to a Demon cell worthwhile


def options(game: Game, unit: Unit, rng: Rng, worth: Worth) -> list[Option]:
    found: list[Option] = [(0.7, {})]
    found += _steps(game, unit)
    found += _casts(game, unit, rng, worth)
    if unit.is_krosmaster:
        found += _market(game, unit, rng)
        found += _reveals(game, unit, rng)
        found += _declared(game, unit, rng)
    return found


def _steps(game: Game, unit: Unit) -> Iterator[Option]:
    enemies = [enemy for enemy in game.in_play() if enemy.side != unit.side]
    if unit.mp < 1 or not unit.is_character or holds_fast(foes_beside(game, unit)) or not enemies:
        return
    goals = [enemy.cell for enemy in enemies] + _shops(game, unit)
    nearest = min(DISTANCE[unit.cell][goal] for goal in goals)
    for cell in NEIGHBOURS[unit.cell]:
        if game.is_free(cell):
            closer = min(DISTANCE[cell][goal] for goal in goals) < nearest
            coin = unit.is_krosmaster and unit.ap > 0 and bool(game.coins.get(cell))
            yield (2 if closer else 1 if coin else 0.4), {"do": "move", "to": cell_name(cell)}


def _shops(game: Game, unit: Unit) -> list[int]:
    """The Demon cells, once there are enough Kamas."""
    rich = unit.is_krosmaster and game.kamas[unit.player] >= PURSE
    return [*cells_of(game.board.demons)] if rich else []


def _casts(game: Game, unit: Unit, rng: Rng, worth: Worth) -> Iterator[Option]:
    for spell in spells_of(unit):
        cast = _looked_at(game, unit, spell)
        if not _passes(check_payment, cast):
            continue
        for cell in _in_reach(game, unit, spell):
            weight = worth(game, unit, spell, cell)
            cast.target = cell
            if weight and seen(game, unit, spell, unit.cell, cell) and _passes(check_target, cast):
                yield weight, _cast(cast, rng)


def _looked_at(game: Game, unit: Unit, spell: Spell) -> Cast:
    """On a copy where a token that nobody knows may pay: what is only looked at takes nothing from it."""
    if open_tokens(unit):
        game = copied(game)
        unit = game.units[unit.name]
    return Cast(game, spell, unit, unit.cell, unit.cell, {})


def _in_reach(game: Game, unit: Unit, spell: Spell) -> list[int]:
    """Asked for one of the cells that are as far away, in line or not, and answered for all of them."""
    alike = _alike(unit.cell)
    return sorted(cell for cells in alike if reaches(game, unit, spell, unit.cell, cells[0]) for cell in cells)


@cache
def _alike(origin: int) -> list[list[int]]:
    found: dict[tuple[int, bool], list[int]] = {}
    for cell in CELLS:
        found.setdefault((DISTANCE[origin][cell], in_line(origin, cell)), []).append(cell)
    return [*found.values()]


def sensibly(game: Game, unit: Unit, spell: Spell, cell: int) -> float:
    """The weight of a spell and target: attack enemies, heal allies, summon on free cells, rarely anything else."""
    there = game.bodies.get(cell)
    if spell.kind == "attack":
        wanted = 4 * sum(_gain(unit, target, spell) for target in _struck(game, spell, cell))
        return max(wanted, 0.005 if there is None or there.side != unit.side else 0.1)
    if spell.kind == "healing":
        return 3.0 * (there is not None and there.side == unit.side and there.injuries > 0)
    if spell.control is not None:
        return 1.0 * game.is_free(cell)
    return 0.3 if game.is_free(cell) or (there is not None and there.side == unit.side) else 0


def boldly(game: Game, unit: Unit, spell: Spell, cell: int) -> float:
    """Spells that have neither damage nor healing at any target too, and rather summons that are rarely possible."""
    weight = sensibly(game, unit, spell, cell)
    if spell.kind == "special":
        return 12 / spell.control**3 if spell.control else max(weight, cell in game.bodies)
    return weight


def by_symbol(game: Game, unit: Unit, spell: Spell, cell: int) -> float:
    """By the symbol of the spell and who stands there alone, whatever is known of what it does."""
    there = game.bodies.get(cell)
    if there is None:
        return 0.02 if spell.kind == "attack" else 0.2 * (spell.kind == "special")
    if spell.kind == "attack":
        return 4 if there.side != unit.side else 0.02
    return 2.0 * (spell.kind == "special" or there.side == unit.side)


def _struck(game: Game, spell: Spell, cell: int) -> list[Unit]:
    """The units in the spell's area, if that does not depend on the caster's facing."""
    cells = [cell, *(area(spell.area, cell) if spell.area in ("cross", "square") else ())]
    return [unit for place in cells for unit in game.on(place) if unit.hp is not None]


def _gain(unit: Unit, target: Unit, spell: Spell) -> float:
    """The value of the damage: positive for enemies, negative for allies; a KO counts its GG."""
    left = (target.hp or 0) - target.injuries
    felled = spell.amount + 1 >= left
    worth = 1 + min(spell.amount, left) + (2 + 3 * target.level) * felled
    return worth if target.side != unit.side else -worth


def _passes(check: Callable[[Cast], None], cast: Cast) -> bool:
    try:
        check(cast)
    except Illegal:
        return False
    return True


def _cast(cast: Cast, rng: Rng) -> Action:
    spell = cast.spell
    action: Action = {"do": "cast", "spell": spell.slug, "target": cell_name(cast.target)}
    choices: dict[str, str] = {}
    if spell.area not in ROUND or any(effect.do in ("push", "attract", "retreat") for effect in spell.effects):
        choices["facing"] = rng.one_of(facings(cast.origin, cast.target))
    for effect in spell.effects:
        if effect.do == "teleport" and effect.arguments["who"] != "self":
            may = [
                unit.name for unit in who_may_teleport(cast, effect.arguments["who"], effect.arguments.get("called"))
            ]
            choices |= {"unit": rng.one_of(may)} if may else {}
    return {**action, "choices": choices} if choices else action


def _market(game: Game, unit: Unit, rng: Rng) -> Iterator[Option]:
    if unit.ap < 1:
        return
    kamas = game.kamas[unit.player]
    if game.coins.get(unit.cell):
        yield 3, {"do": "collect"}
    if not game.board.demons >> unit.cell & 1:
        return
    if kamas >= game.laws.glory_price and not (game.glory_bought and game.laws.one_glory_a_turn):
        yield 50, {"do": "buy-glory"}
    for rank in game.ranks:
        if kamas >= game.laws.reward_prices[rank]:
            yield 30 if rank == "gold" else 1.5, _purchase(game, unit, rank, rng)


def _purchase(game: Game, unit: Unit, rank: str, rng: Rng) -> Action:
    number = rng.one_of((1, 2))
    shown = game.piles[rank, number].face if game.turn > 1 or game.laws.open_from_the_start else None
    face = "up" if shown and rng.happens(0.6) else "down"
    roomy = [ally.name for ally in game.timelines[unit.player] if ally.in_play and has_room(ally)]
    reward = shown if face == "up" else new_reward(game, rank, rng)
    to = rng.one_of(roomy) if roomy else None
    return {"do": "buy-reward", "rank": rank, "pile": number, "face": face, "reward": reward, "to": to}


def new_reward(game: Game, rank: str, rng: Rng) -> str:
    """A token that is not in the game yet; sometimes one that is not in the data."""
    fresh = [text.slug for text in all_rewards() if text.slug not in game.tokens and text.rank in (None, rank)]
    return rng.one_of(fresh) if fresh and rng.happens(0.995) else f"a-forgotten-{rank}-token"


def _reveals(game: Game, unit: Unit, rng: Rng) -> Iterator[Option]:
    worn = {_place(text) for text in unit.face_up()}
    for reward in unit.rewards:
        place = _place(reward.text)
        may = not (unit.revealed and game.laws.one_reveal_a_turn)
        if not reward.face_up and may and (place is None or place not in worn):
            yield 4, {"do": "reveal", "reward": reward.slug, "choices": _choices(game, reward.slug, rng)}


def _place(text: RewardText | None) -> str | None:
    """The slot of an Equipment, of which a figure has one; Dofus and Trophy share a slot (4.7.11)."""
    worn = text.equipment if text else None
    return {"trophy": "dofus", "technique": None}.get(worn, worn) if worn else None


def _choices(game: Game, slug: str, rng: Rng) -> dict[str, object]:
    if slug == "masqueraider-style":
        return {"option": rng.one_of(("ap", "mp", "heal"))}
    if slug == "rogue-style":
        return {"option": rng.one_of(("yes", "no"))}
    if slug == "ecaflip-style":
        return {"pile": rng.one_of((1, 2)), "reward": f"a-forgotten-{game.ranks[-1]}-token"}
    return {}


def _declared(game: Game, unit: Unit, rng: Rng) -> Iterator[Option]:
    """A spell that is not in the data: the log declares its effects."""
    enemies = [enemy for enemy in game.bodies.values() if enemy.side != unit.side and enemy.hp is not None]
    has_spent_all = unit.is_locked and not (unit.ap or unit.mp)  # 4.14.2.d: nobody knows whether the spell is free
    if unit.profile.incomplete and not unit.profile.spells and enemies and not has_spent_all:
        enemy = rng.one_of(enemies)
        what = {"injuries": {enemy.name: rng.one_of((1, 1, 2))}, "markers": {enemy.name: {"ap": -1}}}
        spell = as_claimed("unseen", {}, attack=False)
        if not _passes(check_target, Cast(game, spell, unit, unit.cell, enemy.cell, {})):
            return
        yield 1.5, {"do": "cast", "spell": "unseen", "target": cell_name(enemy.cell), "declared": what}

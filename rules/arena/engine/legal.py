"""Legal play: one action at a time, and all possible actions now, with the reason for those that are not legal.

Candidates follow the course of a turn; each is tried on a copy of the position, so the engine itself decides. Spells
are only asked for their prerequisites, which need no copy.
"""

from collections.abc import Callable, Iterator

from rules.arena.cells import CELLS, DISTANCE, NEIGHBOURS, cell_name, cells_of
from rules.arena.engine.actions import play
from rules.arena.engine.copying import copied
from rules.arena.engine.prerequisites import check_cast, check_caster, check_target
from rules.arena.engine.rewards.open_tokens import open_tokens
from rules.arena.engine.spells import Cast, cells_in_reach, reaches
from rules.arena.engine.state import Game
from rules.arena.engine.turn import order_of
from rules.arena.engine.units import Unit, spells_of
from rules.arena.printed import UNKNOWN_REWARD, Spell
from rules.common.actions import Action
from rules.common.ruleset import Option
from rules.common.verdicts import ChoiceMissing, DiceMissing, Illegal


def played(game: Game, action: Action) -> Game:
    """The position after an action; Illegal, or DiceMissing, leaves the one before as it was."""
    after = copied(game)
    try:
        play(after, action)
    except Illegal as refusal:
        refusal.cited(game.laws.cites)
        raise
    return after


def legal_actions(game: Game) -> list[Option]:
    """The actions of the active player. A spell without any legal target appears once, with the reason."""
    strict = copied(game)
    strict.be_strict()
    strict.dealer = None
    if strict.over:
        return []
    options = [_tried(strict, action) for action in _candidates(strict)]
    return [*options, *_casts(strict)]


def _tried(game: Game, action: Action) -> Option:
    trial = copied(game)
    try:
        play(trial, dict(action))
    except DiceMissing as missing:
        return Option(action, wanted=missing.wanted)
    except ChoiceMissing:
        return Option(action)
    except Illegal as refusal:
        return _refused(game, action, refusal)
    return Option(action)


def _refused(game: Game, action: Action, refusal: Illegal) -> Option:
    """Without the traceback, which would keep the position that was tried."""
    return Option(action, refusal.cited(game.laws.cites).with_traceback(None))


def _candidates(game: Game) -> Iterator[Action]:
    if not game.turn:
        yield from _placings(game)
    yield from _flips(game)
    if game.flips.replacing is None:
        yield from _openings(game)
    if game.flips.let_units_act:
        yield from _activations(game)
        yield from _doings(game)
    if game.flips.replacing is None:
        yield {"do": "end-turn"}


def _placings(game: Game) -> Iterator[Action]:
    for side, units in game.timelines.items():
        cells = [cell for cell in cells_of(game.starts_of(side)) if game.is_free(cell)]
        for unit in units:
            if not unit.in_play:
                yield from ({"do": "place", "unit": unit.name, "cell": cell_name(cell)} for cell in cells)


def _flips(game: Game) -> Iterator[Action]:
    """Which token appears is only known when it is turned up: the recorder fills in `reward`."""
    due = game.flips.opening if game.tension is None and game.turn == 2 else game.flips.closing
    for (rank, number), pile in game.piles.items():
        opens = rank in due or (game.original_box and not game.turn)
        if (rank, number) == game.flips.replacing or (opens and pile.face is None):
            yield {"do": "flip", "rank": rank, "pile": number, "reward": UNKNOWN_REWARD}


def _openings(game: Game) -> Iterator[Action]:
    """Tension and inspiration."""
    if game.turn > 1 and game.tension is None:
        yield {"do": "tension", "dice": ["lock", "dodge"]}
    for die, face in enumerate(game.tension or ()):
        if face is not None and not game.begun:
            for unit in game.timelines[game.player]:
                yield {"do": "inspire", "die": die, "unit": unit.name}


def _activations(game: Game) -> Iterator[Action]:
    """Whose turn comes next."""
    for unit in order_of(game, game.player):
        if unit.name not in game.acted and (unit.in_play or unit.is_krosmaster):
            yield {"do": "activate", "unit": unit.name}


def _doings(game: Game) -> Iterator[Action]:
    unit = game.active
    if unit is None or not unit.in_play:
        return
    for cell in NEIGHBOURS[unit.cell]:
        yield {"do": "move", "to": cell_name(cell)}
    if not unit.is_krosmaster:
        return
    yield {"do": "collect"}
    yield {"do": "buy-glory"}
    for reward in unit.rewards:
        if not reward.face_up:
            yield {"do": "reveal", "reward": reward.slug}
    yield from _purchases(game, unit)


def _purchases(game: Game, unit: Unit) -> Iterator[Action]:
    """Each pile for each Krosmaster of the team; away from Demon cells one of them is enough to say why not."""
    everywhere = game.board.demons >> unit.cell & 1
    allies = [ally for ally in game.timelines[unit.player] if ally.in_play]
    for (rank, number), pile in game.piles.items():
        for ally in allies:
            purchase = {"do": "buy-reward", "rank": rank, "pile": number, "to": ally.name}
            if pile.face is not None:
                yield {**purchase, "face": "up", "reward": pile.face}
            yield {**purchase, "face": "down", "reward": UNKNOWN_REWARD}
            if not everywhere:
                return


def _casts(game: Game) -> Iterator[Option]:
    """7.1: the prerequisites are asked for every cell in reach."""
    unit = game.active
    if unit is None or not unit.in_play or not game.flips.let_units_act:
        return
    for spell in spells_of(unit):
        yield from casts_of(game, unit, spell)


def casts_of(game: Game, unit: Unit, spell: Spell) -> list[Option]:
    """The cells at which it may be cast, or a single refusal. `game` plays strictly."""
    anywhere = _tried_at(game, unit, spell, unit.cell, check_caster)
    if not anywhere.is_legal:
        return [anywhere]
    if open_tokens(unit):  # they may add to its range
        cells, check = [*CELLS], check_cast
    else:
        cells, check = cells_in_reach(game, unit, spell, unit.cell), check_target
    options = [_tried_at(game, unit, spell, cell, check) for cell in cells]
    legal = [option for option in options if option.is_legal]
    return legal or [_tried_at(game, unit, spell, _likeliest(game, unit, spell, cells), check_cast)]


def _likeliest(game: Game, unit: Unit, spell: Spell, cells: list[int]) -> int:
    """The cell of which it is said why: in sight if one is, or in range, and rather a free and near one."""
    in_range = [cell for cell in CELLS if reaches(game, unit, spell, unit.cell, cell)]
    others = [cell for cell in cells or in_range or CELLS if cell != unit.cell]
    return min(others, key=lambda cell: (not game.is_free(cell), DISTANCE[unit.cell][cell]), default=unit.cell)


def _tried_at(game: Game, unit: Unit, spell: Spell, cell: int, check: Callable[[Cast], None]) -> Option:
    action = {"do": "cast", "spell": spell.slug, "target": cell_name(cell)}
    if open_tokens(unit):  # trying such a token would use up what it may give
        game = copied(game)
        unit = game.units[unit.name]
    try:
        check(Cast(game, spell, unit, unit.cell, cell, action))
    except Illegal as refusal:
        return _refused(game, action, refusal)
    return Option(action)

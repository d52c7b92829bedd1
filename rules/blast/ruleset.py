"""The ruleset of Krosmaster Blast as a record."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from rules.blast import boards, facts, teamlist
from rules.blast.boards import CELL
from rules.blast.cards import BlastFacts, Fighter
from rules.blast.engine.effects import VOCABULARY
from rules.blast.engine.game import Game, Unit
from rules.blast.log import FORMAT, RULESET, Log, Result, articles, read
from rules.blast.replay import ENGINE, explained, replay, steps
from rules.blast.teamlist import slug_of
from rules.blast.words import OPPOSITE, PLAYERS
from rules.common.grid import SIDES
from rules.common.lists import LONGEST_NAME
from rules.common.ruleset import MAX_BYTES, Boards, Frame, Packs
from rules.common.ruleset import Ruleset as Record
from rules.common.table_facts import Drawing, TableFacts

# What a log says of itself, to be compared with the event that it was played in, and the names of what it names.
Titles = dict[str, dict[str, str]]


def summary(log: Log) -> dict[str, Any]:
    return {
        "arena": log.board,
        "advanced": log.advanced,
        "superior": log.superior,
        "challenges": [*log.challenges],
        "sides": dict(log.sides),
        "players": {side: {"name": one.name, "team": _team(one.team, log.facts)} for side, one in log.players.items()},
        "result": _result(log.result) if log.result else None,
        "titles": titles(log),
    }


def _team(team: Any, facts: BlastFacts) -> dict[str, str]:
    """By the slugs that lists have."""
    return {unit: card.slug if (card := facts.fighter(name)) else slug_of(name) for unit, name in team.items()}


def _result(result: Result) -> dict[str, Any]:
    return {"winner": result.winner, "glyphs": dict(result.glyphs) if result.glyphs else None}


def titles(log: Log) -> Titles:
    """In English and French, by slug: the board, and what may come into play."""
    facts = log.facts
    teams = [card for one in log.players.values() for name in one.team.values() if (card := facts.fighter(name))]
    figures = [*teams, *facts.minions.values()]
    found = {
        challenge: facts.challenges[challenge].name for challenge in log.challenges if challenge in facts.challenges
    }
    found |= {favor.slug: favor.name for favor in facts.favors.values()}
    found |= {log.board: facts.boards[log.board].name} if log.board in facts.boards else {}
    return {slug: {"en": name, "fr": name} for slug, name in found.items()} | _of_figures(figures)


def _of_figures(figures: list[Fighter]) -> Titles:
    spells = {spell.slug: spell for card in figures for spell in card.spells}
    named = spells | {card.slug: card for card in figures}
    return {slug: {"en": one.name, "fr": one.french or one.name} for slug, one in named.items()}


# The replay page: the board, and after each action what stands and lies where, ready for JSON.


def frames(log: Log) -> Iterator[Frame]:
    """The first position, and the one after each action."""
    for game in steps(log):
        yield frame(game)


def frame(game: Game) -> Frame:
    name = game.cell_name
    return {
        "action": game.index,
        "turn": game.turns,
        "player": game.turn.player if game.turn else game.next_player,
        "active": game.active.name if game.active and not game.active.is_out else None,
        "held": {player: game.held(player) for player in PLAYERS},
        "glyphs": {name(cell): owner for cell, owner in sorted(game.glyphs.items())},
        "terrain": {name(cell): kind for cell, kind in sorted(game.terrain.items())},
        "dofus": game.dofus,
        "pile": game.pile,
        "favors": dict(game.favors),
        "units": {unit.name: _unit(game, unit) for unit in game.units.values()},
    }


def _unit(game: Game, unit: Unit) -> Frame:
    return {
        "side": unit.player,
        "card": unit.slug,
        "kind": "minion" if unit.is_minion else "krosmaster",
        "cell": None if unit.cell is None else game.cell_name(unit.cell),
        "hp": unit.hp,
        "injuries": unit.injuries,
        "ap": unit.ap,
        "mp": unit.mp,
        "markers": {"ap": unit.marker_ap, "mp": unit.marker_mp},
        "is_out": unit.is_out,
    }


def drawn_board(log: Log) -> dict[str, Any]:
    """The board of a log as it is drawn; of one that nobody knows so many lines as the log has cells of."""
    board = log.facts.boards.get(log.board)
    if board is None:
        return {**_lines_named(log), "slug": log.board, "name": log.board, "glyphs": [], "scenery": {}, "starts": {}}
    grid = board.grid

    def named(mask: int) -> list[str]:
        return [grid.cell_name(cell) for cell in grid.cells_of(mask)]

    return {
        "slug": log.board,
        "name": board.name,
        "columns": grid.columns,
        "rows": grid.rows,
        "glyphs": named(board.glyphs),
        "scenery": dict.fromkeys(named(board.trees), "tree") | dict.fromkeys(named(board.bushes), "bush"),
        "starts": {side: named(board.starts_of(side)) for side in SIDES},
    }


def _lines_named(log: Log) -> dict[str, int]:
    cells = [*re.finditer(rf"\b{CELL.pattern}\b", " ".join(map(str, log.actions)))]
    columns = max((ord(cell.group()[0]) - ord("A") + 1 for cell in cells), default=0)
    rows = max((int(cell.group(1)) for cell in cells), default=0)
    return {"columns": max(columns, boards.SMALLEST), "rows": max(rows, boards.SMALLEST)}


class Lists:
    """What can be asked about team lists (B-1.1, B-11.2)."""

    document_format = teamlist.FORMAT
    max_bytes = MAX_BYTES
    longest_name = LONGEST_NAME
    parse_json = staticmethod(teamlist.parse_json)
    read = staticmethod(teamlist.read)
    check = staticmethod(teamlist.check)


FACTS = TableFacts(
    facts.READER,
    known_from=facts.known_from,
    built_in=facts.built_in_entries(),
    kinds=("board", "fighter", "minion", "favor", "challenge"),
    open_without={"fighter": ("rarity",)},
    vocabulary=VOCABULARY,
    drawing=Drawing(marks=boards.MARKS, fewest=boards.SMALLEST, most=boards.LARGEST, usual=boards.USUAL),
)


Ruleset = Record[Log, BlastFacts, Lists, TableFacts, Boards, None, None, None]


def figures(packs: Packs) -> BlastFacts:
    """What is known of boards and cards, with a pack of Blast."""
    return facts.known_from(packs.get(facts.GAME, b""))


def with_facts(log: Log, packs: Packs) -> Log:
    return replace(log, facts=figures(packs))


def named_in(log: Log) -> list[str]:
    """The keys of the facts that a log depends on, as far as it names them."""
    fighters = (f"fighter:{card}" for player in log.players.values() for card in player.team.values())
    challenges = (f"challenge:{slug}" for slug in log.challenges)
    return sorted({f"board:{log.board}", *fighters, *challenges, *_favors(log)})


def _favors(log: Log) -> Iterator[str]:
    return (f"favor:{action['card']}" for action in log.actions if action["do"] == "favor")


BLAST: Ruleset = Record(
    slug=RULESET,
    game=facts.GAME,
    title="Krosmaster Blast",
    engine=ENGINE,
    formats=(FORMAT,),
    data=Path(__file__).parent / "data",
    articles=articles,
    catalogue=facts.built_in,
    figures=figures,
    lists=Lists(),
    facts=FACTS,
    read=lambda document: read(document, facts.built_in()),
    with_facts=with_facts,
    replay=replay,
    explained=explained,
    named_in=named_in,
    summary=summary,
    frames=frames,
    boards=Boards((), lambda _slug: None, SIDES, OPPOSITE),
    positions=None,
    light_logs=None,
    copied_spells=None,
)

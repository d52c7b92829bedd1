"""Repair a faulty header from what the actions show: an error is reported once, not again at every action.

Nothing is changed unless the header has a fault there, so such a log is always invalid.
"""

from collections.abc import Mapping
from dataclasses import replace

from rules.arena.boards import Board
from rules.arena.cells import cell_name, cells_of
from rules.arena.engine.header import of_order, of_teams, repeated_too_often, ways_to_sit
from rules.arena.facts import GameFacts
from rules.arena.laws import LAWS
from rules.arena.log import Log, Player
from rules.arena.printed import CardTexts
from rules.common.actions import Action


def repaired(log: Log, facts: GameFacts) -> Log:
    players = {side: _repaired_team(log, player, facts.texts) for side, player in log.players.items()}
    order = _repaired_order(log)
    seated = log if order == log.seats.order else replace(log, seats=replace(log.seats, order=order))
    sides = _repaired_sides(seated, facts.board(log.arena))
    if seated is log and sides == log.sides and players == log.players:
        return log
    return replace(seated, sides=sides, players=players)


def unknown_figures(log: Log) -> set[str]:
    """Figures that were placed but are missing from a faulty header."""
    known = {name for player in log.players.values() for name in player.team}
    strangers = {action["unit"] for action in _placings(log)} - known
    faulty = strangers and any(finding.severity == "error" for finding in of_teams(log))
    return strangers if faulty else set()


def left_at_home(log: Log) -> set[str]:
    """Figures of a team that has too many, as far as the log does not place them."""
    if not any(finding.code == "too-many-figures" for finding in of_teams(log)):
        return set()
    return {name for player in log.players.values() for name in player.team} - {
        action["unit"] for action in _placings(log)
    }


def of_unsure_cards(log: Log, texts: CardTexts) -> set[str]:
    """Figures of which the header names a card too often, and nothing that they do shows that it is theirs."""
    cast, found = _spells_cast(log), set[str]()
    for player in log.players.values():
        too_often = repeated_too_often(log, player) if len(set(player.team.values())) < len(player.team) else ()
        repeated = {name: _slug(log, figure) for name, figure in player.team.items()}
        found |= {
            name
            for name, card in repeated.items()
            if card in too_often and not cast.get(name, set()) & _known_spells(card or "", texts)
        }
    return found


def _placings(log: Log) -> list[Action]:
    return [action for action in log.actions if action["do"] == "place"]


def _repaired_team(log: Log, player: Player, texts: CardTexts) -> Player:
    """1.1.1: if a card is in a team too often, the spells cast by its figures show which cards they are."""
    if len(set(player.team.values())) == len(player.team):
        return player
    too_often = repeated_too_often(log, player)
    cast = _spells_cast(log)
    return replace(
        player,
        team={
            name: _repaired_card(log, figure, cast.get(name, set()), texts)
            if _slug(log, figure) in too_often
            else figure
            for name, figure in player.team.items()
        },
    )


def _slug(log: Log, figure: str) -> str | None:
    card = log.catalogue.find(figure)
    return card.slug if card else None


def _spells_cast(log: Log) -> dict[str, set[str]]:
    cast: dict[str, set[str]] = {}
    active = ""
    for action in log.actions:
        do: str = action["do"]
        if do == "activate":
            active = action["unit"]
        elif do == "cast":
            cast.setdefault(active, set()).add(action["spell"])
    return cast


def _repaired_card(log: Log, name: str, cast: set[str], texts: CardTexts) -> str:
    """A card that has most of these spells; the named one if no other has more."""
    having = {card.slug: len(cast & _known_spells(card.slug, texts)) for card in log.catalogue.cards}
    best = max(having, key=having.__getitem__)
    return best if having[best] > having.get(_slug(log, name) or "", 0) else name


def _known_spells(slug: str, texts: CardTexts) -> set[str]:
    text = texts.figures.get(slug)
    return set(text.spells) if text else set()


def _repaired_order(log: Log) -> tuple[str, ...]:
    """1.3.9, 9.2.4: players place in playing order, so the first to place is the first player."""
    if not any(finding.severity == "error" for finding in of_order(log)):
        return log.seats.order
    placed = [action["unit"] for action in _placings(log)]
    owners = [player for unit in placed for player in log.players if unit in log.players[player].team]
    known = bool(owners) and placed[0] in log.players[owners[0]].team
    return tuple(dict.fromkeys((*owners, *log.seats.order))) if known else log.seats.order


def _repaired_sides(log: Log, arena: Board | None) -> Mapping[str, str]:
    """1.3.2, 9.2.1: the correction of the sides that fits most placements, or the first of equal ones."""
    ways = ways_to_sit(log)
    return ways[0] if len(ways) == 1 else max(ways, key=lambda sides: _on_starting_cells(log, arena, sides))


def _on_starting_cells(log: Log, arena: Board | None, sides: Mapping[str, str]) -> int:
    if arena is None:
        return 0
    laws = LAWS[log.ruleset]
    masks = {side: laws.starts(arena, laws.modes[log.mode], sides[side]) for side in sides}
    starts = {side: {cell_name(cell) for cell in cells_of(mask)} for side, mask in masks.items()}
    placed = [(action["unit"], action["cell"]) for action in _placings(log)]
    return sum(cell in starts[side] for unit, cell in placed for side in sides if unit in log.players[side].team)

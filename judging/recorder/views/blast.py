"""What the page of the recorder shows of a game of Krosmaster Blast."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from judging.board.blast_names import Names
from judging.board.script_texts import RECORDER_TEXTS
from judging.logs.services.parsed_logs import log_of_recording
from judging.models import Recording
from judging.recorder.board.blast import recorded_board
from judging.replay.board.blast import TEXTS


@dataclass(frozen=True)
class OfGame:
    """The page of one game: its template, and what its script and its template need besides what all have."""

    template: str
    data: dict[str, Any]
    context: dict[str, Any]


WORDS = (
    RECORDER_TEXTS
    | TEXTS
    | {
        "roll_combat": _("{unit}: combat roll"),
        "favors": _("Favors"),
        "favorNow": _("Which favor is revealed?"),
        "anotherFavor": _("Another favor"),
        "favorName": _("Name of the favor, as printed on the card"),
        "left": _("left"),
        "right": _("right"),
        "putLeft": _("Put left"),
        "putRight": _("Put right"),
        "pile": _("pile: {n}"),
        "empty_favor": _("no card"),
        "plays": _("Play {unit}"),
        "places": _("Place {unit}"),
        "glyphsHeld": _("Glyphs for the bonus"),
        "facing": _("Which way is the figure shoved?"),
        "chooseCell": _("{what}: tap the target cell."),
        "markedKo": _("KO"),
        "gained": _("Gained in this turn: {gauge}"),
        "terrainOn": _("Terrain on cell"),
        "terrainKind": _("Kind"),
        "noTerrain": _("taken off"),
        "dofusHeld": _("Dofus: {player}"),
        "dofusTo": _("Who holds the Dofus now"),
        "unchanged": _("unchanged"),
        "othersDeclared": _("Minion, terrain, Dofus"),
        "more": _("Healed, moved, markers"),
    }
)


def blast_table(recording: Recording) -> OfGame:
    log: Any = log_of_recording(recording)
    board, names = recorded_board(log), Names(log)
    figures = [name for player in log.players.values() for name in player.team.values()]
    cards = [card for name in figures if (card := log.facts.fighter(name))]
    spells = {spell.slug: names.title(spell.slug) for card in cards for spell in card.spells}
    context = {
        "board_name": names.title(log.board),
        "is_board_known": log.board in log.facts.boards,
        "challenges": [names.title(slug) for slug in log.challenges],
        "spells": sorted(spells.items()),
        "units": [(unit, names[unit]) for player in log.players.values() for unit in player.team],
        "unknown": _unknown(log, names),
    }
    return OfGame("judging/record_blast.html", {"board": board, "words": WORDS}, context)


def _unknown(log: Any, names: Names) -> list[str]:
    """Return the names of what nobody has entered, on which the verdict then rests."""
    board = [] if log.board in log.facts.boards else [log.board]
    figures = [name for player in log.players.values() for name in player.team.values() if not log.facts.fighter(name)]
    challenges = [slug for slug in log.challenges if slug not in log.facts.challenges]
    return sorted({names.title(slug) for slug in (*board, *figures, *challenges)})

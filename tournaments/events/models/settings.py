"""Choices of an event's settings, and their defaults."""

import secrets

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class TeamFormat(models.TextChoices):
    CONSTRUCTED = "constructed", _("constructed")
    LIMITED = "limited", _("limited")
    BOX = "box", _("four figures of the first box")


class BoardSide(models.TextChoices):
    SOUTH = "south", _("south")
    NORTH = "north", _("north")
    WEST = "west", _("west")
    EAST = "east", _("east")


class BoardSeats(models.TextChoices):
    """The two opposite sides at which players sit, which is how the board lies (B-2.1)."""

    LOT = "lot", _("by lot at each table")
    SOUTH = "south", _("south and north")
    WEST = "west", _("west and east")


class Scenery(models.TextChoices):
    """Whether close-combat attacks break it, where the rules leave that to the players. The values are those of a log's
    header."""

    FIXED = "fixed", _("stays as it is")
    BREAKABLE = "breakable", _("breaks under close-combat attacks")


class Mode(models.TextChoices):
    """Who plays whom at a table. The values are those of a log's header; two of them are in chapter 9 of the
    rules."""

    DUEL = "duel", _("one against one")
    FREE_FOR_ALL = "free-for-all", _("four players, each for themselves")
    TWO_V_TWO = "two-v-two", _("two against two")
    HEATS = "heats", _("crews against the Demon, in heats")  # of Quest; the event compares their results


def default_points_by_place() -> list[int]:
    return [6, 3, 1, 0]


class RewardBox(models.TextChoices):
    """Which Demonic Rewards are used (4.7.1, 8.1). The values are those of a log's header."""

    SECOND = "second", _("second box: granite, jade, silver")
    ORIGINAL = "original", _("first box: granite, jade, gold")


class RecordedGames(models.TextChoices):
    """What players are asked to record of their games. The values are those of a log's header."""

    NONE = "none", _("not recorded")
    LIGHT = "ledger", _("at least the score")
    FULL = "full", _("every move")


class LimitedKind(models.TextChoices):
    SEALED = "sealed", _("sealed boosters")
    DRAFT = "draft", pgettext_lazy("limited event", "draft")


class CutKind(models.TextChoices):
    SINGLE = "single", _("single elimination")
    DOUBLE = "double", _("double elimination")


class FirstRound(models.TextChoices):
    RANDOM = "random", _("at random")
    RATING = "rating", _("by rating")
    CLUB = "club", _("clubs separated")


class IllegalList(models.TextChoices):
    JUDGE = "judge", _("is decided by a judge")
    DROP = "drop", _("drops the player")


class Appeals(models.TextChoices):
    """Whether players can appeal against rulings."""

    HEARD = "heard", _("heard by another judge, or else by a site administrator")
    FINAL = "final", _("none, rulings are final")


class ListsDuring(models.TextChoices):
    PRIVATE = "private", _("visible to staff only")
    OPPONENT = "opponent", _("visible to the current opponent")
    PUBLIC = "public", _("public")


class ListsAfter(models.TextChoices):
    PRIVATE = "private", _("stay private")
    PUBLIC = "public", _("public")


class LiveGames(models.TextChoices):
    """How long after a table others see a game that is recorded; the most cautious first."""

    NONE = "none", _("not at all")
    MINUTES = "minutes", _("five minutes later")
    TURN = "turn", _("one turn later")


class TieBreak(models.TextChoices):
    MATCH_POINTS = "match-points", _("match points")
    OMW = "omw", _("opponents' match win % (OMW%)")
    OOMW = "oomw", _("opponents' opponents' match win % (OOMW%)")
    GG_DIFFERENCE = "gg-difference", _("GG difference")
    GG_SCORED = "gg-scored", _("GG scored")
    BUCHHOLZ = "buchholz", _("Buchholz")
    BUCHHOLZ_CUT_1 = "buchholz-cut-1", _("Buchholz cut 1")
    MEDIAN_BUCHHOLZ = "median-buchholz", _("median Buchholz")
    SONNEBORN_BERGER = "sonneborn-berger", _("Sonneborn-Berger")
    SOS = "sos", _("strength of schedule")
    EXTENDED_SOS = "extended-sos", _("extended strength of schedule")
    DIRECT_ENCOUNTER = "direct-encounter", _("direct encounter")
    WINS = "wins", _("number of wins")
    INITIATIVE = "initiative", _("initiative total of the team")
    MANUAL = "manual", _("manual order")
    RANDOM = "random", _("random order")


class PenaltyKind(models.TextChoices):
    CAUTION = "caution", _("caution")
    WARNING = "warning", _("warning")
    GAME_LOSS = "game-loss", _("game loss")
    MATCH_LOSS = "match-loss", _("match loss")
    DISQUALIFICATION = "disqualification", _("disqualification")


def default_tie_breaks() -> list[str]:
    return [t.value for t in (TieBreak.MATCH_POINTS, TieBreak.OMW, TieBreak.GG_DIFFERENCE, TieBreak.GG_SCORED)] + [
        TieBreak.RANDOM.value
    ]


def default_penalty_ladder() -> list[str]:
    """Return the penalties for the first offence of a kind, the second, and so on; the last one repeats."""
    return [kind.value for kind in PenaltyKind]


def new_seed() -> int:
    return secrets.randbits(48)


class EventState(models.TextChoices):
    DRAFT = "draft", pgettext_lazy("event", "unpublished")
    ANNOUNCED = "announced", _("announced")
    REGISTRATION = "registration", _("registration open")
    CHECK_IN = "check-in", _("check-in")
    RUNNING = "running", _("running")
    CUT = "cut", _("top cut")
    FINISHED = "finished", _("finished")
    CANCELLED = "cancelled", _("cancelled")
    ARCHIVED = "archived", _("archived")


TRANSITIONS: dict[EventState, tuple[EventState, ...]] = {
    EventState.DRAFT: (EventState.ANNOUNCED, EventState.REGISTRATION, EventState.CANCELLED),
    EventState.ANNOUNCED: (EventState.REGISTRATION, EventState.DRAFT, EventState.CANCELLED),
    EventState.REGISTRATION: (EventState.CHECK_IN, EventState.ANNOUNCED, EventState.CANCELLED),
    EventState.CHECK_IN: (EventState.RUNNING, EventState.REGISTRATION, EventState.CANCELLED),
    EventState.RUNNING: (EventState.CUT, EventState.FINISHED, EventState.CHECK_IN, EventState.CANCELLED),
    EventState.CUT: (EventState.FINISHED, EventState.RUNNING, EventState.CANCELLED),
    EventState.FINISHED: (EventState.ARCHIVED, EventState.RUNNING, EventState.CUT),
    EventState.CANCELLED: (EventState.ARCHIVED,),
    EventState.ARCHIVED: (),
}

BEFORE_CHECK_IN = frozenset({EventState.DRAFT, EventState.ANNOUNCED, EventState.REGISTRATION})
OVER = frozenset({EventState.FINISHED, EventState.CANCELLED, EventState.ARCHIVED})
STARTED = frozenset({EventState.RUNNING, EventState.CUT, EventState.FINISHED, EventState.ARCHIVED})

"""The presets from which an event is created."""

from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.games import FIRST_BOX
from tournaments.events.models.settings import FirstRound, IllegalList, LimitedKind, ListsDuring, Mode, TeamFormat


@dataclass(frozen=True)
class Preset:
    name: str
    title: str | Promise
    line: str | Promise
    fields: dict[str, Any]
    ruleset: str = ""  # empty: the first of the game


OF_ARENA = (
    Preset(
        "constructed-cut",
        _("Constructed, Swiss and top cut"),
        _("Teams of level 12 from everyone's own collection; Swiss rounds, then the top 8."),
        {"team_format": TeamFormat.CONSTRUCTED, "capacity": 64, "cut_size": 8, "round_minutes": 60},
    ),
    Preset(
        "constructed-swiss",
        _("Constructed, Swiss only"),
        _("Everyone plays every round, and the standings decide."),
        {"team_format": TeamFormat.CONSTRUCTED, "capacity": 32, "round_minutes": 60},
    ),
    Preset(
        "free-for-all",
        _("Free-for-all at tables of four"),
        _("Each player brings two figures; tables of four and three, points by place."),
        {
            "mode": Mode.FREE_FOR_ALL,
            "team_format": TeamFormat.CONSTRUCTED,
            "capacity": 24,
            "round_minutes": 90,
        },
    ),
    Preset(
        "two-v-two",
        _("Two against two"),
        _("Two players form a crew, each with two figures; Swiss rounds for crews, then the top 4."),
        {
            "mode": Mode.TWO_V_TWO,
            "team_format": TeamFormat.CONSTRUCTED,
            "capacity": 24,
            "cut_size": 4,
            "round_minutes": 90,
        },
    ),
    Preset(
        "sealed",
        _("Limited, sealed boosters"),
        _("Each player builds a team from a pool that another player has registered."),
        {
            "team_format": TeamFormat.LIMITED,
            "limited_kind": LimitedKind.SEALED,
            "capacity": 32,
            "round_minutes": 60,
            "illegal_list": IllegalList.JUDGE,
        },
    ),
    Preset(
        "draft",
        _("Limited, draft"),
        _("Pods of at most 8 players, evenly filled, draft boosters and play with their picks, inside the pod."),
        {
            "team_format": TeamFormat.LIMITED,
            "limited_kind": LimitedKind.DRAFT,
            "capacity": 24,
            "swiss_rounds": 3,
            "pod_rounds": 3,
            "lists_during": ListsDuring.PRIVATE,
        },
    ),
    Preset(
        "league-day",
        _("League day"),
        _("A short evening of three rounds that counts for a series; no lists in advance."),
        {
            "team_format": TeamFormat.CONSTRUCTED,
            "capacity": 24,
            "swiss_rounds": 3,
            "round_minutes": 50,
            "lists_required": False,
            "first_round": FirstRound.CLUB,
        },
    ),
    Preset(
        "first-box-cup",
        _("Cup by the rule book of 2013"),
        _("Teams of level 12 or four figures of the first box; three Swiss rounds, then the top 2."),
        {"team_format": TeamFormat.CONSTRUCTED, "capacity": 8, "swiss_rounds": 3, "cut_size": 2, "round_minutes": 60},
        FIRST_BOX.slug,
    ),
)
OF_BLAST = (
    Preset(
        "blast-swiss",
        _("Duels, Swiss only"),
        _("Pairs of Krosmasters on a small board; everyone plays every round, and the standings decide."),
        {"capacity": 16},
    ),
    Preset(
        "blast-cut",
        _("Duels, Swiss and top cut"),
        _("Swiss rounds of 40 minutes, then the top 4."),
        {"capacity": 32, "cut_size": 4},
    ),
)
OF_QUEST = (
    Preset(
        "quest-tables",
        _("A league of adventure tables"),
        _("Tables of four and three, each player for themselves; points by place."),
        {"capacity": 12},
    ),
    Preset(
        "quest-final",
        _("Adventure tables and a final table"),
        _("Points by place; then the four best play for the title."),
        {"capacity": 16, "cut_size": 4},
    ),
    Preset(
        "quest-heats",
        _("Crews against the Demon"),
        _("Crews of two to four play the same scenario, each against a Demon; the results are compared."),
        {"mode": Mode.HEATS, "capacity": 16, "swiss_rounds": 1},
    ),
)

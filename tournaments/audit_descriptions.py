"""Descriptions of the audit actions of an event, and names of its rows."""

from collections.abc import Iterable

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.audit_descriptions import Fact, Words, act
from tournaments.audit_descriptions_of_settings import SETTINGS
from tournaments.models import (
    Announcement,
    Ending,
    Event,
    EventState,
    Match,
    Outcome,
    PenaltyKind,
    Registration,
    Role,
    Round,
    Status,
)
from tournaments.models.lists import DeckCheck
from tournaments.models.settings import IllegalList

ROUND = Fact(_("Round"))
STATUS = Fact(_("Status"), choices=dict(Status.choices))
ROLE = Fact(_("Role"), choices=dict(Role.choices))
PLAYERS = Fact(_("Players"), model="registration")
PAIRS = Fact(_("Pairings"), model="registration")
TEXT = Fact(_("Text"))
YES_NO = {True: _("yes"), False: _("no")}
SCORE = {
    "outcome": Fact(_("Result"), choices=dict(Outcome.choices)),
    "glory_a": Fact(_("GG of the first player")),
    "glory_b": Fact(_("GG of the second player")),
    "ending": Fact(_("Decided by"), choices=dict(Ending.choices)),
}

EVENT = {
    "event-created": act(_("Event created"), name=Fact(_("Name"))),
    "event-imported": act(_("Event imported")),
    "event-edited": act(_("Event settings changed"), **SETTINGS),
    "event-moved": act(_("Event status changed"), value=Fact(_("State"), choices=dict(EventState.choices))),
    "rounds-begun": act(
        _("Rounds started"),
        swiss_rounds=Fact(_("Swiss rounds")),
        absent=Fact(_("No-shows"), model="registration"),
    ),
    "announced": act(_("Announcement published"), text=TEXT),
    "announcement-withdrawn": act(_("Announcement “%(subject)s” withdrawn")),
    "clinch-published": act(_("%(subject)s: qualified players published")),
    "staff-invited": act(_("Staff member invited"), role=ROLE),
    "staff-joined": act(_("Staff member joined"), role=ROLE),
    "staff-left": act(_("Staff member removed"), user=Fact(_("Who"), model="user"), role=ROLE),
    "invitation-revoked": act(_("Staff invitation revoked"), role=ROLE),
}
PEOPLE = {
    Status.REGISTERED: act(_("%(subject)s registered"), status=STATUS),
    Status.REFUSED: act(_("Registration of %(subject)s rejected"), status=STATUS),
    Status.WITHDRAWN: act(_("%(subject)s withdrew"), status=STATUS),
    Status.DROPPED: act(_("%(subject)s dropped"), status=STATUS),
    Status.DISQUALIFIED: act(_("%(subject)s disqualified"), status=STATUS),
    "promoted": act(_("%(subject)s moved up from the waiting list"), status=STATUS),
    "claimed": act(_("%(subject)s claimed the registration"), status=STATUS),
    "reinstated": act(_("%(subject)s reinstated"), status=STATUS),
    "checked-in": act(_("%(subject)s checked in")),
    "check-in-undone": act(_("Check-in of %(subject)s undone")),
    "player-edited": act(_("%(subject)s's details edited")),
    "players-imported": act(_("Players imported"), players=Fact(_("Number")), waiting=Fact(_("On the waiting list"))),
    "link-renewed": act(_("New personal link for %(subject)s")),
    "penalty": act(
        _("%(subject)s received a penalty"),
        kind=Fact(_("Penalty"), choices=dict(PenaltyKind.choices)),
        article=Fact(_("Article")),
    ),
    "penalty-revoked": act(_("Penalty of %(subject)s revoked")),
    "kept-apart": act(_("Pairing of two players forbidden"), players=PLAYERS),
    "may-meet": act(_("Pairing of two players allowed again"), players=PLAYERS),
    "pods-drawn": act(_("Pods drawn")),
    "pod-joined": act(_("%(subject)s joined a pod"), pod=Fact(_("Pod")), seat=Fact(_("Seat"))),
    "pool-opened": act(_("Pool “%(subject)s” created")),
}
LISTS = {
    "list-submitted": act(_("List of %(subject)s submitted"), legal=Fact(_("Legal"), choices=YES_NO)),
    "lists-locked": act(_("Lists locked")),
    "lists-reminded": act(_("Players without a list reminded"), mails=Fact(_("E-mails"))),
    "illegal-list": act(
        _("List of %(subject)s was illegal at the deadline"),
        then=Fact(_("Consequence"), choices=dict(IllegalList.choices)),
    ),
    "deck-checked": act(
        _("Figures of %(subject)s checked"), outcome=Fact(_("Result"), choices=dict(DeckCheck.Outcome.choices))
    ),
}
ROUNDS = {
    "round-drafted": act(_("Round paired (unpublished)"), number=ROUND),
    "draft-discarded": act(_("Unpublished pairings discarded"), number=ROUND),
    "round-redrawn": act(_("%(subject)s paired again")),
    "round-swapped": act(_("%(subject)s: two players swapped"), players=PLAYERS),
    "round-published": act(_("%(subject)s published"), pairs=PAIRS),
    "round-unpublished": act(_("%(subject)s unpublished"), pairs=PAIRS),
    "tables-redrawn": act(_("%(subject)s: open tables re-paired"), value=PAIRS),
    "timer-started": act(_("%(subject)s: timer started")),
    "timer-paused": act(_("%(subject)s: timer paused")),
    "timer-resumed": act(_("%(subject)s: timer resumed")),
    "table-extended": act(_("%(subject)s: time added"), minutes=Fact(_("Minutes"))),
    "result-result": act(_("%(subject)s: result reported"), **SCORE),
    "result-agrees": act(_("%(subject)s: result confirmed"), **SCORE),
    "result-disputes": act(_("%(subject)s: result disputed"), **SCORE),
    "result-takes-back": act(_("%(subject)s: report withdrawn"), **SCORE),
    "result-settled": act(_("%(subject)s: result final"), **SCORE),
    "result-corrected": act(_("%(subject)s: result corrected"), **SCORE),
    "match-reopened": act(_("%(subject)s reopened"), **SCORE),
    "result-withdrawn": act(_("%(subject)s: result withdrawn together with the ruling that set it"), **SCORE),
}


def name_players(pks: Iterable[int]) -> dict[int, str]:
    return {player.pk: player.shown_name for player in Registration.objects.filter(pk__in=pks).named()}


def name_rounds(pks: Iterable[int]) -> dict[int, str]:
    return {row.pk: gettext("Round %(n)s") % {"n": row.number} for row in Round.objects.filter(pk__in=pks)}


def name_matches(pks: Iterable[int]) -> dict[int, str]:
    return {match.pk: name_match(match) for match in Match.objects.filter(pk__in=pks).named()}


def name_match(match: Match) -> str:
    where = {"n": match.round.number, "table": match.table, "a": match.a.shown_name}
    if match.b is None:
        return gettext("Round %(n)s, bye of %(a)s") % where
    return gettext("Round %(n)s, table %(table)s, %(a)s – %(b)s") % {**where, "b": match.b.shown_name}


def name_events(pks: Iterable[int]) -> dict[int, str]:
    return {event.pk: event.name for event in Event.objects.filter(pk__in=pks)}


def name_announcements(pks: Iterable[int]) -> dict[int, str]:
    return {row.pk: row.text for row in Announcement.objects.filter(pk__in=pks)}


WORDS = Words(
    acts={**EVENT, **PEOPLE, **LISTS, **ROUNDS},
    namers={
        "registration": name_players,
        "round": name_rounds,
        "match": name_matches,
        "event": name_events,
        "announcement": name_announcements,
    },
)

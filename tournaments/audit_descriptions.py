"""What the journal calls the acts of an event, and how it names its rows."""

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
    "event-created": act(_("The event was created"), name=Fact(_("Name"))),
    "event-imported": act(_("The event was imported")),
    "event-edited": act(_("The settings of the event were changed"), **SETTINGS),
    "event-moved": act(_("The event moved on"), value=Fact(_("State"), choices=dict(EventState.choices))),
    "rounds-begun": act(
        _("The rounds began"),
        swiss_rounds=Fact(_("Swiss rounds")),
        absent=Fact(_("Did not come"), model="registration"),
    ),
    "announced": act(_("An announcement was made"), text=TEXT),
    "announcement-withdrawn": act(_("The announcement “%(subject)s” was withdrawn")),
    "clinch-published": act(_("%(subject)s: who is safely in was published")),
    "staff-invited": act(_("Somebody was invited to the staff"), role=ROLE),
    "staff-joined": act(_("Somebody joined the staff"), role=ROLE),
    "staff-left": act(_("Somebody left the staff"), user=Fact(_("Who"), model="user"), role=ROLE),
    "invitation-revoked": act(_("An invitation to the staff was revoked"), role=ROLE),
}
PEOPLE = {
    Status.REGISTERED: act(_("%(subject)s was registered"), status=STATUS),
    Status.REFUSED: act(_("The registration of %(subject)s was refused"), status=STATUS),
    Status.WITHDRAWN: act(_("%(subject)s withdrew"), status=STATUS),
    Status.DROPPED: act(_("%(subject)s dropped"), status=STATUS),
    Status.DISQUALIFIED: act(_("%(subject)s was disqualified"), status=STATUS),
    "promoted": act(_("%(subject)s moved up from the waiting list"), status=STATUS),
    "claimed": act(_("%(subject)s took the registration into an account"), status=STATUS),
    "reinstated": act(_("%(subject)s came back"), status=STATUS),
    "checked-in": act(_("%(subject)s was checked in")),
    "check-in-undone": act(_("The check-in of %(subject)s was undone")),
    "player-edited": act(_("What the staff know about %(subject)s was changed")),
    "players-imported": act(
        _("Players were imported"), players=Fact(_("Number")), waiting=Fact(_("On the waiting list"))
    ),
    "link-renewed": act(_("%(subject)s got a new personal link")),
    "penalty": act(
        _("%(subject)s got a penalty"),
        kind=Fact(_("Penalty"), choices=dict(PenaltyKind.choices)),
        article=Fact(_("Article")),
    ),
    "penalty-revoked": act(_("A penalty of %(subject)s was taken back")),
    "kept-apart": act(_("Two players are kept apart"), players=PLAYERS),
    "may-meet": act(_("Two players may meet again"), players=PLAYERS),
    "pods-drawn": act(_("The pods were drawn")),
    "pod-joined": act(_("%(subject)s joined a pod"), pod=Fact(_("Pod")), seat=Fact(_("Seat"))),
    "pool-opened": act(_("The pool “%(subject)s” was opened")),
}
LISTS = {
    "list-submitted": act(_("The list of %(subject)s was handed in"), legal=Fact(_("Legal"), choices=YES_NO)),
    "lists-locked": act(_("The lists were locked")),
    "lists-reminded": act(_("Players without a list were reminded"), mails=Fact(_("Mails"))),
    "illegal-list": act(
        _("The list of %(subject)s was not legal at the deadline"),
        then=Fact(_("Consequence"), choices=dict(IllegalList.choices)),
    ),
    "deck-checked": act(
        _("The figures of %(subject)s were checked"), outcome=Fact(_("Result"), choices=dict(DeckCheck.Outcome.choices))
    ),
}
ROUNDS = {
    "round-drafted": act(_("A round was drafted"), number=ROUND),
    "draft-discarded": act(_("A drafted round was discarded"), number=ROUND),
    "round-redrawn": act(_("%(subject)s was drawn again")),
    "round-swapped": act(_("%(subject)s: two players changed places"), players=PLAYERS),
    "round-published": act(_("%(subject)s was published"), pairs=PAIRS),
    "round-unpublished": act(_("%(subject)s was taken back"), pairs=PAIRS),
    "tables-redrawn": act(_("%(subject)s: open tables were drawn again"), value=PAIRS),
    "timer-started": act(_("%(subject)s: the clock was started")),
    "timer-paused": act(_("%(subject)s: the clock was stopped")),
    "timer-resumed": act(_("%(subject)s: the clock went on")),
    "table-extended": act(_("%(subject)s got more time"), minutes=Fact(_("Minutes"))),
    "result-result": act(_("%(subject)s: a result was reported"), **SCORE),
    "result-agrees": act(_("%(subject)s: the result was confirmed"), **SCORE),
    "result-disputes": act(_("%(subject)s: the result was disputed"), **SCORE),
    "result-takes-back": act(_("%(subject)s: a report was taken back"), **SCORE),
    "result-settled": act(_("%(subject)s: the result stands"), **SCORE),
    "result-corrected": act(_("%(subject)s: the result was corrected"), **SCORE),
    "match-reopened": act(_("%(subject)s is open again"), **SCORE),
    "result-withdrawn": act(_("%(subject)s: the result was withdrawn with the ruling that set it"), **SCORE),
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
    return {said.pk: said.text for said in Announcement.objects.filter(pk__in=pks)}


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

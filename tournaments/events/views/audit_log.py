"""The audit log of an event, for its staff."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from django.core.paginator import Paginator
from django.db.models import Min, Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from accounts.models import User
from core.records.audit import AuditEntry, key
from core.text.names import is_found
from tournaments.base.views.access import EventRequest, cached_event_page, event_page
from tournaments.base.views.form_fields import whole_number
from tournaments.base.views.moments import moment_shown
from tournaments.events.services.audit_log import AuditLine, describe_action, describe_entries
from tournaments.models import Event, Match, Registration, Right, Round


# The entries of an event's audit log that a reader asks for: of a round, about a player, with certain words.
class Search(NamedTuple):
    event: Event
    action: str = ""
    round: Round | None = None
    player: Registration | None = None
    q: str = ""

    def entries(self) -> QuerySet[AuditEntry]:
        found = AuditEntry.objects.filter(scope=key(self.event))
        if self.action:
            found = found.filter(action=self.action)
        if self.round:
            found = found.filter(_during(self.round) | _about(rounds=[self.round.pk], event=self.event))
        if self.player:
            found = found.filter(_by_or_about(self.event, [self.player]))
        if self.q:
            found = found.filter(_with_words(self.event, self.q))
        return found.select_related("who")


def _during(shown: Round) -> Q:
    """What was done between the pairings of the round and those of the next one."""
    begins = AuditEntry.objects.filter(scope=key(shown.event), subject=key(shown)).aggregate(at=Min("at"))["at"]
    following = shown.event.rounds.filter(number__gt=shown.number).order_by("number").first()
    ends = following and AuditEntry.objects.filter(subject=key(following)).aggregate(at=Min("at"))["at"]
    if begins is None:
        return Q(pk__in=[])
    return Q(at__gte=begins, at__lt=ends) if ends else Q(at__gte=begins)


def _about(*, event: Event, rounds: Collection[int] = (), players: Collection[int] = ()) -> Q:
    """Entries about these rounds and players, and about the matches of either, whenever they were written."""
    matches = Match.objects.filter(round__event=event)
    of_rounds = matches.filter(round__in=rounds).values_list("pk", flat=True) if rounds else ()
    of_players = matches.filter(seat_rows__registration__in=players).values_list("pk", flat=True) if players else ()
    return Q(
        subject__in=[
            *(f"round:{number}" for number in rounds),
            *(f"registration:{number}" for number in players),
            *(f"match:{number}" for number in {*of_rounds, *of_players}),
        ]
    )


def _by_or_about(event: Event, players: Collection[Registration]) -> Q:
    numbers = [player.pk for player in players]
    people = [player.user_id for player in players if player.user_id]
    return _about(event=event, players=numbers) | Q(who__in=people) | Q(after__link__in=numbers)


def _with_words(event: Event, q: str) -> Q:
    """Entries by or about people of this name, and those with these words in their reason."""
    players = [player for player in event.registrations.named() if is_found(f"{player.full_name} {player.club}", q)]
    others = User.objects.filter(pk__in=AuditEntry.objects.filter(scope=key(event)).values("who"))
    staff = [person.pk for person in others if is_found(person.shown_name, q)]
    return _by_or_about(event, players) | Q(who__in=staff) | Q(why__icontains=q) | _removed(event, q)


def _removed(event: Event, q: str) -> Q:
    """Undone imports that removed somebody of this name: such players have no row by which to find them."""
    undone = AuditEntry.objects.filter(scope=key(event), action="import-undone").values_list("pk", "after__removed")
    return Q(pk__in=[pk for pk, names in undone if any(is_found(name, q) for name in names or ())])


ENTRIES_A_PAGE = 50


@require_GET
@event_page(Right.SEE_AUDIT_LOG)
@cached_event_page()
def audit_log_page(request: EventRequest, event: Event) -> HttpResponse:
    search = search_asked(request, event)
    entries = AuditEntry.objects.filter(scope=key(event))
    actions = entries.order_by("action").values_list("action").annotate(subject=Min("subject"))
    page = Paginator(search.entries(), ENTRIES_A_PAGE).get_page(request.GET.get("page"))
    lines = describe_entries(page.object_list, closed_too=reads_closed_facts(request.rights, event))
    context = {
        "event": event,
        "page": page,
        "rows": _rows(request, event, lines),
        "titles": tuple(sorted([(describe_action(action, of.partition(":")[0]), action) for action, of in actions])),
        "rounds": event.rounds.in_order(),
        "search": search,
        "is_searched": any(search[1:]),
    }
    return render(request, "tournaments/events/audit_log.html", context)


def search_asked(request: EventRequest, event: Event) -> Search:
    """Read what the URL asks for. A round or a player that is not of this event is not asked."""
    asked = {name: request.GET.get(name, "").replace("\0", "").strip() for name in ("action", "round", "player", "q")}
    number, player = whole_number(asked["round"]), whole_number(asked["player"])
    return Search(
        event,
        action=asked["action"][:60],
        round=None if number is None else event.rounds.in_order().filter(number=number).first(),
        player=None if player is None else event.registrations.named().filter(pk=player).first(),
        q=asked["q"][:80],
    )


class AuditLogRow(NamedTuple):
    at: SafeString
    who: str
    sentence: str
    changes: str
    why: str


def _rows(request: EventRequest, event: Event, lines: Iterable[AuditLine]) -> list[AuditLogRow]:
    """Return the lines as rows, with each text translated once."""
    by_link, site = _("%(name)s (personal link)"), _("the site")

    def who(line: AuditLine) -> str:
        if line.entry.who:
            return line.entry.who.shown_name
        return by_link % {"name": line.guest} if line.guest else site

    def row(line: AuditLine) -> AuditLogRow:
        at = moment_shown(request, event, line.entry.at, "j F H:i:s")
        return AuditLogRow(at, who(line), line.sentence, " · ".join(line.changes), line.entry.why)

    return [row(line) for line in lines]


def reads_closed_facts(rights: frozenset[Right], event: Event) -> bool:
    """Whether the viewer may read what is in others' pools: once they have opened the lists, or everyone may."""
    return Right.READ_LISTS in rights or event.lists_are_open

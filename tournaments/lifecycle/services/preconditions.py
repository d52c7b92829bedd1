"""What the transitions of an event require: pages call this too, to explain why one is not possible yet."""

from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from core.errors import Refused
from tournaments.cut.services.bracket import refuse_open_bracket, refuse_without_cut
from tournaments.models import Event, EventState, RoundState, Stage, Status
from tournaments.players.models.crews import count_to_pair
from tournaments.players.models.players import RegistrationQuerySet
from tournaments.rounds.services.lookup import refuse_unless_decided


def refuse_transition(event: Event, to: str) -> None:
    """Refuse a transition that is not possible yet."""
    if to == EventState.DRAFT:
        _refuse_registered_players(event)
    elif to == EventState.RUNNING and not event.has_started:
        _refuse_too_few_players(event)
    elif to == EventState.CHECK_IN and event.has_started:
        _refuse_published_rounds(event, Stage.SWISS)
        _refuse_without_places(event)
    elif to == EventState.CUT and not event.is_over:
        _refuse_cut_now(event)
    elif to == EventState.RUNNING and event.state == EventState.CUT:
        _refuse_published_rounds(event, Stage.CUT)
    elif to == EventState.FINISHED:
        _refuse_open_rounds(event)


def _refuse_registered_players(event: Event) -> None:
    if event.registrations.exists():
        raise Refused("has-registrations", _("Players have registered: cancel the event instead."))


def _refuse_too_few_players(event: Event) -> None:
    least = least_players(event)
    if count_to_pair(event) < least:
        raise Refused("too-few-players", str(event.format.words.too_few) % {"least": least})


def least_players(event: Event) -> int:
    return event.format.least_players(may_be_short=event.tables_of_three)


def _refuse_published_rounds(event: Event, stage: Stage) -> None:
    """Refuse to undo a stage that has published rounds."""
    first = event.rounds.public().filter(stage=stage).in_order().first()
    if first is None:
        return
    if not first.is_open or first.has_begun():
        raise Refused("round-has-begun", _("Play has begun in %(round)s.") % {"round": first.name_in_sentence})
    text = _("The pairings of %(round)s are published: unpublish them first.")
    raise Refused("round-is-out", text % {"round": first.name_in_sentence})


def _refuse_open_rounds(event: Event) -> None:
    rounds = event.rounds.exclude(state=RoundState.CLOSED).in_order()
    if any(each.is_unpublished for each in rounds):
        raise Refused("draft-waits", _("There are unpublished pairings: publish or discard them."))
    for played in rounds:
        refuse_unless_decided(played)
    if event.state == EventState.CUT:
        refuse_open_bracket(event)


def _refuse_cut_now(event: Event) -> None:
    refuse_without_cut(event)
    last = event.rounds.order_by("-number").first()
    if last is None or last.is_unpublished or last.number < (event.swiss_rounds or 0):
        raise Refused("rounds-missing", _("Not all Swiss rounds have been played."))
    refuse_unless_decided(last)


def _refuse_without_places(event: Event) -> None:
    """Refuse if late players have taken the places of the no-shows who would return."""
    free = event.capacity - event.registrations.holding_a_place().count()
    wanted = gone_at_the_start(event).count() - free
    if wanted > 0:
        message = _("Late arrivals took the no-shows' places. Add places first: %(wanted)s more.")
        raise Refused("full", message % {"wanted": wanted})


def gone_at_the_start(event: Event) -> RegistrationQuerySet:
    withdrawn = Q(status=Status.WITHDRAWN, pk__in=(event.start_snapshot or {}).get("withdrawn", []))
    return event.registrations.filter(Q(status=Status.ABSENT) | withdrawn)


def describe_unplayed(event: Event) -> str:
    """Describe what was announced but will not be played if the event ends now; empty if nothing."""
    planned, played = event.swiss_rounds or 0, event.rounds.public().swiss().count()
    if played < planned:
        text = ngettext("%(played)s round of %(planned)s played", "%(played)s rounds of %(planned)s played", played)
        return text % {"played": played, "planned": planned}
    return str(_("top cut not played")) if event.has_planned_cut and not event.cut_seeds else ""

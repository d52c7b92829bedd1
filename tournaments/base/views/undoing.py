"""The button of a message about a step of the staff: it undoes the step, or leads to the form that does."""

from collections.abc import Callable, Sequence
from copy import copy
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from core.models import AuditEntry
from tournaments.events.models.settings import BEFORE_CHECK_IN
from tournaments.models import Event, EventState, Match, Result, Right, Status

Fields = dict[str, str | list[str]]


class Undo(NamedTuple):
    """Where the button sends what; without fields, the page with the form."""

    address: str
    fields: Fields | None = None


class Step(NamedTuple):
    """Who may undo a step, and with what. What was done for several is undone by `of_several`."""

    rights: frozenset[Right]
    undo: Callable[[Event, AuditEntry], Undo | None]
    of_several: Callable[[Event, Sequence[AuditEntry]], Undo | None] = lambda _event, _entries: None


STATES = list(EventState.values)
UNSTARTED = (*BEFORE_CHECK_IN, EventState.CHECK_IN)


def _number(entry: AuditEntry) -> int:
    return int(entry.subject.partition(":")[2])


def _address(name: str, event: Event, *more: int) -> str:
    return reverse(f"tournaments:{name}", args=[event.slug, *more])


def _moved(event: Event, entry: AuditEntry) -> Undo | None:
    """The way back of the event's own menu. What was undone is done again, unless that starts or ends something."""
    was, moved = str(entry.before), copy(event)
    moved.state = str(entry.after)
    if moved.state == EventState.CANCELLED:
        return Undo(_address("undo_cancel", event), {})
    went_on = STATES.index(was) < STATES.index(moved.state)
    is_offered = was in moved.transitions and (went_on or was in UNSTARTED)
    return Undo(_address("move", event), {"to": was}) if is_offered else None


def _announced(event: Event, entry: AuditEntry) -> Undo:
    return Undo(_address("withdraw_announcement", event, _number(entry)), {})


def _announcement_withdrawn(event: Event, entry: AuditEntry) -> Undo:
    return Undo(_address("withdraw_announcement", event, _number(entry)), {"undo": "1"})


def _invited(event: Event, entry: AuditEntry) -> Undo:
    return Undo(_address("revoke_invitation", event, _number(entry)), {})


def _kept_apart(event: Event, entry: AuditEntry) -> Undo | None:
    after: Any = entry.after
    first, second = after["players"]
    pair = event.forbidden_pairs.filter(first=first, second=second).first()
    return Undo(_address("allow_pair", event, pair.pk), {}) if pair else None


def _left(event: Event, entry: AuditEntry) -> Undo:
    return Undo(_address("decide", event, _number(entry)), {"do": "reinstate"})


def _several_left(event: Event, entries: Sequence[AuditEntry]) -> Undo:
    players = [str(_number(entry)) for entry in entries]
    return Undo(_address("decide_several", event), {"do": "reinstate", "player": players})


def _disqualified(event: Event, entry: AuditEntry) -> Undo:
    return Undo(f"{_address('player', event, _number(entry))}#place")


def _of_round(step: str, *, has_reason: bool = False) -> Callable[[Event, AuditEntry], Undo | None]:
    def undo(event: Event, entry: AuditEntry) -> Undo | None:
        changed = event.rounds.filter(pk=_number(entry)).first()
        if changed is None:
            return None
        fields: Fields = {"version": str(changed.version)}
        if has_reason:
            fields["why"] = _("taken back at once")
        return Undo(_address(step, event, changed.number), fields)

    return undo


def _discarded(event: Event, _entry: AuditEntry) -> Undo:
    return Undo(_address("pair", event), {})


def _result(_event: Event, entry: AuditEntry) -> Undo | None:
    """A result that the staff entered goes again; any other is corrected at its table."""
    match = Match.objects.filter(pk=_number(entry)).first()
    if match is None:
        return None
    result = match.results.current().first()
    if result is None or result.is_correction or result.source != Result.Source.STAFF:
        return Undo(match.get_absolute_url())
    return Undo(reverse("tournaments:undo_result", args=[match.pk]), {"result": str(result.pk)})


def _step(undo: Callable[[Event, AuditEntry], Undo | None], *rights: Right) -> Step:
    return Step(frozenset(rights), undo)


_LEFT = Step(frozenset({Right.MANAGE_PLAYERS, Right.RULE, Right.DISQUALIFY}), _left, _several_left)
STEPS = {
    "event-moved": _step(_moved, Right.EDIT_EVENT),
    "announced": _step(_announced, Right.ANNOUNCE),
    "announcement-withdrawn": _step(_announcement_withdrawn, Right.ANNOUNCE),
    "staff-invited": _step(_invited, Right.MANAGE_STAFF),
    "kept-apart": _step(_kept_apart, Right.MANAGE_PLAYERS),
    Status.WITHDRAWN: _LEFT,
    Status.DROPPED: _LEFT,
    Status.DISQUALIFIED: _step(_disqualified, Right.DISQUALIFY),
    "round-drafted": _step(_of_round("discard_round", has_reason=True), Right.RUN_ROUNDS),
    "draft-discarded": _step(_discarded, Right.RUN_ROUNDS),
    "clubs-separated": _step(_of_round("undo_separate_clubs"), Right.RUN_ROUNDS),
    "round-published": _step(_of_round("unpublish_round"), Right.RUN_ROUNDS),
    "round-unpublished": _step(_of_round("publish_round"), Right.RUN_ROUNDS),
    "result-settled": _step(_result, Right.ENTER_RESULTS, Right.RULE),
    "result-corrected": _step(_result, Right.ENTER_RESULTS, Right.RULE),
}
PAGES_OF_THEIR_OWN = {Status.WITHDRAWN, Status.DROPPED, "result-settled"}  # the undo comes back to the page of the step


def undo_of(event: Event, rights: frozenset[Right], entries: Sequence[AuditEntry], then: str) -> Undo | None:
    """Return what undoes these entries of one kind, if this person may and one press can; `then` is the page after."""
    step = STEPS.get(entries[0].action)
    if step is None or step.rights.isdisjoint(rights):
        return None
    found = step.undo(event, entries[0]) if len(entries) == 1 else step.of_several(event, entries)
    if found is None or found.fields is None or entries[0].action not in PAGES_OF_THEIR_OWN:
        return found
    return Undo(found.address, found.fields | {"next": then})

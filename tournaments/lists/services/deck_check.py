"""Deck checks: comparing the figures on the table with the submitted list."""

from collections import Counter

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Invalid, NotAllowed, Stale
from core.pages import live
from core.records.audit import record
from teams.wording import figures_with_counts
from tournaments.base.services.locking import event_lock, require
from tournaments.models import DeckCheck, ListReading, Right, SubmittedList


def check_deck(*, submitted: SubmittedList, who: User, seen: list[str], outcome: str, note: str = "") -> DeckCheck:
    """Record a deck check. `seen` has each ticked figure once per copy; the list matches if none is missing."""
    player = submitted.registration
    with event_lock(player.event_id) as event:
        require(event, who, Right.SEE_LISTS)
        if player.belongs_to(who):
            raise NotAllowed("own-list", _("You cannot check your own list."))
        if not ListReading.objects.filter(
            Q(player=player) | Q(player=None), reader__event=event, reader__user=who
        ).exists():
            raise NotAllowed("list-not-opened", _("Open this list first."))
        if outcome not in DeckCheck.Outcome.values:
            raise Invalid("unknown-outcome", _("There is no such result."))
        current = player.lists.current().get()
        if current != submitted:
            text = _("The list has changed since then. Compare the figures with this one.")
            now, asked = figures_with_counts(current.figures), figures_with_counts(submitted.figures)
            raise Stale("another-list", text, now=now, asked=asked, stands=now, sent=asked)
        ticked, listed = Counter(seen), Counter(submitted.figures)
        missing = list((listed - ticked).elements())
        if outcome == DeckCheck.Outcome.MATCHES and missing:
            text = _("Not ticked: %(figures)s. Tick every figure, or say that they differ.")
            raise Invalid("not-all-seen", text % {"figures": figures_with_counts(missing)}, missing=missing)
        found = sorted((listed & ticked).elements(), key=submitted.figures.index)
        check = DeckCheck.objects.create(submitted=submitted, by=who, seen=found, outcome=outcome, note=note)
        record("deck-checked", who=who, subject=player, scope=event, after={"outcome": outcome}, why=note)
        live.notify(*event.topics("lists"))
        return check

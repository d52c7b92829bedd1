"""The legality of a list in an event, under the event's current or pinned profile, and deck checks against it."""

import dataclasses
from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Invalid, NotAllowed, Stale
from core.pages import live
from core.records.audit import record
from rules.common.verdicts import stored_issue
from rules.games import Catalogue, Legality, TeamVerdict
from teams.models import find_legality
from teams.wording import distinct_errors, figures_with_counts
from tournaments.base.services.locking import event_lock, require
from tournaments.lists.services.event_facts import cards_for
from tournaments.models import DeckCheck, Event, ListReading, Right, SubmittedList


@dataclasses.dataclass(frozen=True)
class Verdict:
    figures: tuple[str, ...]
    pool: list[str] | None
    level: int
    initiative: int
    legal: bool
    document: dict[str, Any]


def verdict_on(event: Event, figures: Sequence[str], pool: Sequence[str] | None) -> Verdict:
    """Return the verdict on a list, legal or not. Unknown names are refused with suggestions."""
    answer = check_list(event, figures, pool)
    if answer.verdict == "malformed":
        raise Invalid("unknown-figure", _("Some figures are not in the catalogue."), errors=_errors(answer))
    document = answer.as_dict() | {"violations": [broken.as_stored() for broken in answer.violations]}
    kept_pool = list(pool or ()) if event.is_limited else None
    return Verdict(answer.figures, kept_pool, answer.level or 0, answer.initiative or 0, answer.is_legal, document)


def _errors(answer: TeamVerdict) -> list[dict[str, Any]]:
    return [error.as_error() | {"message": words} for error, words in distinct_errors(answer.errors)]


def check_list(event: Event, figures: Sequence[str], pool: Sequence[str] | None) -> TeamVerdict:
    """Return the verdict of the rules, not yet translated."""
    pool = (pool or ()) if event.is_limited else ()
    return _check_figures(event, figures, profile_of(event), cards_for(event), pool)


def _check_figures(
    event: Event, figures: Sequence[str], legality: Legality, cards: Catalogue, pool: Sequence[str]
) -> TeamVerdict:
    verdict: TeamVerdict = event.game_record.check_list(event, figures, legality, cards, pool)
    return verdict


def current_verdict(event: Event, submitted: SubmittedList, legality: Legality, cards: Catalogue) -> TeamVerdict:
    """Return the stored verdict of a locked list, or before the lock the verdict under the current profile and
    cards."""
    if submitted.locked_at is None:
        return _check_figures(event, submitted.figures, legality, cards, submitted.pool or ())
    return TeamVerdict(
        "legal" if submitted.legal else "illegal",
        tuple(submitted.figures),
        submitted.level,
        submitted.initiative,
        tuple(stored_issue(kept) for kept in submitted.verdict["violations"]),
    )


def profile_of(event: Event) -> Legality:
    """Return the profile pinned when the lists were locked, or before that the current one."""
    if event.pinned_legality:
        return event.rules.lists.profile(event.legality, event.pinned_legality)
    return find_legality(event.legality) or event.rules.lists.profiles()["none"]


def own_profile_facts(event: Event) -> dict[str, Any] | None:
    """Return the facts of an organiser's own profile, which can still change; None for a dated profile, which
    cannot."""
    if "legality" in event.lacks or event.legality in event.rules.lists.profiles():
        return None
    return profile_of(event).as_facts()


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
            now, asked = (figures_with_counts(each.figures, cards_for(event)) for each in (current, submitted))
            raise Stale("another-list", text, now=now, asked=asked, stands=now, sent=asked)
        ticked, listed = Counter(seen), Counter(submitted.figures)
        missing = list((listed - ticked).elements())
        if outcome == DeckCheck.Outcome.MATCHES and missing:
            text = _("Not ticked: %(figures)s. Tick every figure, or say that they differ.")
            raise Invalid(
                "not-all-seen", text % {"figures": figures_with_counts(missing, cards_for(event))}, missing=missing
            )
        found = sorted((listed & ticked).elements(), key=submitted.figures.index)
        check = DeckCheck.objects.create(submitted=submitted, by=who, seen=found, outcome=outcome, note=note)
        record("deck-checked", who=who, subject=player, scope=event, after={"outcome": outcome}, why=note)
        live.notify(*event.topics("lists"))
        return check

"""The legality of a list in an event, under the event's current or pinned profile."""

import dataclasses
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from core.errors import Invalid
from rules.common.verdicts import stored_issue
from rules.games import DEFAULT, Legality, TeamVerdict
from teams.models import find_legality
from teams.wording import distinct_errors
from tournaments.events.models.settings import Mode
from tournaments.models import Event, SubmittedList


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
    return _check_figures(event, figures, profile_of(event), pool)


def _check_figures(event: Event, figures: Sequence[str], legality: Legality, pool: Sequence[str]) -> TeamVerdict:
    """Check a list. At tables of four it has two figures (9.1.2), of the event's level or that of the rules."""
    if event.mode == Mode.DUEL:
        return DEFAULT.lists.check(figures, event.team_format, legality, pool)
    return DEFAULT.lists.check(figures, "four-player", legality, pool, pair_level=event.team_level)


def current_verdict(event: Event, submitted: SubmittedList, legality: Legality) -> TeamVerdict:
    """Return the stored verdict of a locked list, or before the lock the verdict under the current profile."""
    if submitted.locked_at is None:
        return _check_figures(event, submitted.figures, legality, submitted.pool or ())
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
        return DEFAULT.lists.profile(event.legality, event.pinned_legality)
    return find_legality(event.legality) or DEFAULT.lists.profiles()["none"]


def own_profile_facts(event: Event) -> dict[str, Any] | None:
    """Return the facts of an organiser's own profile, which can still change; None for a dated profile, which
    cannot."""
    if event.legality in DEFAULT.lists.profiles():
        return None
    return profile_of(event).as_facts()

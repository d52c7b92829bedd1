"""Rights in judging: who may submit logs, see them, and rule."""

from collections.abc import Iterable

from django.contrib.auth.models import AnonymousUser
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import NotAllowed
from judging.models import Case, Submission
from tournaments.base.services.locking import require
from tournaments.lists.services.visibility import visible_list
from tournaments.models import Event, Match, Registration, Right, rights_of

Reader = User | AnonymousUser
MAY_OPEN_CASES = (Right.RULE, Right.DISQUALIFY)


def plays_in(match: Match, user: Reader) -> bool:
    return any(seat.belongs_to(user) for seat in match.seats())


def may_submit(match: Match, user: Reader) -> bool:
    return plays_in(match, user) or Right.ENTER_RESULTS in rights_of(match.round.event, user)


def is_concerned(case: Case, user: Reader) -> bool:
    return any(person.belongs_to(user) for person in case.people())


def may_see(submission: Submission, user: Reader) -> bool:
    """Whether the user is the submitter, may see the logs of the match, or is a superuser if there is no match."""
    is_theirs = submission.guest_id is None and submission.submitter_id == user.pk
    if user.pk is not None and is_theirs:
        return True
    if submission.match is None:
        return user.pk is not None and user.is_superuser
    return may_see_logs_of(submission.match, user)


def may_see_logs_of(match: Match, user: Reader) -> bool:
    """Whether the user plays this match, or may see its players' lists as staff."""
    return plays_in(match, user) or may_see_lists(match.round.event, match.players(), user)


def why_closed(match: Match | None, user: Reader) -> Promise:
    """Return why somebody sees no log of this match, and what staff do to see it."""
    if match is not None and Right.OPEN_LISTS in rights_of(match.round.event, user):
        return _(
            "A log shows both teams: say first, on the page “Team lists” of the event, that you do not play in it."
        )
    return _("Only the players of this match and the event's staff can see this log.")


def may_see_lists(event: Event, people: Iterable[Registration], user: Reader) -> bool:
    """Whether the user may see these lists as staff; judges who play here only once the lists are open to players."""
    rights = rights_of(event, user)
    return Right.SEE_LISTS in rights or (Right.RULE in rights and all(visible_list(each, user) for each in people))


def may_rule(event: Event, user: Reader) -> bool:
    return Right.RULE in rights_of(event, user)


def may_open_case(event: Event, concerned: Iterable[Registration], user: Reader) -> bool:
    """Whether the user is a judge or an organiser without a conflict of interest with these players."""
    return not rights_of(event, user).isdisjoint(MAY_OPEN_CASES) and not is_in_conflict(concerned, user)


def may_rule_on_appeals(event: Event, user: Reader | None) -> bool:
    return Right.HEAR_APPEALS in rights_of(event, user)


def may_take(case: Case, user: Reader) -> bool:
    """Whether the user, as a judge without a conflict of interest, may take the case. The head judge hears appeals, but
    nobody hears one against their own ruling; owners may hear one against the head judge's."""
    appealed = case.appealed_ruling
    return not case.is_appealed or may_hear(case.event, user, against=appealed.judge if appealed else None)


def may_hear(event: Event, user: Reader, *, against: User | None) -> bool:
    """Whether the user may hear appeals against the rulings of this judge."""
    if user == against:
        return False
    held = rights_of(event, user)
    is_owner = {Right.RULE, Right.MANAGE_STAFF} <= held
    return Right.HEAR_APPEALS in held or (is_owner and may_rule_on_appeals(event, against))


def may_see_queue(event: Event, user: Reader) -> bool:
    return not rights_of(event, user).isdisjoint({Right.RULE, Right.RUN_ROUNDS})


def may_revalidate(match: Match, user: Reader) -> bool:
    """Whether the user may have a log of this match validated again."""
    return may_see_queue(match.round.event, user) and not is_in_conflict(match.players(), user)


def require_queue_watcher(event: Event, user: Reader) -> None:
    require(event, user, Right.RULE, Right.RUN_ROUNDS)


def require_no_conflict(match: Match, user: Reader) -> None:
    """Refuse staff with a conflict of interest: their own matches, club or household."""
    if is_in_conflict(match.players(), user):
        raise NotAllowed("conflict-of-interest", _("You are too close to this match: somebody else has to do this."))


def require_site_staff(user: Reader) -> None:
    if not user.is_superuser:
        raise NotAllowed("not-site-staff", _("Only site administrators can do this."))


def is_judge_of(event: Event, concerned: Iterable[Registration], user: Reader) -> bool:
    """Whether the user is a judge without a conflict of interest with these players."""
    return may_rule(event, user) and not is_in_conflict(concerned, user)


def is_in_conflict(concerned: Iterable[Registration], user: Reader) -> bool:
    """Whether this is the user's own match, club or household, on which they must not rule."""
    return bool(Registration.objects.filter(pk__in=[person.pk for person in concerned]).with_conflict_of_interest(user))

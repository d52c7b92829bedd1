"""What administrators change about accounts of others: never of an account with more rights, and its owner is told."""

from typing import Any

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.moderation.models import ModerationCase
from accounts.profile.models import User
from accounts.security import devices
from accounts.security.notices import send_notice_from_worker
from core.errors import NotAllowed
from core.privacy.erasures import is_erased
from core.records import audit


def refuse_more_rights(user: User, by: Any) -> None:
    if user.has_rights_beyond(by):
        raise NotAllowed("more-rights", _("This account has rights that yours does not have."))


def tell_owner(user: User, what: str | Promise, *, why: str = "") -> None:
    """Store the notice with the change. `what` is a sentence, in the owner's language if it is lazy."""
    if not is_erased(user):
        send_notice_from_worker(user, "changed_by_administrator", change=what, why=why)


@transaction.atomic
def remove_second_factor(*, user: User, by: Any, why: str) -> None:
    """For a person who lost it together with the recovery codes. They still need their password."""
    if user.pk == by.pk:
        raise NotAllowed("own-account", _("Remove your own second factor in your profile."))
    refuse_more_rights(user, by)
    removed, _rows = Authenticator.objects.filter(user=user).delete()
    if not removed:
        raise NotAllowed("no-second-factor", _("This account has no second factor."))
    audit.record("second-factor-removed", who=by, subject=user, why=why)
    tell_owner(user, _("Its second factor was removed. Set up a new one in your profile."), why=why)


# Suspension: the account cannot sign in and its tokens end; its content stays, and it can be restored.
#
# Several people may suspend the same account for separate reasons: it is active again when none of them stands.
@transaction.atomic
def suspend(*, user: User, by: Any, why: str, case: ModerationCase | None = None) -> None:
    """Suspend the account, for a moderators' `case` or, without one, by an administrator."""
    if user.pk == by.pk or user.is_superuser:
        raise NotAllowed("not-suspended", _("You cannot suspend yourself or another administrator."))
    refuse_more_rights(user, by)
    _lock(user)
    user.suspensions.create(case=case, by=by)
    if user.is_active:
        _set_active(user, active=False)
        devices.end(UserSession.objects.filter(user=user))
        user.api_tokens.all().delete()
    audit.record("account-suspended", who=by, subject=user, after={"case": case.pk} if case else None, why=why)
    if case is None:  # moderators tell of their decision
        tell_owner(user, _("It was suspended. You cannot sign in, and its API tokens no longer work."), why=why)


@transaction.atomic
def restore(*, user: User, by: Any, why: str) -> None:
    if is_erased(user):
        raise NotAllowed("account-deleted", _("This account was deleted. It cannot be restored."))
    refuse_more_rights(user, by)
    _lock(user)
    if user.is_active:
        raise NotAllowed("already-active", _("This account is active already."))
    user.suspensions.filter(lifted_at=None).update(lifted_at=timezone.now())
    if _restore(user, by, why):
        tell_owner(user, _("It is active again. You can sign in."), why=why)


@transaction.atomic
def lift(*, case: ModerationCase, by: Any, why: str) -> None:
    """Lift the suspension of this case, if it has one: a deleted account has none. The account is restored if no other
    one is open."""
    user = case.owner
    if user is None:
        return
    _lock(user)
    lifted = case.suspensions.filter(lifted_at=None).update(lifted_at=timezone.now())
    if lifted and not user.suspensions.filter(lifted_at=None).exists():
        _restore(user, by, why)


def _lock(user: User) -> None:
    """Read the account again and lock it: others may suspend or restore it at the same time."""
    user.refresh_from_db(from_queryset=User.objects.select_for_update())


def _restore(user: User, by: Any, why: str) -> bool:
    if user.is_active:
        return False
    _set_active(user, active=True)
    audit.record("account-restored", who=by, subject=user, why=why)
    return True


def _set_active(user: User, *, active: bool) -> None:
    user.is_active = active
    user.save(update_fields=["is_active"])

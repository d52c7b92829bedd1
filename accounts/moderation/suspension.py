"""Suspension: the account cannot sign in and its tokens end; its content stays, and it can be restored.

Several people may suspend the same account for separate reasons: it is active again when none of them stands.
"""

from typing import Any

from allauth.usersessions.models import UserSession
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import ModerationCase, User
from accounts.moderation.administration import refuse_more_rights, tell_owner
from accounts.security import devices
from core.errors import NotAllowed
from core.privacy.erasures import is_erased
from core.records import audit


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

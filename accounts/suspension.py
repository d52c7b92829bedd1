"""Suspension: the account cannot sign in and its tokens end; its content stays, and it can be restored.

Several people may suspend the same account for separate reasons; the audit log keeps all of them.
"""

from typing import Any

from allauth.usersessions.models import UserSession
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts import devices
from accounts.models import User
from core import audit
from core.erasures import is_erased
from core.errors import NotAllowed


@transaction.atomic
def suspend(*, user: User, by: Any, why: str, case: int | None = None) -> None:
    """Suspend the account, for a moderators' `case` or, without one, by an administrator."""
    if user.pk == by.pk or user.is_superuser:
        raise NotAllowed("not-suspended", _("You cannot suspend yourself or another administrator."))
    if user.is_active:
        _set_active(user, active=False)
        devices.end(UserSession.objects.filter(user=user))
        user.api_tokens.all().delete()
    audit.record("account-suspended", who=by, subject=user, after={"case": case} if case else None, why=why)


def is_suspended_by_administrators(user: User) -> bool:
    """Whether an administrator has suspended the account since it was last restored."""
    entries = audit.AuditEntry.objects.filter(subject=audit.key(user))
    restored = entries.filter(action="account-restored").order_by("-pk").first()
    suspended = entries.filter(action="account-suspended", pk__gt=restored.pk if restored else 0)
    return not user.is_active and any("case" not in (entry.after or {}) for entry in suspended)


@transaction.atomic
def restore(*, user: User, by: Any, why: str) -> None:
    if is_erased(user):
        raise NotAllowed("account-deleted", _("This account was deleted. It cannot be restored."))
    if not user.is_active:
        _set_active(user, active=True)
        audit.record("account-restored", who=by, subject=user, why=why)


def _set_active(user: User, *, active: bool) -> None:
    user.is_active = active
    user.save(update_fields=["is_active"])

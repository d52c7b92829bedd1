"""A suspended account cannot sign in, and its tokens end; nothing that it did is deleted, and it can be restored."""

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
def suspend(*, user: User, by: Any, why: str) -> None:
    if user.pk == by.pk or user.is_superuser:
        raise NotAllowed("not-suspended", _("You cannot suspend yourself or another administrator."))
    if not user.is_active:
        return
    _set_active(user, active=False)
    devices.end(UserSession.objects.filter(user=user))
    user.api_tokens.all().delete()
    audit.record("account-suspended", who=by, subject=user, why=why)


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

"""What administrators change about accounts of others: never of an account with more rights, and its owner is told."""

from typing import Any

from allauth.mfa.models import Authenticator
from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.profile.models import User
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

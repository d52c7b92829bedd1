"""What accounts writes into the audit log, in words."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.audit_descriptions import Words, act


def name_people(pks: Iterable[int]) -> dict[int, str]:
    return {user.pk: user.shown_name for user in User.objects.filter(pk__in=pks)}


WORDS = Words(acts={"account-erased": act(_("An account was deleted"))}, namers={"user": name_people})

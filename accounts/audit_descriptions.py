"""What accounts writes into the audit log, in words."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.audit_descriptions import Descriptions, describe


def name_people(pks: Iterable[int]) -> dict[int, str]:
    return {user.pk: user.shown_name for user in User.objects.filter(pk__in=pks)}


DESCRIPTIONS = Descriptions(
    actions={
        "account-erased": describe(_("An account was deleted")),
        "account-suspended": describe(_("The account of %(subject)s was suspended")),
        "account-restored": describe(_("The account of %(subject)s was restored")),
    },
    namers={"user": name_people},
)

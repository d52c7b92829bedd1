"""Descriptions of the audit log entries of accounts."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import ModerationCase, User
from accounts.moderation.models import CaseOutcome, Reason
from core.records.audit_descriptions import Descriptions, Fact, describe


def name_people(pks: Iterable[int]) -> dict[int, str]:
    return {user.pk: user.shown_name for user in User.objects.filter(pk__in=pks)}


def name_cases(pks: Iterable[int]) -> dict[int, str]:
    return {case.pk: str(case) for case in ModerationCase.objects.filter(pk__in=pks)}


def yes_or_no(value: Any) -> str:
    return gettext("yes") if value else gettext("no")


DESCRIPTIONS = Descriptions(
    actions={
        "account-erased": describe(_("An account was deleted")),
        "account-suspended": describe(_("The account of %(subject)s was suspended")),
        "content-reported": describe(
            _("%(subject)s was reported"), reason=Fact(_("Reason"), choices=dict(Reason.choices))
        ),
        "moderation-decided": describe(
            _("The moderators decided about %(subject)s"),
            outcome=Fact(_("Decision"), choices=dict(CaseOutcome.choices)),
        ),
        "moderation-appealed": describe(_("An appeal was made about %(subject)s")),
        "moderation-appeal-decided": describe(
            _("The appeal about %(subject)s was decided"), granted=Fact(_("Decision taken back"), render=yes_or_no)
        ),
        "account-restored": describe(_("The account of %(subject)s was restored")),
        "second-factor-removed": describe(_("The second factor of %(subject)s was removed")),
    },
    namers={"user": name_people, "moderationcase": name_cases},
)

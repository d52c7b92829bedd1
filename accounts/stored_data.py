"""What accounts stores about a person, for the page that lists it."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.db.models import Max, Q
from django.utils.translation import gettext as _

from accounts.devices import RETENTION
from accounts.privacy import SIGN_IN_RETENTION, attempts_of, security_events_of
from accounts.reported import ContentReport, ModerationCase
from accounts.users import FormerName, User
from core.audit import AuditEntry, key
from core.stored_data import StoredData, ending


def stored_data(user: User) -> list[StoredData]:
    with_account = _("until you delete your account")
    return [
        StoredData(_("Public name"), user.public_name, with_account),
        StoredData(_("E-mail addresses"), ", ".join(_addresses(user)), with_account),
        StoredData(_("Former public names"), ", ".join(_former_names(user)), with_account),
        StoredData(_("Second factors"), _count(Authenticator.objects.filter(user=user).count()), with_account),
        StoredData(
            _("Accounts of other services with which you sign in"),
            _count(SocialAccount.objects.filter(user=user).count()),
            with_account,
        ),
        StoredData(_("API tokens"), _count(user.api_tokens.count()), _("until revoked, or 30 days after their end")),
        StoredData(
            _("Reports to the moderators that you sent"),
            _count(ContentReport.objects.filter(reporter=user).count()),
            _("a year after the decision, or until you delete your account"),
        ),
        StoredData(
            _("Decisions of the moderators about you"),
            _count(ModerationCase.objects.filter(owner=user).count()),
            _("a year after they are closed"),
        ),
        StoredData(
            _("Suspensions of your account"),
            _count(user.suspensions.count()),
            _("a year after they are lifted, or until you delete your account"),
        ),
        _sign_ins(user),
        _security_log(user),
        _devices(user),
        StoredData(
            _("Entries of the audit log: what you did in events"),
            _count(AuditEntry.objects.filter(Q(who=user) | Q(subject=key(user))).count()),
            _("for good; without your name once you delete your account"),
        ),
    ]


def _addresses(user: User) -> list[str]:
    return sorted({user.email, *EmailAddress.objects.filter(user=user).values_list("email", flat=True)})


def _former_names(user: User) -> list[str]:
    return list(FormerName.objects.filter(user=user).values_list("name", flat=True))


def _sign_ins(user: User) -> StoredData:
    tries = [attempts_of(model, user) for model in (AccessAttempt, AccessFailureLog, AccessLog)]
    days = [found.aggregate(last=Max("attempt_time"))["last"] for found in tries]
    last = max(filter(None, days), default=None)
    number = sum(found.count() for found in tries)
    return StoredData(
        _("Sign-ins, also failed ones, with browser and network address"),
        _count(number),
        _("30 days each"),
        ending(last, SIGN_IN_RETENTION),
    )


def _security_log(user: User) -> StoredData:
    rows = security_events_of(user)
    last = rows.aggregate(last=Max("at"))["last"]
    return StoredData(_("Security log"), _count(rows.count()), _("30 days each"), ending(last, SIGN_IN_RETENTION))


def _devices(user: User) -> StoredData:
    sessions = UserSession.objects.filter(user=user)
    last = sessions.aggregate(last=Max("last_seen_at"))["last"]
    until = _("until signed out, or 30 days without use")
    return StoredData(_("Devices that are signed in"), _count(sessions.count()), until, ending(last, RETENTION))


def _count(number: int) -> str:
    return str(number) if number else ""

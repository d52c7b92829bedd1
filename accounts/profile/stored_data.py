"""What accounts stores about a person, for the page that lists it."""

from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.db.models import Count, Max, Q
from django.utils.translation import gettext as _

from accounts.moderation.models import ContentReport, ModerationCase, Suspension
from accounts.profile.models import User
from accounts.profile.privacy import SIGN_IN_RETENTION, addresses_of, attempts_of, former_names_of, security_events_of
from accounts.security.devices import RETENTION
from accounts.tokens.models import ApiToken
from core.privacy.stored_data import StoredData, ending, number_held
from core.records.audit import AuditEntry, key


def stored_data(user: User) -> list[StoredData]:
    with_account = _("until you delete your account")
    return [
        StoredData(_("Public name"), user.public_name, with_account),
        StoredData(_("E-mail addresses"), ", ".join(_addresses(user)), with_account),
        StoredData(_("Former public names"), ", ".join(former_names_of(user)), with_account),
        StoredData(_("Second factors"), number_held(Authenticator, "user", user), with_account),
        StoredData(
            _("Accounts of other services with which you sign in"),
            number_held(SocialAccount, "user", user),
            with_account,
        ),
        StoredData(
            _("API tokens"), number_held(ApiToken, "owner", user), _("until revoked, or 30 days after their end")
        ),
        StoredData(
            _("Reports to the moderators that you sent"),
            number_held(ContentReport, "reporter", user),
            _("a year after the decision, or until you delete your account"),
        ),
        StoredData(
            _("Decisions of the moderators about you"),
            number_held(ModerationCase, "owner", user),
            _("a year after they are closed"),
        ),
        StoredData(
            _("Suspensions of your account"),
            number_held(Suspension, "user", user),
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
    return sorted({user.email, *addresses_of(user)})


def _sign_ins(user: User) -> StoredData:
    tries = [
        attempts_of(model, user).aggregate(last=Max("attempt_time"), number=Count("pk"))
        for model in (AccessAttempt, AccessFailureLog, AccessLog)
    ]
    last = max(filter(None, [found["last"] for found in tries]), default=None)
    number = sum(found["number"] for found in tries)
    return StoredData(
        _("Sign-ins, also failed ones, with browser and network address"),
        _count(number),
        _("30 days each"),
        ending(last, SIGN_IN_RETENTION),
    )


def _security_log(user: User) -> StoredData:
    found = security_events_of(user).aggregate(last=Max("at"), number=Count("pk"))
    return StoredData(
        _("Security log"), _count(found["number"]), _("30 days each"), ending(found["last"], SIGN_IN_RETENTION)
    )


def _devices(user: User) -> StoredData:
    last = UserSession.objects.filter(user=user).aggregate(last=Max("last_seen_at"))["last"]
    until = _("until signed out, or 30 days without use")
    number = number_held(UserSession, "user", user)
    return StoredData(_("Devices that are signed in"), number, until, ending(last, RETENTION))


def _count(number: int) -> str:
    return str(number) if number else ""

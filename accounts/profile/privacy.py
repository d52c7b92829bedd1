"""What accounts stores about a person: export, erasure, and the lines of the page that lists it."""

import datetime as dt
import secrets
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessBase, AccessFailureLog, AccessLog
from django.contrib.admin.models import LogEntry
from django.db.models import Count, Max, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.moderation.models import ContentReport, ModerationCase, Suspension
from accounts.profile.models import FormerName, User, name_has_changed
from accounts.security.devices import RETENTION
from accounts.security.models import SecurityEvent
from accounts.tokens.models import ApiToken
from core.privacy.forgetting import Identity, documents, scrub
from core.privacy.personal_data import StoredData, ending, number_held
from core.records.audit import AuditEntry, key
from core.records.mail import forget

SIGN_IN_RETENTION = dt.timedelta(days=30)
ATTEMPTS = (AccessAttempt, AccessFailureLog, AccessLog)


CASES_KEPT = dt.timedelta(days=365)  # of closed cases and lifted suspensions


def of_a_case(user: User) -> Q:
    return Q(owner=user) | Q(decided_by=user) | Q(appeal_decided_by=user)


def attempts_of(model: type[AccessBase], user: User) -> QuerySet[AccessBase]:
    """Sign-in attempts, which are stored by the name that was tried."""
    tried = Q(username=user.username)
    for address in identity_of(user).addresses:
        tried |= Q(username__iexact=address)
    return model._default_manager.filter(tried)


def identity_of(user: User) -> Identity:
    """All names and addresses that the person has or had here."""
    former = former_names_of(user)
    names = [user.public_name, user.username, user.get_full_name(), user.first_name, user.last_name, *former]
    return Identity(tuple(dict.fromkeys(filter(None, names))), tuple({user.email, *addresses_of(user)} - {""}))


def former_names_of(user: User) -> list[str]:
    return list(user.former_names.values_list("name", flat=True))


def addresses_of(user: User) -> list[str]:
    return list(EmailAddress.objects.filter(user=user).values_list("email", flat=True))


def scrub_audit_log(rows: QuerySet[AuditEntry], identity: Identity) -> None:
    scrub(rows, identity, "before", "after", "why")


def export(user: User) -> dict[str, Any]:
    return {
        "profile": {
            "public_name": user.public_name,
            "username": user.username,
            "first_name": user.first_name,
            "last_name": user.last_name,
            "email": user.email,
            "locale": user.locale,
            "time_zone": user.time_zone,
            "is_minor": user.is_minor,
            "joined": user.date_joined.isoformat(),
            "last_seen": user.last_login.isoformat() if user.last_login else None,
        },
        "former_names": documents(FormerName.objects.filter(user=user), "id", "user_id"),
        "addresses": documents(EmailAddress.objects.filter(user=user), "id", "user_id"),
        "second_factors": list(Authenticator.objects.filter(user=user).values_list("type", flat=True)),
        "tokens": list(user.api_tokens.values("name", "scopes", "created_at", "last_used_on", "expires_at")),
        "sessions": list(
            UserSession.objects.filter(user=user).values("created_at", "last_seen_at", "ip", "user_agent")
        ),
        "sign_ins": {
            attempts.__name__: documents(attempts_of(attempts, user), "id", "session_hash") for attempts in ATTEMPTS
        },
        "audit_log": documents(AuditEntry.objects.filter(Q(who=user) | Q(subject=key(user))), "id", "who_id"),
        "accounts_elsewhere": documents(SocialAccount.objects.filter(user=user), "id", "user_id"),
        "security_log": documents(security_events_of(user), "id", "user_id"),
        "reports": documents(ContentReport.objects.filter(reporter=user), "id", "reporter_id"),
        "moderation": documents(ModerationCase.objects.filter(owner=user), *NOT_FOR_THE_OWNER),
        "suspensions": documents(Suspension.objects.filter(user=user), "id", "user_id", "by_id"),
        "administration": documents(_in_admin(user), "id", "user_id"),
    }


def security_events_of(user: User) -> QuerySet[SecurityEvent]:
    found = Q(user=user) | Q(name=user.username)
    for address in identity_of(user).addresses:
        found |= Q(name__iexact=address)
    return SecurityEvent.objects.filter(found)


NOT_FOR_THE_OWNER = ("id", "decided_by_id", "appeal_decided_by_id")  # nor who reported it


def _in_admin(user: User) -> QuerySet[LogEntry]:
    return LogEntry.objects.filter(Q(user=user) | Q(content_type__model="user", object_id=str(user.pk)))


def erase(user: User) -> None:
    """Remove all identifying data. The row itself stays, because results refer to it."""
    identity = identity_of(user)
    scrub_audit_log(AuditEntry.objects.filter(Q(who=user) | Q(subject=key(user))), identity)
    scrub(LogEntry.objects.all(), identity, "object_repr", "change_message")
    security_events_of(user).delete()
    SocialAccount.objects.filter(user=user).delete()
    ContentReport.objects.filter(reporter=user).delete()
    scrub(ContentReport.objects.filter(case__owner=user), identity, "text")
    scrub(ModerationCase.objects.filter(of_a_case(user)), identity, "why", "appeal_why")
    ModerationCase.objects.filter(owner=user).update(appeal="")
    Suspension.objects.filter(user=user).delete()
    for attempts in ATTEMPTS:
        attempts_of(attempts, user).delete()
    UserSession.objects.filter(user=user).delete()
    addresses = EmailAddress.objects.filter(user=user)
    for address in {user.email, *addresses.values_list("email", flat=True)}:
        forget(address)
    addresses.delete()
    Authenticator.objects.filter(user=user).delete()
    user.api_tokens.all().delete()
    user.groups.clear()
    user.user_permissions.clear()
    pseudonym = f"former-{secrets.token_hex(6)}"
    LogEntry.objects.filter(content_type__model="user", object_id=str(user.pk)).update(object_repr=pseudonym)
    user.username = pseudonym
    user.email = f"{pseudonym}@invalid"
    user.public_name = pseudonym
    user.first_name = user.last_name = user.locale = user.time_zone = ""
    user.is_minor = user.is_active = user.is_staff = user.is_superuser = False
    user.last_login = None
    user.set_unusable_password()
    user.save()
    name_has_changed(user)
    FormerName.objects.filter(user=user).delete()


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

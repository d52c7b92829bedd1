"""What accounts keeps about a person: given to them as JSON, and forgotten when they ask."""

import secrets
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessBase, AccessFailureLog, AccessLog
from django.contrib.admin.models import LogEntry
from django.db.models import QuerySet

from accounts.users import User
from core.audit import AuditEntry

ATTEMPTS = (AccessAttempt, AccessFailureLog, AccessLog)


def _attempts(model: type[AccessBase], user: User) -> QuerySet[AccessBase]:
    """Sign-ins, counted under the name that was tried."""
    return model._default_manager.filter(username__in=[user.email.casefold(), user.username])


def export(user: User) -> dict[str, Any]:
    return {
        "profile": {
            "public_name": user.public_name,
            "email": user.email,
            "locale": user.locale,
            "time_zone": user.time_zone,
            "is_minor": user.is_minor,
            "joined": user.date_joined.isoformat(),
            "last_seen": user.last_login.isoformat() if user.last_login else None,
        },
        "second_factors": list(Authenticator.objects.filter(user=user).values_list("type", flat=True)),
        "tokens": list(user.api_tokens.values("name", "scopes", "created_at", "last_used_on", "expires_at")),
        "sessions": list(
            UserSession.objects.filter(user=user).values("created_at", "last_seen_at", "ip", "user_agent")
        ),
        "sign_ins": {
            attempts.__name__: list(_attempts(attempts, user).values("attempt_time", "ip_address", "user_agent"))
            for attempts in ATTEMPTS
        },
        "journal": list(AuditEntry.objects.filter(who=user).values("at", "action", "subject", "why")),
    }


def erase(user: User) -> None:
    """The row stays, because results reference it, with nothing in it that identifies the person."""
    for attempts in ATTEMPTS:
        _attempts(attempts, user).delete()
    UserSession.objects.filter(user=user).delete()
    EmailAddress.objects.filter(user=user).delete()
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

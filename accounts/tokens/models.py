"""API tokens: shown once, stored as a hash, each with the scopes that its owner chose."""

import datetime as dt
import hashlib
import secrets
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied, Throttled
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from accounts.profile.models import User
from accounts.security.models import log_refused_access
from core.pages.requests import client_address
from core.pages.throttle import seconds_to_wait
from core.text.names import one_line

KEYWORD = "Bearer"
PREFIX = "kma_"
LIFETIMES = (7, 30, 90, 365)  # lifetimes offered, in days
DEFAULT_LIFETIME = 90
NOTICE_PERIOD = dt.timedelta(days=7)
FORMER_SCOPES = {"teams": "teams:write", "tournaments": "events:write", "judging": "judging:write"}


def digest_of(secret: str) -> str:
    """The hash of a token. Plain SHA-256 suffices, because the secret is 256 random bits."""
    return hashlib.sha256(secret.encode()).hexdigest()


def current_scopes(scopes: Iterable[str]) -> set[str]:
    """Scopes by their current names; programs may still use the former ones."""
    return {FORMER_SCOPES.get(scope, scope) for scope in scopes}


def expiry_after(days: int) -> dt.datetime:
    return timezone.now() + dt.timedelta(days=days)


class ApiTokenQuerySet(models.QuerySet["ApiToken"]):
    def set_missing_expiry(self) -> int:
        """Give an expiry to tokens of an earlier version of the site, which had none."""
        return self.filter(expires_at=None).update(expires_at=expiry_after(DEFAULT_LIFETIME))

    def expiring_soon(self) -> "ApiTokenQuerySet":
        """Tokens whose owners are notified now. Tokens with a lifetime of a week are not included."""
        now = timezone.now()
        return self.filter(
            expiry_notified_at=None,
            owner__is_active=True,
            expires_at__gt=now,
            expires_at__lte=now + NOTICE_PERIOD,
            created_at__lt=models.F("expires_at") - NOTICE_PERIOD - dt.timedelta(days=1),
        )


class ApiToken(models.Model):
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name of the token"), max_length=60, validators=[one_line])
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_on = models.DateField(null=True)
    expires_at = models.DateTimeField(null=True)
    expiry_notified_at = models.DateTimeField(null=True, help_text="When its owner was notified that it expires")

    objects = ApiTokenQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.name} ({', '.join(self.scopes)})"

    @classmethod
    def issue(
        cls, *, owner: User, name: str, scopes: Iterable[str], days: int = DEFAULT_LIFETIME
    ) -> tuple["ApiToken", str]:
        """Create a token; return its row and the secret, which cannot be shown again."""
        secret = PREFIX + secrets.token_urlsafe(32)
        facts = {
            "owner": owner,
            "name": name,
            "scopes": sorted(current_scopes(scopes)),
            "expires_at": expiry_after(days),
        }
        return cls.objects.create(digest=digest_of(secret), **facts), secret

    @property
    def has_expired(self) -> bool:
        return self.expires_at is not None and self.expires_at <= timezone.now()

    def require_scope(self, request: Request) -> None:
        """Reading needs "read", every other method the view's `write_scope`. Without that, no token can write there."""
        view = request.parser_context["view"]  # type: ignore[index]  # set for every request of a view
        needed = "read" if request.method in SAFE_METHODS else getattr(view, "write_scope", "")
        if needed not in current_scopes(self.scopes):
            raise PermissionDenied(_("This token has no scope “%(scope)s”.") % {"scope": needed}, code="scope-missing")

    def record_use(self) -> None:
        today = timezone.now().date()
        if self.last_used_on != today:
            type(self).objects.filter(pk=self.pk).update(last_used_on=today)


class TokenAuthentication(BaseAuthentication):
    """Checks the scope here instead of in a permission, so that a view with its own permissions cannot forget it."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        keyword, _space, secret = get_authorization_header(request).partition(b" ")
        if keyword.lower() != KEYWORD.lower().encode():
            return None
        digest = digest_of(secret.strip().decode("latin-1"))
        token = ApiToken.objects.select_related("owner").filter(digest=digest, owner__is_active=True).first()
        if token is None:
            _refuse_many_guesses(request)
            raise AuthenticationFailed(_("This token is unknown or has been revoked."), code="token-unknown")
        if token.has_expired:
            raise AuthenticationFailed(_("This token has expired. Create a new one."), code="token-expired")
        try:
            token.require_scope(request)
        except PermissionDenied:
            log_refused_access(request._request, token.owner)  # Django REST framework discards the user
            raise
        token.record_use()
        return token.owner, token

    def authenticate_header(self, request: Request) -> str:
        return KEYWORD


def _refuse_many_guesses(request: Request) -> None:
    """The framework counts requests only once it knows whose they are."""
    wait = seconds_to_wait(f"tokens:{client_address(request)}", *settings.THROTTLE_API["address"])
    if wait:
        raise Throttled(wait)


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "accounts.tokens.models.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}

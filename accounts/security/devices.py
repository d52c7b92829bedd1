"""The devices on which a person is signed in: one row per session, with browser, address and last use.

Each also carries a mark, a signed cookie: wrong passwords there are counted apart. The mark proves nothing else, and a
new password makes it worthless. A shared laptop carries those of the last few people.
"""

import datetime as dt
import secrets
from collections.abc import Callable, Iterable
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.core.signing import BadSignature, TimestampSigner
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.profile.models import User

UPDATE_INTERVAL = 600  # in seconds, because pages are requested far more often than "last used" needs to be saved
IGNORED_PATHS = ("/live",)  # requests that an open page makes without its user
RETENTION = dt.timedelta(days=30)
LONGEST_SESSION = dt.timedelta(days=90)

# The first match wins: Edge and Opera call themselves Chrome too, and Chrome calls itself Safari.
BROWSERS = (
    *(("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox")),
    *(("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari")),
)
SYSTEMS = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows")),
    *(("CrOS", "ChromeOS"), ("Mac OS X", "Mac"), ("Linux", "Linux")),
)


class LastUseMiddleware:
    """Record when a session was last used, and that its person knows the device, at most once in ten minutes."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        key = request.session.session_key
        is_used = key and request.user.is_authenticated and not request.path.startswith(IGNORED_PATHS)
        if not (is_used and cache.add(mark_of_use(key), True, timeout=UPDATE_INTERVAL)):
            return self.get_response(request)
        _record_use(request)
        response = self.get_response(request)
        is_framed = getattr(response, "xframe_options_exempt", False)  # on a page of another site, without cookies
        if request.user.is_authenticated and not is_framed:
            remember(request, response, request.user)
        return response


def mark_of_use(session: str | None) -> str:
    """The cache key that exists while there is nothing to record."""
    return f"session-used:{session}"


def _record_use(request: HttpRequest) -> None:
    """Update the session's row; sessions from before this was recorded get one now."""
    known = UserSession.objects.filter(session_key=request.session.session_key, user_id=request.user.pk)
    if not known.update(last_seen_at=timezone.now()):
        UserSession.objects.create_from_request(request)


def renew_session(*, request: HttpRequest, reauthenticated: bool = False, **_facts: Any) -> None:
    """Change the session key after somebody proved their identity again, so that a copied key becomes useless."""
    former = request.session.session_key
    if not reauthenticated or not former:
        return
    request.session.cycle_key()
    UserSession.objects.filter(session_key=former).update(session_key=request.session.session_key)


def sessions_of(request: HttpRequest) -> list[UserSession]:
    """The valid sessions, this one first, then by last use."""
    here = request.session.session_key
    found = UserSession.objects.purge_and_list(request.user)
    return sorted(found, key=lambda row: (row.session_key != here, -row.last_seen_at.timestamp()))


def end_others(user: Any, request: HttpRequest | None) -> int:
    """End every other session of this person; return how many."""
    asking = request is not None and request.user.is_authenticated and request.user.pk == user.pk
    here = request.session.session_key if request is not None and asking else None
    return end(UserSession.objects.filter(user=user).exclude(session_key=here))


def end(sessions: Iterable[UserSession]) -> int:
    ended = list(sessions)
    for session in ended:
        session.end()
    return len(ended)


def delete_old_sessions() -> None:
    """Ends sessions unused for a month or older than three, and deletes the rows of ended ones."""
    now = timezone.now()
    end(UserSession.objects.filter(Q(last_seen_at__lt=now - RETENTION) | Q(created_at__lt=now - LONGEST_SESSION)))
    Session.objects.filter(expire_date__lt=timezone.now()).delete()
    UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()


def device_name(user_agent: str) -> str:
    browser = next((name for mark, name in BROWSERS if mark in user_agent), "")
    system = next((name for mark, name in SYSTEMS if mark in user_agent), "")
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("Unknown device")


def network_of(address: str) -> str:
    """The network part of an address: enough to recognise a network without showing the full address."""
    if ":" in address:
        return ":".join(address.split(":")[:3]) + ":x"
    return ".".join(address.split(".")[:3]) + ".x"


REMEMBERED = dt.timedelta(days=180)
MOST_PEOPLE = 5  # of one device
BETWEEN_MARKS = "~"


def has_marks(request: HttpRequest) -> bool:
    return bool(_marks(request))


def mark_of(request: HttpRequest, user: User) -> str:
    """Return what tells this device from the others of this person; nothing if they never signed in on it."""
    for mark in _marks(request):
        try:
            return _signer(user).unsign(mark, max_age=REMEMBERED)
        except BadSignature:
            continue
    return ""


def remember(request: HttpRequest, response: HttpResponse, user: User) -> None:
    if mark_of(request, user):
        return
    marks = [*_marks(request), _signer(user).sign(secrets.token_urlsafe(9))][-MOST_PEOPLE:]
    response.set_cookie(
        _cookie(),
        BETWEEN_MARKS.join(marks),
        max_age=REMEMBERED,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite=settings.SESSION_COOKIE_SAMESITE,
    )


def _cookie() -> str:
    """Return the name, with the prefix that the cookie of the session has on a public site."""
    return settings.SESSION_COOKIE_NAME.replace("sessionid", "device")


def _marks(request: HttpRequest) -> list[str]:
    marks = request.COOKIES.get(_cookie(), "").split(BETWEEN_MARKS)[-MOST_PEOPLE:]
    return [mark for mark in marks if mark]


def _signer(user: User) -> TimestampSigner:
    return TimestampSigner(salt=f"device of {user.pk} {user.password}")

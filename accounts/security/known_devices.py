"""A device on which a person has signed in carries a mark, a signed cookie: wrong passwords there are counted apart.

It proves nothing else, and a new password makes it worthless. A shared laptop carries those of the last few people.
"""

import datetime as dt
import secrets

from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner
from django.http import HttpRequest, HttpResponse

from accounts.profile.models import User

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

"""Sessions in the database, as Django keeps them; reading one is asked in SQL that is made once (core/compiled.py)."""

from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from core.compiled import TEXT, Compiled

_of_key = Compiled(lambda key: Session.objects.filter(session_key=key), TEXT)


class SessionStore(db.SessionStore):
    def _get_session_from_db(self) -> Any:
        """None, and no key any more, for a session that has ended or run out."""
        found = _of_key.first(self.session_key) if self.session_key else None
        if found is not None and found.expire_date > timezone.now():
            return found
        self._session_key = None
        return None

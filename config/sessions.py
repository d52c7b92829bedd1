"""Django's database sessions, read with compiled SQL (core/database/compiled.py): every request of a reader does."""

import re
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from core.database.compiled import TEXT, Compiled

_of_key = Compiled(lambda key: Session.objects.filter(session_key=key), TEXT)
KEY = re.compile(r"[a-z0-9]{8,40}")  # a cookie can contain any escaped character, even NUL


class SessionStore(db.SessionStore):
    def _validate_session_key(self, key: str | None) -> bool:
        return bool(key and KEY.fullmatch(key))

    def _get_session_from_db(self) -> Any:
        """None, and no session key any more, for an expired or ended session."""
        found = _of_key.first(self.session_key) if self.session_key else None
        if found is not None and found.expire_date > timezone.now():
            return found
        self._session_key = None
        return None

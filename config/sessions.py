"""Django's database sessions, read with compiled SQL (core/database/compiled.py).

The row is read on each request; its signature is verified once per process.
"""

import json
import re
from functools import lru_cache
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from core.database.compiled import TEXT, Compiled

_of_key = Compiled(lambda key: Session.objects.filter(session_key=key), TEXT)


MOST_OPENED = 4000  # cached sessions per process
KEY = re.compile(r"[a-z0-9]{8,40}")  # a cookie can contain any escaped character, even NUL


@lru_cache(maxsize=MOST_OPENED)
def _opened(signed: bytes | str) -> str:
    return json.dumps(db.SessionStore().decode(signed))


class SessionStore(db.SessionStore):
    def _validate_session_key(self, key: str | None) -> bool:
        return bool(key and KEY.fullmatch(key))

    def decode(self, session_data: bytes | str) -> dict[str, Any]:
        """Return a new dictionary each time, because callers may change it."""
        values: dict[str, Any] = json.loads(_opened(session_data))
        return values

    def exists(self, session_key: str) -> bool:
        """Asked for each device on the page of devices."""
        return bool(_of_key.stored(session_key))

    def _get_session_from_db(self) -> Any:
        """None, and no session key any more, for an expired or ended session."""
        found = _of_key.first_to_read(self.session_key) if self.session_key else None
        if found is not None and found.expire_date > timezone.now():
            return found
        self._session_key = None
        return None

"""Sessions in the database, as Django keeps them; reading one is asked in SQL that is made once (core/compiled.py).

Its row is read each time. That the site has signed what stands in it is found out once a process.
"""

import json
import re
from functools import lru_cache
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from core.compiled import TEXT, Compiled

_of_key = Compiled(lambda key: Session.objects.filter(session_key=key), TEXT)


MOST_OPENED = 4000  # sessions of this process
KEY = re.compile(r"[a-z0-9]{8,40}")  # a cookie can hold any character as an escape, also NUL


@lru_cache(maxsize=MOST_OPENED)
def _opened(signed: bytes | str) -> str:
    return json.dumps(db.SessionStore().decode(signed))


class SessionStore(db.SessionStore):
    def _validate_session_key(self, key: str | None) -> bool:
        return bool(key and KEY.fullmatch(key))

    def decode(self, session_data: bytes | str) -> dict[str, Any]:
        """New values each time: whoever asks may change them."""
        values: dict[str, Any] = json.loads(_opened(session_data))
        return values

    def _get_session_from_db(self) -> Any:
        """None, and no key any more, for a session that has ended or run out."""
        found = _of_key.first(self.session_key) if self.session_key else None
        if found is not None and found.expire_date > timezone.now():
            return found
        self._session_key = None
        return None

"""Django's database sessions. A cookie can contain any escaped character, even NUL, which PostgreSQL refuses."""

import re

from django.contrib.sessions.backends import db

KEY = re.compile(r"[a-z0-9]{8,40}")


class SessionStore(db.SessionStore):
    def _validate_session_key(self, key: str | None) -> bool:
        return bool(key and KEY.fullmatch(key))

"""People and their API tokens."""

from accounts.tokens import ApiToken
from accounts.users import User

__all__ = ["ApiToken", "User"]

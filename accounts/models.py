"""People and their API tokens."""

from accounts.tokens import ApiToken
from accounts.users import FormerName, User

__all__ = ["ApiToken", "FormerName", "User"]

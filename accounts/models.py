"""People, their API tokens, and reports to the moderators."""

from accounts.reported import ContentReport, ModerationCase
from accounts.security_log import SecurityEvent
from accounts.tokens import ApiToken
from accounts.users import FormerName, User

__all__ = ["ApiToken", "ContentReport", "FormerName", "ModerationCase", "SecurityEvent", "User"]

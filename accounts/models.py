"""People, their API tokens, reports to the moderators, and suspensions."""

from accounts.reported import ContentReport, ModerationCase, Suspension
from accounts.security_log import SecurityEvent
from accounts.tokens import ApiToken
from accounts.users import FormerName, User

__all__ = ["ApiToken", "ContentReport", "FormerName", "ModerationCase", "SecurityEvent", "Suspension", "User"]

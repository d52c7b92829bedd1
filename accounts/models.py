"""People, their API tokens, reports to the moderators, and suspensions."""

from accounts.moderation.models import ContentReport, ModerationCase, Suspension
from accounts.profile.models import FormerName, User
from accounts.security.models import SecurityEvent
from accounts.tokens.models import ApiToken

__all__ = ["ApiToken", "ContentReport", "FormerName", "ModerationCase", "SecurityEvent", "Suspension", "User"]

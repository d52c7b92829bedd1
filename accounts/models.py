"""People, and the journal of what they did."""

from accounts.journal import JournalEntry
from accounts.live import Topic
from accounts.tokens import ApiToken
from accounts.users import User

__all__ = ["ApiToken", "JournalEntry", "Topic", "User"]

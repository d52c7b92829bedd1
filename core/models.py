"""The audit log, and the versions of live topics."""

from core.audit import AuditEntry
from core.live import Topic

__all__ = ["AuditEntry", "Topic"]

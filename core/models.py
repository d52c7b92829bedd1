"""The audit log, the outbox of domain events, and the versions of live topics."""

from core.audit import AuditEntry
from core.live import Topic
from core.outbox import DomainEvent

__all__ = ["AuditEntry", "DomainEvent", "Topic"]

"""The audit log, the outbox of domain events, the register of erasures, and the versions of live topics."""

from core.audit import AuditEntry
from core.erasures import Erasure
from core.live import Topic
from core.outbox import DomainEvent

__all__ = ["AuditEntry", "DomainEvent", "Erasure", "Topic"]

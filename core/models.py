"""The audit log, the outbox of domain events, the register of erasures, and the versions of live topics."""

from core.pages.live import Topic
from core.privacy.erasures import Erasure
from core.records.audit import AuditEntry
from core.records.outbox import DomainEvent

__all__ = ["AuditEntry", "DomainEvent", "Erasure", "Topic"]

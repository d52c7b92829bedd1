"""Why a service refused. The code is stable; the text is for people."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.utils.functional import Promise


class Refused(Exception):
    """The request is understood, and as things stand it is not allowed. Nothing was changed."""

    status = 409

    def __init__(self, code: str, message: str | Promise, **details: Any) -> None:
        super().__init__(code)
        self.code = code
        self.message = message
        self.details = details

    def __str__(self) -> str:
        return str(self.message)


class Stale(Refused):
    """Another change was first: `details` holds what stands now (`now`) and what was asked for (`asked`), and the same
    for people (`stands`, `sent`)."""


class Busy(Refused):
    """The event's lock was not free in time; the same request can be sent again."""


class Invalid(Refused):
    """The data makes no sense, whatever the state of the event."""

    status = 400


class NotAllowed(PermissionDenied):
    """The person may not do this here."""

    status = 403

    def __init__(self, code: str, message: str | Promise) -> None:
        super().__init__(str(message))
        self.code = code
        self.message = message


def as_document(refusal: Refused | NotAllowed) -> dict[str, Any]:
    """What a service refused, with its details, such as the current values beside the requested ones."""
    return {**getattr(refusal, "details", {}), "code": refusal.code, "detail": str(refusal.message)}

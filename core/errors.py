"""The errors with which services refuse a request. The code is stable; the text is for people."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.utils.functional import Promise


class Refused(Exception):
    """The request makes sense but is not allowed in the current state. Nothing was changed."""

    status = 409

    def __init__(self, code: str, message: str | Promise, **details: Any) -> None:
        super().__init__(code)
        self.code = code
        self.message = message
        self.details = details

    def __str__(self) -> str:
        return str(self.message)


class Stale(Refused):
    """Somebody else changed the data first. `details` holds the current (`now`) and the requested (`asked`) values, and
    both as texts for people (`stands`, `sent`)."""


class Busy(Refused):
    """The event's lock was not free in time; the same request can be sent again."""


class Invalid(Refused):
    """The data is invalid whatever the state of the event."""

    status = 400


class NotAllowed(PermissionDenied):
    """This person does not have the right to do this here."""

    status = 403

    def __init__(self, code: str, message: str | Promise) -> None:
        super().__init__(str(message))
        self.code = code
        self.message = message


def as_document(refusal: Refused | NotAllowed) -> dict[str, Any]:
    """The error as a JSON document with its details, such as current and requested values."""
    return {**getattr(refusal, "details", {}), "code": refusal.code, "detail": str(refusal.message)}

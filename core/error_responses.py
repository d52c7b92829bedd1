"""How a refusal is told: to people as a page of the site, to programs as a document with a stable code."""

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from core.errors import Busy, NotAllowed, Refused, Stale


def as_document(refusal: Refused | NotAllowed) -> dict[str, Any]:
    """What a service refused; the details say what stands now, beside what was asked."""
    return {**getattr(refusal, "details", {}), "code": refusal.code, "detail": str(refusal.message)}


def error_response(request: HttpRequest, status: int, code: str, *, page: str = "", **more: Any) -> HttpResponse:
    """What is refused before a view has its say, or where it has none."""
    if wants_json(request):
        detail = more.pop("reason", "") or HTTPStatus(status).phrase
        return JsonResponse({**more, "code": code, "detail": detail}, status=status)
    return render(request, page or f"{status}.html", more, status=status)


def form_status(form: BaseForm) -> int:
    """Of a page with a form: one that comes back has a fault, and says so to programs as the API does."""
    return 400 if form.is_bound else 200


@contextmanager
def errors_on_form(form: Any, **fields: str) -> Iterator[None]:
    """What a service refuses is said on the form that asked for it: beside the fields that the refusal names, or
    beside the one that `fields` names by its code (`reason_missing="why"`), or above them all.

    Somebody else who was faster is no slip of this form, and has a page.
    """
    try:
        yield
    except (Stale, Busy):
        raise
    except Refused as refusal:
        named = [name for name in refusal.details.get("fields", ()) if name in form.fields]
        for name in named or [fields.get(refusal.code.replace("-", "_"))]:
            _add_error_once(form, name, refusal)


def _add_error_once(form: Any, field: str | None, refusal: Refused) -> None:
    if not form.has_error(field or NON_FIELD_ERRORS, refusal.code):
        form.add_error(field, ValidationError(str(refusal.message), code=refusal.code))


def wants_json(request: HttpRequest) -> bool:
    return request.path.startswith("/api/") or "application/json" in request.headers.get("Accept", "")

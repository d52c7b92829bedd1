"""Error responses: an HTML page for people, a JSON document with a stable code for programs."""

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from core.errors import Busy, Refused, Stale


def error_response(request: HttpRequest, status: int, code: str, **more: Any) -> HttpResponse:
    """The response to a request that is refused before it reaches a view, or outside of one."""
    if wants_json(request):
        detail = more.pop("reason", "") or HTTPStatus(status).phrase
        return JsonResponse({**more, "code": code, "detail": detail}, status=status)
    return render(request, "error.html", {**more, "status": status, "code": code}, status=status)


def form_status(form: BaseForm) -> int:
    """The status of a page with a form: 400 when the form comes back with errors."""
    return 400 if form.is_bound else 200


@contextmanager
def errors_on_form(form: Any, **fields: str) -> Iterator[None]:
    """Show a service's refusal on the form: beside the fields it names, beside the field that `fields` gives for its
    code (`reason_missing="why"`), or above all fields.

    A conflict with another person's change is not an error of this form and gets its own page.
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

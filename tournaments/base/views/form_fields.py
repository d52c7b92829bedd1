"""Reading form fields: texts, numbers, versions and validation."""

from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext as _

from core.errors import Invalid


def form_text(request: HttpRequest, name: str) -> str:
    """Return a field without a form class, without NUL characters, which databases refuse."""
    return request.POST.get(name, "").replace("\0", "")


def form_address(request: HttpRequest, name: str) -> str:
    """Return a URL from the query, which must only be used for comparison."""
    return request.GET.get(name, "")[:500]


def whole_number(text: str, *, digits: int = 9) -> int | None:
    """Parse a number from a URL or a form; None for anything else, and for too many digits."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def seen_version(request: HttpRequest) -> int | None:
    return whole_number(request.POST.get("version", ""))


def needed_version(request: HttpRequest) -> int:
    """Return the version that the user has seen; -1, which never matches, if it is missing."""
    version = seen_version(request)
    return -1 if version is None else version


def valid(form: forms.BaseForm) -> Any:
    """Return the form, for forms without a page of their own; errors become a refusal that names the fields."""
    if not form.is_valid():
        raise Invalid("form-incomplete", _("Please check: %(faults)s") % {"faults": faults_of(form)})
    return form


def faults_of(form: Any) -> str:
    labels = {name: str(field.label or name) for name, field in form.fields.items()}
    return _("; ").join(f"{labels.get(name, '')}: {' '.join(map(str, texts))}" for name, texts in form.errors.items())

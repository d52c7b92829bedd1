"""A form filled in so that it is taken, from what its fields say of themselves: then one field alone can be nasty."""

import datetime as dt
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest import mock

from django import forms
from django.core.cache import cache
from django.db import transaction
from django.forms import BaseForm, BoundField
from django.template.base import Template
from django.test import Client
from django.utils import timezone

from tests.nasty.recorder import Asked, recording
from tests.nasty.values import encoded

Fields = dict[str, Any]

# what no form of Django reads, and only a few words of which lead further
WORDS = {"do": "drop", "then": "keep", "absent": "both", "why": "because", "role": "judge", "undo": "", "step": ""}
WORDS["entry"] = '{"do": "kamas", "kamas": {"A": 1}}'
WORDS["pack"] = '{"format": "krosmaster-facts/1", "game": "arena", "facts": []}'
DEEP_ENOUGH = 4  # a form that is read because of an answer in another one


def filled(form: BaseForm) -> Iterator[tuple[str, Any]]:
    for name, field in form.fields.items():
        html_name = form.add_prefix(name)
        initial = form.get_initial_for_field(field, name)
        if isinstance(field, forms.MultiValueField):
            parts = field.widget.decompress(initial)  # type: ignore[attr-defined]
            yield from ((f"{html_name}_{n}", parts[n] if n < len(parts) else "") for n in range(len(field.fields)))
        elif not isinstance(field, forms.FileField):
            yield html_name, _text_of(field, initial)


def _text_of(field: forms.Field, initial: Any) -> Any:
    if isinstance(field, forms.BooleanField):
        return "on"
    if isinstance(field, forms.ChoiceField):
        return _choice(field, initial)
    if isinstance(field, forms.IntegerField):
        least = field.min_value if isinstance(field.min_value, int) else 0
        return str(initial if initial is not None else max(least, 1 if field.required else 0) or "")
    if isinstance(field, forms.DateTimeField):
        when: dt.datetime | None = initial or (timezone.now() + dt.timedelta(days=2) if field.required else None)
        return when.strftime("%Y-%m-%dT%H:%M") if when else ""
    if isinstance(field, forms.EmailField):
        return str(initial or ("someone@example.org" if field.required else ""))
    value = field.prepare_value(initial)
    return str(value or ("Bill Tell" if field.required else ""))


def _choice(field: Any, initial: Any) -> Any:
    offered = [str(value) for value, _label in field.choices if not isinstance(_label, (list, tuple)) and str(value)]
    if isinstance(field, forms.MultipleChoiceField):
        return list(initial or offered[:1])
    return str(field.prepare_value(initial) or (offered[0] if offered and field.required else ""))


def _record_nothing(_request: Any) -> None:
    """A function, since to make a mock for each request costs 5 in 100 of all that is sent."""


def _render(template: Template, context: Any) -> Any:
    return template.nodelist.render(context)


@contextmanager
def drawing_only(name: str) -> Iterator[None]:
    """No field of a form but this one: what stands in the others is right, and has been drawn."""
    with ExitStack() as patches:
        for method in ("as_field_group", "as_widget"):
            patches.enter_context(mock.patch.object(BoundField, method, _of_one_field(method, name)))
        yield


def _of_one_field(method: str, name: str) -> Any:
    original = getattr(BoundField, method)

    def drawn(field: BoundField, *args: Any, **kwargs: Any) -> Any:
        return original(field, *args, **kwargs) if name.startswith(field.html_name) else ""

    return drawn


class Visitor:
    """Sends what no browser would, each time as the same person to the same world: what a request did is undone."""

    def __init__(self, client: Client, person: Any) -> None:
        client.raise_request_exception = False
        if person is not None:
            client.force_login(person)
        self.client, self.signed_in = client, {name: morsel.value for name, morsel in client.cookies.items()}

    def send(self, method: str, address: str, fields: Fields, follow: bool = True) -> list[Any]:
        """The answer, and the page that it leads to."""
        body = encoded(fields)
        with self.undone():
            if method == "POST":
                kind = "application/x-www-form-urlencoded"
                answers = [self.client.generic("POST", address, body, content_type=kind)]
            else:
                answers = [self.client.generic("GET", address, QUERY_STRING=body.decode("ascii"))]
            there = answers[0].headers.get("Location", "")
            if follow and there.startswith("/"):
                answers.append(self.client.get(there))
        return answers

    @contextmanager
    def undone(self) -> Iterator[None]:
        untold = mock.patch.object(Template, "_render", _render)  # tests get a signal and a copy of every context
        used = mock.patch(
            "accounts.security.devices._record_use", _record_nothing
        )  # once in ten minutes, but that is remembered in the cache
        with untold, used, transaction.atomic():
            self.client.cookies.load(self.signed_in)
            yield
            transaction.set_rollback(True)
        cache.clear()

    def fails(self, method: str, address: str, fields: Fields) -> bool:
        return any(answer.status_code >= 500 for answer in self.send(method, address, fields))

    def well_filled(self, method: str, address: str) -> tuple[Fields, Asked] | None:
        """What the page reads, with values that it takes: asked again until nothing new is read. None where the page
        does not take the method."""
        fields: Fields = {}
        asked = Asked()
        for _try in range(DEEP_ENOUGH):
            with recording(asked):
                answer = self.send(method, address, fields, follow=False)[0]
            if answer.status_code == 405:
                return None
            found = {name: WORDS.get(name, "") for name in asked.names if name != "csrfmiddlewaretoken"}
            for form in asked.forms:
                if form.is_bound or method == "POST":  # what a page only shows, it does not read
                    found |= dict(filled(form))
            if found.keys() <= fields.keys():
                break
            fields = found | fields
        return fields, asked

"""A question before a step where no script asks it: the form sends the question along, from within `noscript`."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html
from django.utils.safestring import SafeString

QUESTION, BUTTON = "asks", "asks-button"


def question_field(question: str, button: str) -> SafeString:
    """Render what a form with `data-confirm` sends where no script asks its question."""
    fields = format_html(
        '<input type="hidden" name="{}" value="{}"><input type="hidden" name="{}" value="{}">',
        QUESTION, question, BUTTON, button,
    )  # fmt: skip
    return format_html("<noscript>{}</noscript>", fields)


def asks_first(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Answer a form that sends its question along with the page that asks it; inside what checks the rights."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        question = request.POST.get(QUESTION, "")
        if question and is_to_ask(request):
            return question_page(request, question, request.POST.get(BUTTON, ""))
        return view(request, *args, **kwargs)

    return wrapped


def is_to_ask(request: HttpRequest) -> bool:
    """Whether a form sends its question along. One that a script sent has been asked: in what a script brings into a
    page, `noscript` counts like the rest."""
    is_sent_by_script = "X-In-Place" in request.headers or "HX-Request" in request.headers
    return QUESTION in request.POST and not is_sent_by_script


def question_page(request: HttpRequest, question: str, button: str) -> HttpResponse:
    """The page that says what will happen, with one button, which sends the same form again."""
    fields = [
        (name, value)
        for name, values in request.POST.lists()
        if name not in {QUESTION, BUTTON, "csrfmiddlewaretoken"}
        for value in values
    ]
    context = {"question": question, "button": button, "fields": fields}
    return render(request, "parts/question.html", context)

"""The link to report the content of a page."""

from django import template
from django.template import Context
from django.urls import reverse

from accounts.reported import is_reportable

register = template.Library()


@register.simple_tag(takes_context=True)
def report_link(context: Context) -> str:
    request = context.get("request")
    if request is None or not is_reportable(request):
        return ""
    return reverse("accounts:report", args=[request.path.removeprefix("/")])

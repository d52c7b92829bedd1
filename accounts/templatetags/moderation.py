"""The link to report the content of a page."""

from django import template
from django.template import Context

from accounts.moderation.models import link_to_report

register = template.Library()


@register.simple_tag(takes_context=True)
def report_link(context: Context) -> str:
    request = context.get("request")
    return "" if request is None else link_to_report(request)

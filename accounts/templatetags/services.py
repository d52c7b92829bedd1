"""Whether people can sign in through another service, such as Google."""

from allauth.socialaccount.models import SocialApp
from django import template
from django.conf import settings

from core.compiled import Compiled

register = template.Library()
_apps = Compiled(lambda: SocialApp.objects.values_list("pk")[:1])


@register.simple_tag
def has_services() -> bool:
    """Like allauth's `get_providers`, which builds a query and all providers."""
    return bool(settings.SOCIALACCOUNT_PROVIDERS or _apps.all())

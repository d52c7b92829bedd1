"""Whether people can sign in through another service, such as Google."""

from allauth.socialaccount.models import SocialApp
from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def has_services() -> bool:
    """Like allauth's `get_providers`, which builds all providers."""
    return bool(settings.SOCIALACCOUNT_PROVIDERS) or SocialApp.objects.exists()

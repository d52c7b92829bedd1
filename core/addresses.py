"""Addresses of pages, each made once: Django's `reverse` makes them anew for every link of every page."""

from functools import lru_cache

from django.conf import settings
from django.urls import get_script_prefix, reverse

MOST_ADDRESSES = 10_000  # of this process


def address_of(name: str, *args: object) -> str:
    """Return what `reverse` returns for the page of this name, with the URLs of the site for every request."""
    return _address(settings.ROOT_URLCONF, get_script_prefix(), name, *args)


@lru_cache(maxsize=MOST_ADDRESSES, typed=True)
def _address(urlconf: str, _prefix: str, name: str, *args: object) -> str:
    return reverse(name, urlconf, args=args)

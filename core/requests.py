"""The type of requests in views, with the attributes that our middleware adds."""

import datetime as dt
from zoneinfo import ZoneInfo

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class SiteRequest(HttpRequest):
    htmx: HtmxDetails
    as_of: dt.datetime  # when the page began to read what it shows
    zone: ZoneInfo | None

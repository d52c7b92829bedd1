"""The states of an event and the allowed transitions."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class EventState(models.TextChoices):
    DRAFT = "draft", pgettext_lazy("event", "unpublished")
    ANNOUNCED = "announced", _("announced")
    REGISTRATION = "registration", _("registration open")
    CHECK_IN = "check-in", _("check-in")
    RUNNING = "running", _("running")
    CUT = "cut", _("top cut")
    FINISHED = "finished", _("finished")
    CANCELLED = "cancelled", _("cancelled")
    ARCHIVED = "archived", _("archived")


TRANSITIONS: dict[EventState, tuple[EventState, ...]] = {
    EventState.DRAFT: (EventState.ANNOUNCED, EventState.REGISTRATION, EventState.CANCELLED),
    EventState.ANNOUNCED: (EventState.REGISTRATION, EventState.DRAFT, EventState.CANCELLED),
    EventState.REGISTRATION: (EventState.CHECK_IN, EventState.ANNOUNCED, EventState.CANCELLED),
    EventState.CHECK_IN: (EventState.RUNNING, EventState.REGISTRATION, EventState.CANCELLED),
    EventState.RUNNING: (EventState.CUT, EventState.FINISHED, EventState.CHECK_IN, EventState.CANCELLED),
    EventState.CUT: (EventState.FINISHED, EventState.RUNNING, EventState.CANCELLED),
    EventState.FINISHED: (EventState.ARCHIVED, EventState.RUNNING, EventState.CUT),
    EventState.CANCELLED: (EventState.ARCHIVED,),
    EventState.ARCHIVED: (),
}

BEFORE_CHECK_IN = frozenset({EventState.DRAFT, EventState.ANNOUNCED, EventState.REGISTRATION})
OVER = frozenset({EventState.FINISHED, EventState.CANCELLED, EventState.ARCHIVED})
STARTED = frozenset({EventState.RUNNING, EventState.CUT, EventState.FINISHED, EventState.ARCHIVED})

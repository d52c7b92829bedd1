"""Consequences of an event's state: the next states, and whether players can be added or changes made."""

from typing import Any

from django.db import models

from tournaments.core.fours.cut import SIZES
from tournaments.events.models.settings import ListsAfter, Mode
from tournaments.events.models.states import OVER, STARTED, TRANSITIONS, EventState


class Staged(models.Model):
    """The part of `Event` about its state."""

    state: str
    mode: str
    lists_after: str
    cut_seeds: Any
    cut_size: int | None
    cut_points: int | None

    class Meta:
        abstract = True

    @property
    def transitions(self) -> tuple[EventState, ...]:
        """The allowed next states; a finished event can return to the stage it was in, Swiss rounds or cut."""
        if self.state == EventState.FINISHED:
            never = EventState.RUNNING if self.cut_seeds else EventState.CUT
            return tuple(state for state in TRANSITIONS[EventState.FINISHED] if state != never)
        return TRANSITIONS[EventState(self.state)]

    @property
    def next_state(self) -> EventState | None:
        """The regular next state; the cut only if one is planned."""
        onward = [state for state in self.transitions if state != EventState.CUT or self.has_planned_cut]
        return onward[0] if onward else None

    @property
    def has_planned_cut(self) -> bool:
        """Whether a cut is planned. At tables of four it has fixed sizes."""
        if self.mode == Mode.FREE_FOR_ALL:
            return self.cut_size in SIZES
        return bool(self.cut_size or self.cut_points)

    @property
    def is_before_cut(self) -> bool:
        """Whether results still decide who is in the cut; once it has started, its seeds are fixed."""
        return self.has_planned_cut and not self.cut_seeds and not self.is_over

    @property
    def has_started(self) -> bool:
        """Whether round 1 has started, so that points, tie-breaks and format are fixed."""
        return self.state in STARTED

    @property
    def is_over(self) -> bool:
        return self.state in OVER

    @property
    def lists_are_open(self) -> bool:
        """Whether everyone may see the lists, because the event has ended and publishes them."""
        return self.is_over and self.state != EventState.CANCELLED and self.lists_after == ListsAfter.PUBLIC

    @property
    def is_playing(self) -> bool:
        return self.state in {EventState.RUNNING, EventState.CUT}

    @property
    def accepts_players(self) -> bool:
        """Whether the staff can add players, late entries included."""
        return self.state != EventState.CUT and not self.is_over

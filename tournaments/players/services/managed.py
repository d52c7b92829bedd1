"""The staff's table of players as rows, prepared before the template so that each text is translated once."""

import dataclasses
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from typing import NamedTuple

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Event, EventState, Match, Status
from tournaments.players.models.player_rows import PlayerRow
from tournaments.players.services.places import place_to_free, until_when


class Step(NamedTuple):
    """A button of a row; `asks` is the confirmation it requires."""

    do: str
    label: str
    asks: str = ""
    is_quiet: bool = False


class ManagedRow(NamedTuple):
    pk: int
    name: str
    address: str
    status: str
    look: str  # of the badge of the status
    here: bool
    paid: bool
    club: str
    table: str
    steps: tuple[Step, ...]
    place_address: str  # the player's own page, where disqualifying asks for a reason
    place_label: str


def _open_tables(event: Event) -> dict[int, int | None]:
    """Return the table of each player who sits at one that is still playing."""
    playing = Match.objects.filter(round__event=event).undecided().public().at_tables()
    return dict(playing.values_list("seat_rows__registration", "table"))


LOOKS = {
    Status.REGISTERED: "good",
    Status.PENDING: "warn",
    Status.WAITING: "info",
    Status.DISQUALIFIED: "bad",
}


@dataclasses.dataclass(frozen=True, slots=True)
class OfStatus:
    """What all players of a status have in common."""

    label: str
    steps: tuple[Step, ...]
    place_label: str


class Rows:
    """The rows of one event for one viewer."""

    def __init__(self, event: Event, everyone: Collection[PlayerRow], *, may_disqualify: bool, has_fee: bool) -> None:
        self.event, self.may_disqualify, self.has_fee = event, may_disqualify, has_fee
        self.manage = reverse("tournaments:manage_players", args=[event.slug])
        self.players = reverse("tournaments:players", args=[event.slug])
        is_running = event.state == EventState.RUNNING
        has_held = event.accepts_players and any(player.held_until for player in everyone)
        self.held = place_to_free(event) if has_held else None
        asks = (is_running or self.held) and any(player.status == Status.WAITING for player in everyone)
        self.first_waiting = event.registrations.waiting().named().first() if asks else None
        self.of_status = cache(self._of_status)
        self.playing_at = _open_tables(event) if event.is_playing else {}

    def of(self, players: Iterable[PlayerRow]) -> list[ManagedRow]:
        return [self._row(player, self.of_status(player.status)) for player in players]

    def _row(self, player: PlayerRow, common: OfStatus) -> ManagedRow:
        steps = tuple(step._replace(asks=self._asks(step, player)) if step.asks else step for step in common.steps)
        return ManagedRow(
            pk=player.pk,
            name=player.full_name,
            address=f"{self.manage}{player.pk}/",
            status=self._status(player, common.label) if player.held_until else common.label,
            look=LOOKS.get(Status(player.status), ""),
            here=player.is_checked_in,
            paid=player.paid,
            club=player.club,
            table=str(player.fixed_table or ""),
            steps=(*self._let_in(player), *steps) if player.status == Status.WAITING else steps,
            place_address=f"{self.players}{player.pk}/#place" if common.place_label else "",
            place_label=common.place_label,
        )

    def _asks(self, step: Step, player: PlayerRow) -> str:
        """Return the question with the name, and with what happens to the table at which the player sits now."""
        table = self.playing_at.get(player.pk)
        if step.do != "drop" or table is None:
            return step.asks % {"name": player.full_name}
        asks = _(
            "Remove %(name)s from the event? Table %(table)s is still playing: it counts at once as lost for them. "
            "If it has a result, enter that first. For five minutes “Reinstate” gives place and table back."
        )
        return asks % {"name": player.full_name, "table": table}

    def _status(self, player: PlayerRow, label: str) -> str:
        """Return the status, with the time until which the place of a player who left is held."""
        if player.held_until is None or player.held_until <= timezone.now():
            return label
        return _("%(status)s, place held until %(time)s") % {"status": label, "time": until_when(player.held_until)}

    def _let_in(self, player: PlayerRow) -> Iterator[Step]:
        """Yield the button to admit a player, with a confirmation if that bypasses the waiting list, or takes a place
        that is held. Before the start only such a place is not given by itself."""
        first = self.first_waiting
        if first is None:
            return
        if first.pk == player.pk and self.held:
            asks = _("A place is held until %(time)s for %(gone)s, who left. Free it and let %(name)s in now?")
            names = {"gone": self.held.full_name, "name": player.full_name}
            yield Step("give-place", _("Let in"), asks % {"time": until_when(self.held.held_until), **names})
        elif first.pk == player.pk:
            yield Step("let-in", _("Let in"))
        elif self.event.state == EventState.RUNNING:
            asks = _("%(first)s has waited longer. Let %(name)s in before them?")
            yield Step("let-in", _("Let in"), asks % {"first": first.full_name, "name": player.full_name})

    def _of_status(self, status: str) -> OfStatus:
        return OfStatus(str(Status(status).label), tuple(self._steps(status)), self._place_label(status))

    def for_several(self, players: Iterable[PlayerRow]) -> list[Step]:
        """Return the steps that at least one of these players can take, for all that are selected."""
        leaves = _("Remove these players from the event? For five minutes “Reinstate” gives their places back.")
        statuses = {player.status for player in players}
        steps = {step.do: step for status in Status.values if status in statuses for step in self._steps(status)}
        if self.event.state == EventState.RUNNING and Status.WAITING in statuses:
            steps["let-in"] = Step("let-in", _("Let in"))
        if self.has_fee and statuses:
            steps["paid"] = Step("paid", _("Mark as paid"))
        return [step._replace(asks=leaves if step.asks else "") for step in steps.values()]

    def _steps(self, status: str) -> Iterator[Step]:
        event = self.event
        leaves = _("Remove %(name)s from the event? For five minutes “Reinstate” gives the place back.")
        if status == Status.PENDING:
            yield Step("approve", _("Approve"))
            yield Step("refuse", _("Reject"))
        if status == Status.REGISTERED and event.is_playing:
            yield Step("drop", _("Drop player"), leaves)
        if (status == Status.ABSENT and event.is_playing) or (
            status in {Status.DROPPED, Status.WITHDRAWN} and not event.is_over
        ):
            yield Step("reinstate", _("Reinstate"))
        if status in {Status.REGISTERED, Status.WAITING} and not event.has_started:
            yield Step("withdraw", _("Withdraw registration"), leaves, is_quiet=True)

    def _place_label(self, status: str) -> str:
        if not self.may_disqualify:
            return ""
        if status == Status.DISQUALIFIED:
            return _("Undo disqualification")
        return _("Disqualify") if status == Status.REGISTERED and self.event.is_playing else ""

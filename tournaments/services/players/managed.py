"""The staff's table of players as rows, prepared before the template so that each text is translated once."""

import dataclasses
from collections.abc import Iterable, Iterator

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from core.compiled import NUMBER, Compiled
from tournaments.models import Event, EventState, Registration, Status
from tournaments.models.player_rows import PlayerRow

_first_waiting = Compiled(lambda event: Registration.objects.filter(event=event).waiting().named()[:1], NUMBER)


@dataclasses.dataclass(frozen=True, slots=True)
class Step:
    """A button of a row; `asks` is the confirmation it requires."""

    do: str
    label: str
    asks: str = ""
    is_quiet: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class ManagedRow:
    name: str
    address: str
    status: str
    here: bool
    paid: bool
    club: str
    table: str
    steps: tuple[Step, ...]
    place_address: str  # the player's own page, where disqualifying asks for a reason
    place_label: str


class Rows:
    """The rows of one event for one viewer."""

    def __init__(self, event: Event, *, may_disqualify: bool) -> None:
        self.event, self.may_disqualify = event, may_disqualify
        self.statuses = {status: str(label) for status, label in Status.choices}
        self.manage = reverse("tournaments:manage_players", args=[event.slug])
        self.players = reverse("tournaments:players", args=[event.slug])
        self.disqualify, self.undo = _("Disqualify"), _("Undo disqualification")
        leaves = _("Remove this player from the event? For five minutes “Reinstate” gives the place back.")
        self.approve, self.refuse = Step("approve", _("Approve")), Step("refuse", _("Reject"))
        self.drop = Step("drop", _("Drop player"), leaves)
        self.reinstate = Step("reinstate", _("Reinstate"))
        self.let_in = Step("let-in", _("Let in"))
        self.first_waiting = _first_waiting.first(event.pk) if event.state == EventState.RUNNING else None
        self.withdraw = Step("withdraw", _("Withdraw registration"), leaves, is_quiet=True)

    def of(self, players: Iterable[PlayerRow]) -> list[ManagedRow]:
        return [self._row(player) for player in players]

    def _row(self, player: PlayerRow) -> ManagedRow:
        place = self._place_label(player.status)
        return ManagedRow(
            name=player.full_name,
            address=f"{self.manage}{player.pk}/",
            status=self._status(player),
            here=player.is_checked_in,
            paid=player.paid,
            club=player.club,
            table=str(player.fixed_table or ""),
            steps=tuple(self._steps(player)),
            place_address=f"{self.players}{player.pk}/#place" if place else "",
            place_label=place,
        )

    def _status(self, player: PlayerRow) -> str:
        """Return the status, with the time until which the place of a player who left is held."""
        status = self.statuses[player.status]
        if player.held_until is None or player.held_until <= timezone.now():
            return status
        until = date_format(timezone.localtime(player.held_until), "H:i")
        return _("%(status)s, place held until %(time)s") % {"status": status, "time": until}

    def _let_in(self, player: PlayerRow) -> Step:
        """Return the button to admit a player, with a confirmation if that bypasses the waiting list."""
        first = self.first_waiting
        if first is None or first.pk == player.pk:
            return self.let_in
        asks = _("%(first)s has waited longer. Let %(name)s in before them?")
        return dataclasses.replace(self.let_in, asks=asks % {"first": first.full_name, "name": player.full_name})

    def _steps(self, player: PlayerRow) -> Iterator[Step]:
        event, status = self.event, player.status
        if status == Status.WAITING and event.state == EventState.RUNNING:
            yield self._let_in(player)
        if status == Status.PENDING:
            yield from (self.approve, self.refuse)
        if status == Status.REGISTERED and event.is_playing:
            yield self.drop
        if (status == Status.ABSENT and event.is_playing) or (
            status in {Status.DROPPED, Status.WITHDRAWN} and not event.is_over
        ):
            yield self.reinstate
        if status in {Status.REGISTERED, Status.WAITING} and not event.has_started:
            yield self.withdraw

    def _place_label(self, status: str) -> str:
        if not self.may_disqualify:
            return ""
        if status == Status.DISQUALIFIED:
            return self.undo
        return self.disqualify if status == Status.REGISTERED and self.event.is_playing else ""

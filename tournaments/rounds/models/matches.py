"""Matches of a round."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from django.conf import settings
from django.db import models
from django.db.models import Count, F, Q, prefetch_related_objects
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from core.text.names import initials, one_line
from tournaments.events.models.formats import Format, Game
from tournaments.events.models.settings import RecordedGames
from tournaments.players.models.crew_rows import as_crew
from tournaments.rounds.models.rounds import RoundState, Stage
from tournaments.rounds.models.seats import Seat, SeatRole, players_of

if TYPE_CHECKING:
    from accounts.profile.models import User
    from tournaments.players.models.players import Registration

Player = TypeVar("Player")
PLAYERS_OF_A_DUEL = 2  # at other tables sit three or four, who may be two crews


class MatchState(models.TextChoices):
    OPEN = "open", _("in progress")
    REPORTED = "reported", _("reported by one player")
    DISPUTED = "disputed", _("disputed")
    DONE = "done", _("settled")


class MatchQuerySet(models.QuerySet["Match"]):
    def with_players(self) -> "MatchQuerySet":
        """Prefetch seats and players in one query for all matches."""
        return self.prefetch_related(players_of())

    def named(self) -> "MatchQuerySet":
        """Load players and round."""
        return self.with_players().with_round()

    def with_round(self) -> "MatchQuerySet":
        return self.select_related("round")

    def of(self, registration: "Registration") -> "MatchQuerySet":
        return self.filter(seat_rows__registration=registration)

    def of_any(self, registrations: "Iterable[int | Registration]") -> "MatchQuerySet":
        """Filter matches of these players; each match once, even if several of them sit there."""
        return self.filter(pk__in=Seat.objects.filter(registration__in=registrations).values("match"))

    def played_by(self, user: "User") -> "MatchQuerySet":
        return self.filter(pk__in=Seat.objects.filter(registration__user=user).values("match"))

    def at_tables(self) -> "MatchQuerySet":
        """Exclude byes."""
        return self.filter(bye=False)

    def pairs(self) -> list[tuple[int, int | None]]:
        """Return the two players of each match, the second None for a bye, in the order of the matches. Only for
        duels."""
        return [two_of(pk, players) for pk, players in self.seat_lists().items()]

    def seat_lists(self) -> dict[int, list[int]]:
        """Return the players of each match, in the order of the matches and seats.

        It creates no instances: an event of 1,000 players has 10,000 seats.
        """
        seats: dict[int, list[int]] = {pk: [] for pk in self.values_list("pk", flat=True)}
        found = Seat.objects.entered().filter(match__in=self.order_by().values("pk")).order_by("number")
        for match, player in found.values_list("match", "registration"):
            seats[match].append(player)
        return seats

    def public(self) -> "MatchQuerySet":
        return self.exclude(round__state=RoundState.UNPUBLISHED)

    def undecided(self) -> "MatchQuerySet":
        return self.exclude(state=MatchState.DONE)

    def count_tables(self) -> tuple[int, int, int]:
        """Return the number of tables, of those with a result, and of matches without one."""
        number = self.aggregate(
            tables=Count("pk", filter=Q(bye=False)),
            done=Count("pk", filter=Q(bye=False, state=MatchState.DONE)),
            missing=Count("pk", filter=~Q(state=MatchState.DONE)),
        )
        return number["tables"], number["done"], number["missing"]

    def disputed(self) -> "MatchQuerySet":
        return self.filter(state=MatchState.DISPUTED)

    def untouched(self) -> "MatchQuerySet":
        """Filter matches without reports, results, penalties, logs or cases."""
        return self.filter(reports__isnull=True, results__isnull=True, penalties__isnull=True, in_use=False)

    def mark_in_use(self) -> None:
        """Mark matches that have a log, a recording or a case, so that they are not paired again."""
        self.filter(in_use=False).update(in_use=True)

    def by_table(self) -> "MatchQuerySet":
        return self.order_by(F("table").asc(nulls_last=True), "pk")


class NotADuel(TypeError):
    """Raised where the two sides of a table with more seats are asked for."""


def two_of(match: int, seated: list[Player]) -> tuple[Player, Player | None]:
    """Return both players of a duel; for a bye the player and None."""
    match seated:
        case [one]:
            return one, None
        case [one, other]:
            return one, other
    raise NotADuel(f"match {match} has {len(seated)} seats")


class Match(models.Model):
    """A match at a table with a seat for each player, or the bye of a player, which has no table.

    `a` and `b` are only for duels between players or crews. In the cut `a` is the higher seed.
    """

    round = models.ForeignKey("tournaments.Round", on_delete=models.PROTECT, related_name="matches")
    table = models.PositiveSmallIntegerField(null=True, blank=True)
    bye = models.BooleanField(default=False)
    state = models.CharField(max_length=12, choices=MatchState, default=MatchState.OPEN, db_index=True)
    version = models.PositiveIntegerField(default=1)
    bracket_slot = models.CharField(max_length=12, blank=True)
    manual_why = models.CharField(max_length=300, blank=True)
    extra_seconds = models.PositiveIntegerField(default=0)
    arena = models.CharField(max_length=60, blank=True)
    # who plays the Demon of a heat: a player of another crew or of none, or one of the staff
    demon = models.ForeignKey(
        "tournaments.Registration", null=True, blank=True, on_delete=models.PROTECT, related_name="as_demon"
    )
    demon_staff = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    # the name of one of the staff who played it elsewhere: a file holds no accounts
    demon_called = models.CharField(max_length=80, blank=True, default="", db_default="", validators=[one_line])
    in_use = models.BooleanField(default=False, db_default=False, editable=False)  # see MatchQuerySet.mark_in_use

    objects = MatchQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(fields=["round", "table"], name="table_once_a_round"),
            models.UniqueConstraint(
                fields=["round", "bracket_slot"], condition=~Q(bracket_slot=""), name="bracket_slot_once_a_round"
            ),
            models.CheckConstraint(
                condition=Q(bye=True, table__isnull=True) | Q(bye=False, table__isnull=False),
                name="no_table_for_a_bye_and_one_for_the_others",
            ),
            models.CheckConstraint(
                condition=Q(demon__isnull=True) | Q(demon_staff__isnull=True), name="one_demon_a_match"
            ),
        ]

    def __str__(self) -> str:
        names = " – ".join(str(player) for player in self.seats())
        return f"{names} (bye)" if self.bye else names

    def get_absolute_url(self) -> str:
        return reverse("tournaments:match", args=[self.pk])

    @property
    def topic(self) -> str:
        return f"match:{self.pk}"

    @property
    def is_in_the_cut(self) -> bool:
        """Whether the match is in the cut, where it must have a winner."""
        return self.round.stage == Stage.CUT

    @property
    def round_name(self) -> str:
        """The name of the round as a heading: “Round 3”, “Semi-finals”; in a double elimination, of this part of the
        bracket."""
        return self.round.name_for([self.bracket_slot], in_sentence=False)

    @property
    def round_name_in_sentence(self) -> str:
        return self.round.name_for([self.bracket_slot], in_sentence=True)

    @property
    def game_record(self) -> Game:
        return self.round.event.game_record

    @property
    def format(self) -> Format:
        return self.round.event.format

    @property
    def demon_name(self) -> str:
        """Who plays the Demon of this heat; "" while nobody does."""
        if seated := self.demon or self.demon_staff:
            return str(seated.shown_name)
        is_hidden = self.demon_called and self.round.event.is_unconfirmed
        return initials(self.demon_called) if is_hidden else self.demon_called

    @property
    def recorded(self) -> RecordedGames:
        """What the event asks players to record of this game."""
        if "recorded_games" in self.format.lacks:
            return RecordedGames.NONE
        event = self.round.event
        return RecordedGames(event.recorded_cut_games if self.is_in_the_cut else event.recorded_games)

    @property
    def is_bye(self) -> bool:
        return self.bye

    @property
    def is_done(self) -> bool:
        return self.state == MatchState.DONE

    def seated(self) -> list[Seat]:
        """Return the seats in order, with their players, which are loaded once."""
        if "seat_rows" not in getattr(self, "_prefetched_objects_cache", {}):
            prefetch_related_objects([self], players_of())
        return list(self.seat_rows.all())

    def players(self) -> "list[Registration]":
        """Return all players of the match, all of each crew."""
        return [seat.registration for seat in self.seated()]

    @property
    def players_in_full(self) -> str:
        """The full names of the players, for the staff."""
        return " – ".join(player.full_name for player in self.seats())

    @property
    def players_shown(self) -> str:
        return " – ".join(player.shown_name for player in self.seats())

    def seats(self) -> "list[Registration]":
        """Return the players of the match, with each crew as one."""
        beside: dict[int, list[Registration]] = defaultdict(list)
        for seat in self.seated():
            if seat.role == SeatRole.PARTNER:
                beside[seat.side].append(seat.registration)
        return [
            as_crew(seat.registration, *beside[seat.side]) if seat.side in beside else seat.registration
            for seat in self.seated()
            if seat.role != SeatRole.PARTNER
        ]

    def seats_for(self, players: Iterable[int], partners: Mapping[int, Sequence[int]] | None = None) -> list[Seat]:
        """Return new, unsaved seats in the given order, followed by the partners in the same order."""
        self.forget_seats()
        sides = list(enumerate(players, start=1))
        others = [(side, other) for side, player in sides for other in (partners or {}).get(player, ())]
        places = [(side, player, SeatRole.PLAYER) for side, player in sides]
        places += [(side, player, SeatRole.PARTNER) for side, player in others]
        return [
            Seat(round_id=self.round_id, match=self, registration_id=player, number=number, side=side, role=role)
            for number, (side, player, role) in enumerate(places, start=1)
        ]

    def forget_seats(self) -> None:
        """Clear the cached seats; call this when they have changed."""
        getattr(self, "_prefetched_objects_cache", {}).pop("seat_rows", None)

    def _two(self) -> tuple[Seat, Seat | None]:
        return two_of(self.pk, [seat for seat in self.seated() if seat.role != SeatRole.PARTNER])

    @property
    def a(self) -> "Registration":
        return two_of(self.pk, self.seats())[0]

    @property
    def b(self) -> "Registration | None":
        return two_of(self.pk, self.seats())[1]

    @property
    def a_id(self) -> int:
        return self._two()[0].registration_id

    @property
    def b_id(self) -> int | None:
        other = self._two()[1]
        return other.registration_id if other else None

    def seat_of(self, registration: "Registration") -> int | None:
        """Return the place of a player's side in the lists of a score, from 0; None for others."""
        return next((seat.side - 1 for seat in self.seated() if seat.registration_id == registration.pk), None)

    def side_of(self, registration: "Registration") -> str:
        """Return the side of either player of a crew, as reports call it: "a" or "b", or its number; "" for others."""
        seat = self.seat_of(registration)
        return "" if seat is None else self.format.sides[seat]

    def others(self, registration: "Registration") -> "list[Registration]":
        """Return everyone on the other sides, with each crew as one; none for a bye."""
        own = self.seat_of(registration)
        return [player for seat, player in enumerate(self.seats()) if seat != own]

    def partners_of(self, registration: "Registration") -> "list[Registration]":
        """Return the other players on the same side."""
        return [seat for seat, is_partner in self._others(registration) if is_partner]

    def opponents_of(self, registration: "Registration") -> "list[Registration]":
        """Return the players on other sides; none for a bye."""
        return [seat for seat, is_partner in self._others(registration) if not is_partner]

    def _others(self, registration: "Registration") -> "list[tuple[Registration, bool]]":
        side = next((seat.side for seat in self.seated() if seat.registration_id == registration.pk), None)
        others = (seat for seat in self.seated() if seat.registration_id != registration.pk)
        return [(seat.registration, seat.side == side) for seat in others]

    @property
    def ends_at(self) -> dt.datetime | None:
        """The end of the round plus the extra time of this table."""
        ends = self.round.ends_at
        return ends and ends + dt.timedelta(seconds=self.extra_seconds)

    @property
    def extra_minutes(self) -> int:
        return self.extra_seconds // 60

    def seconds_left(self) -> int | None:
        left = self.round.seconds_left()
        return None if left is None else left + self.extra_seconds

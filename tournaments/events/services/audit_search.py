"""The entries of an event's audit log that a reader asks for: of a round, about a player, with certain words."""

from collections.abc import Collection
from typing import NamedTuple

from django.db.models import Min, Q, QuerySet

from accounts.models import User
from core.models import AuditEntry
from core.records.audit import key
from core.text.names import is_found
from tournaments.models import Event, Match, Registration, Round


class Search(NamedTuple):
    event: Event
    action: str = ""
    round: Round | None = None
    player: Registration | None = None
    q: str = ""

    def entries(self) -> QuerySet[AuditEntry]:
        found = AuditEntry.objects.filter(scope=key(self.event))
        if self.action:
            found = found.filter(action=self.action)
        if self.round:
            found = found.filter(_during(self.round) | _about(rounds=[self.round.pk], event=self.event))
        if self.player:
            found = found.filter(_by_or_about(self.event, [self.player]))
        if self.q:
            found = found.filter(_with_words(self.event, self.q))
        return found.select_related("who")


def _during(shown: Round) -> Q:
    """What was done between the pairings of the round and those of the next one."""
    begins = AuditEntry.objects.filter(scope=key(shown.event), subject=key(shown)).aggregate(at=Min("at"))["at"]
    following = shown.event.rounds.filter(number__gt=shown.number).order_by("number").first()
    ends = following and AuditEntry.objects.filter(subject=key(following)).aggregate(at=Min("at"))["at"]
    if begins is None:
        return Q(pk__in=[])
    return Q(at__gte=begins, at__lt=ends) if ends else Q(at__gte=begins)


def _about(*, event: Event, rounds: Collection[int] = (), players: Collection[int] = ()) -> Q:
    """Entries about these rounds and players, and about the matches of either, whenever they were written."""
    matches = Match.objects.filter(round__event=event)
    of_rounds = matches.filter(round__in=rounds).values_list("pk", flat=True) if rounds else ()
    of_players = matches.filter(seat_rows__registration__in=players).values_list("pk", flat=True) if players else ()
    return Q(
        subject__in=[
            *(f"round:{number}" for number in rounds),
            *(f"registration:{number}" for number in players),
            *(f"match:{number}" for number in {*of_rounds, *of_players}),
        ]
    )


def _by_or_about(event: Event, players: Collection[Registration]) -> Q:
    numbers = [player.pk for player in players]
    people = [player.user_id for player in players if player.user_id]
    return _about(event=event, players=numbers) | Q(who__in=people) | Q(after__link__in=numbers)


def _with_words(event: Event, q: str) -> Q:
    """Entries by or about people of this name, and those with these words in their reason."""
    players = [player for player in event.registrations.named() if is_found(f"{player.full_name} {player.club}", q)]
    others = User.objects.filter(pk__in=AuditEntry.objects.filter(scope=key(event)).values("who"))
    staff = [person.pk for person in others if is_found(person.shown_name, q)]
    return _by_or_about(event, players) | Q(who__in=staff) | Q(why__icontains=q)

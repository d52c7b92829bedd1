"""A series of Quest through the pages: two evenings of adventure tables, the second with a final table."""

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from rules.games import QUEST
from tests.tournaments.people import Person, event_fields, version_on
from tournaments.cut.services.seeding import final_ranks
from tournaments.events.models.formats import GAMES
from tournaments.models import Event, Match, Registration, Series

pytestmark = [pytest.mark.django_db, pytest.mark.check]
POLICY = "By the policy of this event"
NAMES = ("ana", "bo", "cy", "dan", "eve", "flo", "gus", "hal")


class Evening:
    """Eight players at two tables, for one round, and where wanted a final table of four."""

    def __init__(self, owner: Person, series: Series, name: str, cut_size: str = "") -> None:
        self.owner = owner
        preset = GAMES[QUEST.game].presets[bool(cut_size)].name
        fields = event_fields(ruleset=QUEST.slug, name=name, capacity=12, swiss_rounds=1, round_minutes=240)
        fields = {each: value for each, value in fields.items() if each not in GAMES[QUEST.game].lacks}
        owner.sends(f"/events/new/?from={preset}", **fields, series=series.pk, cut_size=cut_size, tables_of_three="on")
        self.event = Event.objects.get(name=name)
        self.here = self.event.get_absolute_url()
        for number, person in enumerate(map(Person, NAMES), start=1):
            row = {"event": self.event, "user": person.user, "lot": number, "checked_in_at": timezone.now()}
            Registration.objects.create(**row)
        for state in ("registration", "check-in", "running"):
            owner.sends(f"{self.here}move/", to=state)

    def plays(self, number: int) -> None:
        if not self.event.rounds.filter(number=number).exists():
            self.owner.sends(f"{self.here}rounds/pair/")
        there = f"{self.here}rounds/{number}/"
        self.owner.sends(f"{there}publish/", version=version_on(self.owner.sees(there)))
        for match in Match.objects.filter(round__event=self.event, round__number=number):
            scored = {f"place_{letter}": place for place, letter in enumerate("abcd", start=1)}
            scored |= {f"glory_{letter}": gg for letter, gg in zip("abcd", (13, 9, 4, 1), strict=True)}
            address = f"/matches/{match.pk}/enter/"
            self.owner.sends(address, version=match.version, ending="path-filled", **scored)

    def ends(self) -> None:
        self.owner.sends(f"{self.here}move/", to="finished")


def test_a_series_with_a_final_table() -> None:
    owner = Person("owner")
    points: dict[str, Any] = {"points_by_rank": "8, 6, 4, 3", "points_for_taking_part": 1, "best_of": 2}
    owner.sends(reverse("tournaments:create_series"), name="League of Winter", description="", **points)
    series = Series.objects.get()
    first = Evening(owner, series, "First evening")
    assert POLICY in Person("visitor").sees(first.here)
    first.plays(1)
    assert POLICY in Person("visitor").sees(f"{first.here}standings/")
    first.ends()
    second = Evening(owner, series, "Second evening", cut_size="4")
    second.plays(1)
    second.owner.sends(f"{second.here}move/", to="cut")
    second.plays(2)
    assert POLICY in Person("visitor").sees(f"{second.here}bracket/")
    second.ends()
    ranks = [rank for rank, _player in final_ranks(Event.objects.get(pk=second.event.pk))]
    assert ranks[:4] == [1, 2, 3, 4]
    page = Person("visitor").sees(series.get_absolute_url())
    assert "The organiser of the series awards these points" in page
    assert all(name.title() in page for name in NAMES)

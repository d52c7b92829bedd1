"""A league of Quest for nine, through the pages: drawn, recorded by buttons, reported, confirmed and corrected."""

import pytest
from django.urls import reverse
from django.utils import timezone

from judging.logs.services.worker import work_one
from judging.models import Recording, Report
from rules.games import QUEST
from tests.judging.people import InProcess
from tests.judging.test_quest_recorder import Phone
from tests.tournaments.people import Person, event_fields, version_on
from tournaments.events.models.formats import GAMES
from tournaments.models import Event, Match, MatchState, Registration

pytestmark = [pytest.mark.django_db, pytest.mark.check]
NAMES = ("ana", "bo", "cy", "dan", "eve", "flo", "gus", "hal", "ina")
HEROES = ("raul-bak", "diver-birel", "pandalida", "chrissy-entrinch")
ROUNDS = 3


class League:
    def __init__(self, *, of_three: bool = True) -> None:
        self.owner = Person("owner")
        preset = GAMES[QUEST.game].presets[0].name
        fields = event_fields(ruleset=QUEST.slug, capacity=12, swiss_rounds=ROUNDS, round_minutes=240)
        fields = {name: value for name, value in fields.items() if name not in GAMES[QUEST.game].lacks}
        fields |= {"tables_of_three": "on"} if of_three else {}
        self.owner.sends(f"/events/new/?from={preset}", **fields)
        self.event = Event.objects.get()
        self.here = self.event.get_absolute_url()
        self.people = {name: Person(name) for name in NAMES}
        for number, person in enumerate(self.people.values(), start=1):
            row = {"event": self.event, "user": person.user, "lot": number, "checked_in_at": timezone.now()}
            Registration.objects.create(**row)
        for state in ("registration", "check-in", "running"):
            self.owner.sends(f"{self.here}move/", to=state)

    def draws(self, number: int) -> list[Match]:
        self.owner.sends(f"{self.here}rounds/pair/")
        there = f"{self.here}rounds/{number}/"
        self.owner.sends(f"{there}publish/", version=version_on(self.owner.sees(there)))
        return [match for match in Match.objects.filter(round__number=number).by_table() if not match.is_bye]

    def person_at(self, match: Match, seat: int) -> Person:
        user = match.players()[seat].user
        assert user
        return self.people[user.username]

    def types_in(self, matches: list[Match]) -> None:
        for match in matches:
            seats = "abcd"[: len(match.players())]
            places = {f"place_{seat}": place for place, seat in enumerate(seats, start=1)}
            gg = {f"glory_{seat}": tally for seat, tally in zip(seats, (13, 9, 4, 1), strict=False)}
            self.owner.sends(f"/matches/{match.pk}/enter/", version=match.version, ending="path-filled", **places, **gg)


def records(person: Person, match: Match) -> Phone:
    """A quest of 1 GG, one of 2 and one of 3 fill a path of seven; who has no GG is KO'd once more."""
    heroes = {f"hero_{letter}": hero for letter, hero in zip("abcd", HEROES[: len(match.players())], strict=False)}
    fields = {"families": ["gobball"], "demon": "shared", "adventure_path": 8, "geegee_path": 7}
    person.sends(reverse("judging:record_match", args=[match.pk]), 302, **heroes, **fields)
    phone = Phone(person.client, Recording.objects.get())
    order = phone.recording.header["order"]
    for letter in order:
        phone.tap("quests", player=letter, kept=[1, 1, 2])
    first, second, *others, last = order
    phone.tap("turn", player=first, mode="adventure")
    for _ in range(4):
        phone.tap("ko", player=second)
    for letter in (second, *others):
        phone.tap("turn", player=letter, mode="combat")
    cards = ["trees", "gobball-spawn", "quest:horn-in", "veins"]
    assert f"draws {len(order) - 1} events" in phone.demon(last, *cards[: len(order)])
    assert "is no card of the families in play" in phone.demon(last, *cards[: len(order) - 2], "eggs")
    phone.demon(last, *cards[: len(order) - 1])
    phone.tap("turn", player=last, mode="combat")
    phone.tap("turn", player=first, mode="adventure")
    phone.tap("quest", kind="personal", value=1, next=2)
    phone.tap("quest", kind="personal", value=1, next=3)
    phone.tap("quest", kind="personal", value=2, next=3)
    return phone


def corrects(league: League, match: Match) -> None:
    """One GG of the third was counted wrongly."""
    result = match.results.get()
    tallies = [*result.tallies]
    tallies[result.places.index(max(result.places))] += 1
    scored = {f"place_{letter}": place for letter, place in zip("abcd", result.places, strict=False)}
    scored |= {f"glory_{letter}": number for letter, number in zip("abcd", tallies, strict=False)}
    change = {"version": match.version, "why": "One GG more lay there.", "ending": "path-filled", **scored}
    assert "keep" in league.owner.client.post(f"/matches/{match.pk}/correct/", change).content.decode()
    league.owner.sends(f"/matches/{match.pk}/correct/", **change, then="keep")
    assert match.results.filter(tallies=tallies, is_correction=True).exists()


@pytest.mark.parametrize(("of_three", "tables"), [(True, [3, 3, 3]), (False, [4, 4])])
def test_a_league_of_nine(of_three: bool, tables: list[int]) -> None:
    league = League(of_three=of_three)
    assert "knows no clock" in Person("visitor").sees(league.here)  # the policy, before round 1
    recorded, *others = league.draws(1)
    assert [len(match.players()) for match in (recorded, *others)] == tables
    slips = league.owner.sees(f"{league.here}print/slips/1/")
    assert slips.count("path filled") == slips.count("Adventure Path full") == len(tables)
    person = league.person_at(recorded, 0)
    phone = records(person, recorded)
    person.sends(reverse("judging:record_submit", args=[phone.recording.uuid]), version=phone.recording.version)
    work_one(InProcess())
    report = Report.objects.get(current=True)
    assert (report.verdict, report.body["won_by"], report.differences) == ("ledger", "path-filled", [])
    assert sorted(report.body["gg"].values())[0] == 0
    assert max(report.body["gg"].values()) == 7
    recorded.refresh_from_db()
    assert recorded.state == MatchState.REPORTED
    for seat in range(1, len(recorded.players())):
        other = league.person_at(recorded, seat)
        other.sends(f"/matches/{recorded.pk}/confirm/", version=version_on(other.sees(f"/matches/{recorded.pk}/")))
    recorded.refresh_from_db()
    assert recorded.state == MatchState.DONE
    league.types_in(others)
    corrects(league, recorded)
    for number in range(2, ROUNDS + 1):
        league.types_in(league.draws(number))
    page = league.owner.sees(f"{league.here}standings/")
    assert all(name.title() in page for name in NAMES)
    person.client.cookies["django_language"] = "fr"
    recorder = phone.recording.get_absolute_url()
    for path in (league.here, f"{league.here}standings/", f"{league.here}rounds/1/", recorder,
                 report.submission.get_absolute_url()):  # fmt: skip
        assert '<html lang="fr"' in person.sees(path)
    assert "quête personnelle" in person.sees(report.submission.get_absolute_url())

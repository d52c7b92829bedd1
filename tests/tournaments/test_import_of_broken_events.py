"""What no site can have exported is refused with its place before anything is saved; what it can have is read."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.tournaments.worlds import a_player, a_user, an_event, staff
from tournaments.cut.services.bracket import bracket_of
from tournaments.events.services.exporting import export_event
from tournaments.models import Event, Match, Registration
from tournaments.results.services import entry
from tournaments.results.services.scores import Score
from tournaments.rounds.services import pairing, publishing

pytestmark = pytest.mark.django_db


@pytest.fixture
def document() -> dict:
    """Five players and one round, so two tables and a bye; the cut is seeded and not played."""
    event = an_event(swiss_rounds=1, cut_size=4, starts_at="2030-01-01T10:00:00Z")
    event.refresh_from_db()
    keeper = staff(event, "owner")
    players = [a_player(event) for _ in range(5)]
    unpublished = pairing.pair_round(event_id=event.pk, who=keeper)
    publishing.publish_round(round_id=unpublished.pk, who=keeper)
    for match in Match.objects.filter(bye=False):
        entry.enter_result(match_id=match.pk, who=keeper, score=Score.duel("a", 4, 0))
    event.cut_seeds = [player.pk for player in players[:4]]
    event.save(update_fields=["cut_seeds"])
    return json.loads(json.dumps(export_event(event)))


def put(client, document: dict):
    client.force_login(who := a_user())
    file = SimpleUploadedFile("event.json", json.dumps(document).encode())
    answer = client.post(reverse("tournaments:import_event"), {"file": file, "again": "on"})
    return answer, Event.objects.filter(staff__user=who).first()


def open_pages(client, event: Event) -> list[int]:
    """Of the pages that read what the tests below change."""
    paths = ("", "standings/", "cross-table/", "charts/", "bracket/", "rounds/1/", "run/", "hall/")
    return [client.get(event.get_absolute_url() + path).status_code for path in paths]


def bye_of(document: dict) -> dict:
    return next(match for match in document["matches"] if match["b"] is None)


LATE, EARLY = "9999-12-31T23:59:59Z", "1979-12-31T23:59:59Z"
REFUSED = {
    "match twice": (lambda d: d["matches"][1].update(id=d["matches"][0]["id"]), "/matches/1/id"),
    "player twice": (lambda d: d["registrations"][4].update(id=d["registrations"][2]["id"]), "/registrations/4/id"),
    "late": (lambda d: d["rounds"][0].update(started_at=LATE), "/rounds/0/started_at"),
    "early": (lambda d: d["rounds"][0].update(paused_at=EARLY), "/rounds/0/paused_at"),
    "no address": (lambda d: d["registrations"][3].update(email="jo"), "/registrations/3/email"),
    "twin of an address": (
        lambda d: d["registrations"][3].update(email="j\u0131m@example.org"),
        "/registrations/3/email",
    ),
    "hidden letter": (lambda d: d["registrations"][3].update(email="jo@exam\u00adple.org"), "/registrations/3/email"),
    "late start": (lambda d: d["event"].update(starts_at=LATE), "/event/starts_at"),
    "late row": (lambda d: d["results"][0].update(at=LATE), "/results/0/at"),
    "long round": (lambda d: d["rounds"][0].update(minutes=601), "/rounds/0/minutes"),
    "no time": (lambda d: d["rounds"][0].update(minutes=0), "/rounds/0/minutes"),
    "long pause": (lambda d: d["rounds"][0].update(paused_seconds=2**31 - 1), "/rounds/0/paused_seconds"),
    "extra time": (lambda d: d["matches"][0].update(extra_seconds=2**31 - 1), "/matches/0/extra_seconds"),
    "tie-break": (lambda d: d["event"].update(tie_breaks=["omw", "luck"]), "/event/tie_breaks/1"),
    "tie-break twice": (lambda d: d["event"].update(tie_breaks=["omw", "omw"]), "/event/tie_breaks/1"),
    "ladder": (lambda d: d["event"].update(penalty_ladder=["caution", "jail"]), "/event/penalty_ladder/1"),
    "seed twice": (lambda d: d["event"]["cut_seeds"].append(d["event"]["cut_seeds"][0]), "/event/cut_seeds/4"),
    "one seed": (lambda d: d["event"].update(cut_seeds=d["event"]["cut_seeds"][:1]), "/event/cut_seeds"),
    "many seeds": (lambda d: d["event"].update(cut_seeds=[*range(65)]), "/event/cut_seeds"),
    "strange seed": (lambda d: d["event"]["cut_seeds"].append(999_999), "/event/cut_seeds/4"),
    "other slot": (
        lambda d: (d["rounds"][0].update(stage="cut"), d["matches"][0].update(bracket_slot="moon")),
        "/event/cut_seeds",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_breaks_pages_is_refused_with_its_place(client, document, case):
    damage, place = REFUSED[case]
    damage(document)
    answer, _event = put(client, document)
    assert answer.status_code == 400
    assert f"{place}: " in answer.content.decode()
    assert (Event.objects.count(), Registration.objects.count()) == (1, 5)


def test_an_event_at_the_limits_is_imported_and_shown(client, document):
    started, last = "1980-01-01T00:00:00+00:00", "2200-12-31T23:59:59+00:00"
    document["rounds"][0] |= {"started_at": last, "published_at": started, "minutes": 600, "paused_seconds": 86_400}
    document["matches"][0]["extra_seconds"] = 7_200
    document["event"] |= {"tie_breaks": ["sos", "manual"], "penalty_ladder": [], "arenas": [], "cut_size": 2}
    answer, event = put(client, document)
    assert answer.status_code == 302, answer.content.decode()
    assert set(open_pages(client, event)) == {200}
    assert [len(match.seats()) for match in Match.objects.filter(round__event=event, bye=False)] == [2, 2]


def test_a_match_without_b_is_a_bye(client, document):
    del bye_of(document)["b"]
    answer, event = put(client, document)
    assert answer.status_code == 302, answer.content.decode()
    [bye] = Match.objects.filter(round__event=event, bye=True)
    assert (bye.b, len(bye.seats())) == (None, 1)
    assert set(open_pages(client, event)) == {200}


def test_numbers_may_repeat_in_different_parts(client, document):
    """A round and a match can have one number."""
    old, new = document["rounds"][0]["id"], document["matches"][0]["id"]
    document["rounds"][0]["id"] = new
    for match in document["matches"]:
        match["round"] = new if match["round"] == old else match["round"]
    answer, event = put(client, document)
    assert answer.status_code == 302, answer.content.decode()
    assert set(open_pages(client, event)) == {200}


def test_an_event_in_its_cut_goes_on_with_its_bracket(client, document):
    """Round 1 as the first of the cut, won by the first and the second seed."""
    event, tables = document["event"], [match for match in document["matches"] if match["b"] is not None]
    [first, last], [second, third] = [(match["a"], match["b"]) for match in tables]
    event |= {"state": "cut", "cut_seeds": [first, second, third, last]}
    document["matches"] = tables
    document["results"] = [row for row in document["results"] if row["match"] in {match["id"] for match in tables}]
    document["rounds"][0]["stage"] = "cut"
    for match, slot in zip(tables, ("W1.1", "W1.2"), strict=True):
        match["bracket_slot"] = slot
    answer, copy = put(client, document)
    assert answer.status_code == 302, answer.content.decode()
    assert [match.winner is not None for match in bracket_of(copy).matches] == [True, True, False]


def test_arenas_that_are_not_known_are_named_and_left_out(client, document):
    document["event"]["arenas"] = ["moon", "fog"]
    answer, event = put(client, document)
    assert event.arenas == ["fog"]
    assert b"event/arenas/moon" in client.get(answer["Location"]).content

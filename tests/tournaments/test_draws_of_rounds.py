"""Draws of a round: repeated for a reason that everyone reads, never by who plays, and made again by anybody."""

import json
import subprocess
import sys

import pytest
from django.conf import settings

from tests.tournaments import worlds
from tests.tournaments.people import Person
from tournaments.models import Crew, ForbiddenPair, Match, Registration, Role, Staff, Status
from tournaments.rounds.services.pairing import pair_again, pair_round
from tournaments.rounds.services.publishing import publish_round

pytestmark = pytest.mark.django_db


def here(event, rest=""):
    return f"/events/{event.slug}/rounds/{rest}"


def an_event(players=7, **fields):
    event = worlds.an_event("running", swiss_rounds=3, **fields)
    for number in range(players):
        worlds.a_player(event, club="Blue" if number % 3 else "")
    return event


@pytest.fixture
def owner():
    return Person("olga")


@pytest.fixture
def event(owner):
    event = an_event()
    Staff.objects.create(event=event, user=owner.user, role=Role.OWNER)
    return event


def version(event):
    return event.rounds.latest("number").version


def test_a_round_is_drawn_again_only_for_a_reason(event, owner, client):
    pair_round(event_id=event.pk, who=owner.user)
    for step in ("redraw", "discard"):
        owner.sends(here(event, f"1/{step}/"), 400, version=version(event), why=" ")
    owner.sends(here(event, "1/redraw/"), version=version(event), why="Ana came late")
    owner.sends(here(event, "1/publish/"), version=version(event))
    page = client.get(here(event, "1/")).content.decode()
    assert event.draws.count() == 2 and "Ana came late" in page
    assert all(str(draw.document["seed"]) in page for draw in event.draws.all())


def test_discarding_hides_no_draw(event, owner, client):
    pair_round(event_id=event.pk, who=owner.user)
    owner.sends(here(event, "1/discard/"), version=1, why="Bo has left")
    drawn = pair_round(event_id=event.pk, who=owner.user)
    publish_round(round_id=drawn.pk, who=owner.user)
    assert "Bo has left" in client.get(here(event, "1/")).content.decode()
    assert len({draw.document["seed"] for draw in event.draws.all()}) == 1


LOST = 'data-code="first-draw"'


@pytest.mark.parametrize("step", ["redraw", "swap"])
def test_discarding_says_that_the_first_draw_comes_back(event, owner, step):
    drawn = pair_round(event_id=event.pk, who=owner.user)
    first = tables(event)
    assert LOST not in owner.sees(here(event, "1/"))
    one, other = event.registrations.filter(pk__in=[table[0] for table in first[:2]])
    owner.sends(here(event, f"1/{step}/"), first=one.pk, second=other.pk, why="Ana came late", version=drawn.version)
    assert LOST in owner.sees(here(event, "1/"))
    owner.sends(here(event, "1/discard/"), version=version(event), why="Bo has left")
    owner.sends(here(event, "pair/"))
    assert tables(event) == first and LOST not in owner.sees(here(event, "1/"))


def tables(event):
    seated = event.rounds.get().matches.order_by("pk")
    return [tuple(match.seat_rows.order_by("number").values_list("registration", flat=True)) for match in seated]


REDRAWS = {Status.REGISTERED: 403, Status.DROPPED: 403, Status.WITHDRAWN: 302}


@pytest.mark.parametrize(("status", "answer"), REDRAWS.items())
def test_staff_who_play_draw_once(event, owner, status, answer):
    Registration.objects.create(event=event, user=owner.user, status=status, lot=9)
    owner.sends(here(event, "pair/"))
    owner.sends(here(event, "1/redraw/"), answer, version=version(event), why="I lose")
    owner.sends(here(event, "1/discard/"), version=version(event), why="Ana came late")
    owner.sends(here(event, "pair/"))


def test_nobody_swaps_players_at_their_own_table(event, owner):
    mine = Registration.objects.create(event=event, user=owner.user, checked_in_at=event.starts_at, lot=9)
    drawn = pair_round(event_id=event.pk, who=owner.user)
    other = drawn.seats.exclude(match__seat_rows__registration=mine)[0].registration_id
    owner.sends(here(event, "1/swap/"), 403, first=mine.pk, second=other, why="stronger", version=drawn.version)


def test_the_document_is_secret_until_the_round_is_published(event, owner, client):
    drawn = pair_round(event_id=event.pk, who=owner.user)
    assert client.get(here(event, "1/pairing.json")).status_code == 404
    publish_round(round_id=drawn.pk, who=owner.user)
    assert client.get(here(event, "1/pairing.json")).json()["seed"] == drawn.seed


def forbid(event, first, second):
    ForbiddenPair.objects.create(event=event, first=first, second=second)


def house(event, first, second):
    event.registrations.filter(pk__in=[first.pk, second.pk]).update(household="Rue Haute 1")


@pytest.mark.parametrize("keep_apart", [forbid, house])
def test_who_is_kept_apart_only_those_who_run_rounds_read(event, owner, client, keep_apart):
    player, judge = Person("paula"), Person("jules")
    Staff.objects.create(event=event, user=judge.user, role=Role.JUDGE)
    Registration.objects.create(event=event, user=player.user, checked_in_at=event.starts_at, lot=9)
    keep_apart(event, *event.registrations.order_by("pk")[:2])
    publish_round(round_id=pair_round(event_id=event.pk, who=owner.user).pk, who=owner.user)
    for reader in (client, player.client, judge.client):
        assert reader.get(here(event, "1/pairing.json")).status_code == 404
        assert "pairing.json" not in reader.get(here(event, "1/")).content.decode()
    assert len(owner.client.get(here(event, "1/pairing.json")).json()["forbidden"]) == 1
    assert "pairing.json" in owner.sees(here(event, "1/"))


def test_everybody_reads_the_document_where_nobody_is_kept_apart(event, owner, client):
    publish_round(round_id=pair_round(event_id=event.pk, who=owner.user).pk, who=owner.user)
    answer = client.get(here(event, "1/pairing.json"))
    assert (answer.json()["forbidden"], answer.headers["X-Robots-Tag"]) == ([], "noindex")
    assert "pairing.json" in client.get(here(event, "1/")).content.decode()


def crews():
    event = an_event(8, mode="two-v-two")
    for first, second in zip(*[iter(event.registrations.order_by("pk"))] * 2, strict=True):
        crew = Crew.objects.create(event=event)
        for seat, player in enumerate((first, second), start=1):
            player.crew, player.crew_seat = crew, seat
            player.save()
    return event


def a_draft():
    event = an_event(9, team_format="limited", limited_kind="draft", pod_rounds=1, pods_seed=1)
    for place, player in enumerate(event.registrations.order_by("pk")):
        player.pod, player.pod_seat = place % 2 + 1, place // 2 + 1
        player.save()
    return event


EVENTS = {
    "duels": an_event,
    "rating": lambda: an_event(first_round="rating"),
    "tables of four": lambda: an_event(10, mode="free-for-all"),
    "crews": crews,
    "draft": a_draft,
}


@pytest.mark.parametrize("kind", EVENTS)
def test_anybody_draws_a_published_round_again(kind, owner, client, tmp_path):
    event = EVENTS[kind]()
    Staff.objects.create(event=event, user=owner.user, role=Role.OWNER)
    drawn = pair_round(event_id=event.pk, who=owner.user)
    drawn = pair_again(round_id=drawn.pk, who=owner.user, why="Ana came late")
    publish_round(round_id=drawn.pk, who=owner.user)
    file = tmp_path / "round.json"
    file.write_bytes(client.get(here(event, "1/pairing.json")).content)
    command = [sys.executable, "-m", "tournaments.core.pairing", str(file), "--explain"]
    answer = subprocess.run(command, capture_output=True, check=True, cwd=settings.BASE_DIR)
    assert tables_of(json.loads(answer.stdout)) == seats_of(event)


def tables_of(answer):
    byes = [*answer.get("byes", []), *([answer["bye"]] if answer.get("bye") else [])]
    tables = answer["tables"] if "tables" in answer else answer["pairs"]
    return {frozenset(map(int, table)) for table in [*tables, *([bye] for bye in byes)]}


def seats_of(event):
    """Who sits together; of a crew the player by whom it is paired."""
    of_crew = {player.pk for player in event.registrations.filter(crew_seat=2)}
    matches = Match.objects.filter(round__event=event)
    return {frozenset(seat.registration_id for seat in match.seat_rows.all()) - of_crew for match in matches}

"""Crews that come late, lose a partner or a result: pairing, standings and ladder, through the pages."""

from html import escape
from typing import Any

import pytest

from tests.tournaments.people import Person
from tests.tournaments.test_crews import WON, Known, agree, crews_of_two, publish
from tests.tournaments.worlds import a_user
from tournaments.cut.services.ladder import ladder
from tournaments.lists.services.submission import submit_list
from tournaments.models import Event, Match, Registration, Result, Role, Series, Staff, Status
from tournaments.players.models.crews import crews_of, entrants_to_pair, members, without_partner
from tournaments.standings.services.ranking import standings

pytestmark = pytest.mark.django_db


def head_judge(event: Event) -> Known:
    judge = a_user()
    Staff.objects.create(event=event, user=judge, role=Role.HEAD_JUDGE)
    return Known(judge)


def decided(who: Known, player: Registration, do: str) -> None:
    who.sends(f"/events/{player.event.slug}/manage/players/{player.pk}/decide/", do=do, why="x")


def started(crews: int, **fields: Any) -> tuple[Event, Known, list[Match]]:
    event, organiser = crews_of_two(2 * crews, **fields)
    organiser.sends(f"/events/{event.slug}/start/")
    return event, organiser, publish(event, organiser)


def points(event: Event) -> dict[str, int]:
    names = {crew.pk: crew.full_name for crew in crews_of(event)}
    return {names[int(row.player)]: row.points for row in standings(event)}


def test_a_disqualified_partner_eliminates_the_crew_and_the_others_win():
    event, organiser, [match, other] = started(4)
    agree(other)
    gone, partner = match.players()[3], match.players()[1]
    decided(head_judge(event), gone, "disqualify")
    match.refresh_from_db()
    assert (match.state, Result.objects.current().get(match=match).outcome) == ("done", "a")
    assert Registration.objects.get(pk=partner.pk).status == Status.REGISTERED
    assert Registration.objects.get(pk=partner.pk) in without_partner(event)
    organiser.sends(f"/events/{event.slug}/rounds/pair/")
    seated = {player.pk for table in publish(event, organiser) for player in table.players()}
    assert not {gone.pk, partner.pk} & seated
    assert len(standings(event)) == 4


def test_an_unpublished_round_names_the_crew_a_player_left():
    event, organiser = crews_of_two(8)
    organiser.sends(f"/events/{event.slug}/start/")
    crew = crews_of(event)[0]
    decided(head_judge(event), members(crew)[1], "disqualify")
    page = organiser.sees(f"/events/{event.slug}/rounds/1/")
    assert f"{escape(crew.full_name)}: A paired player has left the event." in " ".join(page.split())


@pytest.mark.parametrize("drops_first", [False, True])
def test_only_a_disqualified_crew_gets_no_ladder_points(drops_first):
    series = Series.objects.create(name="League", slug="league", owner=a_user())
    event, organiser, matches = started(4, series=series)
    for match in matches:
        agree(match)
    gone = matches[0].players()[3]
    if drops_first:
        decided(organiser, matches[0].players()[1], "drop")
    decided(head_judge(event), gone, "disqualify")
    Event.objects.filter(pk=event.pk).update(state="finished")
    rows = ladder(series)
    both = {matches[0].players()[seat].shown_name for seat in (1, 3)}
    assert len(rows) == 6
    assert not both & {row.name for row in rows}
    winners = {matches[0].players()[seat].shown_name for seat in (0, 2)}
    [won] = {row.points for row in rows if row.name in winners}
    assert won in sorted({row.points for row in rows}, reverse=True)[:2]  # the lot parts the two crews that won


def test_partners_have_the_same_ladder_points():
    series = Series.objects.create(name="League", slug="league", owner=a_user())
    event, _organiser, matches = started(4, series=series)
    for match in matches:
        agree(match)
    Event.objects.filter(pk=event.pk).update(state="finished")
    scored = {row.name: row.points for row in ladder(series)}
    assert len(scored) == 8
    for match in matches:
        one, other, first, second = (player.shown_name for player in match.players())
        assert scored[one] == scored[first]
        assert scored[other] == scored[second]


def test_a_late_crew_plays_from_the_next_round_on():
    event, organiser, matches = started(4)
    there = f"/events/{event.slug}/"
    for name in ("Late Lou", "Late Lia"):
        organiser.sends(f"{there}manage/players/add/", guest_name=name)
    late = list(event.registrations.filter(guest_name__startswith="Late").order_by("pk"))
    assert without_partner(event) == late
    organiser.sends(f"{there}crews/form/", first=late[0].pk, second=late[1].pk, name="Night")
    for match in matches:
        agree(match)
    organiser.sends(f"{there}rounds/pair/")
    publish(event, organiser)
    [crew] = [crew for crew in crews_of(event) if crew.crew and crew.crew.name == "Night"]
    assert crew.is_late
    assert Match.objects.filter(seat_rows__registration=crew, round__number=2).exists()
    assert "Night (Late Lou &amp; Late Lia)" in Person("watcher").sees(f"{there}standings/")


def test_a_correction_turns_the_points_of_both_crews():
    event, organiser, [match, _other] = started(4)
    agree(match)
    winner, loser = (crew.full_name for crew in match.seats())
    assert (points(event)[winner], points(event)[loser]) == (3, 0)
    match.refresh_from_db()
    changed: dict[str, Any] = {**WON, "outcome": "b", "glory_a": 0, "glory_b": 5, "why": "wrong way round"}
    seen: dict[str, Any] = {"version": match.version, "seen_rounds": "1-published", "then": "keep"}
    organiser.sends(f"/matches/{match.pk}/correct/", **changed, **seen)
    assert (points(event)[winner], points(event)[loser]) == (0, 3)


def test_a_reinstated_partner_brings_the_crew_back():
    event, organiser, matches = started(4)
    for match in matches:
        agree(match)
    gone = matches[0].players()[2]
    decided(organiser, gone, "drop")
    assert len(entrants_to_pair(event)) == 3
    decided(organiser, gone, "reinstate")
    assert len(entrants_to_pair(event)) == 4


def test_a_partner_withdrawn_for_an_illegal_list_stops_the_crew():
    event, organiser = crews_of_two(6, illegal_list="drop")
    gone, partner = members(crews_of(event)[0])
    submit_list(registration=gone, who=organiser.user, figures=["Bill Tell"])
    organiser.sends(f"/events/{event.slug}/lists/lock/")
    assert Registration.objects.get(pk=gone.pk).status == Status.WITHDRAWN
    assert Registration.objects.get(pk=partner.pk) in without_partner(event)
    assert len(entrants_to_pair(event)) == 2


def test_crews_meet_again_where_rounds_are_added():
    event, organiser = crews_of_two(6)
    organiser.sends(f"/events/{event.slug}/start/")
    page = organiser.sees(f"/events/{event.slug}/run/rounds/")
    assert "3 crews meet everyone before that: crews meet again" in page
    assert "players meet everyone" not in page

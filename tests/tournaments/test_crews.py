"""Two against two: six crews play a day, through the pages of the site."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from core.errors import Invalid
from tests.tournaments.people import Person, version_on
from tests.tournaments.worlds import a_player, an_event, staff
from tournaments.models import Event, ForbiddenPair, Match, Registration, Result, ResultReport
from tournaments.players.models.crews import crews_of, entrants_to_pair, without_partner
from tournaments.players.services.importing import import_players
from tournaments.standings.services.pairing_input import forbidden_pairs, records_of
from tournaments.standings.services.ranking import standings

pytestmark = pytest.mark.django_db
WON: dict[str, Any] = {"outcome": "a", "glory_a": 5, "glory_b": 0, "ending": "glory"}


class Known(Person):
    """A person who has an account already."""

    def __init__(self, user: User | None) -> None:
        assert user is not None
        self.user, self.client = user, Client()
        self.client.force_login(user)


def crews_of_two(players: int, **fields: Any) -> tuple[Event, Known]:
    """Everybody is here, and the crews are drawn by lot on the page."""
    event = an_event("check-in", mode="two-v-two", swiss_rounds=3, capacity=24, **fields)
    organiser = Known(staff(event))
    for _player in range(players):
        a_player(event)
    organiser.sends(f"/events/{event.slug}/crews/draw/")
    return event, organiser


def person(match: Match, seat: int) -> Known:
    """Seats 0 and 1 face each other; 2 and 3 are their partners."""
    user = match.players()[seat].user
    assert user is not None
    return Known(user)


def publish(event: Event, organiser: Known) -> list[Match]:
    number = event.rounds.count()
    here = f"/events/{event.slug}/rounds/{number}/"
    organiser.sends(f"{here}publish/", version=version_on(organiser.sees(here)))
    return list(event.rounds.get(number=number).matches.at_tables().by_table())


def agree(match: Match) -> None:
    """One player of the first crew reports, the partner of the other first player confirms."""
    here = f"/matches/{match.pk}/"
    person(match, 2).sends(f"{here}report/", **WON)
    other = person(match, 3)
    other.sends(f"{here}confirm/", version=version_on(other.sees(here)))


def test_six_crews_play_a_day():
    event, organiser = crews_of_two(12)
    here = f"/events/{event.slug}/"
    organiser.sends(f"{here}start/")
    matches = publish(event, organiser)
    assert [len(match.players()) for match in matches] == [4, 4, 4]
    one_agrees_one_disputes_one_is_corrected(organiser, matches)
    gone = matches[0].players()[3]
    Known(gone.user).sends(f"{here}withdraw/")
    organiser.sends(f"{here}rounds/pair/")
    second = publish(event, organiser)
    seated = [player.pk for match in event.rounds.get(number=2).matches.all() for player in match.players()]
    assert len(second) == 2 and len(seated) == 10
    assert not {gone.pk, matches[0].players()[1].pk} & set(seated)
    for match in second:
        agree(match)
    rows = standings(event)
    assert len(rows) == 6 and sum(row.points for row in rows) == 9 + 6 + 3  # three tables, two tables, a bye
    page = Person("visitor").sees(f"{here}standings/")
    assert all(f"{crew.shown_name}".replace("&", "&amp;") in page for crew in crews_of(event))


def one_agrees_one_disputes_one_is_corrected(organiser: Known, matches: list[Match]) -> None:
    agreed, disputed, corrected = matches
    agree(agreed)
    here = f"/matches/{disputed.pk}/"
    person(disputed, 0).sends(f"{here}report/", **WON)
    other = person(disputed, 3)
    other.sends(f"{here}dispute/", version=version_on(other.sees(here)), note="no")
    disputed.refresh_from_db()
    assert disputed.state == "disputed"
    assert ResultReport.objects.filter(match=disputed).latest("pk").by == disputed.players()[3]
    organiser.sends(f"{here}enter/", **WON, version=disputed.version)
    agree(corrected)
    there = f"/matches/{corrected.pk}/correct/"
    changed: dict[str, Any] = {**WON, "outcome": "b", "glory_a": 0, "glory_b": 5, "why": "wrong way round"}
    seen: dict[str, Any] = {"version": Match.objects.get(pk=corrected.pk).version, "seen_rounds": "1-published"}
    assert (
        corrected.a.shown_name.replace("&", "&amp;") in organiser.sends(there, 200, **changed, **seen).content.decode()
    )
    organiser.sends(there, **changed, **seen, then="keep")
    result = Result.objects.current().get(match=corrected)
    assert (result.outcome, result.is_correction) == ("b", True)


def test_pages_of_players_and_prints_name_crews():
    event, organiser = crews_of_two(4)
    here = f"/events/{event.slug}/"
    organiser.sends(f"{here}start/")
    [match] = publish(event, organiser)
    names = [crew.shown_name.replace("&", "&amp;") for crew in match.seats()]
    agree(match)
    pages = ("", "rounds/1/pairings/", "print/slips/1/", "hall/", "standings/", "cross-table/", "charts/", "run/")
    for page in pages:
        organiser.sees(here + page)
    for page in ("rounds/1/pairings/", "standings/", "cross-table/", "hall/"):
        assert all(name in organiser.sees(here + page) for name in names), page
    assert "hall-of-crews" in organiser.sees(f"{here}hall/")  # long names of crews go on in a second line
    for page in ("rounds/1/", "standings/", "cross-table/", "report/", "print/standings/"):
        assert '<th scope="col">Crew</th>' in organiser.sees(here + page), page
    for player in match.players():
        assert organiser.sees(f"{here}players/{player.pk}/")
        Known(player.user).sees(here)
    assert organiser.client.get(f"/api/v1/matches/{match.pk}/").status_code == 200


def test_who_is_without_partner_is_not_paired():
    event, organiser = crews_of_two(5)
    [alone] = without_partner(event)
    assert len(entrants_to_pair(event)) == 2
    assert "1 player is in no crew" in organiser.sees(f"/events/{event.slug}/start/")
    page = Known(alone.user).sees(f"/events/{event.slug}/crews/")
    assert "You are in no crew" in page


def test_a_draw_of_crews_can_be_undone():
    event, organiser = crews_of_two(4)
    organiser.sends(f"/events/{event.slug}/crews/draw/undo/")
    assert crews_of(event) == [] and len(without_partner(event)) == 4


def test_crews_that_were_paired_stay_together():
    event, organiser = crews_of_two(4)
    organiser.sends(f"/events/{event.slug}/start/")
    crew = crews_of(event)[0]
    organiser.sends(f"/events/{event.slug}/crews/{crew.crew_id}/disband/", status=409)
    organiser.sends(f"/events/{event.slug}/crews/draw/undo/", status=409)
    assert len(crews_of(event)) == 2


def test_players_who_choose_each_other_are_a_crew():
    event = an_event("registration", mode="two-v-two")
    ana, ben = (a_player(event) for _ in range(2))
    there = f"/events/{event.slug}/crews/choose/"
    Known(ana.user).sends(there, partner=ben.pk)
    assert crews_of(event) == []
    Known(ben.user).sends(there, partner=ana.pk)
    assert [(crew.pk, crew.partners[0].pk) for crew in crews_of(event)] == [(ana.pk, ben.pk)]
    Known(ben.user).sends(f"/events/{event.slug}/crews/leave/")
    assert crews_of(event) == []


def test_staff_form_a_crew_with_a_name():
    event = an_event("registration", mode="two-v-two")
    first, second, third = (a_player(event) for _ in range(3))
    organiser, there = Known(staff(event)), f"/events/{event.slug}/crews/form/"
    organiser.sends(there, first=first.pk, second=second.pk, name="Sharks")
    assert "Sharks (" in Person("reader").sees(f"/events/{event.slug}/crews/")
    page = organiser.sends(there, status=400, first=first.pk, second=third.pk, name="Rays").content.decode()
    assert f"{first.shown_name} is in a crew already." in page
    assert 'value="Rays"' in page
    organiser.sends(there, status=400, first=third.pk, second=third.pk)
    assert "choose somebody else" in organiser.sends(there, status=400, first=third.pk, second=0).content.decode()
    assert len(crews_of(event)) == 1


def test_an_undone_withdrawal_gives_the_crew_its_place_back():
    event, organiser = crews_of_two(4)
    organiser.sends(f"/events/{event.slug}/start/")
    publish(event, organiser)
    gone = crews_of(event)[0].partners[0]
    assert gone is not None
    player = Known(gone.user)
    player.sends(f"/events/{event.slug}/withdraw/")
    assert len(entrants_to_pair(event)) == 1
    player.sends(f"/events/{event.slug}/withdraw/undo/")
    assert len(entrants_to_pair(event)) == 2


def test_households_of_either_partner_keep_crews_apart():
    event, _organiser = crews_of_two(6)
    one, other, third = crews_of(event)
    Registration.objects.filter(pk__in=[one.partners[0].pk, other.pk]).update(household="Mill")
    first, second = sorted((one, third.partners[0]), key=lambda player: player.pk)
    ForbiddenPair.objects.create(event=event, first=first, second=second)
    apart = {frozenset(pair) for pair in forbidden_pairs(event)}
    assert apart == {frozenset((str(one.pk), str(other.pk))), frozenset((str(one.pk), str(third.pk)))}


def test_swapping_a_player_swaps_the_crew():
    event, organiser = crews_of_two(8)
    organiser.sends(f"/events/{event.slug}/start/")
    here = f"/events/{event.slug}/rounds/1/"
    before = [match.players() for match in event.rounds.get().matches.by_table()]
    sent = {"first": before[0][0].pk, "second": before[1][1].pk, "why": "friends"}
    organiser.sends(f"{here}swap/", version=version_on(organiser.sees(here)), **sent)
    after = [match.players() for match in event.rounds.get().matches.by_table()]
    assert [after[0][0], after[0][2]] == [before[1][1], before[1][3]]
    publish(event, organiser)


def test_an_odd_number_of_crews_leaves_one_bye():
    event, organiser = crews_of_two(6)
    organiser.sends(f"/events/{event.slug}/start/")
    publish(event, organiser)
    bye = event.rounds.get().matches.get(bye=True)
    assert len(bye.players()) == 2 and records_of(event)[bye.a_id].points == 3


def test_a_sheet_of_players_can_name_crews():
    event = an_event("registration", mode="two-v-two")
    organiser, there = Known(staff(event)), f"/events/{event.slug}/manage/players/import/"
    sheet = "name,crew\nAna,Sharks\nBen,Rays\nCleo,sharks\nDan,Rays\nEli,\n"
    organiser.sends(there, text=sheet, do="import", sure="yes")
    assert [crew.full_name for crew in crews_of(event)] == ["Sharks (Ana & Cleo)", "Rays (Ben & Dan)"]
    with pytest.raises(Invalid):
        import_players(event_id=event.pk, who=organiser.user, text="name,crew\nFay,Rays\n")

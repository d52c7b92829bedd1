"""An unpublished round names the pairs of one club; one button draws it again without them, another brings it back."""

import re

import pytest

from core.models import AuditEntry
from tests.tournaments.people import Person
from tests.tournaments.tables import a_free_for_all
from tests.tournaments.worlds import a_player, an_event
from tournaments.models import Event, Match, Registration, Role, Round
from tournaments.players.services.dropping import drop
from tournaments.rounds.services.clubs import club_meetings
from tournaments.rounds.services.pairing import pair_round
from tournaments.rounds.services.publishing import publish_round
from tournaments.rounds.services.re_pairing import swap

pytestmark = pytest.mark.django_db
CLUBS = ("Bonta", "bonta ", "Brâkmar", "Brâkmar")


class Desk:
    """An organiser with the unpublished round 1 of these players."""

    def __init__(self, event: Event) -> None:
        self.person = Person("owner")
        event.staff.create(user=self.person.user, role=Role.OWNER)
        self.event = event
        self.drawn = pair_round(event_id=event.pk, who=self.person.user)
        self.here = f"{event.get_absolute_url()}rounds/1/"

    def sees(self) -> str:
        return self.person.sees(self.here)

    def presses(self, step: str, status: int = 302, **more):
        self.drawn.refresh_from_db()
        return self.person.sends(
            f"{self.here}{step}/", status, **{"version": self.drawn.version, "why": "asked", **more}
        )

    def tables(self) -> list[tuple[int | None, list[int]]]:
        matches = self.drawn.matches.with_players().by_table()
        return [(match.table, [seat.pk for seat in match.seats()]) for match in matches]

    def meetings(self) -> int:
        return len(club_meetings(Round.objects.get(pk=self.drawn.pk)))


def where_clubs_meet(**fields) -> Desk:
    """Two players of each of two clubs, with a seed by which they meet."""
    event = an_event(swiss_rounds=3, seed=1, **fields)
    for number, club in enumerate(CLUBS):
        a_player(event, f"player{number}", club=club)
    desk = Desk(event)
    while not desk.meetings():
        desk.presses("redraw")
    return desk


def test_one_button_separates_clubs_and_says_what_changed():
    desk = where_clubs_meet()
    page = desk.sees()
    assert 'data-code="same-club"' in page
    assert f'action="{desk.here}clubs/"' in page
    seed = Round.objects.get().seed
    desk.presses("clubs")
    assert (desk.meetings(), Round.objects.get().seed) == (0, seed)
    entry = AuditEntry.objects.get(action="clubs-separated")
    assert (entry.before, entry.after) == ({"pairs": 2}, {"pairs": 0, "tables": 2})
    page = desk.sees()
    assert 'data-code="same-club"' not in page
    assert f'action="{desk.here}clubs/undo/"' in page
    assert "Tables changed" in page


def test_the_undo_brings_back_tables_and_swaps_by_hand():
    desk = where_clubs_meet()
    one, other = (players for _table, players in desk.tables())
    swap(round_id=desk.drawn.pk, who=desk.person.user, first=one[0], second=other[0], why="asked")
    swap(round_id=desk.drawn.pk, who=desk.person.user, first=one[0], second=other[0], why="back")
    before = desk.tables(), list(Match.objects.order_by("table").values_list("manual_why", flat=True))
    reasons = {name: text for name, text in Round.objects.get().details.reasons.items() if name.isdigit()}
    desk.presses("clubs")
    desk.presses("clubs/undo")
    after = desk.tables(), list(Match.objects.order_by("table").values_list("manual_why", flat=True))
    assert after == before
    assert Round.objects.get().details.reasons == reasons
    assert not Round.objects.get().separates_clubs


def test_a_draw_again_still_separates_clubs():
    desk = where_clubs_meet()
    desk.presses("clubs")
    for _time in range(3):
        desk.presses("redraw")
        assert desk.meetings() == 0
    desk.presses("clubs/undo", 409)


def test_what_cannot_be_separated_stays_and_says_why():
    event = an_event(swiss_rounds=3)
    for number, club in enumerate(["Bonta"] * 3 + [""]):
        a_player(event, f"player{number}", club=club)
    desk = Desk(event)
    before = desk.tables(), desk.drawn.version
    desk.presses("clubs")
    desk.drawn.refresh_from_db()
    assert (desk.tables(), desk.drawn.version) == before
    assert not AuditEntry.objects.filter(action="clubs-separated").exists()
    assert "cannot be separated" in desk.sees()


def test_a_round_that_separates_clubs_offers_no_button():
    event = an_event(swiss_rounds=3, club_rounds=1)
    for number, club in enumerate(["Bonta"] * 3 + [""]):
        a_player(event, f"player{number}", club=club)
    page = Desk(event).sees()
    assert 'data-code="same-club"' in page
    assert "/clubs/" not in page


def test_an_evening_of_one_club_reports_nothing():
    event = an_event(swiss_rounds=3)
    for number in range(4):
        a_player(event, f"player{number}", club="Bonta")
    assert 'data-code="same-club"' not in Desk(event).sees()


def test_clubs_are_separated_at_tables_of_four():
    event, players = a_free_for_all(8)
    Registration.objects.filter(pk__in=[player.pk for player in players[:2]]).update(club="Bonta")
    desk = Desk(event)
    while not desk.meetings():
        desk.presses("redraw")
    before = desk.tables()
    desk.presses("clubs")
    assert desk.meetings() == 0
    desk.presses("clubs/undo")
    assert desk.tables() == before


def test_a_second_window_cannot_separate_a_published_round():
    desk = where_clubs_meet()
    publish_round(round_id=desk.drawn.pk, who=desk.person.user)
    desk.presses("clubs", 409)
    assert desk.meetings() == 2


def test_an_odd_one_out_keeps_the_bye_through_the_undo():
    event = an_event(swiss_rounds=3, seed=1)
    players = [a_player(event, f"player{number}", club=club) for number, club in enumerate((*CLUBS, ""))]
    desk = Desk(event)
    while not desk.meetings():
        desk.presses("redraw")
    before = desk.tables()
    desk.presses("clubs")
    desk.presses("clubs/undo")
    assert desk.tables() == before
    assert Match.objects.get(bye=True).state == "done"
    drop(registration=players[0], who=desk.person.user)
    assert re.search('data-code="not-playing"', desk.sees())


def test_staff_who_play_do_not_choose_between_two_draws():
    desk = where_clubs_meet()
    Registration.objects.filter(user__username="player0").update(user=desk.person.user)
    desk.presses("clubs", 403)
    assert desk.meetings() == 2

"""An event ends when what was announced is played, or when its organiser says that it ends all the same."""

import pytest

from tests.tournaments.people import Person
from tests.tournaments.worlds import a_player, a_round, an_event, staff
from tournaments.models import Event, Role, Staff
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> Person:
    return Person("owner")


def an_event_of(owner: Person, **fields) -> Event:
    """Two rounds played: two results in."""
    event = an_event(**fields)
    Staff.objects.create(event=event, user=owner.user, role=Role.OWNER)
    a, b = a_player(event), a_player(event)
    keeper = staff(event)
    for _ in range(2):
        played = a_round(event, (a, b))
        enter_result(match_id=played.matches.get().pk, who=keeper, score=Score.duel("a", 6, 0))
        event.rounds.exclude(pk=played.pk).update(state="closed")
    return event


def state_of(event: Event) -> str:
    event.refresh_from_db()
    return str(event.state)


@pytest.mark.parametrize("fields", [{"swiss_rounds": 5}, {"swiss_rounds": 2, "cut_size": 2}], ids=["rounds", "cut"])
def test_what_is_not_played_has_to_be_ticked(owner, fields):
    event = an_event_of(owner, **fields)
    here = f"/events/{event.slug}"
    assert 'name="anyway" required' in owner.sees(f"{here}/run/")
    answer = owner.sends(f"{here}/move/", 409, to="finished")
    assert (answer.context["refusal"].code, state_of(event)) == ("left-unplayed", "running")
    owner.sends(f"{here}/move/", to="finished", anyway="on")
    assert state_of(event) == "finished"


def test_an_event_that_is_played_ends_without_a_tick(owner):
    event = an_event_of(owner, swiss_rounds=2)
    assert 'name="anyway"' not in owner.sees(f"/events/{event.slug}/run/")
    owner.sends(f"/events/{event.slug}/move/", to="finished")
    assert state_of(event) == "finished"


def test_the_end_is_not_offered_while_a_result_is_missing(owner):
    event = an_event_of(owner, swiss_rounds=3)
    a_round(event, (a_player(event), a_player(event)))
    assert 'value="finished"' not in owner.sees(f"/events/{event.slug}/run/")
    assert owner.sends(f"/events/{event.slug}/move/", 409, to="finished").context["refusal"].code == "results-missing"


def test_an_event_finished_early_continues_with_its_next_round(owner):
    event = an_event_of(owner, swiss_rounds=3)
    here = f"/events/{event.slug}"
    owner.sends(f"{here}/move/", to="finished", anyway="on")
    assert 'value="cut"' not in owner.sees(f"{here}/run/")
    owner.sends(f"{here}/move/", to="running")
    owner.sends(f"{here}/rounds/pair/")
    assert event.rounds.count() == 3


def test_a_finished_cut_reopens_as_cut_not_swiss(owner):
    event = an_event("finished", cut_size=2, cut_seeds=[1, 2])
    Staff.objects.create(event=event, user=owner.user, role=Role.OWNER)
    owner.sends(f"/events/{event.slug}/move/", 409, to="running")
    owner.sends(f"/events/{event.slug}/move/", to="cut")
    assert state_of(event) == "cut"


@pytest.mark.parametrize(("rounds", "said"), [(1, "1 ronde jouée sur 5"), (2, "2 rondes jouées sur 5")])
def test_what_is_left_unplayed_is_counted_in_french(client, rounds, said):
    event = an_event(swiss_rounds=5)
    pair = a_player(event), a_player(event)
    for _ in range(rounds):
        a_round(event, pair, state="closed").matches.update(state="done")
    client.force_login(staff(event))
    page = client.get(f"/events/{event.slug}/run/", headers={"Accept-Language": "fr"}).content.decode()
    assert said in page

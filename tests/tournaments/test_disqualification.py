"""Who has the right disqualifies with a reason, and takes it back; whatever shows the player follows."""

import pytest
from django.urls import reverse

from core.records.audit import AuditEntry
from tests.tournaments.people import Person
from tests.tournaments.worlds import a_player, a_round, an_event
from tournaments.models import Event, Match, Registration, Role, Staff

pytestmark = pytest.mark.django_db
MAY = [Role.OWNER, Role.ORGANISER, Role.HEAD_JUDGE, Role.JUDGE]


@pytest.fixture
def player() -> Registration:
    """At a table of round 1, against another."""
    event = an_event()
    ana = a_player(event, "ana")
    a_round(event, (ana, a_player(event)))
    return ana


def staff_of(event: Event, role: str) -> Person:
    person = Person(f"a-{role}")
    Staff.objects.create(event=event, user=person.user, role=role)
    return person


def decide(player: Registration) -> str:
    return reverse("tournaments:decide", args=[player.event.slug, player.pk])


def page_of(player: Registration) -> str:
    return player.get_absolute_url()


@pytest.mark.parametrize("role", MAY)
def test_disqualification_and_its_undo_are_on_the_player_page(player, role):
    person = staff_of(player.event, role)
    assert 'value="disqualify"' in person.sees(page_of(player))
    person.sends(decide(player), do="disqualify", why="shouted")
    assert 'value="reinstate"' in person.sees(page_of(player))
    person.sends(decide(player), do="reinstate", why="it was another")
    player.refresh_from_db()
    assert player.status == "registered"
    text = list(AuditEntry.objects.filter(action__in=["disqualified", "reinstated"]).order_by("pk"))
    assert [(entry.action, entry.why) for entry in text] == [
        ("disqualified", "shouted"),
        ("reinstated", "it was another"),
    ]


@pytest.mark.parametrize("status", ["registered", "disqualified"])
def test_a_scorekeeper_does_neither(player, status):
    Registration.objects.filter(pk=player.pk).update(status=status)
    keeper = staff_of(player.event, Role.SCOREKEEPER)
    assert 'id="place"' not in keeper.sees(page_of(player))
    keeper.sends(decide(player), 403, do="disqualify" if status == "registered" else "reinstate", why="a reason")
    player.refresh_from_db()
    assert player.status == status


@pytest.mark.parametrize(("status", "do"), [("registered", "disqualify"), ("disqualified", "reinstate")])
def test_neither_is_done_without_a_reason(player, status, do):
    Registration.objects.filter(pk=player.pk).update(status=status)
    answer = staff_of(player.event, Role.HEAD_JUDGE).sends(decide(player), 400, do=do, why="  ")
    assert answer.context["refusal"].code == "reason-missing"


def test_nobody_is_offered_to_disqualify_himself(player):
    judge_who_plays = staff_of(player.event, Role.HEAD_JUDGE)
    Registration.objects.filter(pk=player.pk).update(user=judge_who_plays.user)
    assert 'id="place"' not in judge_who_plays.sees(page_of(player))
    judge_who_plays.sends(decide(player), 403, do="disqualify", why="a reason")


def test_standings_and_the_open_match_follow(player):
    organiser = staff_of(player.event, Role.ORGANISER)
    organiser.sends(decide(player), do="disqualify", why="shouted")
    assert "disqualified" in organiser.sees(reverse("tournaments:standings", args=[player.event.slug]))
    assert not Match.objects.of(player).undecided().exists()


def test_the_list_of_the_staff_leads_to_the_door(player):
    organiser = staff_of(player.event, Role.ORGANISER)
    manage = reverse("tournaments:manage_players", args=[player.event.slug])
    door = f'href="{page_of(player)}#place"'
    assert door in organiser.sees(manage)
    organiser.sends(decide(player), do="disqualify", why="shouted")
    assert door in organiser.sees(manage)
    assert door not in staff_of(player.event, Role.SCOREKEEPER).sees(manage)


def test_a_disqualification_without_its_ruling_can_be_undone(player):
    judge = staff_of(player.event, Role.HEAD_JUDGE)
    Registration.objects.filter(pk=player.pk).update(status="disqualified")
    player.penalties.create(kind="disqualification", why="shouted", by=judge.user)
    assert 'value="reinstate"' in judge.sees(page_of(player))
    judge.sends(decide(player), do="reinstate", why="it was another")
    player.refresh_from_db()
    assert player.status == "registered"

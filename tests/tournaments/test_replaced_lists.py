"""A locked list that staff replace: the reason, the numbers on its page, and who is notified."""

import pytest

from tests.tournaments import worlds
from tests.tournaments.people import Person
from tournaments.lists.services.submission import lock_lists, reveal_lists, submit_list, unlock_lists
from tournaments.models import OutgoingMail, Role, Staff, SubmittedList

pytestmark = pytest.mark.django_db
LEGAL = ["queen-of-the-tofus", "bill-tell", "oscar-kass", "bad-aboum"]
OTHER = "Bill Tell"


@pytest.fixture
def match():
    """Two players with locked lists at table 1 of a published round."""
    match = worlds.a_match(worlds.an_event("running", lists_required=True))
    for player in (match.a, match.b):
        submit_list(registration=player, who=player.user, figures=LEGAL)
    lock_lists(match.round.event, who=None)
    return match


@pytest.fixture
def judge(match):
    person = Person("jo")
    Staff.objects.create(event=match.round.event, user=person.user, role=Role.JUDGE)
    return person


def replaces(judge, match, status=302, **fields):
    there = f"/events/{match.round.event.slug}/lists/{match.a.pk}/hand-in/"
    return judge.sends(there, status, text=OTHER, **fields).content.decode()


def test_a_locked_list_is_replaced_only_for_a_reason(judge, match):
    for fields in ({}, {"why": "  "}):
        assert OTHER in replaces(judge, match, 400, **fields)
    assert match.a.lists.count() == 1


def test_the_page_of_a_list_shows_each_number_and_reason(judge, match, client):
    replaces(judge, match, why="a figure was lost")
    page = client.get(f"/events/{match.round.event.slug}/lists/{match.a.pk}/").content.decode()
    assert all(submitted.commitment in page for submitted in match.a.lists.all())
    assert match.a.lists.count() == 2 and "a figure was lost" in page


def test_player_and_opponent_get_a_notice(judge, match, client):
    outsider = worlds.a_player(match.round.event)
    replaces(judge, match, why="a figure was lost")
    notified = set(OutgoingMail.objects.values_list("to", flat=True))
    assert notified == {match.a.email, match.b.email} and outsider.email not in notified
    for player, path in ((match.a, match.round.event.get_absolute_url()), (match.b, match.get_absolute_url())):
        client.force_login(player.user)
        assert "a figure was lost" in client.get(path).content.decode()


def test_a_judge_replaces_no_list_of_their_opponent(match, client):
    Staff.objects.create(event=match.round.event, user=match.b.user, role=Role.JUDGE)
    client.force_login(match.b.user)
    there = f"/events/{match.round.event.slug}/lists/{match.a.pk}/hand-in/"
    assert client.post(there, {"text": OTHER, "why": "weaker is better"}).status_code == 403
    assert match.a.lists.count() == 1


def test_both_lists_are_revealed_at_the_end(judge, match):
    replaces(judge, match, why="a figure was lost")
    reveal_lists(match.round.event)
    assert not SubmittedList.objects.filter(registration=match.a, revealed_at=None).exists()


def test_after_the_lock_is_undone_players_need_no_reason(match):
    unlock_lists(match.round.event)
    match.round.event.state = "registration"
    match.round.event.save()
    submit_list(registration=match.a, who=match.a.user, figures=LEGAL)
    assert match.a.lists.current().get().why == ""

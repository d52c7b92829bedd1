"""The end: the hall shows the final and then the podium, the event page opens with who won."""

import pytest
from django.urls import reverse

from tests.tournaments.worlds import a_player, a_round, a_user, an_event
from tournaments.lifecycle.services.transitions import change_event_state
from tournaments.models import Event, Role, SubmittedList
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score
from tournaments.rounds.services.publishing import publish_round

pytestmark = pytest.mark.django_db
TEAM = ["queen-of-the-tofus", "bill-tell", "oscar-kass", "bad-aboum"]


def play(event, owner) -> None:
    for match in event.rounds.order_by("-number").first().matches.undecided():
        enter_result(match_id=match.pk, who=owner, score=Score.duel("a", 6, 0))


@pytest.fixture
def owner():
    return a_user("olga")


@pytest.fixture
def event(owner):
    """Ana and Cy play the final; the lists are public, Ana's is locked."""
    event = an_event("running", swiss_rounds=1, cut_size=2, lists_during="public", name="Autumn Cup")
    event.staff.create(user=owner, role=Role.OWNER)
    ana, bo, cy, di = (a_player(event, name) for name in ("ana", "bo", "cy", "di"))
    a_round(event, (ana, bo), (cy, di))
    play(event, owner)
    SubmittedList.objects.create(
        registration=ana,
        figures=TEAM,
        legal=True,
        verdict={},
        submitted_by=ana.user,
        locked_at=event.starts_at,
        commitment="x",
    )
    change_event_state(event_id=event.pk, who=owner, to="cut")
    publish_round(round_id=event.rounds.get(number=2).pk, who=owner)
    return event


def hall(client, event) -> str:
    return client.get(reverse("tournaments:hall", args=[event.slug])).content.decode()


def finish(event, owner) -> Event:
    play(event, owner)
    return change_event_state(event_id=event.pk, who=owner, to="finished")


def test_the_hall_shows_the_final_with_names_teams_and_bracket(client, event):
    page = hall(client, event)
    stage = page.split('class="hall-final"')[1].split('class="bracket-frame"')
    assert len(stage) == 2
    assert all(name in stage[0] for name in ("Ana", "Cy", "Bill Tell"))
    assert '<p class="hall-round">Final</p>' in page


def test_closed_lists_are_not_shown_beside_the_final(client, event):
    Event.objects.update(lists_during="opponent")
    page = hall(client, event)
    assert "hall-final" in page
    assert "Bill Tell" not in page


def test_after_the_final_the_hall_shows_the_podium(client, event, owner):
    play(event, owner)
    page = hall(client, event)
    assert "hall-final" not in page
    podium = page[page.index("hall-first") :]  # what stands before has random tokens, which may hold a name
    assert podium.index("Ana") < podium.index("Cy")


def test_a_finished_event_opens_with_winner_bracket_and_charts(client, event, owner):
    assert 'id="podium"' not in client.get(event.get_absolute_url()).content.decode()
    finish(event, owner)
    page = client.get(event.get_absolute_url()).content.decode()
    body = page.split("<main")[1]
    order = ['id="podium"', "Ana", "bracket-frame", 'class="charts"', "Add to calendar"]
    assert [body.index(part) for part in order] == sorted(body.index(part) for part in order)
    assert reverse("tournaments:report_page", args=[event.slug]) in body.split('class="charts"')[0]


def test_facts_are_one_line_once_an_event_has_started(client, event, owner):
    for _state in ("cut", "finished"):
        page = client.get(event.get_absolute_url()).content.decode()
        assert "<dl" not in page.split("<main")[1].split("<details")[0]
        assert "then the top 2" in page.split('class="facts-more"')[1].split("</summary>")[0]
        if event.state == "cut":
            event = finish(event, owner)


def test_the_final_ranking_has_a_prize_column_only_with_prizes(client, event, owner):
    finish(event, owner)
    ranking = reverse("tournaments:report_page", args=[event.slug])
    for prizes, header in (("", False), ("1: golden cup", True)):
        Event.objects.filter(pk=event.pk).update(prizes=prizes)
        assert (">Prize</th>" in client.get(ranking).content.decode()) == header


def test_a_link_preview_has_title_and_description(client, event, owner):
    page = client.get(event.get_absolute_url()).content.decode()
    assert '<meta property="og:title" content="Autumn Cup">' in page
    assert 'og:description" content="Bring your own team' in page
    finish(event, owner)
    page = client.get(event.get_absolute_url()).content.decode()
    assert 'og:description" content="Ana won, of 4 players."' in page
    assert "og:url" in page


def test_only_the_winner_reads_that_they_won(signed_in, event, owner):
    finish(event, owner)
    pages = {
        name: signed_in(event.registrations.get(user__username=name).user)
        .get(reverse("tournaments:my_part", args=[event.slug]))
        .content.decode()
        for name in ("ana", "cy")
    }
    assert "You won this event" in pages["ana"]
    assert "no team list yet" not in pages["cy"]
    assert "You won this event" not in pages["cy"]


def test_the_page_of_the_winner_says_so(client, event, owner):
    finish(event, owner)
    pages = {
        name: client.get(event.registrations.get(user__username=name).get_absolute_url()).content.decode()
        for name in ("ana", "cy")
    }
    assert ">winner<" in pages["ana"]
    assert ">winner<" not in pages["cy"]


def test_a_disqualified_champion_is_not_on_the_podium(client, event, owner):
    finish(event, owner)
    event.registrations.filter(user__username="ana").update(status="disqualified")
    page = client.get(event.get_absolute_url()).content.decode()
    podium = page.split('id="podium"')[1].split("</section>")[0]
    assert "Ana" not in podium
    assert "Cy" in podium


def test_after_the_end_certificates_come_before_archiving(signed_in, event, owner):
    play(event, owner)
    change_event_state(event_id=event.pk, who=owner, to="finished")
    page = signed_in(owner).get(reverse("tournaments:run", args=[event.slug])).content.decode()
    step = page[page.index('id="next"') :]
    assert (
        0 < step.index("Print certificates</a>") < step.index("Share final report</a>") < step.index("Archive event<")
    )
    assert "Estimated end" not in page


def test_the_page_of_a_finished_event_plans_nothing(client, event, owner):
    Event.objects.filter(pk=event.pk).update(lists_required=True)
    page = client.get(event.get_absolute_url()).content.decode()
    plans = ("Estimated end", "<dt>Team lists</dt>")
    assert all(plan in page for plan in plans)
    play(event, owner)
    change_event_state(event_id=event.pk, who=owner, to="finished")
    page = client.get(event.get_absolute_url()).content.decode()
    assert not any(plan in page for plan in plans)

"""The bar of the staff's pages, and what a step from an old page is told."""

import datetime as dt
import re

import pytest

from tests.tournaments.people import version_on
from tests.tournaments.worlds import a_match, a_player, a_round, an_event, staff
from tournaments.models import Event, Role, Round
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score
from tournaments.rounds.services import pairing, publishing, timer

pytestmark = pytest.mark.django_db
OLD = "made-on-an-old-page"


def read(client, event: Event, page: str, who) -> str:
    client.force_login(who)
    return client.get(f"/events/{event.slug}/{page}").content.decode()


def test_every_staff_page_shows_round_results_and_next_step(client):
    match = a_match(an_event(swiss_rounds=2))
    event = match.round.event
    a_player(event)
    who = staff(event)
    for page in ("", "players/", "manage/players/", "announce/", "standings/", "rounds/", "staff/", "audit-log/"):
        shown = read(client, event, page, who)
        assert "0 of 1 results" in shown, page
        assert f'href="/events/{event.slug}/entry/">Enter results</a>' in shown, page
    enter_result(match_id=match.pk, who=who, score=Score.duel("a", 3, 0))
    shown = read(client, event, "players/", who)
    assert "1 of 1 results" in shown
    assert ">Pair next round</button>" in shown


def test_the_bar_is_not_for_players_or_what_is_over(client):
    match = a_match()
    assert "run-bar" not in read(client, match.round.event, "", match.a.user)
    over = an_event("finished")
    assert "run-bar" not in read(client, over, "", staff(over))


def test_the_bar_shows_when_the_round_ends_or_its_pause(client):
    match = a_match()
    event, who = match.round.event, staff(match.round.event)
    played = timer.start_timer(played=match.round, who=who)
    for page in ("audit-log/", "run/bar/"):
        ends_at, shown = re.findall(
            r'"run-bar-clock" data-ends-at="([^"]+)">(\d\d:\d\d)<', read(client, event, page, who)
        )[0]
        assert dt.datetime.fromisoformat(ends_at) == played.ends_at
        assert f"T{shown}:" in ends_at
    timer.pause_timer(played=played, who=who)
    Round.objects.update(paused_at=played.ends_at)
    for page in ("audit-log/", "run/bar/"):
        assert '"run-bar-clock">paused <span data-paused="0">0:00</span>' in read(client, event, page, who)


def test_the_bar_counts_who_is_here_during_check_in(client):
    event = an_event("check-in")
    a_player(event)
    a_player(event, checked_in_at=None)
    assert "1 of 2 here" in read(client, event, "manage/players/", staff(event))


def test_the_bar_offers_only_what_the_role_may_do(client):
    match = a_match(an_event(swiss_rounds=2))
    event = match.round.event
    enter_result(match_id=match.pk, who=staff(event), score=Score.duel("a", 3, 0))
    shown = read(client, event, "players/", staff(event, Role.JUDGE))
    assert "1 of 1 results" in shown
    assert "Pair next round" not in shown


def test_a_page_has_no_way_to_itself_in_its_bar(client):
    event = a_match().round.event
    client.force_login(staff(event))
    for page, offers in (("run/", True), ("entry/", False), ("players/", True)):
        bar = client.get(f"/events/{event.slug}/run/bar/", {"on": f"/events/{event.slug}/{page}"}).content.decode()
        assert ("Enter results" in bar) == offers, page


def test_after_the_last_result_the_bar_of_the_entry_pairs(client):
    match = a_match(an_event(swiss_rounds=2))
    event, who = match.round.event, staff(match.round.event)
    enter_result(match_id=match.pk, who=who, score=Score.duel("a", 3, 0))
    client.force_login(who)
    bar = client.get(f"/events/{event.slug}/run/bar/", {"on": f"/events/{event.slug}/entry/"}).content.decode()
    assert ">Pair next round</button>" in bar
    assert "Enter results" not in bar


def test_two_presses_start_the_top_cut_and_publish_it(client):
    match = a_match(an_event(swiss_rounds=1, cut_size=2))
    event, who = match.round.event, staff(match.round.event)
    enter_result(match_id=match.pk, who=who, score=Score.duel("a", 3, 0))
    shown, run = read(client, event, "players/", who), read(client, event, "run/", who)
    assert 'name="to" value="cut">Start top cut</button>' in shown
    assert run.count("Start top cut") == 1  # the bar leaves it to the page
    drawn = client.post(f"/events/{event.slug}/move/", {"to": "cut", "once": OLD}, follow=True)
    assert drawn.redirect_chain == [(f"/events/{event.slug}/rounds/2/", 302)]
    publish = form_on_round(client, f"/events/{event.slug}/rounds/2/", "publish")
    client.post(f"/events/{event.slug}/rounds/2/publish/", {"version": version_on(publish), "once": "other"})
    assert not Round.objects.get(number=2).is_unpublished


def two_organisers(event: Event):
    return staff(event, name="olga"), staff(event, name="otto")


def form_on_round(client, address: str, step: str) -> str:
    """The form of this step on the page of a round."""
    page = client.get(address).content.decode()
    return page.split(f'action="{address}{step}/"')[1].split("</form>")[0]


def test_a_stale_step_shows_who_did_what_meanwhile(client):
    event = an_event(swiss_rounds=2)
    a_player(event), a_player(event)
    olga, otto = two_organisers(event)
    draft = pairing.pair_round(event_id=event.pk, who=olga)
    client.force_login(otto)
    publishing.publish_round(round_id=draft.pk, who=olga)
    answer = client.post(f"/events/{event.slug}/rounds/1/publish/", {"once": OLD})
    assert answer.status_code == 409
    shown = answer.content.decode()
    assert "What happened meanwhile" in shown
    assert "<strong>Olga</strong> · Round 1 published" in shown
    assert "Error 409" not in shown


def test_publishing_discarded_pairings_says_who_discarded_them(client):
    event = an_event(swiss_rounds=2)
    a_player(event), a_player(event)
    olga, otto = two_organisers(event)
    pairing.discard_pairings(round_id=pairing.pair_round(event_id=event.pk, who=olga).pk, who=olga, why="x")
    client.force_login(otto)
    answer = client.post(f"/events/{event.slug}/rounds/1/publish/", {"once": OLD})
    assert answer.status_code == 409
    assert "<strong>Olga</strong> · Unpublished pairings discarded" in answer.content.decode()


def test_pairings_changed_since_the_page_opened_are_not_discarded(client):
    event = an_event(swiss_rounds=2)
    a_player(event), a_player(event)
    olga, otto = two_organisers(event)
    drawn = pairing.pair_round(event_id=event.pk, who=olga)
    client.force_login(otto)
    version = version_on(form_on_round(client, drawn.get_absolute_url(), "discard"))
    pairing.pair_again(round_id=drawn.pk, who=olga, why="x")
    answer = client.post(f"/events/{event.slug}/rounds/1/discard/", {"version": version})
    assert (answer.status_code, answer.context["refusal"].code) == (409, "stale")
    assert event.rounds.get().version == int(version) + 1


def test_a_republished_round_is_not_unpublished_from_an_old_page(client):
    event = an_event(swiss_rounds=2)
    a_player(event), a_player(event)
    olga, otto = two_organisers(event)
    drawn = publishing.publish_round(round_id=pairing.pair_round(event_id=event.pk, who=olga).pk, who=olga)
    client.force_login(otto)
    version = version_on(form_on_round(client, drawn.get_absolute_url(), "unpublish"))
    publishing.unpublish_round(round_id=drawn.pk, who=olga, why="x")
    publishing.publish_round(round_id=drawn.pk, who=olga)
    answer = client.post(f"/events/{event.slug}/rounds/1/unpublish/", {"version": version, "once": OLD})
    assert (answer.status_code, answer.context["refusal"].code) == (409, "stale")
    assert event.rounds.get().state == "published"


def test_a_scorekeeper_sees_no_changes_of_the_whole_event(client):
    event = an_event(swiss_rounds=2)
    a_player(event), a_player(event)
    olga, _otto = two_organisers(event)
    pairing.discard_pairings(round_id=pairing.pair_round(event_id=event.pk, who=olga).pk, who=olga, why="x")
    client.force_login(staff(event, Role.SCOREKEEPER))
    answer = client.post(f"/events/{event.slug}/rounds/1/publish/", {"once": OLD})
    assert answer.status_code == 409
    assert "What happened meanwhile" not in answer.content.decode()


def test_a_player_does_not_see_what_the_staff_did(client):
    match = a_match()
    enter_result(match_id=match.pk, who=staff(match.round.event, name="olga"), score=Score.duel("a", 3, 0))
    client.force_login(match.a.user)
    answer = client.post(
        f"/matches/{match.pk}/report/", {"outcome": "a", "glory_a": 3, "glory_b": 0, "ending": "glory", "version": 1}
    )
    assert answer.status_code == 409
    assert "Olga" not in answer.content.decode()


def test_a_stale_start_of_the_timer_says_who_started_it(client):
    event = an_event()
    played = a_round(event, (a_player(event), a_player(event)))
    olga, otto = two_organisers(event)
    for who, status in ((olga, 302), (otto, 409)):
        client.force_login(who)
        answer = client.post(f"/events/{event.slug}/rounds/{played.number}/clock/start/")
        assert answer.status_code == status
    assert "<strong>Olga</strong> · Round 1: timer started" in answer.content.decode()


def test_who_may_not_review_pairings_sees_the_last_published_round(client):
    event = a_match(an_event(swiss_rounds=2)).round.event
    a_round(event, (a_player(event), a_player(event)), state="draft")
    shown = read(client, event, "players/", staff(event, Role.JUDGE))
    assert "/rounds/1/" in shown
    assert "/rounds/2/" not in shown


def test_places_kept_are_counted_beside_places_left(client):
    event = an_event("running", capacity=3)
    a_player(event)
    kept = dt.datetime.now(dt.UTC) + dt.timedelta(minutes=5)
    event.registrations.create(guest_name="Bo", status="dropped", held_until=kept)
    page = read(client, event, "run/", staff(event))
    assert re.findall(r"<dt>(Places left|Kept for a few minutes)</dt><dd>(\d)</dd>", page) == [
        ("Places left", "1"),
        ("Kept for a few minutes", "1"),
    ]


def test_a_finished_event_has_no_places_left(client):
    over = an_event("finished", capacity=3)
    assert "Places left" not in read(client, over, "run/", staff(over))

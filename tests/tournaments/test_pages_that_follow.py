"""Pages on which somebody decides follow what others do, and a correction is only made as it was previewed."""

import pytest

from tests.tournaments.people import Person
from tests.tournaments.worlds import a_player, a_round, an_event
from tournaments.lifecycle.services.transitions import change_event_state
from tournaments.models import Event, Role
from tournaments.players.services.check_in import check_in
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score
from tournaments.rounds.services import pairing, publishing

pytestmark = pytest.mark.django_db


def staffed_by(event: Event) -> Person:
    organiser = Person("olga")
    event.staff.create(user=organiser.user, role=Role.ORGANISER)
    return organiser


def a_draft():
    event = an_event(swiss_rounds=2)
    a_player(event), a_player(event)
    organiser = staffed_by(event)
    return event, organiser, pairing.pair_round(event_id=event.pk, who=organiser.user)


@pytest.mark.parametrize(
    ("do", "said"),
    [
        (publishing.publish_round, "These pairings are published."),
        (pairing.discard_pairings, "These pairings were discarded."),
        (pairing.pair_again, "These pairings were changed."),
    ],
)
def test_unpublished_pairings_say_what_somebody_did_with_them(do, said):
    event, organiser, draft = a_draft()
    here = f"/events/{event.slug}/rounds/1/"
    actions = f"{here}actions/?version={draft.version}"
    assert f'data-src="{actions}"' in organiser.sees(here)
    assert "Publish round" in organiser.sees(actions)
    reason = {} if do is publishing.publish_round else {"why": "asked"}
    do(round_id=draft.pk, who=organiser.user, **reason)
    shown = organiser.sees(actions)
    assert said in shown
    assert "Publish round" not in shown and "Discard pairings" not in shown


def test_the_start_list_follows_the_check_in():
    event = an_event("check-in", swiss_rounds=2)
    a_player(event), a_player(event)
    away = a_player(event, checked_in_at=None)
    organiser = staffed_by(event)
    start = f"/events/{event.slug}/start/"
    assert f'data-src="{start}now/"' in organiser.sees(start)
    assert "2 players are here" in organiser.sees(f"{start}now/")
    check_in(registration=away, who=organiser.user)
    assert "3 players are here" in organiser.sees(f"{start}now/")
    change_event_state(event_id=event.pk, who=organiser.user, to="running")
    shown = organiser.sees(f"{start}now/")
    assert "Somebody has started round 1." in shown and ">Start round 1</button>" not in shown


def test_a_correction_previewed_before_another_round_is_shown_again():
    event = an_event(swiss_rounds=3)
    organiser = staffed_by(event)
    match = a_round(event, (a_player(event), a_player(event))).matches.get()
    enter_result(match_id=match.pk, who=organiser.user, score=Score.duel("a", 6, 0))
    match.refresh_from_db()
    path = f"/matches/{match.pk}/correct/"
    fields = {"outcome": "b", "glory_a": 0, "glory_b": 6, "ending": "glory", "version": match.version}
    fields["why"] = "misread"
    seen = organiser.sends(path, 200, **fields).context["seen_rounds"]
    draft = pairing.pair_round(event_id=event.pk, who=organiser.user)
    publishing.publish_round(round_id=draft.pk, who=organiser.user)
    answer = organiser.sends(path, 409, **fields, then="keep", seen_rounds=seen)
    page = answer.content.decode()
    assert "The correction is not saved" in page and 'value="misread"' in page
    assert match.results.current().get().outcome == "a"
    seen = answer.context["seen_rounds"]
    organiser.sends(path, **fields, then="keep", seen_rounds=seen)
    assert match.results.current().get().outcome == "b"


def test_the_page_of_discarded_pairings_says_so_inside_the_event():
    event, organiser, draft = a_draft()
    pairing.discard_pairings(round_id=draft.pk, who=organiser.user, why="one more came")
    answer = organiser.client.get(f"/events/{event.slug}/rounds/1/")
    page = answer.content.decode()
    assert answer.status_code == 404 and "Its pairings were discarded." in page
    assert f'class="button button-primary" href="/events/{event.slug}/run/"' in page


def test_a_missing_round_tells_visitors_nothing_and_leads_back(client):
    event, organiser, draft = a_draft()
    unpublished = client.get(f"/events/{event.slug}/rounds/1/")
    pairing.discard_pairings(round_id=draft.pk, who=organiser.user, why="one more came")
    discarded = client.get(f"/events/{event.slug}/rounds/1/")
    never = client.get(f"/events/{event.slug}/rounds/9/")
    for answer in (unpublished, discarded, never):
        page = answer.content.decode()
        assert answer.status_code == 404 and "discarded" not in page
        assert f'class="button button-primary" href="{event.get_absolute_url()}"' in page

"""Who leaves between the last Swiss round and the cut, and who is honoured when it is over."""

import pytest
from django.urls import reverse

from core.errors import Refused
from tests.tournaments.worlds import a_player, an_event, staff
from tournaments.corrections.services.correction import correct_result
from tournaments.corrections.services.preview import preview_correction
from tournaments.cut.services.ladder import ladder
from tournaments.lifecycle.services.transitions import change_event_state
from tournaments.models import Match, Role, Round, Series, Stage
from tournaments.players.services.dropping import disqualify, drop
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score
from tournaments.rounds.services.pairing import discard_pairings, pair_round
from tournaments.rounds.services.publishing import publish_round, unpublish_round
from tournaments.standings.services.ranking import standings

pytestmark = pytest.mark.django_db


def played_through(event, keeper) -> None:
    publish_round(round_id=Round.objects.filter(event=event).latest("number").pk, who=keeper)
    for match in Match.objects.filter(round__event=event).undecided():
        enter_result(match_id=match.pk, who=keeper, score=Score.duel("a", 6, 0))


@pytest.fixture
def swiss():
    """Six players, one round played, a cut of four to come."""
    event = an_event("running", swiss_rounds=1, cut_size=4)
    keeper = staff(event, Role.OWNER)
    for _ in range(6):
        a_player(event)
    pair_round(event_id=event.pk, who=keeper)
    played_through(event, keeper)
    return event, keeper


def test_departures_before_the_cut_promote_the_next_in_rank(swiss):
    event, keeper = swiss
    ranked = [int(row.player) for row in standings(event)]
    change_event_state(event_id=event.pk, who=keeper, to="cut")
    drop(registration=event.registrations.get(pk=ranked[2]), who=keeper)
    unpublished = Round.objects.get(event=event, stage=Stage.CUT)
    with pytest.raises(Refused) as refused:
        publish_round(round_id=unpublished.pk, who=keeper)
    assert refused.value.code == "left-before-the-cut"
    discard_pairings(round_id=unpublished.pk, who=keeper, why="x")
    again = pair_round(event_id=event.pk, who=keeper)
    publish_round(round_id=again.pk, who=keeper)
    seated = set(again.seats.values_list("registration", flat=True))
    assert seated == {ranked[0], ranked[1], ranked[3], ranked[4]}


def test_corrections_after_the_cut_started_keep_the_seeds(swiss):
    event, keeper = swiss
    change_event_state(event_id=event.pk, who=keeper, to="cut")
    event.refresh_from_db()
    seeds = event.cut_seeds
    swiss_matches = Match.objects.filter(round__stage=Stage.SWISS).at_tables().with_players().order_by("pk")
    match = next(match for match in swiss_matches if match.a_id in seeds and match.b_id not in seeds)
    score = Score.duel("b", 0, 6)
    preview = preview_correction(match=match, who=keeper, score=score)
    assert (preview.keeps_cut, preview.into_the_cut, preview.out_of_the_cut, preview.unpublished_rounds) == (
        True,
        [],
        [],
        [],
    )
    correct_result(match_id=match.pk, who=keeper, score=score, why="typed wrong")
    unpublished = Round.objects.get(event=event, stage=Stage.CUT)
    publish_round(round_id=unpublished.pk, who=keeper)
    unpublish_round(round_id=unpublished.pk, who=keeper, why="wrong hall")
    discard_pairings(round_id=unpublished.pk, who=keeper, why="x")
    again = pair_round(event_id=event.pk, who=keeper)
    assert set(again.seats.values_list("registration", flat=True)) == set(seeds)


def test_corrections_before_the_cut_count_for_its_seeds(swiss):
    event, keeper = swiss
    change_event_state(event_id=event.pk, who=keeper, to="finished", anyway=True)
    change_event_state(event_id=event.pk, who=keeper, to="running")
    last = int(standings(event)[-1].player)
    match = Match.objects.of(last).get()
    correct_result(match_id=match.pk, who=keeper, score=Score.duel("b", 0, 6), why="typed wrong")
    change_event_state(event_id=event.pk, who=keeper, to="cut")
    event.refresh_from_db()
    assert last in event.cut_seeds


def test_disqualified_players_get_no_certificate_or_series_points(swiss, client):
    event, keeper = swiss
    event.series = Series.objects.create(name="A year", slug="a-year", owner=keeper)
    event.cut_size = None
    event.save()
    change_event_state(event_id=event.pk, who=keeper, to="finished")
    champion = event.registrations.get(pk=int(standings(event)[0].player))
    disqualify(registration=champion, who=keeper, why="a test")
    client.force_login(keeper)
    page = client.get(reverse("tournaments:print_certificates", args=[event.slug])).content.decode()
    assert champion.shown_name not in page.split("<main")[1]
    assert champion.shown_name not in [rung.name for rung in ladder(event.series)]

"""A corrected result shows first what it moves; published pairings stay unless untouched tables are drawn again."""

from functools import partial

import pytest

from core.errors import Invalid, NotAllowed, Refused, Stale
from tests.tournaments.worlds import a_player, a_round, an_event, staff
from tournaments.corrections.services import correction
from tournaments.corrections.services.preview import preview_correction
from tournaments.models import Match, Round
from tournaments.players.services import dropping
from tournaments.results.services import entry, reporting
from tournaments.results.services.scores import Score

pytestmark = pytest.mark.django_db


@pytest.fixture
def world():
    """Four players, round 1 settled for the first of each pair, round 2 published."""
    event = an_event(swiss_rounds=3, cut_size=2)
    keeper = staff(event)
    a, b, c, d = (a_player(event) for _ in range(4))
    first = a_round(event, (a, b), (c, d), state="closed")
    for match in first.matches.all():
        entry.settle_by_rule(match, outcome="a", ending="no-show", who=keeper, why="")
    a_round(event, (a, c), (b, d))
    return event, keeper, first.matches.get(table=1)


def test_the_preview_lists_rank_changes_and_changes_nothing(world):
    _event, keeper, match = world
    preview = preview_correction(match=match, who=keeper, score=Score.duel("b", 0, 4))
    assert {
        move.player.pk: (move.points_before, move.points_after)
        for move in preview.rank_changes
        if move.player.pk in (match.a_id, match.b_id)
    } == {match.a_id: (3, 0), match.b_id: (0, 3)}
    assert preview.later_rounds == ["round 2"]
    assert [player.pk for player in preview.into_the_cut] == [match.b_id]
    assert match.results.current().get().outcome == "a"


def test_the_preview_excludes_departed_players_from_the_cut(world):
    _event, keeper, match = world
    dropping.drop(registration=match.b, who=keeper)
    preview = preview_correction(match=match, who=keeper, score=Score.duel("b", 0, 4))
    assert match.b_id not in [player.pk for player in preview.into_the_cut]


def test_a_correction_keeps_the_published_pairings(world):
    _event, keeper, match = world
    before = list(Match.objects.filter(round__number=2).pairs())
    correction.correct_result(match_id=match.pk, who=keeper, score=Score.duel("b", 0, 4), why="typed wrong")
    assert list(Match.objects.filter(round__number=2).pairs()) == before
    assert match.results.current().get().outcome == "b"
    assert match.results.count() == 2


def test_only_unstarted_tables_are_paired_again():
    event = an_event(swiss_rounds=4)
    keeper = staff(event)
    players = [a_player(event) for _ in range(8)]
    first = a_round(event, *zip(players[:4], players[4:], strict=True), state="closed")
    for match in first.matches.all():
        entry.settle_by_rule(match, outcome="a", ending="no-show", who=keeper, why="")
    second = a_round(
        event, (players[0], players[1]), (players[2], players[3]), (players[4], players[5]), (players[6], players[7])
    )
    begun = second.matches.get(table=1)
    reporting.report_result(match_id=begun.pk, who=begun.a.user, score=Score.duel("a", 3, 0))
    wrong = first.matches.of(players[2]).get()
    correction.correct_result(match_id=wrong.pk, who=keeper, score=Score.duel("b", 0, 4), why="swapped", then="redraw")
    pairs = {frozenset(pair) for pair in second.matches.pairs()}
    assert frozenset((players[0].pk, players[1].pk)) in pairs
    assert frozenset((players[3].pk, players[6].pk)) in pairs  # the two winners now
    assert second.seats.count() == 8


def test_a_correction_discards_outdated_pairings(world):
    event, keeper, match = world
    Round.objects.create(event=event, number=3)
    correction.correct_result(match_id=match.pk, who=keeper, score=Score.duel("b", 0, 4), why="typed wrong")
    assert not event.rounds.filter(state="draft").exists()


def test_a_correction_needs_reason_right_and_current_version(world):
    _event, keeper, match = world
    score = Score.duel("b", 0, 4)
    with pytest.raises(Invalid, match="needs a reason"):
        correction.correct_result(match_id=match.pk, who=keeper, score=score, why=" ")
    with pytest.raises(Stale):
        correction.correct_result(match_id=match.pk, who=keeper, score=score, why="x", seen_version=99)
    with pytest.raises(NotAllowed):
        correction.correct_result(match_id=match.pk, who=match.a.user, score=score, why="x")


def test_a_bye_is_neither_corrected_nor_played_again():
    event = an_event()
    bye = a_round(event, (a_player(event), None)).matches.get()
    about = {"match_id": bye.pk, "who": staff(event), "why": "nobody came"}
    for undone in (correction.reopen_match, partial(correction.correct_result, score=Score.duel("b", 0, 4))):
        with pytest.raises(Refused) as refusal:
            undone(**about)
        assert refusal.value.code == "bye-has-no-result"

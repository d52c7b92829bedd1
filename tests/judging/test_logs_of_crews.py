"""Logs of two against two at a match of two crews: who sat where, who won, and which logs are refused."""

import json

import pytest
from django.urls import reverse

from judging.cases.comparison.result_differences import score_stated
from judging.cases.comparison.seat_matching import seating
from judging.cases.services.desk import claim
from judging.cases.services.from_states import open_missing
from judging.logs.services.worker import work_one
from judging.models import Case, Comparison, Recording, Report
from judging.rulings.services.decisions import score_of_loss
from tests.judging.event_setup import ruled
from tests.judging.people import InProcess
from tests.judging.test_logs_at_tables_of_four import codes, handed_in, log
from tests.rules.fours import TEAMS, four_players
from tests.tournaments import worlds
from tournaments.models import Crew, Event, Match, Penalty, Registration, Result, Role, Round, Seat
from tournaments.players.models.crews import staying
from tournaments.results.services.scores import Score

pytestmark = pytest.mark.django_db
OVER = [{"do": "concede", "player": player} for player in "DB"]
PAIRS = {"mode": "two-v-two", "crews": [["A", "C"], ["B", "D"]]}
WON = {"winners": ["A", "C"], "glory": {"A": 3, "B": 0, "C": 2, "D": 1}}
NAMES = ("ana", "cy", "bo", "flo")  # A and C of the log are Ana and Bo


@pytest.fixture
def match():
    """Flo and Cy against Ana and Bo."""
    event = worlds.an_event(name="Pairs", slug="pairs", mode="two-v-two")
    flo, ana, cy, bo = (worlds.a_player(event, name) for name in ("flo", "ana", "cy", "bo"))
    played = Round.objects.create(event=event, number=1, state="published", minutes=60)
    found = Match.objects.create(round=played, table=1, state="open")
    for both in ((flo, cy), (ana, bo)):
        crew = Crew.objects.create(event=event)
        for seat, player in enumerate(both, start=1):
            player.crew, player.crew_seat = crew, seat
            player.save()
    places = [(flo, 1, "player"), (ana, 2, "player"), (cy, 1, "partner"), (bo, 2, "partner")]
    for number, (player, side, role) in enumerate(places, start=1):
        Seat.objects.create(round=played, match=found, registration=player, number=number, side=side, role=role)
    return found


def pairs_log(*actions, names=NAMES, **changes):
    return log(*actions, names=names, **PAIRS, **changes)


def test_partners_of_the_log_are_found_at_the_table(match):
    report = handed_in(match, pairs_log(*OVER, result=WON))
    assert not {"player-differs", "mode-differs"} & set(codes(report))


def test_partners_of_the_log_who_are_opponents_are_reported(match):
    report = handed_in(match, pairs_log(*OVER, names=("ana", "bo", "cy", "flo"), result=WON))
    assert "player-differs" in codes(report)


def test_a_duel_log_is_refused_at_a_crew_match(match):
    duel = {**four_players(letters="AB"), "format": "krosmaster-log/2"}
    report = handed_in(match, json.dumps(duel).encode())
    assert report.verdict == "malformed"


def test_a_free_for_all_log_is_reported_at_crew_matches(match):
    assert "mode-differs" in codes(handed_in(match, log(names=NAMES)))


@pytest.mark.parametrize(
    ("places", "tallies", "reported"),
    [
        ([2, 1], [1, 5], []),
        ([1, 2], [1, 5], ["winner-differs"]),
        ([2, 1], [0, 5], ["glory-differs"]),
    ],
)
def test_winning_crew_and_added_gg_are_held_against_the_result(as_, match, places, tallies, reported):
    report = handed_in(match, pairs_log(*OVER, result=WON))
    result = Result.objects.create(match=match, places=places, tallies=tallies, ending="glory")
    open_missing(match.round.event)
    found = [each["code"] for each in Comparison.objects.get(report=report, result=result).differences]
    assert found == reported
    if reported:
        worlds.staff(match.round.event, Role.HEAD_JUDGE, "hal")
        case = Case.objects.get(kind=Case.Kind.LOG_VS_RESULT)
        for address in (case.get_absolute_url(), reverse("judging:desk", args=[match.round.event.slug])):
            page = as_("hal").get(address)
            assert page.status_code == 200
            assert all(player.full_name in page.content.decode() for player in match.players())


def test_all_four_open_the_recorder_of_their_match(as_, match):
    for player in match.players():
        assert as_(player.user.username).get(reverse("judging:record_match", args=[match.pk])).status_code == 200


def recorded(as_, match, *leaving):
    """A game at this match, recorded until one crew is left, and submitted by Ana."""
    sent = {f"team_{letter.lower()}": "\n".join(TEAMS[letter].values()) for letter in "ABCD"}
    as_("ana").post(reverse("judging:record_match", args=[match.pk]), sent | {"arena": "the-pit", "side_of_a": "south"})
    recording = Recording.objects.get(match=match)
    assert "Report result and submit log" in as_("ana").get(recording.get_absolute_url()).content.decode()
    for player in leaving:
        recording.refresh_from_db()
        own = seating(recording.header, match)[player].user
        entry = {"id": player, "by": f"{own.pk}", "version": recording.version}
        entry["action"] = {"do": "concede", "player": player}
        address = reverse("judging:record_enter", args=[recording.uuid])
        answer = as_(own.username).post(address, entry, content_type="application/json")
        assert answer.status_code == 200, answer.json()
    recording.refresh_from_db()
    as_("ana").post(reverse("judging:record_submit", args=[recording.uuid]), {"version": recording.version})
    work_one(InProcess())
    match.refresh_from_db()


@pytest.mark.parametrize(("leaving", "outcome"), [("AC", "b"), ("BD", "a")])
def test_a_recorded_match_reports_the_crew_that_won(as_, match, leaving, outcome):
    """With the GG of both partners; those of who concedes stay with the side (docs/rulings.md)."""
    recorded(as_, match, *leaving)
    reported = match.reports.get()
    assert (reported.by.user.username, reported.outcome, (reported.glory_a, reported.glory_b)) == (
        "ana",
        outcome,
        (6, 6),
    )
    assert (reported.ending, match.state) == ("concession", "reported")
    as_("cy").post(reverse("tournaments:confirm", args=[match.pk]), {"version": match.version})
    result = match.results.get()
    open_missing(match.round.event)
    assert Comparison.objects.get(result=result).differences == []


def test_a_recorded_match_that_is_not_over_reports_nothing(as_, match):
    recorded(as_, match, "A")
    assert not match.reports.exists()


def disputed(as_, match):
    score = {"outcome": "a", "glory_a": 5, "glory_b": 0, "ending": "glory"}
    as_("flo").post(reverse("tournaments:report", args=[match.pk]), score)
    match.refresh_from_db()
    as_("bo").post(reverse("tournaments:dispute", args=[match.pk]), {"version": match.version, "note": "no"})
    open_missing(match.round.event)
    case, judge = Case.objects.get(match=match), worlds.staff(match.round.event, Role.HEAD_JUDGE, "jo")
    claim(case_id=case.pk, judge=judge)
    return case


def test_a_partners_game_loss_costs_the_crew_the_match(as_, match):
    case = disputed(as_, match)
    partner = match.players()[2]  # of Flo's crew
    assert partner in case.people()
    lost = score_of_loss(match, "game-loss", partner)
    assert lost == Score.duel("b", ending="ruling")
    ruled(case, "correct-result", score=lost, penalty="game-loss", penalised=partner)
    assert match.results.current().get().outcome == "b"
    assert [penalty.registration for penalty in Penalty.objects.all()] == [partner]


def test_a_partner_disqualified_by_ruling_forfeits_for_the_crew(as_, match):
    case = disputed(as_, match)
    partner = match.players()[2]
    ruled(case, "correct-result", score=Score.duel("b", 0, 5), penalty="disqualification", penalised=partner)
    partner.refresh_from_db()
    assert partner.status == "disqualified"
    assert match.results.current().get().outcome == "b"
    assert staying(match.round.event) == {match.players()[1].pk}


def test_public_games_name_partners_together(match, client):
    sides = {"winners": ["A", "C"], "glory": {"A": 3, "B": 0, "C": 2, "D": 1}}
    report = handed_in(match, pairs_log({"do": "concede", "player": "D"}, result=sides))
    Report.objects.update(verdict="valid")
    Case.objects.update(status=Case.Status.CLOSED)
    Event.objects.update(state="finished", public_games=True)
    Registration.objects.update(public_games=True)
    listed = client.get(reverse("judging:gallery")).content.decode()
    assert "Ana &amp; Bo – Cy &amp; Flo" in listed
    assert "<strong>Cy</strong> · 0 GG" in listed
    assert "5 : 1 GG" in client.get(reverse("judging:featured")).content.decode()
    replay = client.get(reverse("judging:replay", args=[report.submission.uuid])).content.decode()
    assert "Ana &amp; Bo – Cy &amp; Flo" in replay
    found = f"{reverse('judging:gallery')}?player=flo&figure=Lil+Healey&event=pairs"
    assert "Ana &amp; Bo" in client.get(found).content.decode()


def test_a_log_states_the_result_of_both_crews(match):
    """Partners win together, and their GG are added."""
    score = score_stated(handed_in(match, pairs_log(*OVER, result=WON)), match)
    assert score
    assert (score.places, score.tallies, score.outcome) == ((2, 1), (1, 5), "b")

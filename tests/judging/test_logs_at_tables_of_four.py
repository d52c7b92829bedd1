"""Logs of three and four players at their tables: who sat where, what must agree, and the result that they prove."""

import json

import pytest
from django.urls import reverse

from judging.cases.comparison.result_differences import score_stated, why_no_score
from judging.cases.comparison.seat_matching import seating
from judging.cases.pages.differences import difference_rows
from judging.cases.services.from_states import open_missing
from judging.logs.services.submission import submit_log
from judging.logs.services.worker import work_one
from judging.models import Case, Comparison, Recording, Submission
from judging.rulings.pages import plain_rulings
from tests.judging.people import InProcess, post, rules, user
from tests.judging.test_plain_rulings import tap
from tests.rules.fours import TEAMS, four_players
from tests.rules.logs import document
from tests.tournaments import worlds
from tournaments.models import Match, Result, Role, Round, Seat

pytestmark = pytest.mark.django_db
OVER = [{"do": "concede", "player": player} for player in "DBA"]


@pytest.fixture
def table():
    """Flo, ana, cy and bo, in this order."""
    event = worlds.an_event(name="Four", slug="four", mode="free-for-all")
    seats = [worlds.a_player(event, name) for name in ("flo", "ana", "cy", "bo")]
    played = Round.objects.create(event=event, number=1, state="published", minutes=60)
    match = Match.objects.create(round=played, table=1, state="open")
    for number, player in enumerate(seats, start=1):
        Seat.objects.create(round=played, match=match, registration=player, number=number, side=number)
    return match


def log(*actions, names=("ana", "bo", "cy", "flo"), **changes):
    document = four_players(*actions, letters="ABCD"[: len(names)], **changes)
    for letter, name in zip("ABCD", names, strict=False):
        document["players"][letter]["name"] = name
    return json.dumps(document).encode()


def handed_in(match, content):
    submission = submit_log(content=content, submitter=user("ana"), match=match)
    work_one(InProcess())
    return submission.reports.get(current=True)


def codes(report):
    return [each["code"] for each in report.differences]


WON = {"winners": ["C"], "glory": {"A": 0, "B": 0, "C": 3, "D": 0}}


def test_players_are_matched_to_their_seats_by_name(table):
    report = handed_in(table, log(*OVER, result=WON))
    assert "player-differs" not in codes(report)
    assert (report.verdict, report.body["winners"]) != ("malformed", [])


def test_a_name_that_sits_elsewhere_is_reported(table):
    report = handed_in(table, log(*OVER, names=("ana", "bo", "cy", "zoe"), result=WON))
    assert [each["logged"] for each in report.differences if each["code"] == "player-differs"] == [{"player": "zoe"}]


def test_who_came_to_a_table_submits_a_log_of_three(table):
    won = {"winners": ["C"], "glory": {"A": 0, "B": 0, "C": 3}}
    over = [{"do": "concede", "player": player} for player in "AB"]
    report = handed_in(table, log(*over, names=("ana", "bo", "cy"), result=won))
    assert (report.verdict != "malformed", codes(report)) == (True, [])
    came = {"places": [4, 3, 1, 2], "tallies": [0, 0, 3, 0], "absent": [0]}
    agreed = Result.objects.create(match=table, ending="concession", **came)
    open_missing(table.round.event)
    assert Comparison.objects.get(report=report, result=agreed).differences == []


def test_a_log_of_three_differs_from_a_result_of_four(table):
    won = {"winners": ["C"], "glory": {"A": 0, "B": 0, "C": 3}}
    over = [{"do": "concede", "player": player} for player in "AB"]
    handed_in(table, log(*over, names=("ana", "bo", "cy"), result=won))
    result = Result.objects.create(match=table, places=[4, 2, 1, 3], tallies=[0, 0, 3, 0], ending="glory")
    open_missing(table.round.event)
    reported = Comparison.objects.get(result=result).differences
    assert [each["code"] for each in reported] == ["players-differ"]


def test_a_duel_is_refused_at_a_table_of_four(table):
    report = handed_in(table, json.dumps(document()).encode())
    assert [each["code"] for each in report.errors] == ["not-this-table"]
    assert "2 players" in report.errors[0]["message"]


def test_a_table_is_laid_without_an_absent_player(as_, table):
    teams = {f"team_{letter.lower()}": "\n".join(team.values()) for letter, team in TEAMS.items()}
    sent = {**teams, "team_a": "", "arena": "the-pit", "side_of_a": "south", "missing": "a"}
    as_("ana").post(reverse("judging:record_match", args=[table.pk]), sent)
    recording = Recording.objects.get(match=table)
    assert [recording.names[letter] for letter in "ABC"] == [str(seat) for seat in table.seats()[1:]]
    assert len(recording.names) == 3


def test_another_mode_than_that_of_the_event_is_reported(table):
    crews = {"mode": "two-v-two", "crews": [["A", "C"], ["B", "D"]]}
    report = handed_in(table, log(**crews))
    assert "mode-differs" in codes(report)
    assert [("game", "two against two")] in [row.logged for row in difference_rows(report, for_judges=False)]


@pytest.mark.parametrize(
    ("places", "tallies", "reported"),
    [
        ([4, 2, 1, 3], [0, 0, 3, 0], []),
        ([3, 2, 1, 4], [0, 0, 3, 0], ["places-differ"]),
        ([4, 1, 2, 3], [0, 0, 3, 0], ["places-differ"]),
        ([4, 2, 1, 3], [0, 1, 2, 0], ["glory-differs"]),
    ],
)
def test_each_seats_place_and_gg_are_held_against_the_result(table, places, tallies, reported):
    report = handed_in(table, log(*OVER, result=WON))
    result = Result.objects.create(match=table, places=places, tallies=tallies, ending="glory")
    open_missing(table.round.event)
    found = [each["code"] for each in Comparison.objects.get(report=report, result=result).differences]
    assert found == reported
    assert Case.objects.filter(kind=Case.Kind.LOG_VS_RESULT).exists() == bool(reported)


def test_the_verdict_page_names_all_four(as_, table):
    report = handed_in(table, log(*OVER, result=WON))
    page = as_("ana").get(reverse("judging:submission", args=[report.submission.uuid])).content.decode()
    assert all(seat.shown_name in page for seat in table.seats())
    assert len(TEAMS) == 4


def test_judges_read_a_table_case_with_all_its_seats(as_, table):
    worlds.staff(table.round.event, Role.HEAD_JUDGE, "hal")
    handed_in(table, log(*OVER, result=WON))
    Result.objects.create(match=table, places=[3, 2, 1, 4], tallies=[0, 0, 3, 0], ending="glory")
    open_missing(table.round.event)
    case = Case.objects.get(kind=Case.Kind.LOG_VS_RESULT)
    for address in (case.get_absolute_url(), reverse("judging:desk", args=[table.round.event.slug])):
        page = as_("hal").get(address)
        assert page.status_code == 200
        assert all(seat.full_name in page.content.decode() for seat in table.seats())
    page = as_("hal").get(case.get_absolute_url()).content.decode()
    assert "1. Cy (3 GG), 2. Ana (0 GG)" in page


def test_a_correction_sets_what_each_of_four_has(client, table):
    worlds.staff(table.round.event, Role.HEAD_JUDGE, "hal")
    handed_in(table, log(*OVER, result=WON))
    Result.objects.create(match=table, places=[3, 2, 1, 4], tallies=[0, 0, 3, 0], ending="glory")
    open_missing(table.round.event)
    case = Case.objects.get(kind=Case.Kind.LOG_VS_RESULT)
    post(client, "hal", "claim", case)
    rows = {"piece-TOTAL_FORMS": 0, "piece-INITIAL_FORMS": 0, "has-glory_C": 5, "has-kamas_D": 2, "after": 1}
    page = post(client, "hal", "preview", case, remedy="correct-log", **rows)
    assert [(whose, now) for whose, _fact, _was, now in page.context["amended"]] == [("cy", "5"), ("flo", "2")]
    assert not rules(client, case, "correct-log", who="hal", **rows)
    copy = Submission.objects.get(corrects=case.submission)
    assert json.loads(bytes(copy.content))["actions"][1]["set"] == {"glory": {"C": 5}, "kamas": {"D": 2}}


def recorded(as_, table, *leaving, **missing):
    """A game at this table, recorded until one player is left, and submitted by Ana."""
    teams = {f"team_{letter.lower()}": "\n".join(team.values()) for letter, team in TEAMS.items()}
    sent = teams | {"arena": "the-pit", "side_of_a": "south"} | missing
    as_("ana").post(reverse("judging:record_match", args=[table.pk]), sent)
    recording = Recording.objects.get(match=table)
    assert "Report result and submit log" in as_("ana").get(recording.get_absolute_url()).content.decode()
    for player in leaving:
        recording.refresh_from_db()
        own = seating(recording.header, table)[player].user
        entry = {"id": player, "by": f"{own.pk}", "version": recording.version}
        entry["action"] = {"do": "concede", "player": player}
        answer = as_(own.username).post(
            reverse("judging:record_enter", args=[recording.uuid]), entry, content_type="application/json"
        )
        assert answer.status_code == 200, answer.json()
    recording.refresh_from_db()
    hand_in = reverse("judging:record_submit", args=[recording.uuid])
    as_("ana").post(hand_in, {"version": recording.version})
    as_("ana").post(hand_in, {"version": recording.version})
    work_one(InProcess())
    table.refresh_from_db()
    return table.submissions.get().reports.get(current=True)


def test_a_recorded_table_submits_its_log_and_reports_its_places(as_, table):
    report = recorded(as_, table, "D", "B", "A")
    assert (report.body["winners"], codes(report)) == (["C"], [])
    reported = table.reports.get()
    assert (reported.by, reported.places, reported.ending) == (table.seats()[1], [2, 3, 1, 4], "concession")
    assert table.state == "reported"


def test_all_others_of_a_table_confirm_in_the_recorder(as_, table):
    recorded(as_, table, "D", "B", "A")
    recording = Recording.objects.get(match=table)
    part, door = (
        reverse("judging:record_result", args=[recording.uuid]),
        reverse("tournaments:confirm", args=[table.pk]),
    )
    waiting = [player.user.username for player in table.seats() if player != table.reports.get().by]
    for who in waiting:
        table.refresh_from_db()
        shown = as_(who).get(part).content.decode()
        assert door in shown and f'name="version" value="{table.version}"' in shown
        as_(who).post(door, {"version": table.version, "next": recording.get_absolute_url()})
        assert door not in as_(who).get(part).content.decode()
    table.refresh_from_db()
    assert table.is_done
    assert "Result confirmed: " in as_("ana").get(part).content.decode()


def test_a_table_recorded_without_one_player_reports_them_absent(as_, table):
    report = recorded(as_, table, "B", "A", missing="a", team_a="")
    reported = table.reports.get()
    assert (reported.places, reported.absent) == ([4, 2, 3, 1], [0])
    for player in table.seats():
        if player != reported.by:
            table.refresh_from_db()
            as_(player.user.username).post(reverse("tournaments:confirm", args=[table.pk]), {"version": table.version})
    result = table.results.get()
    open_missing(table.round.event)
    assert Comparison.objects.get(report=report, result=result).differences == []


def test_a_game_that_is_not_over_reports_no_places(as_, table):
    recorded(as_, table, "D")
    assert not table.reports.exists()


def test_the_log_that_counts_gives_every_seat_its_place(client, table):
    """Of two logs that differ: D fell first, then B and A. A game that is not over gives none."""
    worlds.staff(table.round.event, Role.JUDGE, "jo")
    handed_in(table, log(*OVER, result=WON))
    submit_log(content=log(*OVER[:1]), submitter=user("bo"), match=table)
    work_one(InProcess())
    case = Case.objects.get(kind=Case.Kind.LOGS_DIFFER)
    scores = {plain.label: plain.decision.score for plain in plain_rulings(case) if plain.decision.counts}
    assert [score and (score.places, score.tallies) for score in scores.values()] == [
        ((4, 2, 1, 3), (0, 0, 3, 0)),
        None,
    ]
    assert [label.startswith("Count log of Ana: ") for label in scores] == [True, False]
    client.force_login(user("jo"))
    page = client.get(case.get_absolute_url()).content.decode()
    assert "The log of Bo states no result: only the levels in play could separate two places." in page
    tap(client, case, next(plain.key for plain in plain_rulings(case) if plain.decision.score))
    assert Result.objects.current().get().places == [4, 2, 1, 3]


def test_places_that_only_levels_would_separate_are_not_stated(table):
    report = handed_in(
        table, log(*OVER[:1], {"do": "time"}, result={"winners": ["C"], "glory": dict.fromkeys("ABCD", 3)})
    )
    assert score_stated(report, table) is None
    assert why_no_score(report, table) == "only the levels in play could separate two places"

"""A log is held against its match, the locked lists, the result that counts and the other logs of the game."""

import pytest
from django.utils import timezone

from judging.cases.pages.differences import difference_rows
from judging.cases.services.from_states import open_missing
from judging.models import Case, Comparison, Report
from rules.arena.legality import profiles
from tests.judging.people import ANA_PLAYS, BO_PLAYS, a_hall, header, judged, listed, player, table_1, user
from tests.tournaments import worlds
from tournaments.models import DuelOutcome, Event, Result, Role
from tournaments.results.services.entry import amend_result, enter_result
from tournaments.results.services.scores import Score

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def hall():
    return a_hall(arenas=["the-pit", "wabbit-island"])


def codes(report: Report) -> list[str]:
    return [difference["code"] for difference in report.differences]


def kinds() -> set[str]:
    return set(Case.objects.values_list("kind", flat=True))


def test_a_log_that_fits_its_match_opens_no_case(fake):
    assert codes(judged(fake)) == []
    assert not Case.objects.exists()


@pytest.mark.parametrize(
    ("change", "code"),
    [({"team_format": "limited"}, "format-differs"), ({"arena": "the-moon"}, "arena-differs")],
)
def test_another_format_or_arena_is_log_against_match(fake, change, code):
    assert code in codes(judged(fake, header=header(**change)))
    assert kinds() == {Case.Kind.LOG_VS_MATCH}


def test_a_stranger_in_the_log_is_log_against_match(fake):
    players = {"A": {"name": "Ana", "team": ANA_PLAYS}, "B": {"name": "Cy", "team": BO_PLAYS}}
    assert codes(judged(fake, header=header(players=players))) == ["player-differs"]


def test_a_misspelt_player_is_known_by_the_team(fake):
    listed("bo", *BO_PLAYS.values())
    players = {"A": {"name": "Ana", "team": ANA_PLAYS}, "B": {"name": "Beau", "team": BO_PLAYS}}
    assert codes(judged(fake, header=header(players=players))) == []


def test_the_sides_of_a_log_may_be_swapped(fake):
    listed("ana", *ANA_PLAYS.values())
    listed("bo", *BO_PLAYS.values())
    turned = {"A": {"name": "Bo", "team": BO_PLAYS}, "B": {"name": "Ana", "team": ANA_PLAYS}}
    assert codes(judged(fake, header=header(players=turned))) == []


def test_another_team_than_on_the_list_is_log_against_list(fake):
    listed("ana", "bill-tell", "bad-aboum")
    report = judged(fake)
    assert codes(report) == ["team-differs"]
    assert report.differences[0]["expected"] == {"seat": "a", "missing": ["bad-aboum"]}
    assert report.differences[0]["logged"] == {"seat": "a", "extra": ["oscar-kass"]}
    assert kinds() == {Case.Kind.LOG_VS_LIST}


def test_only_the_list_that_counts_is_looked_at(fake):
    """A list that was replaced before the deadline is no matter, nor is what the player saves in their own lists."""
    listed("ana", "bad-aboum", superseded_at=timezone.now())
    listed("ana", *ANA_PLAYS.values())
    assert codes(judged(fake)) == []


def the_event(**fields) -> None:
    Event.objects.update(**fields)


def with_theo() -> dict:
    """Banned since May 2016."""
    team = {"a1": "theo", "a2": "oscar-kass"}
    return header(players={"A": {"name": "Ana", "team": team}, "B": {"name": "Bo", "team": BO_PLAYS}})


def test_without_a_list_the_team_is_checked_against_the_profile(fake):
    the_event(legality="season-2018-01")
    report = judged(fake, header=with_theo())
    assert codes(report) == ["team-not-legal-here"]
    assert report.differences[0]["expected"]["seat"] == "a"
    assert report.differences[0]["logged"]["figures"] == ["theo"]
    assert kinds() == {Case.Kind.LOG_VS_MATCH}


def test_the_profile_is_the_one_that_was_pinned(fake):
    facts = profiles()["none"].as_facts() | {"banned": ["theo"]}
    the_event(legality="our-own", pinned_legality=facts)
    assert codes(judged(fake, header=with_theo())) == ["team-not-legal-here"]


def test_where_there_is_a_list_only_the_list_counts(fake):
    """Whether that list is legal was judged at the deadline, and is a case of its own."""
    the_event(legality="season-2018-01")
    listed("ana", "theo", "oscar-kass")
    assert codes(judged(fake, header=with_theo())) == []


def test_without_a_list_the_team_is_checked_against_the_format(fake):
    report = judged(fake, header=header(team_format="limited"))
    assert codes(report) == ["format-differs", "team-not-legal-here", "team-not-legal-here"]
    assert "1.1.1.b" in report.differences[1]["logged"]["articles"]


def test_what_is_forbidden_everywhere_is_reported_by_the_report_alone(fake):
    assert len(ANA_PLAYS) < 3, "no legal team"
    assert codes(judged(fake)) == []


def rows(report: Report, *, for_judges: bool = True) -> list:
    return [(row.expected, row.logged) for row in difference_rows(report, for_judges=for_judges)]


def test_a_judge_reads_players_figures_and_arenas_by_their_names(fake, hall):
    listed("ana", "bill-tell", "bad-aboum")
    report = judged(fake, header=header(arena="the-moon"))
    result(DuelOutcome.B, 0, 5)
    open_missing(hall)
    assert rows(report) == [
        ([("arena", "The Pit, wabbit-island")], [("arena", "the-moon")]),
        ([("player", "Ana"), ("not in the log", "Bad Aboum")], [("player", "Ana"), ("not on the list", "Oscar Kass")]),
        ([("winner", "Bo")], [("winner", "Ana")]),
        ([("Ana", "0"), ("Bo", "5")], [("Ana", "8"), ("Bo", "0")]),
    ]


def test_players_read_nothing_that_a_hidden_list_has_part_in(fake):
    listed("ana", "bill-tell", "bad-aboum")
    report = judged(fake, header=header(arena="the-moon"))
    assert rows(report, for_judges=False) == [([("arena", "The Pit, wabbit-island")], [("arena", "the-moon")])]


def test_a_broken_rule_and_a_wrong_team_are_two_cases(fake):
    listed("ana", "bad-aboum")
    judged(fake, verdict="invalid", findings=[])
    assert kinds() == {Case.Kind.INVALID_LOG, Case.Kind.LOG_VS_LIST}


def test_a_malformed_log_is_reported_and_opens_no_case(fake):
    judged(fake, verdict="malformed", header={}, steps="")
    assert not Case.objects.exists()


def result(outcome: str, a: int, b: int) -> None:
    scorekeeper = worlds.staff(table_1().round.event, Role.SCOREKEEPER)
    enter_result(match_id=table_1().pk, who=scorekeeper, score=Score.duel(outcome, a, b))


def test_a_result_entered_after_the_log_is_compared_with_it(fake, hall):
    judged(fake)
    assert open_missing(hall) == 0, "nothing to compare yet"
    result(DuelOutcome.B, 0, 5)
    assert open_missing(hall) == 1
    assert kinds() == {Case.Kind.LOG_VS_RESULT}
    assert [d["code"] for d in Comparison.objects.get().differences] == ["winner-differs", "glory-differs"]
    assert open_missing(hall) == 0, "a cause is looked at once"


def test_a_log_received_after_the_result_is_compared_with_it(fake, hall):
    result(DuelOutcome.A, 7, 0)
    judged(fake)
    open_missing(hall)
    assert [d["code"] for d in Comparison.objects.get().differences] == ["glory-differs"]


def test_a_result_that_agrees_opens_no_case(fake, hall):
    judged(fake)
    result(DuelOutcome.A, 8, 0)
    assert open_missing(hall) == 0
    assert Comparison.objects.get().differences == []


def test_no_log_is_held_against_a_ruling(fake, hall):
    judged(fake)
    match = table_1()
    amend_result(
        match=match,
        who=user("jo"),
        score=Score.duel(DuelOutcome.B, 0, 0, "ruling"),
        why="x",
        source=Result.Source.RULING,
    )
    assert open_missing(hall) == 0
    assert not Comparison.objects.exists()


@pytest.mark.parametrize(
    ("one", "other", "part"),
    [("aaaaaaaabbbbbbbb", "aaaaaaaabbbbbbbb", None), ("aaaaaaaabbbbbbbb", "aaaaaaaacccccccc", 1),
     ("aaaaaaaa", "aaaaaaaabbbbbbbb", 1), ("", "", None)],
)  # fmt: skip
def test_two_logs_differ_at_the_first_unequal_action(one, other, part):
    assert Report(steps=one).first_difference(Report(steps=other)) == part


def test_two_logs_of_one_game_that_part_are_a_case(fake):
    judged(fake, steps="aaaaaaaabbbbbbbb")
    judged(fake, who="bo", steps="aaaaaaaacccccccc")
    case = Case.objects.get()
    assert case.kind == Case.Kind.LOGS_DIFFER
    assert {case.submission.submitter, case.other_submission.submitter} == {user("ana"), user("bo")}


def test_two_logs_of_the_same_game_have_no_difference(fake):
    judged(fake)
    judged(fake, who="bo")
    assert not Case.objects.exists()


def test_a_players_corrected_second_log_replaces_the_first(fake):
    judged(fake, steps="aaaaaaaa")
    judged(fake, steps="bbbbbbbb")
    judged(fake, who="bo", steps="bbbbbbbb")
    assert not Case.objects.exists()


def test_a_minor_is_known_by_initials_and_by_name(fake):
    bo = player("bo")
    bo.user.is_minor = True
    bo.user.save()
    for name in ("B.", "Bo"):
        players = {"A": {"name": "Ana", "team": ANA_PLAYS}, "B": {"name": name, "team": BO_PLAYS}}
        assert codes(judged(fake, header=header(players=players))) == []


@pytest.mark.parametrize(("event", "log", "differs"), [("second", "original", True), ("original", "original", False)])
def test_another_box_of_rewards_is_log_against_match(fake, event, log, differs):
    """The header alone said which rewards were played with, and gold at 12 Kamas was taken for it."""
    the_event(rewards=event)
    report = judged(fake, header=header(rewards=log))
    assert codes(report) == ["rewards-differ"] * differs
    rows = difference_rows(report, for_judges=False)
    assert [row.logged for row in rows] == [[("Demonic Rewards", "first box: granite, jade, gold")]] * differs

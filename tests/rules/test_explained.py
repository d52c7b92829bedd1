"""What a report adds for its readers: the action in words as it was tried, and the position before any action."""

import json
from dataclasses import replace
from typing import Any

import pytest

from rules.arena.engine.reports.descriptions import describe
from rules.arena.laws.arena_2_7 import ARENA_2_7
from rules.arena.log import Log
from rules.arena.log_headers import _action_shape, _of_three_or_four
from rules.arena.log_warnings import cited
from rules.arena.replay import before, explained
from rules.common.fields import MAX_ACTIONS, count
from rules.common.messages import message as _
from rules.common.verdicts import MOST_FINDINGS, Issue, Malformed, at_most
from rules.games import parse, replay
from tests.rules.fours import four_players
from tests.rules.logs import PLACED, TWO_TURNS, do, document


def log_of(*actions: dict[str, Any], **changes: Any) -> Log:
    return parse(json.dumps(document(*actions, **changes)).encode())


def test_each_fault_is_described_in_the_position_where_it_arose() -> None:
    wrong = do("inspire", die=1, unit="a1")
    log = log_of(wrong, *PLACED[:3], do("place", unit="a4", cell="A1"), wrong, *PLACED[4:], wrong)
    report, described = explained(log)
    at = [finding.action for finding in report.findings]
    assert {0, 5, 10} <= set(at)
    assert described == [None if index is None else describe(before(log, index), log.actions[index]) for index in at]


def test_faults_of_the_first_and_last_action_are_described() -> None:
    for log in (log_of(do("end-turn")), log_of(*PLACED, do("inspire", die=1, unit="a1"))):
        _report, described = explained(log)
        assert described[-1] == describe(before(log, len(log.actions) - 1), log.actions[-1])


def test_a_log_without_faults_tells_nothing() -> None:
    assert explained(log_of(*TWO_TURNS))[1] == []


def test_the_position_before_an_action_follows_the_one_before_it() -> None:
    log = log_of(*TWO_TURNS)
    on_board = [sum(unit.in_play for unit in before(log, index).units.values()) for index in (0, 1, 3, 8)]
    assert on_board == [0, 1, 3, 8]


def test_an_arena_that_there_is_not_is_reported_once() -> None:
    report = replay(json.dumps(document(*PLACED, arena="nowhere")).encode())
    assert [finding.code for finding in report.findings] == ["no-such-arena"]
    table = replay(json.dumps({**four_players(), "arena": "nowhere"}).encode())
    assert (table.verdict, table.winners, table.winner) == ("invalid", (), None)


@pytest.mark.parametrize(
    ("changes", "codes"),
    [({"nonsense": 1}, ["unknown-field", "no-such-arena"]), ({"first_player": "B"}, ["wrong-first-player"])],
)
def test_an_unknown_arena_is_reported_unless_the_header_errs_elsewhere(
    changes: dict[str, Any], codes: list[str]
) -> None:
    report = replay(json.dumps(document(*PLACED, arena="nowhere", **changes)).encode())
    assert (report.verdict, [finding.code for finding in report.findings]) == ("invalid", codes)


def test_two_hundred_findings_are_listed_without_a_note() -> None:
    found = [Issue("error", "x", _("no"), 0)] * MOST_FINDINGS
    assert at_most(found) == tuple(found)
    assert len(at_most([*found, found[0]])) == MOST_FINDINGS + 1


def test_a_finding_without_an_article_cites_none() -> None:
    found = [Issue("warning", "x", _("no")), Issue("error", "x", _("no"), 0, "1.3.5")]
    laws = replace(ARENA_2_7, cites="p{0}".format)
    assert [each.article for each in cited(found, laws)] == [None, "p1.3.5"]


def test_what_a_log_leaves_out_has_its_usual_value() -> None:
    assert (log_of().toss, log_of().team_format) == (False, "constructed")
    four = {name: value for name, value in four_players().items() if name not in ("toss", "team_format")}
    table = parse(json.dumps({**four, "result": {"winners": ["B"], "glory": None}}).encode())
    assert (table.toss, table.team_format) == (False, "four-player")
    assert table.result is not None
    assert (table.result.winner, table.result.winners) == ("B", ("B",))


def test_a_rank_is_read_in_capitals_too() -> None:
    assert log_of(do("flip", rank="JADE", pile=1, reward="x")).actions[0]["rank"] == "jade"


def team_of(names: list[str], **others: dict[str, str]) -> dict[str, Any]:
    teams = {"A": dict.fromkeys(names, "ush"), "B": {"b1": "ush"}, **others}
    return {side: {"team": team, "timeline": list(team)} for side, team in teams.items()}


def test_fifty_figures_are_read() -> None:
    names = [f"a{number}" for number in range(50)]
    assert len(log_of(players=team_of(names)).players["A"].team) == 50
    with pytest.raises(Malformed) as refused:
        log_of(players=team_of([*names, "a50"]))
    assert refused.value.code == "too-many-units"


def test_no_figure_is_called_like_a_summon_of_another() -> None:
    with pytest.raises(Malformed) as refused:
        log_of(players=team_of(["x/y", "x/y/z"]))
    assert (refused.value.pointer, refused.value.code) == ("/players/A/team/x~1y~1z", "name-of-a-summon")
    assert list(log_of(players=team_of(["x/y"])).players["A"].team) == ["x/y"]


def test_five_thousand_actions_are_read() -> None:
    assert len(log_of(*[do("time")] * MAX_ACTIONS).actions) == MAX_ACTIONS


def test_three_players_are_required_and_a_fourth_is_optional() -> None:
    fields = _of_three_or_four(count).schema
    assert (list(fields["properties"]), fields["required"]) == (list("ABCD"), list("ABC"))


def test_an_action_is_known_by_its_name() -> None:
    assert _action_shape("time", {"at": (count, False)}).schema["required"] == ["do"]


def test_a_name_used_twice_is_reported_by_sides_or_players() -> None:
    with pytest.raises(Malformed, match="both sides have a unit b1"):
        log_of(players=team_of(["b1"]))
    four = four_players(letters="ABC")
    four["players"]["C"]["team"] = four["players"]["A"]["team"]
    with pytest.raises(Malformed, match="two players have a unit"):
        parse(json.dumps(four).encode())

"""The light log: turns, KOs, GG, Kamas and purchases are checked, and nothing of the play (docs/game-log.md)."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.arena.texts import figures
from rules.common.verdicts import Report
from rules.games import replay
from tests.judging.test_validate_log import run, written
from tests.rules.logs import TEAM_A, TEAM_B, Action, do, document

TURN_A, TURN_B = do("turn", player="A"), do("turn", player="B")
DOUBLES = do("glory", glory={"A": -1, "B": -1}, why="tension")
NOT_OVER = {"winner": None, "glory": None}


def light(*actions: Action, **changes: Any) -> dict[str, Any]:
    return document(*actions, detail="ledger", **changes)


def report(*actions: Action, **changes: Any) -> Report:
    return replay(json.dumps(light(*actions, **changes)).encode())


def faults(*actions: Action, **changes: Any) -> list[tuple[int | None, str | None]]:
    return [(finding.action, finding.article) for finding in report(*actions, **changes).errors]


def kos(side: str) -> list[Action]:
    return [do("ko", unit=unit) for unit in (TEAM_A if side == "A" else TEAM_B)]


def test_a_whole_game_is_proved_as_far_as_its_account() -> None:
    ended = report(TURN_A, TURN_B, DOUBLES, do("ko", unit="a1"), do("ko", unit="a3"), result=None)
    assert (ended.verdict, ended.ended) == ("ledger", ended.winner is not None)
    assert ended.proof.proved == 0


def test_the_command_accepts_a_light_log(tmp_path: Any) -> None:
    log = light(TURN_A, do("concede", player="B"), result={"winner": "A", "glory": {"A": 6, "B": 6}})
    out, _, code = run(written(tmp_path, "a.json", log))
    assert (code, ": ledger, 2 actions, won by A (concession)" in out) == (0, True)


def test_a_light_log_is_never_valid() -> None:
    assert report(TURN_A, do("time"), result=NOT_OVER).verdict == "ledger"


def test_a_fall_gives_the_level_wild_first() -> None:
    after = report(TURN_A, do("ko", unit="b1"), result=NOT_OVER)
    level = after.glory["A"] - 6 if after.glory else 0
    assert level > 0
    assert after.glory == {"A": 6 + level, "B": 6 - (level - 1)}


def test_all_figures_of_one_side_fallen_ends_the_game() -> None:
    after = report(TURN_A, *kos("B"), result=None)
    assert after.winner == "A"


@pytest.mark.article("5.6.1", "6.3.3", breaks=True)
@pytest.mark.parametrize(
    ("actions", "found"),
    [
        ([TURN_B], (0, "5.6.1")),
        ([TURN_A, TURN_A], (1, "5.6.1")),
        ([do("kamas", kamas={"A": 1})], (0, "5.6.1")),
        ([TURN_A, DOUBLES], (1, "5.2.4")),
        ([TURN_A, TURN_B, DOUBLES, DOUBLES], (3, "5.2.1")),
        ([TURN_A, TURN_B, do("glory", glory={"A": -1}, why="tension")], (2, "5.2.3")),
        ([TURN_A, do("ko", unit="b1"), do("ko", unit="b1")], (2, "4.10.2.a")),
        ([TURN_A, do("ko", unit="x1")], (1, "4.3.1")),
        ([TURN_A, do("ko", unit="b1", by="x1")], (1, "4.3.1")),
        ([TURN_A, do("buy-glory")], (1, "4.5.3")),
        ([TURN_A, do("kamas", kamas={"A": 24}), do("buy-glory"), do("buy-glory")], (3, "6.3.4")),
        ([TURN_A, do("kamas", kamas={"A": 99})], (1, "6.3.3")),
        ([TURN_A, do("kamas", kamas={"A": -1})], (1, "4.5.3")),
        ([TURN_A, do("buy-reward", rank="jade")], (1, "4.5.3")),
        ([TURN_A, do("buy-reward", rank="gold")], (1, "1.3.7")),
        ([TURN_A, do("kamas", kamas={"A": 3}), do("buy-reward", rank="granite", face="up")], (2, "4.7.4")),
        ([TURN_A, do("kamas", kamas={"A": 3}), do("buy-reward", rank="granite", to="b1")], (2, "4.7.8")),
        ([TURN_A, do("glory", glory={"A": 2}, why="power")], (1, "4.6.2")),
        ([TURN_A, do("concede", player="B"), TURN_B], (2, "1.4.1")),
    ],
)
def test_a_fault_is_found_at_its_action(actions: list[Action], found: tuple[int, str]) -> None:
    assert found in faults(*actions, result=None)


@pytest.mark.article("6.3.3", breaks=True)
def test_goods_of_refused_kamas_are_no_second_error() -> None:
    buys = [do("buy-reward", rank="granite") for _ in range(4)]
    assert faults(TURN_A, do("kamas", kamas={"A": 99}), *buys, TURN_B, buys[0], result=None) == [
        (1, "6.3.3"),
        (7, "4.5.3"),
    ]


@pytest.mark.article("4.6.2", breaks=True)
def test_a_level_the_card_does_not_have_is_a_fault() -> None:
    assert faults(TURN_A, do("ko", unit="b4", level=9), result=None) == [(1, "4.6.2")]


def test_kamas_that_only_a_card_can_give_are_believed() -> None:
    account = report(TURN_A, do("kamas", kamas={"A": 1}), result=None).ledger
    assert account is not None
    lying = 1
    while report(TURN_A, do("kamas", kamas={"A": lying}), result=None).proof.believed == 0:
        lying += 1
    assert report(TURN_A, do("kamas", kamas={"A": lying}), result=None).verdict == "ledger"


def test_a_result_that_the_account_contradicts_is_a_fault() -> None:
    wrong = {"winner": "B", "glory": {"A": 6, "B": 6}}
    assert faults(TURN_A, do("concede", player="B"), result=wrong) == [(None, "1.4.1")]
    wrong = {"winner": "A", "glory": {"A": 13, "B": 0}}
    assert faults(TURN_A, do("concede", player="B"), result=wrong) == [(None, "4.6.2")]


def test_a_full_logs_action_is_none_of_a_light_log() -> None:
    assert report(do("move", to="C3")).verdict == "malformed"


def test_a_light_logs_action_is_none_of_a_full_log() -> None:
    assert replay(json.dumps(document(TURN_A)).encode()).verdict == "malformed"


@pytest.mark.parametrize(
    "action",
    [
        do("kamas", kamas={"C": 1}),
        do("glory", why="power", glory={"A": 1, "C": "x"}),
        do("turn", player="A", choices=5, unit=[]),
    ],
)
def test_what_a_light_log_does_not_know_is_never_read(action: Action) -> None:
    assert report(TURN_A, action, result=None).verdict in ("ledger", "invalid")


def test_the_spell_that_kills_its_caster_still_counts() -> None:
    """7.2.2.b."""
    assert faults(TURN_A, do("ko", unit="a1"), do("ko", unit="b2", by="a1"), result=None) == []
    late = [TURN_A, do("ko", unit="a1"), TURN_B, do("ko", unit="b2", by="a1")]
    assert faults(*late, result=None) == [(3, "4.10.2.a")]


def test_the_first_box_lies_open_before_the_fight() -> None:
    """8.1.2."""
    bought = [TURN_A, do("kamas", kamas={"A": 3}), do("buy-reward", rank="granite", face="up")]
    assert faults(*bought, rewards="original", result=None) == []


def test_what_a_card_takes_from_one_the_other_wins() -> None:
    after = report(TURN_A, do("glory", glory={"B": -1}, why="power"), result=None)
    assert (after.glory, (after.ledger or ())[-1]["wild"]) == ({"A": 7, "B": 6}, 0)


def test_djaul_brings_no_gg() -> None:
    """4.18.3.d: his power makes his level 0 when the fight begins."""
    slug = next(slug for slug, text in figures().items() if "descendre-prank" in text.powers)
    players = {
        "A": {"team": {"a1": slug}, "timeline": ["a1"]},
        "B": {"team": {"b1": "anna-tommy"}, "timeline": ["b1"]},
    }
    rows = report(TURN_A, do("ko", unit="a1"), players=players, result=None).ledger or ()
    assert rows[-1]["glory"] == rows[0]["glory"]


def test_unknown_names_are_a_warning() -> None:
    codes = [finding.code for finding in report(do("turn", player="A", colour="red"), result=NOT_OVER).findings]
    assert codes == ["unknown-field"]


def test_the_report_lists_the_account_after_each_action() -> None:
    rows = report(TURN_A, do("kamas", kamas={"A": 2}), result=NOT_OVER).as_dict()["ledger"]
    assert [(row["turn"], row["kamas"]) for row in rows] == [(1, {"A": 0, "B": 0}), (1, {"A": 2, "B": 0})]


ENTRIES = st.one_of(
    st.builds(lambda side: do("turn", player=side), st.sampled_from("AB")),
    st.builds(lambda unit: do("ko", unit=unit), st.sampled_from([*TEAM_A, *TEAM_B])),
    st.builds(lambda a, b: do("kamas", kamas={"A": a, "B": b}), st.integers(-9, 9), st.integers(-9, 9)),
    st.builds(
        lambda a, why: do("glory", glory={"A": a, "B": -1}, why=why),
        st.integers(-2, 2),
        st.sampled_from(["tension", "power"]),
    ),
    st.builds(lambda rank: do("buy-reward", rank=rank), st.sampled_from(["granite", "jade", "silver"])),
    st.just(do("buy-glory")),
    st.builds(lambda side: do("concede", player=side), st.sampled_from("AB")),
)


@pytest.mark.check
@settings(max_examples=60, deadline=None)
@given(st.lists(ENTRIES, max_size=25))
def test_no_gg_is_made_or_lost_but_by_doubles(actions: list[Action]) -> None:
    """1.3.5, 1.3.6: 13 GG, the wild one among them; only 5.2.3 and texts of cards take some away."""
    rows = report(TURN_A, *actions, result=None).ledger or ()
    totals = [sum(row["glory"].values()) + row["wild"] for row in rows]
    assert all(before >= after for before, after in zip([13, *totals], totals, strict=False))
    assert all(min(*row["glory"].values(), *row["kamas"].values(), row["wild"]) >= 0 for row in rows)

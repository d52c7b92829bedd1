"""What players declare is believed: the proof of a report counts it, and names the fact that was not known."""

from pathlib import Path

import pytest

from rules.arena.engine.legal import legal_actions
from rules.arena.engine.reports.dependencies import Dependencies
from rules.arena.engine.units import Reward
from rules.arena.recovery.result import by_tokens
from tests.rules.logs import Action, do
from tests.rules.table import Table, believed_cards
from tests.rules.test_declared_tokens import NINE_TO_FOUR, REVEAL, oscar, shot
from tests.rules.validated import THREE_TURNS, Answer, believed, errors, validated


def after(folder: Path, *actions: Action) -> Answer:
    return validated(folder, *THREE_TURNS, *actions)


def test_a_declared_spell_is_believed_with_its_injuries(tmp_path: Path) -> None:
    spell = do("cast", spell="blow", target="B12", declared={"cost": {"ap": 3}, "injuries": {"b2": 4}})
    answer = after(tmp_path, spell)
    could_counter = {"card": "percedal", "field": "powers"}  # what hits Percedal would then be injured too
    assert (errors(answer), believed(answer)) == ([], [{"card": "evangelyne", "field": "spell"}, could_counter])
    assert (answer["proof"]["believed"], answer["proof"]["believed_injuries"]) == (1, 4)
    assert answer["unverified_cards"] == ["evangelyne", "percedal"]


def test_a_declared_power_is_believed_where_it_acts(tmp_path: Path) -> None:
    power = {"power": "glee", "glory": {"A": 1}}
    answer = after(tmp_path, do("move", to="K3", declared=power))
    assert (errors(answer), believed(answer)) == ([], [{"card": "evangelyne", "field": "powers"}])
    assert (answer["proof"]["believed"], answer["proof"]["believed_glory"]) == (1, 1)


def test_a_declaration_on_a_faulty_step_still_happens(tmp_path: Path) -> None:
    power = {"power": "glee", "kamas": {"A": 1}}
    answer = after(tmp_path, do("move", to="K5", declared=power))
    assert errors(answer) == [("4.17.2", "not-adjacent")]
    assert (answer["proof"]["faulty"], believed(answer)) == (1, [{"card": "evangelyne", "field": "powers"}])


def test_what_a_token_may_have_done_is_believed_in_results(tmp_path: Path) -> None:
    proof = shot(8, folder=tmp_path, result=NINE_TO_FOUR)["proof"]
    assert (proof["believed_glory"], proof["by_card"]["granite-1"] > 1, proof["decisive"]) == (3, True, True)


def test_winning_by_a_token_alone_rests_on_belief() -> None:
    table = Table("q K", q="bill-tell", K="anna-tommy").activate("q")
    game = table.game
    game.glory, game.wild, game.index = {"A": 11, "B": 1}, 0, 1
    game.claims.perhaps = [("A", 1, "granite-1")]
    assert by_tokens(game, "A", {"A": 12, "B": 0})
    assert (game.winner, believed_cards(game), Dependencies(game).glory.total()) == ("A", ["granite-1"], 1)
    assert Dependencies(game).decisive(game)


def test_an_unnamed_spell_is_not_held_to_one_text() -> None:
    table = Table("q K\n. .", q="goultard", K="anna-tommy").activate("q")
    for cost, kind in ((1, "ranged"), (2, "unseen")):
        declared = {"cost": {"ap": cost}, "range": {"kind": kind, "min": 1, "max": 2}, "injuries": {"K": cost}}
        assert table.does("cast", spell="unseen", target="B1", declared=declared) == []
    table.activate("q")
    for cost in (1, 2):
        declared = {"cost": {"ap": cost}, "injuries": {"K": 1}}
        found = table.does("cast", spell="slash", target="B1", declared=declared)
    assert found == ["2.5.2"]


@pytest.mark.article("1.3.7", breaks=True)
def test_a_token_is_not_of_another_rank_than_its_pile(tmp_path: Path) -> None:
    assert errors(oscar(tmp_path, reveal={**REVEAL, "rank": "granite"})) == []
    assert errors(oscar(tmp_path, reveal={**REVEAL, "rank": "jade"})) == [("1.3.7", "wrong-rank")]


@pytest.mark.check
def test_asking_what_may_be_cast_draws_nothing_from_a_token() -> None:
    table = Table("q K", q="bill-tell", K="anna-tommy").activate("q")
    table["q"].rewards += (Reward("granite-1", None, face_up=True, fresh=True),)
    table["q"].ap = 0
    options = [{option.is_legal for option in legal_actions(table.game)} for _twice in range(2)]
    assert options[0] == options[1]
    assert (table["q"].ap, table["q"].rewards[0].drawn, believed_cards(table.game)) == (0, {}, [])

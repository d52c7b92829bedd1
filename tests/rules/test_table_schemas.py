"""The JSON Schemas of logs and reports of three and four players say what the reader reads and the rules answer."""

import copy
import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rules.common.fields import check_fields
from rules.common.verdicts import Malformed
from rules.games import RULESETS, parse, replay
from tests.rules.fours import PAIRS, four_players
from tests.rules.logs import do
from tools import report_fields
from tools.document_schemas import path_of
from tools.selfplay.game import random_game

LOG, REPORT = (
    Draft202012Validator(json.loads(path_of(name).read_text("utf-8")))
    for name in ("krosmaster-log-2", "krosmaster-report-2")
)


def is_read(document: dict[str, Any]) -> bool:
    try:
        parse(json.dumps(document).encode())
    except Malformed:
        return False
    return True


@pytest.mark.check
@pytest.mark.parametrize(("mode", "players"), [("free-for-all", 4), ("free-for-all", 3), ("two-v-two", 4)])
def test_games_of_tables_and_their_reports_fit_their_schemas(mode: str, players: int) -> None:
    document = random_game(2, mode=mode, players=players)
    report = replay(json.dumps(document).encode()).as_dict()
    LOG.validate(document)
    REPORT.validate(report)
    assert check_fields(copy.deepcopy(report), report_fields.TABLE_REPORT) == []


@pytest.mark.parametrize(
    "changes",
    [
        {"mode": "duel"},
        {"mode": None},
        {"order": None},
        {"order": ["E"]},
        {"sides": {"A": "up"}},
        {"players": {}},
        {"crews": [["A", "E"]]},
        {"detail": "ledger"},
        {"team_format": "constructed"},
        {"team_level": 13},
        {"result": {"winners": "A"}},
        {"result": {"winners": ["E"]}},
        {"actions": [do("tension", dice=["lock"], doubles=["E"])]},
        {"actions": [do("move", to="A1", gives={"a1": 3})]},
        {"actions": [do("buy-glory", **{"from": "E"})]},
        {"actions": [do("concede", player="E")]},
        {"actions": [do("turn", player="A")]},
    ],
    ids=str,
)
def test_reader_and_schema_refuse_the_same_shapes(changes: dict[str, Any]) -> None:
    document = four_players(**changes)
    assert not LOG.is_valid(document)
    assert not is_read(document)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"mode": "two-v-two", "crews": PAIRS},
        {"team_level": 7, "rewards": "original", "toss": True},
        {"result": None},
        {"actions": [do("tension", dice=["lock"], doubles=[]), do("concede", player="D", gives={"a1": "B"})]},
    ],
    ids=str,
)
def test_reader_and_schema_accept_the_same_shapes(changes: dict[str, Any]) -> None:
    document = four_players(**json.loads(json.dumps(changes)))
    assert LOG.is_valid(document)
    assert is_read(document)


def test_the_ruleset_names_both_formats_of_logs() -> None:
    assert RULESETS["arena-2.7"].formats == ("krosmaster-log/1", "krosmaster-log/2")

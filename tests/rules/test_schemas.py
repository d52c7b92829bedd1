"""The published JSON Schemas and the readers are one declaration: what one accepts the other reads."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rules.arena import log, teamlist
from rules.arena.power_names import POWERS_WITH_ARGUMENT, WITH_ARGUMENT
from rules.common.fields import check_fields
from rules.common.verdicts import Malformed, UnreadableListError
from rules.games import parse
from tests.golden.reports import recorded
from tests.rules.schema_documents import changed, documents
from tools import document_schemas, report_fields
from tools.document_schemas import SCHEMAS, path_of

LOG, TEAM = (json.loads(path_of(name).read_text("utf-8")) for name in ("krosmaster-log-1", "krosmaster-team-1"))
BEYOND_SHAPE = ("name-twice", "unknown-legality")  # what fields say together, and names of this site


@pytest.mark.check
@pytest.mark.parametrize("name", SCHEMAS)
def test_a_published_schema_is_made_from_the_fields(name: str) -> None:
    schema = path_of(name).read_text("utf-8")
    Draft202012Validator.check_schema(json.loads(schema))
    assert schema == SCHEMAS[name](), "run manage.py schemas"


def test_the_command_says_which_schema_is_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document_schemas, "ROOT", tmp_path)
    for name in SCHEMAS:
        path_of(name).parent.mkdir(parents=True, exist_ok=True)
    with pytest.raises(CommandError, match=r"krosmaster-log-1\.schema\.json is stale"):
        call_command("schemas", check=True)
    call_command("schemas")
    call_command("schemas", check=True)


def test_powers_with_an_argument_are_in_the_schema() -> None:
    assert [name for name in POWERS_WITH_ARGUMENT if f"{name}-" not in WITH_ARGUMENT] == []


def log_is_read(document: Any) -> bool:
    try:
        parse(json.dumps(document).encode())
    except Malformed as malformed:
        assume(malformed.code not in BEYOND_SHAPE)
        return False
    return True


def list_is_read(document: Any) -> bool:
    try:
        teamlist.parse_json(json.dumps(document).encode())
    except UnreadableListError as unreadable:
        codes = {error.code for error in unreadable.errors}
        if codes == {"unknown-legality"}:
            assume(not isinstance(document.get("legality"), str))
        return False
    return True


def team_documents() -> st.SearchStrategy[Any]:
    """A Limited list has a pool too, which the schema says apart from the fields."""
    figures = st.lists(st.sampled_from(["ush", "oscar-kass", ""]), max_size=2)
    pools: st.SearchStrategy[dict[str, Any]] = st.one_of(st.just({}), figures.map(lambda pool: {"pool": pool}))
    return st.builds(lambda document, pool: {**document, **pool}, documents(TEAM), pools)


@pytest.mark.ci
@settings(max_examples=40, deadline=None)
@given(documents(LOG))
def test_a_log_that_the_schema_accepts_is_read(document: Any) -> None:
    assert log_is_read(document)


@pytest.mark.ci
@settings(max_examples=120, deadline=None)
@given(documents(LOG).flatmap(changed))
def test_reader_and_schema_agree_on_every_log(document: Any) -> None:
    assert log_is_read(document) == Draft202012Validator(LOG).is_valid(document)


@pytest.mark.ci
@settings(max_examples=120, deadline=None)
@given(team_documents() | team_documents().flatmap(changed))
def test_reader_and_schema_agree_on_every_team_list(document: Any) -> None:
    assert list_is_read(document) == Draft202012Validator(TEAM).is_valid(document)


def test_a_report_has_no_field_but_the_declared() -> None:
    for each in recorded()[::20]:
        assert check_fields(json.loads(each.report), report_fields.REPORT) == [], each.name


def test_unknown_names_of_a_log_are_found_at_every_depth() -> None:
    rolls = ({"successes": 1, "odd": 1} for _roll in range(2))
    action = {"do": "cast", "spell": "x", "target": "A1", "critical": next(rolls), "armour": {"b1": next(rolls)}}
    assert check_fields(action, log.ACTIONS["cast"]) == ["critical/odd", "armour/b1/odd"]


def test_an_unknown_name_in_a_team_list_is_a_warning() -> None:
    document = {"format": "krosmaster-team/1", "team_format": "constructed", "figures": ["ush"], "figurs": []}
    verdict = teamlist.judge(json.dumps(document).encode())
    (note,) = [note for note in verdict.notes if note.code == "unknown-field"]
    assert (note.severity, note.message.facts) == ("warning", {"field": "figurs"})

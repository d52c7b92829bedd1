"""Audit descriptions: every action a sentence, what changed beside it, people and tables by their names."""

import ast
import csv
import io
import json
from collections.abc import Iterator
from functools import cache
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings

from core.records.audit import record
from core.records.audit_descriptions import actions
from teams.models import FactOutcome
from tests.tournaments.worlds import a_player, a_round, an_event, staff
from tournaments.events.services.editing import edit_event
from tournaments.models import Event, ResultReport, Status
from tournaments.players.services.dropping import drop
from tournaments.results.services.entry import Score, amend_result, enter_result

APPS = ("core", "accounts", "teams", "tournaments", "judging")
WRITES = {"record", "audit.record"}
BY_STATE = {f"result-{says}" for says in ResultReport.Kind.values} | {Status.DROPPED, Status.DISQUALIFIED}
BY_STATE |= {Status.WITHDRAWN, Status.REGISTERED, Status.REFUSED} | {f"fact-{each.value}" for each in FactOutcome}


def _files() -> Iterator[ast.Module]:
    for app in APPS:
        for path in Path(settings.BASE_DIR, app).rglob("*.py"):
            if "migrations" not in path.parts:
                yield ast.parse(path.read_text())


def _texts(node: ast.expr) -> set[str]:
    return {each.value for each in ast.walk(node) if isinstance(each, ast.Constant) and isinstance(each.value, str)}


@cache
def _codes() -> set[str]:
    """What is written at once, and what goes through a function that takes it as its `action`."""
    nodes = [node for file in _files() for node in ast.walk(file)]
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    places = {f.name: [a.arg for a in f.args.args].index("action") for f in functions if _takes_an_action(f)}
    places |= dict.fromkeys(WRITES, 0)
    written = [call.args[places[name]] for call in calls if (name := ast.unparse(call.func)) in places and call.args]
    written += [value for node in nodes for value in _chosen(node)]
    return {code for node in written if not isinstance(node, ast.JoinedStr) for code in _texts(node)}


def _takes_an_action(function: ast.FunctionDef) -> bool:
    return "action" in [a.arg for a in function.args.args] and any(
        isinstance(node, ast.Call) and ast.unparse(node.func) in WRITES for node in ast.walk(function)
    )


def _chosen(node: ast.AST) -> Iterator[ast.expr]:
    """action = "this" if so else "that"."""
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.IfExp) and ast.unparse(node.targets[0]) == "action":
        yield node.value


@pytest.mark.check
def test_every_recorded_action_has_a_description():
    assert _codes() >= {
        "account-erased",
        "round-published",
        "timer-started",
        "result-corrected",
        "ruled",
        "case-claimed",
    }
    assert (_codes() | BY_STATE) - actions().keys() == set()


@pytest.mark.check
def test_every_description_belongs_to_a_recorded_action():
    assert actions().keys() - (_codes() | BY_STATE) == set()


@pytest.fixture
def event() -> Event:
    return an_event()


@pytest.fixture
def page(event, client):
    def read(**query: str) -> str:
        client.force_login(staff(event))
        return client.get(f"/events/{event.slug}/audit-log/", query).content.decode()

    return read


@pytest.mark.django_db
def test_a_corrected_result_reads_as_the_table_and_what_changed(event, page):
    match = a_round(event, (a_player(event, "ana"), a_player(event, "ben"))).matches.get()
    who = staff(event)
    enter_result(match_id=match.pk, who=who, score=Score.duel("a", 3, 0))
    amend_result(match=match, who=who, score=Score.duel("a", 5, 0), why="misread")
    shown = page(action="result-corrected")
    assert "Round 1, table 1, Ana – Ben: result corrected" in shown
    assert "GG of Ana: 3 → 5" in shown
    assert "{'" not in unescape(shown)
    assert '<span><time datetime="' in shown
    assert "&lt;" not in shown


@pytest.mark.django_db
def test_minors_appear_with_initials_in_the_audit_log(event, page):
    player = a_player(event, "ana", is_minor=True)
    drop(registration=player, who=staff(event))
    assert "Ana" not in page(action="dropped")
    assert "A. dropped" in page(action="dropped")


@pytest.mark.django_db
def test_the_audit_log_names_pairings_and_byes(event, page):
    ana, ben, cleo = (a_player(event, name) for name in ("ana", "ben", "cleo"))
    pairs = [[ana.pk, ben.pk], [cleo.pk, None]]
    record("round-published", who=None, subject=a_round(event), scope=event, after={"pairs": pairs})
    assert "Pairings: Ana – Ben, Cleo – bye" in page()


@pytest.mark.django_db
def test_the_audit_log_describes_settings_with_labels(event, page):
    edit_event(event_id=event.pk, who=staff(event), changes={"needs_approval": True, "capacity": 40})
    shown = page()
    assert "staff approve each registration: no → yes" in shown
    assert "number of places: 32 → 40" in shown


@pytest.mark.django_db
def test_unknown_audit_actions_are_still_shown(event, page):
    record("card-frozen", who=None, subject=event, scope=event, after={"x": 1})
    assert "card frozen" in page()


@pytest.mark.django_db
def test_the_audit_csv_contains_codes_and_descriptions(event, client):
    match = a_round(event, (a_player(event, "ana"), a_player(event, "ben"))).matches.get()
    enter_result(match_id=match.pk, who=staff(event), score=Score.duel("a", 3, 0))
    client.force_login(staff(event))
    text = client.get(f"/events/{event.slug}/audit-log.csv").content.decode("utf-8-sig")
    (row,) = csv.DictReader(io.StringIO(text))
    assert row["action"] == "result-settled"
    assert row["subject"] == f"match:{match.pk}"
    assert row["what"].startswith("Round 1, table 1, Ana – Ben: result final; Result: Ana wins")
    assert row["before"] == ""
    assert json.loads(row["after"]) == {"outcome": "a", "glory_a": 3, "glory_b": 0, "ending": "glory"}


@pytest.mark.django_db
def test_the_audit_log_queries_names_once_per_model(event, client, django_assert_max_num_queries):
    who = staff(event)
    for _ in range(12):
        match = a_round(event, (a_player(event), a_player(event))).matches.get()
        enter_result(match_id=match.pk, who=who, score=Score.duel("a", 3, 0))
    client.force_login(who)
    client.get(f"/events/{event.slug}/audit-log/")  # the first page of a session writes down its device
    with django_assert_max_num_queries(17):
        client.get(f"/events/{event.slug}/audit-log/")

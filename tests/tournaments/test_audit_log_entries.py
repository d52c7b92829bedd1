"""Whatever an entry of the audit log holds, the page and the file of the event show it."""

import csv
import io
import logging
import re
from typing import Any

import pytest
from django.db import models
from django.utils.translation import override

from accounts.models import User
from core.pages.live import PEOPLE, notify
from core.records.audit import AuditEntry, key, record
from core.records.audit_descriptions import actions
from tests.cases import some_of
from tests.tournaments.worlds import a_match, a_player, a_user, an_event, staff
from tournaments.events.services.audit_log import describe_entries
from tournaments.events.services.editing import edit_event
from tournaments.events.views import audit_log
from tournaments.models import Event

pytestmark = pytest.mark.django_db

LONG = "long " * 20_000
NOX = re.compile(r"\bnox\b", re.IGNORECASE)  # as a word: the token of a form may hold these letters
VALUES: list[Any] = [
    None,
    True,
    0,
    7,
    -1,
    10**30,
    0.5,
    "",
    "registered",
    "None",
    "2026-13-40",
    "2026-05-01T10:00:00",
    LONG,
    [],
    [1, 2],
    [None, [3, None]],
    ["ush", "kivin", "kivin"],
    [["ush"], {"of": 1}],
    {},
    {"deep": {"deeper": [1, {"deepest": None}]}},
    [[[[[[1]]]]]],
]
SUBJECTS = ["", "match", "match:", "match:x", f"match:{'9' * 40}", "nothing:7", "match:-1", ":"]


@pytest.fixture
def event() -> Event:
    return an_event()


@pytest.fixture
def read(event, client, monkeypatch):
    monkeypatch.setattr(audit_log, "ENTRIES_A_PAGE", 100)  # all of them on one page
    client.force_login(staff(event))

    def page_and_file(**query: str) -> tuple[str, list[dict[str, str]]]:
        page = client.get(f"/events/{event.slug}/audit-log/", query)
        sheet = client.get(f"/events/{event.slug}/audit-log.csv")
        assert (page.status_code, sheet.status_code) == (200, 200)
        csv.field_size_limit(10**8)
        return page.content.decode(), list(csv.DictReader(io.StringIO(sheet.content.decode("utf-8-sig"))))

    return page_and_file


def written(event: Event, action: str, side: Any, subject: models.Model) -> AuditEntry:
    return record(action, who=None, subject=subject, scope=event, before=None, after=side)


@pytest.mark.parametrize("action", some_of(sorted(actions()), 12))
def test_every_audit_entry_is_shown_whatever_its_facts(event, read, action):
    player = a_player(event)
    facts = [*actions()[action].facts, "key-of-an-older-version"]
    for value in VALUES:
        written(event, action, dict.fromkeys(facts, value), player)
        written(event, action, value, player)
        record(action, who=None, subject=player, scope=event, before=dict.fromkeys(facts, value))
    page, rows = read()
    assert page.count("<tr>") == len(rows) + 1 == 3 * len(VALUES) + 1
    assert all(row["action"] == action and row["what"] for row in rows)


@pytest.mark.parametrize("subject", SUBJECTS)
def test_an_audit_subject_without_a_row_is_shown_as_deleted(event, read, subject):
    AuditEntry.objects.create(action="checked-in", scope=key(event), subject=subject)
    _page, (row,) = read()
    assert row["what"] == "(deleted) checked in"


def test_a_setting_that_was_taken_out_reads_as_removed(event, read):
    record("event-edited", who=None, subject=event, scope=event, before={"cut_size": 4}, after={"cut_size": None})
    _page, (row,) = read()
    assert row["what"] == "Event settings changed; players in the top cut: 4, removed"


def test_boards_of_an_event_are_named(event, read):
    record("event-edited", who=None, subject=event, scope=event, before={"arenas": []}, after={"arenas": ["the-pit"]})
    _page, (row,) = read()
    assert row["what"] == "Event settings changed; arenas in use: The Pit"


def test_unknown_audit_actions_show_their_plain_facts(event, read):
    written(event, "card-frozen%s", {"card": "nox", "copies": [1, 2], "why": None}, event)
    page, (row,) = read()
    assert row["what"] == "card frozen%s; card: nox; copies: 1, 2"
    assert "card frozen%s" in page


def test_a_broken_audit_entry_does_not_hide_others(event, read, monkeypatch, caplog):
    caplog.set_level(logging.ERROR)
    fact = actions()["announced"].facts["text"]
    monkeypatch.setitem(fact.__dict__, "render", lambda text: text["no such thing"])
    written(event, "announced", {"text": "Round 1 begins."}, event)
    written(event, "rounds-begun", {"swiss_rounds": 5}, event)
    page, rows = read()
    assert [row["what"] for row in rows] == ["announced; text: Round 1 begins.", "Rounds started; Swiss rounds: 5"]
    assert "Round 1 begins." in page
    assert "cannot be described" in caplog.text


def test_a_very_long_fact_without_words_is_shortened(event):
    (reported,) = describe_entries([written(event, "ruled", {"article": ["1.1.2"] * 5000}, a_match(event))])
    assert len(str(reported)) < 500


def test_nothing_is_written_that_json_does_not_know(event):
    for value in (float("nan"), float("inf"), object()):
        with pytest.raises((TypeError, ValueError)):
            written(event, "announced", {"text": value}, event)
    assert not AuditEntry.objects.exists()


def test_changed_list_settings_are_shown_with_labels(read, event):
    Event.objects.filter(pk=event.pk).update(state="announced")
    edit_event(event_id=event.pk, who=staff(event), changes={"tie_breaks": ["match-points", "wins"]})
    page, _rows = read()
    assert "→ match points, number of wins" in page


def test_audit_entries_are_described_in_the_language_of_each_reader(event):
    entry = written(event, "player-edited", {"kept": 1}, a_player(event, name="Ann"))
    with override("fr"):
        french = str(describe_entries([entry])[0])
    assert (str(describe_entries([entry])[0]), french) == ("Ann's details edited", "Fiche de Ann modifiée")


def test_playing_staff_cannot_read_pools_in_the_audit_log(event, client):
    playing = a_player(event)
    event.staff.create(user=playing.user, role="judge")
    written(event, "pool-locked", {"figures": ["nox", "ush"]}, event)
    seen = {}
    for who in (playing.user, staff(event, "judge")):
        client.force_login(who)
        addresses = [f"/events/{event.slug}/audit-log/", f"/events/{event.slug}/audit-log.csv"]
        seen[who] = [bool(NOX.search(client.get(address).content.decode())) for address in addresses]
    assert list(seen.values()) == [[False, False], [True, True]]


def test_the_author_of_an_entry_may_be_deleted(event, read):
    AuditEntry.objects.create(action="event-imported", scope=key(event), subject=key(event), who=a_user("Gone"))
    assert read()[1][0]["who"] == "Gone"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_account", [True, False])
def test_entries_on_a_page_follow_a_new_name(event, read, is_account):
    player = a_player(event, name="Ann") if is_account else event.registrations.create(guest_name="Ann", lot=1)
    written(event, "checked-in", None, player)
    assert "Ann checked in" in read()[0]
    if is_account:
        User.objects.filter(pk=player.user_id).update(public_name="Bea")
        notify(PEOPLE)
    else:
        event.registrations.update(guest_name="Bea")
        notify(*event.topics("players"))
    assert "Bea checked in" in read()[0]

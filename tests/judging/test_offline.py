"""The recorder without a line: the phone answers as the server does, and keeps nothing that a stranger could see."""

import hashlib
import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.conf import settings as site
from django.contrib.staticfiles import finders
from django.urls import reverse
from django.utils.translation import override

from judging.models import Recording
from judging.recorder.board import table_state
from judging.recorder.offline import device
from judging.recorder.offline.archive import archive, digest
from judging.recorder.services.playing import Entry
from judging.recorder.services.recording import enter, start_recording
from judging.recorder.views.offline import RUNTIME, plan, script_digest
from judging.recorder.views.recorder import recorder_state
from tests.accounts.signed_in import a_person
from tests.blast import games as blast_games
from tests.browser import sample_game
from tests.judging import people
from tools.selfplay.game import random_game

pytestmark = pytest.mark.django_db

ALONE = """
import json, sys
sys.path.insert(0, sys.argv[1])
from judging.recorder.offline.device import answer
for line in sys.stdin:
    print(answer(line))
"""


@pytest.fixture(autouse=True)
def offered(settings):
    settings.OFFLINE_PLAY = True


@pytest.fixture
def phone(tmp_path):
    """What the archive answers in a Python that has neither this site nor Django."""

    def ask(language, *questions):
        ZipFile(BytesIO(archive(language))).extractall(tmp_path / language)
        lines = "".join(json.dumps(question) + "\n" for question in questions)
        command = [sys.executable, "-I", "-S", "-c", ALONE, str(tmp_path / language)]
        done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
        return [json.loads(line) for line in done.stdout.splitlines()]

    return ask


@pytest.fixture
def table():
    return start_recording(header=sample_game.header(), dice=Recording.Dice.RECORDED, who=None)


def game_of(recording):
    return {
        "header": recording.header,
        "actions": recording.actions,
        "taps": recording.taps,
        "copied": recording.copied,
        "rolls": recording.rolls,
        "seconds": 0,
        "version": recording.version,
    }


def without_times(document):
    return json.loads(json.dumps(document), object_hook=lambda part: {k: v for k, v in part.items() if k != "at"})


@pytest.mark.ci
def test_the_phone_answers_every_entry_as_the_server_does(phone, table):
    actions = sample_game.a_game(37)[:30]
    entries = [{"id": str(number), "version": 0, "action": action} for number, action in enumerate(actions)]
    [answer] = phone("en", {"ask": "play", "game": game_of(table), "entries": entries})
    for entry in entries:
        table.refresh_from_db()
        enter(uuid=table.uuid, who=None, entry=Entry(entry["id"], table.version, entry["action"]))
    table.refresh_from_db()
    there, here = answer["state"] | {"version": table.version}, recorder_state(table)
    del (
        here["tag"],
        here["word"],
        here["joined"],
    )  # the phone asks nobody whether its own state has changed, or who has sealed it
    assert answer["stop"] is None
    assert without_times(answer["log"]) == without_times(here.pop("log"))
    assert there == json.loads(json.dumps(here))


def state_after(document, count):
    header = {name: value for name, value in document.items() if name not in ("actions", "result")}
    game = {"header": header, "actions": document["actions"][:count], "taps": [1] * count, "copied": []}
    question = {"ask": "play", "game": game | {"seconds": 0, "version": count}, "entries": []}
    return device.answer(json.dumps(question))


@pytest.mark.check
@pytest.mark.parametrize(("seed", "until"), [("x/0", 330), ("x/2", 60)])  # the first looks ahead at its action 315
def test_a_phone_goes_on_as_if_it_began_again(seed, until):
    document = random_game(seed)
    counts = [*range(20), *range(until - 40, until, 4), until - 20]  # forward, and back as by undo
    going_on = [state_after(document, count) for count in counts]
    for count, state in zip(counts, going_on, strict=True):
        device._courses.clear()
        assert state == state_after(document, count)


def test_a_phone_plays_only_what_came(monkeypatch):
    document, played = random_game("x/2"), []
    step = table_state.step
    monkeypatch.setattr(table_state, "step", lambda *given: played.append(given[2]) or step(*given))
    device._courses.clear()
    for count in (30, 31, 31, 33):
        state_after(document, count)
    assert played == [*range(33)]


def test_a_reward_named_later_is_played_anew():
    document = random_game("x/2")
    flip = next(action for action in document["actions"] if action["do"] == "flip")
    count = document["actions"].index(flip) + 1
    assert json.loads(state_after(document, count))["state"]["seen"] == [flip["reward"]]
    flip["reward"] = "hammer"
    assert json.loads(state_after(document, count + 1))["state"]["seen"][-1] == "hammer"


@pytest.mark.ci
def test_the_phone_answers_blast_as_the_server_does(phone):
    log = blast_games.document(challenges=["brawl"])
    header = {name: value for name, value in log.items() if name not in ("actions", "result")}
    table = start_recording(header=header, dice=Recording.Dice.RECORDED, who=None)
    actions = [*log["actions"], blast_games.favor("inferno"), blast_games.plays("a1")]
    actions.append(blast_games.move("D2") | {"declared": {"glyphs": {"D2": "A"}}})
    actions.append({"do": "use-favor", "side": "left"})
    entries = [{"id": str(number), "version": 0, "action": action} for number, action in enumerate(actions)]
    answer, why = phone(
        "fr",
        {"ask": "play", "game": game_of(table), "entries": entries},
        {"ask": "why", "game": game_of(table) | {"actions": actions}, "cell": "Z9"},
    )
    for entry in entries:
        table.refresh_from_db()
        enter(uuid=table.uuid, who=None, entry=Entry(entry["id"], table.version, entry["action"]))
    table.refresh_from_db()
    with override("fr"):
        there, here = answer["state"] | {"version": table.version}, recorder_state(table)
    del here["tag"], here["word"], here["joined"]
    assert without_times(answer["log"]) == without_times(here.pop("log"))
    assert there == json.loads(json.dumps(here))
    assert why["why"]


@pytest.mark.check
def test_the_phone_refuses_with_the_article_and_asks_for_dice(phone, table):
    actions = sample_game.a_game(37)
    cast = next(number for number, action in enumerate(actions) if action.get("critical"))
    game = game_of(table) | {"actions": actions[:cast]}
    bare = {"do": "cast", "spell": actions[cast]["spell"], "target": actions[cast]["target"]}
    asked, refused, why = phone(
        "fr",
        {"ask": "play", "game": game, "entries": [{"id": "a", "action": bare}]},
        {"ask": "play", "game": game, "entries": [{"id": "b", "action": {"do": "move", "to": "A1"}}]},
        {"ask": "why", "game": game, "cell": "A1"},
    )
    assert asked["stop"]["said"]["ask"][0]["kind"] == "dice"
    assert asked["log"]["actions"] == actions[:cast]
    assert refused["stop"]["kind"] == "refused"
    assert refused["stop"]["said"]["article"]
    assert why["why"]


def test_only_the_worker_may_run_webassembly(client, table):
    page = client.get(table.get_absolute_url())
    worker = client.get(reverse("judging:offline_worker", args=[script_digest("worker")]))
    assert "wasm" not in page["Content-Security-Policy"]
    assert "script-src 'self' 'wasm-unsafe-eval'" in worker["Content-Security-Policy"]
    assert "unsafe-eval'" not in worker["Content-Security-Policy"].replace("wasm-unsafe-eval'", "")


def test_score_pages_may_be_copied_where_the_site_offers_it(client, settings):
    header = sample_game.header() | {"format": "krosmaster-log/1", "detail": "ledger"}
    light = start_recording(header=header, dice=Recording.Dice.RECORDED, who=None)
    answer = client.get(light.get_absolute_url())
    assert answer["X-Offline-Copy"] == "guest"
    assert client.get(answer.context["data"]["offline"]).json()["files"]
    settings.OFFLINE_PLAY = False
    answer = client.get(light.get_absolute_url())
    assert ("X-Offline-Copy" in answer, answer.context["data"]["offline"]) == (False, None)


def test_a_page_may_be_copied_for_its_reader_alone(client, fake, table):
    people.a_hall()
    match = start_recording(
        header=sample_game.header(), dice=Recording.Dice.RECORDED, who=people.user("ana"), match=people.table_1()
    )
    assert client.get(table.get_absolute_url())["X-Offline-Copy"] == "guest"
    assert "X-Offline-Copy" not in client.get(match.get_absolute_url())
    client.force_login(people.user("ana"))
    assert client.get(match.get_absolute_url())["X-Offline-Copy"] == str(people.user("ana").pk)
    client.force_login(a_person("stranger"))
    refused = client.get(match.get_absolute_url())
    assert (refused.status_code, "X-Offline-Copy" in refused) == (403, False)


def test_where_it_is_not_offered_nothing_is_kept(client, settings, table):
    settings.OFFLINE_PLAY = False
    page = client.get(table.get_absolute_url())
    assert page.context["data"]["offline"] is None
    assert "X-Offline-Copy" not in page
    assert "log" not in client.get(reverse("judging:record_state", args=[table.uuid])).json()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_plan_names_files_that_there_are(client, language):
    answer = client.get(reverse("judging:offline_plan", args=[language, plan(language)["version"]]))
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    missing = [name for name in answer.json()["files"] if not finders.find(name.removeprefix(site.STATIC_URL))]
    assert missing == []
    assert client.get(answer.json()["serviceWorker"]).status_code == 200
    assert client.get(answer.json()["engine"]).content == archive(language)


@pytest.mark.parametrize("address", ["worker/old.js", "engine/fr/old.zip", "engine/xx/1.zip", "plan/xx/1.json"])
def test_changed_files_are_not_served_under_their_former_names(client, address):
    assert client.get(f"/record/{address}").status_code == 404


@pytest.mark.check
def test_the_archive_is_the_same_whenever_it_is_packed():
    archive.cache_clear()
    before = digest("fr")
    digest.cache_clear()
    archive.cache_clear()
    assert digest("fr") == before


def test_the_runtime_is_the_one_that_was_taken_in():
    folder = Path(site.BASE_DIR) / "static" / RUNTIME
    sums = dict(reversed(line.split()) for line in (folder / "SHA256SUMS").read_text().splitlines())
    assert {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in sums} == sums


def test_where_the_site_rolls_the_dice_nothing_is_played_offline(client, table):
    rolled = start_recording(header=sample_game.header(), dice=Recording.Dice.ROLLED, who=None)
    for recording, is_offered in ((table, True), (rolled, False)):
        answer = client.get(recording.get_absolute_url())
        assert (answer.context["data"]["offline"] is not None) is is_offered
        assert ("X-Offline-Copy" in answer) is is_offered

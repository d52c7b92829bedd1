"""A byte order mark is passed over at every door; a pack that nobody needed is named, and so is a wrong field."""

import contextlib
import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.urls import reverse

from rules.games import BLAST, DEFAULT, QUEST, RULESETS, replay, title_of_game
from teams.models import TeamList
from tests.blast.games import do, favor, pack, plays
from tests.blast.games import document as blast_log
from tests.rules.logs import TWO_TURNS
from tests.rules.logs import document as arena_log
from tests.rules.quest.logs import document as quest_log
from tests.tournaments.people import Person
from tests.tournaments.worlds import a_player, an_event
from tournaments.models import SubmittedList

pytestmark = pytest.mark.django_db
MARK = b"\xef\xbb\xbf"
LISTS = {
    DEFAULT.slug: {"format": "krosmaster-team/1", "team_format": "constructed", "name": "", "figures": ["bill-tell"]},
    QUEST.slug: {"format": "krosmaster-quest-hero/1", "hero": "raul-bak"},
    BLAST.slug: {"format": "krosmaster-blast-team/1", "figures": ["ada", "bea"]},
}
LOGS = {
    "arena": arena_log(*TWO_TURNS),
    "blast": blast_log(favor(), plays("a1"), do("move", to="D2"), do("time")),
    "quest": quest_log(),
}


def an_event_of(ruleset: str) -> str:
    game = RULESETS[ruleset].game
    mode = "free-for-all" if game == QUEST.game else "duel"
    event = an_event("registration", game=game, ruleset=ruleset, mode=mode, lists_required=True)
    a_player(event, "ana")
    return reverse("tournaments:my_list", args=[event.slug])


@pytest.mark.parametrize("ruleset", LISTS)
def test_a_marked_list_is_handed_in(ruleset):
    content = MARK + json.dumps(LISTS[ruleset]).encode()
    address = an_event_of(ruleset)
    Person("ana").sends(address, file=SimpleUploadedFile("list.json", content))
    assert SubmittedList.objects.count() == 1


@pytest.mark.parametrize("ruleset", LISTS)
def test_a_marked_list_is_checked_by_api_and_command(client, ruleset, tmp_path):
    content = MARK + json.dumps(LISTS[ruleset]).encode()
    answer = client.post("/api/v1/teams/check/", content, content_type="application/json").json()
    assert answer["verdict"] != "malformed"
    file = tmp_path / "list.json"
    file.write_bytes(content)
    assert json.loads(validated("validate_team", file)[0])["verdict"] == answer["verdict"]


@pytest.mark.parametrize("game", LOGS)
def test_a_marked_log_has_the_report_of_the_same_log(game, tmp_path):
    content, file = json.dumps(LOGS[game]).encode(), tmp_path / "log.json"
    file.write_bytes(MARK + content)
    assert validated("validate_log", file)[0].strip() == replay(content).to_json().strip()


@pytest.mark.parametrize("form", ["json", "toml"])
def test_a_marked_pack_is_read(form):
    facts = {
        "json": json.dumps({"format": "krosmaster-facts/1", "game": "arena", "facts": []}),
        "toml": 'format = "krosmaster-facts/1"\ngame = "arena"\nfacts = []\n',
    }
    file = SimpleUploadedFile(f"facts.{form}", MARK + facts[form].encode())
    Person("owner").sends(reverse("teams:import-facts"), 200, file=file)


# -- packs ---------------------------------------------------------------------------------------------------------


def validated(command: str, *arguments: Any) -> tuple[str, str]:
    """What the command says, and what it says beside it."""
    out, beside = io.StringIO(), io.StringIO()
    with contextlib.suppress(SystemExit):
        call_command(command, *map(str, arguments), "--json", stdout=out, stderr=beside)
    return out.getvalue(), beside.getvalue()


def packed(folder: Path, game: str) -> Path:
    file = folder / f"{game}-facts.json"
    empty = json.dumps({"format": "krosmaster-facts/1", "game": game, "facts": []}).encode()
    file.write_bytes(pack() if game == BLAST.game else empty)
    return file


# a log of Quest is held against figures that a pack of Arena brings
@pytest.mark.parametrize(
    ("log", "brought", "unused"),
    [
        ("arena", ["arena"], []),
        ("arena", ["blast"], ["blast"]),
        ("blast", ["blast", "quest"], ["quest"]),
        ("quest", ["arena", "quest", "blast"], ["blast"]),
    ],
)
def test_packs_that_no_log_used_are_named_with_their_game(tmp_path, log, brought, unused):
    file = tmp_path / "log.json"
    file.write_text(json.dumps(LOGS[log]))
    packs = [packed(tmp_path, game) for game in brought]
    _out, beside = validated("validate_log", file, *(word for each in packs for word in ("--facts", each)))
    assert [line.partition(":")[0] for line in beside.splitlines()] == [str(packed(tmp_path, game)) for game in unused]
    assert all(title_of_game(game) in beside for game in unused)


def test_a_pack_that_no_list_used_is_named(tmp_path):
    file = tmp_path / "list.json"
    file.write_text(json.dumps(LISTS[BLAST.slug]))
    assert validated("validate_team", file, "--facts", packed(tmp_path, "blast"))[1] == ""
    assert title_of_game("arena") in validated("validate_team", file, "--facts", packed(tmp_path, "arena"))[1]


@pytest.mark.parametrize("game", ["arena", "blast", "quest"])
def test_a_pack_without_a_game_misses_that_field(client, game):
    facts = json.dumps({"format": "krosmaster-facts/1", "facts": []})
    owner = Person("owner")
    page = owner.sends(f"{reverse('teams:import-facts')}?game={game}", 400, pack=facts).content.decode()
    assert "`game` is missing" in page
    assert "This file is for" not in page
    answer = owner.client.post(f"/api/v1/facts/?game={game}", facts, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "missing-field")


# -- lists ---------------------------------------------------------------------------------------------------------

WRONG = [
    (BLAST.slug, {"format": "krosmaster-chess-team/1"}, "/format", "krosmaster-blast-team/1"),
    (BLAST.slug, {"ruleset": "blast-9"}, "/ruleset", "blast-1"),
    (QUEST.slug, {"level": "high"}, "/level", ""),
    (DEFAULT.slug, {"team_format": "chess"}, "/team_format", "constructed"),
    (DEFAULT.slug, {"ruleset": "quest-1"}, "/ruleset", "arena-2013"),
]


@pytest.mark.parametrize(("ruleset", "changed", "field", "choice"), WRONG)
def test_the_form_of_lists_names_the_field(ruleset, changed, field, choice):
    address = an_event_of(ruleset)
    answer = Person("ana").sends(address, 400, text=json.dumps(LISTS[ruleset] | changed))
    [said] = answer.context["form"].non_field_errors()
    assert said.startswith(f"{field}: ")
    assert choice in said
    assert TeamList.objects.count() == 0


def test_one_figure_is_counted_as_one(client):
    listed = json.dumps({"format": "krosmaster-blast-team/1", "figures": ["ada"]})
    [broken] = client.post("/api/v1/teams/check/", listed, content_type="application/json").json()["violations"]
    assert broken["message"] == "A team has 2 figures, not 1."

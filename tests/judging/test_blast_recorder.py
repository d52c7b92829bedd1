"""A duel of Blast recorded at its table: as drawn, held against the rules, asked what is missing, and proved."""

import gzip
import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from judging.logs.services.worker import work_one
from judging.models import Recording, Report, Submission
from rules.games import BLAST
from teams.cards.services.facts import snapshot_of
from tests.blast.games import CARDS, END, TEAMS, favor, move, plays
from tests.blast.random_games import random_game
from tests.judging.people import InProcess, a_hall, table_1, user
from tournaments.models import FactsPin, Match, MatchState, Registration, Round, Stage

pytestmark = pytest.mark.django_db
FORM = {
    "board": "Made up",
    "challenges": "Brawl, World",
    "side_of_a": "south",
    "first_player": "A",
    "team_a": "Ada\nBea",
    "team_b": "cal\nDot",
}


@pytest.fixture
def match() -> Match:
    event = a_hall(
        game=BLAST.game, ruleset=BLAST.slug, board_seats="south", arenas=["made-up-1"], recorded_games="full"
    )
    event.refresh_from_db()
    FactsPin.objects.create(event=event, snapshot=snapshot_of(CARDS, event.game))
    return table_1()


def set_up(client: Any, match: Match, **fields: Any) -> Any:
    return client.post(reverse("judging:record_match", args=[match.pk]), FORM | fields)


class Phone:
    """What the script of the page sends."""

    def __init__(self, client: Any, who: str = "ana") -> None:
        self.client, self.who, self.number = client, who, 0

    @property
    def recording(self) -> Recording:
        return Recording.objects.get()

    def address(self, name: str) -> str:
        return reverse(f"judging:record_{name}", args=[self.recording.uuid])

    def sends(self, action: dict[str, Any], **more: Any) -> dict[str, Any]:
        self.number += 1
        entry = {"id": f"{self.who}-{self.number}", "version": self.recording.version, "by": str(user(self.who).pk)}
        sent = {**entry, "action": action, **more}
        answer = self.client.post(self.address("enter"), json.dumps(sent), content_type="application/json")
        return dict(answer.json())

    def sends_all(self, actions: list[dict[str, Any]]) -> dict[str, Any]:
        """One tap with several actions."""
        first, *following = actions
        return self.sends(first, actions=[first, *following])

    def state(self) -> dict[str, Any]:
        return dict(self.client.get(self.address("state")).json())


@pytest.fixture
def phone(as_, match) -> Phone:
    client = as_("ana")
    assert set_up(client, match).status_code == 302
    return Phone(client)


def test_the_table_is_set_up_as_it_was_drawn(phone):
    header = phone.recording.header
    assert header["board"] == "made-up-1"
    assert header["challenges"] == ["brawl", "world"]
    assert [*header["players"]["B"]["team"].values()] == ["cal", "dot"]
    page = phone.client.get(phone.recording.get_absolute_url()).content.decode()
    assert "record_blast" in page


def test_a_whole_game_is_recorded_reported_and_proved(phone, match):
    game = random_game(2, teams=TEAMS)
    for action in game["actions"]:
        answer = phone.sends(action)
        assert "version" in answer, (action, answer)
    state = phone.state()
    assert state["over"]["winner"] == game["result"]["winner"]
    phone.client.post(phone.address("submit"), {"version": phone.recording.version})
    work_one(InProcess())
    report = Submission.objects.get().current_report
    assert report.verdict == Report.Verdict.VALID, report.findings
    assert report.differences == []
    match.refresh_from_db()
    assert match.state == MatchState.REPORTED


PLACED = {"a1": "D1", "a2": "E1", "b1": "D10", "b2": "E10"}


def placed(phone: Phone) -> None:
    for unit, cell in PLACED.items():
        assert "version" in phone.sends({"do": "place", "unit": unit, "cell": cell})


def face_to_face() -> list[dict[str, Any]]:
    """Cal stands beside Ada, and plays."""
    ways = (("a1", "D2 D3 D4"), ("b1", "D9 D8 D7"), ("a1", "D5 D6"))
    actions: list[dict[str, Any]] = []
    for number, (unit, cells) in enumerate(ways):
        actions += [favor(f"plain-{number}"), plays(unit), *(move(cell) for cell in cells.split()), END]
    return [*actions, favor("plain-3"), plays("b1")]


def begun(phone: Phone, unit: str, card: str = "plain-0") -> dict[str, Any]:
    placed(phone)
    phone.sends({"do": "favor", "card": card, "to": "left"})
    return phone.sends({"do": "activate", "unit": unit})


def test_offers_follow_the_turn(phone):
    can = phone.state()["can"]
    assert [each["unit"] for each in can["place"]] == ["a1", "a2"]
    assert "D1" in can["place"][0]["cells"]
    placed(phone)
    can = phone.state()["can"]
    assert can["isFavorDue"]
    assert {"card": "blaze", "label": "Blaze"} in can["favors"]
    can = phone.sends({"do": "favor", "card": "chill", "to": "left"})["can"]
    assert can["activate"] == ["a1", "a2"]
    can = phone.sends({"do": "activate", "unit": "a1"})["can"]
    assert (can["walks"]["D2"], can["walks"]["D4"]) == (["D2"], ["D2", "D3", "D4"])
    assert {"E2", "D5"} & {*can["walks"]} == {"E2"}
    labels = {deed["label"]: deed for deed in can["deeds"]}
    assert [*labels] == ["Bolt", "Push", "Call", "Use left favor: Chill", "Bonus Three", "Bonus Many"]
    assert labels["Bonus Three"]["why"]["article"] == "B-9.1"


def test_the_question_says_who_places_which_figures(phone):
    asked = []
    for unit, cell in PLACED.items():
        state = phone.state()
        asked.append((state["prompt"], [each["unit"] for each in state["can"]["place"]]))
        phone.sends({"do": "place", "unit": unit, "cell": cell})
    any_order = "places their figures in any order: choose one, then tap a starting cell."
    assert asked == [
        (f"Ana {any_order}", ["a1", "a2"]),
        ("Ana: tap a starting cell for Bea.", ["a2"]),
        (f"Bo {any_order}", ["b1", "b2"]),
        ("Bo: tap a starting cell for Dot.", ["b2"]),
    ]


def test_what_the_rules_forbid_is_refused_with_its_article(phone):
    begun(phone, "a1")
    answer = phone.sends({"do": "move", "to": "E1"})
    assert answer["article"] == "B-4.1"
    assert "E1 is not free" in answer["detail"]
    written = phone.sends({"do": "move", "to": "E1"}, asPlayed=True)
    assert [finding["article"] for finding in written["findings"]] == ["B-4.1"]


def test_a_tap_that_does_nothing_gets_a_reason(phone):
    begun(phone, "a1")
    why = phone.client.get(phone.address("why"), {"cell": "F7"}).json()["why"]
    assert "F7 is no step away from Ada" in why


def test_a_tile_asks_for_its_cell(phone):
    begun(phone, "a1", "chill")
    asked = phone.sends({"do": "use-favor", "side": "left"})["ask"]
    assert [question["path"] for question in asked] == [["choices", "cell"]]
    assert "D2" in asked[0]["options"]
    assert "D4" in asked[0]["options"]
    assert not {"D6", "C8", "E1"} & {*asked[0]["options"]}  # a glyph, a tree, a figure
    assert phone.sends({"do": "use-favor", "side": "left", "choices": {"cell": "D4"}})["position"]["terrain"] == {
        "D4": "ice"
    }


def test_an_attack_asks_for_its_roll(phone):
    begun(phone, "a2")
    asked = phone.sends({"do": "cast", "spell": "slow", "target": "D1"})["ask"]
    assert asked == [{"kind": "die", "roll": "combat", "count": 1, "unit": "a2", "path": ["roll"]}]
    written = phone.sends({"do": "cast", "spell": "slow", "target": "D1", "roll": "armour"})
    assert written["position"]["units"]["a1"]["injuries"] == 1


def test_leaving_a_zone_asks_for_dodge_dice(phone):
    placed(phone)
    for action in face_to_face():
        assert "version" in phone.sends(action)
    asked = phone.sends({"do": "move", "to": "E7"})["ask"]
    assert [(each["roll"], each["count"], each["unit"]) for each in asked] == [("dodge", 1, "b1")]
    caught = phone.sends({"do": "move", "to": "E7", "dodge": ["lock"]})["position"]["units"]["b1"]
    assert (caught["cell"], caught["mp"], caught["ap"]) == ("D7", 0, 0)


def test_undo_takes_back_the_last_entry(phone):
    begun(phone, "a1")
    sent = {"version": phone.recording.version, "by": str(user("ana").pk)}
    phone.client.post(phone.address("undo"), json.dumps(sent), content_type="application/json")
    assert phone.recording.actions[-1]["do"] == "favor"


BROKEN = [{"do": "move"}, {"do": "dance"}, {"do": "cast", "spell": 4, "target": "D1"}, {"do": "move", "to": "Z99"}]


@pytest.mark.parametrize("action", BROKEN)
def test_an_unreadable_entry_loses_nothing(phone, action):
    begun(phone, "a1")
    answer = phone.sends(action)
    assert answer["code"] in {"wrong-shape", "not-a-cell"}
    assert len(phone.recording.actions) == 6


def test_a_second_device_hears_what_came_before(phone):
    placed(phone)
    stale = {"id": "late", "version": 1, "by": str(user("ana").pk), "action": {"do": "end-turn"}}
    answer = phone.client.post(phone.address("enter"), json.dumps(stale), content_type="application/json").json()
    assert (answer["code"], answer["why"]["article"]) == ("stale", "B-3.1")


def test_time_counts_the_glyphs(phone, match):
    begun(phone, "a1")
    assert phone.sends({"do": "time"})["over"] == {"winner": None, "wonBy": "time"}
    phone.client.post(phone.address("submit"), {"version": phone.recording.version})
    match.refresh_from_db()
    assert match.state == MatchState.REPORTED


def test_a_concession_is_reported(phone, match):
    begun(phone, "a1")
    phone.sends({"do": "concede", "player": "A"})
    phone.client.post(phone.address("submit"), {"version": phone.recording.version})
    work_one(InProcess())
    assert Submission.objects.get().current_report.verdict == Report.Verdict.VALID
    match.refresh_from_db()
    assert match.state == MatchState.REPORTED


WRONG = [
    ({"team_a": "Ada"}, "Both teams have as many Krosmasters"),
    ({"team_a": "Bea\nBea"}, "is 2 times in one team"),
    ({"team_a": "imp\nBea"}, "is a Minion"),
    ({"board": ""}, "required"),
    ({"first_player": "C"}, "Select a valid choice"),
]


@pytest.mark.parametrize(("fields", "said"), WRONG)
def test_a_wrong_table_is_named_and_nothing_is_lost(as_, match, fields, said):
    page = set_up(as_("ana"), match, **fields).content.decode()
    assert said in page
    assert "Dot" in page
    assert not Recording.objects.exists()


class TestWhatNobodyHasEntered:
    """It is recorded as the players say it, and never proved."""

    @pytest.fixture
    def unknown(self, as_, match) -> Phone:
        client = as_("ana")
        answer = set_up(client, match, board="The box", challenges="Zed", team_a="Ada\nNobody", team_b="cal\ndot")
        assert answer.status_code == 302
        return Phone(client)

    def test_the_page_says_what_is_not_known(self, unknown):
        page = unknown.client.get(unknown.recording.get_absolute_url()).content.decode()
        assert "the-box" in page
        assert "nobody" in page
        assert "Cells are counted from the corner A1" in page

    def test_a_game_on_an_unknown_board_is_unverified(self, unknown):
        for unit, cell in PLACED.items():
            assert "version" in unknown.sends({"do": "place", "unit": unit, "cell": cell})
        unknown.sends({"do": "favor", "card": "never-seen", "to": "left"})
        unknown.sends({"do": "activate", "unit": "a1"})
        asked = unknown.sends({"do": "move", "to": "D2"})["ask"]
        assert asked[0]["title"] == "Is D2 a glyph cell?"
        captured = asked[0]["options"][1][1]
        now = unknown.sends({"do": "move", "to": "D2", "declared": captured})
        assert now["position"]["glyphs"] == {"D2": "A"}
        asked = unknown.sends({"do": "use-favor", "side": "left"})["ask"]
        assert asked[0]["kind"] == "declare"
        claim = {"injuries": {"b1": 2}}
        now = unknown.sends({"do": "use-favor", "side": "left", "declared": claim})
        assert now["position"]["units"]["b1"]["injuries"] == 2
        assert now["entries"][-1]["proof"] == "believed"
        unknown.sends({"do": "activate", "unit": "a2"})
        assert "ask" in unknown.sends({"do": "cast", "spell": "secret", "target": "D5"})
        unknown.sends({"do": "concede", "player": "A"})
        unknown.client.post(unknown.address("submit"), {"version": unknown.recording.version})
        work_one(InProcess())
        report = Submission.objects.get().current_report
        assert report.verdict == Report.Verdict.UNVERIFIED
        assert {"nobody", "never-seen", "zed"} <= {*report.body["unverified_cards"]}

    def test_a_glyph_cell_is_asked_about_once(self, unknown):
        for unit, cell in PLACED.items():
            unknown.sends({"do": "place", "unit": unit, "cell": cell})
        unknown.sends({"do": "favor", "card": "blaze", "to": "left"})
        unknown.sends({"do": "activate", "unit": "a1"})
        unknown.sends({"do": "move", "to": "D2", "declared": {"glyphs": {}}})
        unknown.sends({"do": "move", "to": "D3", "declared": {"glyphs": {}}})
        assert "version" in unknown.sends({"do": "move", "to": "D2"})


def test_judges_read_what_was_taken_back(as_, phone):
    begun(phone, "a1")
    sent = {"version": phone.recording.version, "by": str(user("ana").pk)}
    for _time in range(2):
        sent["version"] = phone.recording.version
        phone.client.post(phone.address("undo"), json.dumps(sent), content_type="application/json")
    phone.sends({"do": "concede", "player": "A"})
    phone.client.post(phone.address("submit"), {"version": phone.recording.version})
    work_one(InProcess())
    page = as_("jo").get(Submission.objects.get().get_absolute_url()).content.decode()
    assert "Reveal favor Plain 0" in page
    assert "Activate Ada" in page


def test_a_game_in_progress_is_shown_as_a_replay(phone):
    begun(phone, "a1")
    page = phone.client.get(reverse("judging:replay", args=[phone.recording.replay_uuid]))
    assert page.status_code == 200
    assert "Made up" in page.content.decode()


class TestInTheCut:
    """Every game has a winner there: with equal glyphs the players say who, as the event page tells them."""

    @pytest.fixture
    def tied(self, phone) -> Phone:
        Round.objects.update(stage=Stage.CUT)
        begun(phone, "a1")
        phone.sends({"do": "time"})
        return phone

    def test_a_recorded_draw_reports_nothing(self, tied, match):
        tied.client.post(tied.address("submit"), {"version": tied.recording.version})
        match.refresh_from_db()
        assert (match.state, Submission.objects.count()) == (MatchState.OPEN, 1)

    def test_the_players_name_the_winner_of_equal_glyphs(self, tied, match):
        here = f"/matches/{match.pk}/report/"
        score = {"glory_a": 0, "glory_b": 0}
        page = tied.client.post(here, score | {"outcome": "draw", "ending": "no-winner"}).content.decode()
        assert "every match has a winner" in page
        assert tied.client.post(here, score | {"outcome": "a", "ending": "time"}).status_code == 302
        match.refresh_from_db()
        assert match.state == MatchState.REPORTED

    def test_the_event_page_says_who_wins_a_draw(self, tied, match):
        event = match.round.event
        event.cut_size = 4
        event.save()
        page = tied.client.get(f"/events/{event.slug}/").content.decode()
        assert "the player who has put down more injuries" in page


def test_a_figure_without_hp_falls_when_players_say_so(as_, match):
    client = as_("ana")
    set_up(client, match, team_b="Vague\nDot")
    phone = Phone(client)
    placed(phone)
    phone.sends({"do": "favor", "card": "plain-0", "to": "left"})
    recording = phone.recording
    hurt = {"do": "cast", "spell": "hex", "target": "D10"}
    far = [favor("plain-1", "right"), END]
    way = ["E2", "E3", "E4"], ["E5", "E6", "D6"]
    walk = [plays("a2"), *map(move, way[0]), END, *far, favor("plain-2"), plays("a2"), *map(move, way[1])]
    for action in walk:
        assert "version" in phone.sends(action), action
    asked = phone.sends(hurt)["ask"][0]
    assert (asked["kind"], asked["title"]) == ("said", "Is Vague KO?")
    stays, falls = (claim for _label, claim in asked["options"])
    assert phone.sends(hurt | {"declared": stays})["over"] is None
    now = phone.sends(hurt | {"declared": falls})
    assert now["over"] == {"winner": "A", "wonBy": "knock-out"}
    assert recording.pk == phone.recording.pk


def test_the_holder_of_the_dofus_in_french(as_, phone):
    client = as_("ana")
    client.cookies["django_language"] = "fr"
    page = client.get(reverse("judging:record", args=[phone.recording.uuid])).content.decode()
    assert re.search(r"Dofus\\u202f: \{player\}", page)


def test_others_follow_the_game_with_its_board(phone, match):
    event = match.round.event
    event.live_games, event.lists_during = "turn", "public"
    event.save()
    Registration.objects.update(live_games="turn")
    begun(phone, "a1")
    phone.sends({"do": "end-turn"})
    seen = Client().get(reverse("judging:film", args=[phone.recording.replay_uuid]))
    assert seen.status_code == 200
    assert json.loads(gzip.decompress(seen.content))["actions"] == 7
    page = Client().get(reverse("judging:replay", args=[phone.recording.replay_uuid])).content.decode()
    assert "Made up" in page


def test_a_walk_of_several_steps_is_one_entry(phone):
    begun(phone, "a1")
    steps = [move(cell) for cell in ("D2", "D3", "D4")]
    answer = phone.sends_all(steps)
    assert answer["position"]["units"]["a1"]["cell"] == "D4"
    assert (answer["undo"], [each["do"] for each in phone.recording.actions[-3:]]) == (3, ["move"] * 3)


def test_a_walk_asks_for_dice_and_ends_where_they_fail(phone):
    placed(phone)
    for action in face_to_face():
        assert "version" in phone.sends(action)
    way = phone.state()["can"]["walks"]["B7"]
    asked = phone.sends_all([move(cell) for cell in way])
    assert (asked["step"], asked["ask"][0]["roll"]) == (0, "dodge")
    answer = phone.sends_all([move(way[0], "armour"), *map(move, way[1:])])
    assert answer["position"]["units"]["b1"]["cell"] == "D7"
    assert "MP" in answer["stopped"]["detail"]


def test_a_walk_keeps_off_ice_and_fire(phone):
    begun(phone, "a1", "chill")
    phone.sends({"do": "use-favor", "side": "left", "choices": {"cell": "D2"}})
    can = phone.state()["can"]
    assert can["walks"]["D2"] == ["D2"]
    assert all("D2" not in steps for cell, steps in can["walks"].items() if cell != "D2")

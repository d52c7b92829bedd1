"""The recorder by the rule book of 2013: six flips before the fight, open rewards in turn 1, no second roll."""

import gzip
import json
from itertools import takewhile
from typing import Any

import pytest
from django.test import Client

from judging.models import Recording
from judging.recorder.services.recording import finished_log, start_recording
from judging.recorder.services.setup import build_header
from judging.recorder.views.access import GUEST
from rules.games import DEFAULT, FIRST_BOX, Ruleset, read
from tests.cases import some_of
from tests.judging.people import a_hall, listed, table_1, url
from tests.judging.test_recording import TEAMS, plain, say
from tools.selfplay.game import random_game
from tournaments.models import Event

pytestmark = pytest.mark.django_db
PILES = [(rank, pile) for rank in ("granite", "jade", "gold") for pile in (1, 2)]
OPEN = dict(
    zip(PILES, ("water-boost", "earth-boost", "fire-buff", "earth-buff", "dofus-mp", "set-ap-and-armour"), strict=True)
)
CELLS = {"a": ["E2", "G2", "I1", "K1"], "b": ["B12", "D12", "I12", "H11"]}


def table(dice: str = Recording.Dice.RECORDED) -> Recording:
    header = build_header(TEAMS, arena="the-pit", rules=FIRST_BOX, team_format="box")
    return start_recording(header=header, dice=dice, who=None)


class Recorder:
    """The recorder's page at a table, as its script uses it."""

    def __init__(self, recording: Recording) -> None:
        self.client, self.address = Client(), recording.get_absolute_url()
        self.state: dict[str, Any] = self.client.get(f"{self.address}state/").json()

    def sends(self, action: dict[str, Any], status: int = 200) -> dict[str, Any]:
        version = self.state["version"]
        sent = {"id": f"e{version}{action}", "version": version, "action": action, "by": GUEST}
        answer = self.client.post(f"{self.address}enter/", sent, content_type="application/json")
        assert answer.status_code == status, answer.content
        said: dict[str, Any] = answer.json()
        self.state = said if "version" in said else self.state
        return said

    def legal(self, kind: str) -> list[dict[str, Any]]:
        return [offer for offer in self.state["offers"] if offer["do"] == kind and "why" not in offer]

    def places(self) -> "Recorder":
        for side, cells in CELLS.items():
            for number, cell in enumerate(cells, start=1):
                self.sends({"do": "place", "unit": f"{side}{number}", "cell": cell})
        return self

    def opens(self) -> "Recorder":
        for (rank, pile), reward in OPEN.items():
            self.sends({"do": "flip", "rank": rank, "pile": pile, "reward": reward})
        return self


def test_six_rewards_are_asked_for_before_the_fight():
    recorder = Recorder(table()).places()
    for left in range(6, 0, -1):
        assert recorder.state["panel"] == "flips"
        flips = recorder.legal("flip")
        assert len(flips) == left
        action = flips[0]["action"]
        recorder.sends({**action, "reward": OPEN[action["rank"], action["pile"]]})
    assert recorder.state["panel"] is None
    assert not recorder.legal("flip")
    assert recorder.state["taps"]["actor"] == "a1"


def test_the_fight_does_not_begin_before_the_flips():
    recorder = Recorder(table()).places()
    refused = recorder.sends({"do": "activate", "unit": "a1"}, status=422)
    assert refused["article"] == "p21.7"
    assert recorder.state["taps"]["activate"] == {}


def test_a_second_roll_is_neither_offered_nor_taken():
    recorder = Recorder(table()).places().opens()
    recorder.sends({"do": "activate", "unit": "a1"})
    recorder.sends({"do": "end-turn"})
    assert recorder.state["panel"] == "tension"
    assert [offer["action"] for offer in recorder.legal("tension") if "reroll" in offer["action"]] == []
    refused = recorder.sends({"do": "tension", "dice": ["lock", "lock"], "reroll": ["dodge"]}, status=422)
    assert refused["article"] == "p22.2"
    recorder.sends({"do": "tension", "dice": ["lock", "lock"]})
    assert recorder.state["position"]["glory"] == {"A": 5, "B": 5}


def test_the_sites_dice_are_kept_without_asking():
    recorder = Recorder(table(Recording.Dice.ROLLED)).places().opens()
    recorder.sends({"do": "activate", "unit": "a1"})
    recorder.sends({"do": "end-turn"})
    assert "ask" not in recorder.sends({"do": "tension"})
    assert recorder.state["panel"] == "inspire"


@pytest.mark.check
@pytest.mark.parametrize("seed", some_of(["2013/1", "2013/2"]))
def test_every_action_of_a_game_is_accepted_unchanged(seed):
    document = random_game(seed, ruleset=FIRST_BOX.slug)
    actions, result = document.pop("actions"), document.pop("result", None)
    recording = start_recording(header=document, dice=Recording.Dice.RECORDED, who=None)
    for action in actions:
        say(recording, action)
    recording.refresh_from_db()
    assert [plain(action) for action in recording.actions] == [plain(action) for action in actions]
    assert finished_log(recording)["result"] == result


def test_a_reward_is_bought_face_up_in_the_first_turn():
    document = random_game("face-up/190", ruleset=FIRST_BOX.slug)
    actions = document.pop("actions")
    document.pop("result", None)
    recording = start_recording(header=document, dice=Recording.Dice.RECORDED, who=None)
    first_turn = list(takewhile(lambda action: action["do"] != "end-turn", actions))
    bought = next(number for number, action in enumerate(first_turn) if action["do"] == "buy-reward")
    assert first_turn[bought]["face"] == "up"
    for action in actions[: bought + 1]:
        say(recording, action)
    recording.refresh_from_db()
    assert plain(recording.actions[-1]) == plain(first_turn[bought])


# -- setting up ------------------------------------------------------------------------------------------------------


@pytest.fixture
def hall() -> Event:
    event = a_hall(ruleset=FIRST_BOX.slug, team_format="box", scenery="breakable", rewards="original")
    for name, side in (("ana", "A"), ("bo", "B")):
        listed(name, *[card.slug for card in TEAMS[side].cards(FIRST_BOX.catalogue())])
    return event


def test_the_table_of_a_match_follows_the_event(hall, as_):
    sent = {"arena": "the-pit", "side_of_a": "south", "team_a": "\n".join(TEAMS["A"].figures), "detail": "full"}
    sent |= {"team_b": "\n".join(TEAMS["B"].figures)}
    assert as_("ana").post(url("record_match", table_1().pk), sent).status_code == 302
    header = Recording.objects.get().header
    assert (header["ruleset"], header["team_format"], header["scenery"]) == (FIRST_BOX.slug, "box", "breakable")
    assert read({**header, "actions": []}).rewards == "original"


@pytest.mark.parametrize("players", [2, 4])
def test_practice_tables_choose_the_book(client, players):
    address = url("practice") + (f"?players={players}" if players > 2 else "")
    page = client.get(address)
    fields = {name: page.context["form"][name].value() for name in page.context["form"].fields}
    sent = {name: value for name, value in fields.items() if value} | {"ruleset": FIRST_BOX.slug}
    assert client.post(address, sent).status_code == 302
    recording = Recording.objects.get()
    assert recording.header["ruleset"] == FIRST_BOX.slug
    assert len(Recorder(recording).state["position"]["units"]) == 8


def test_four_players_bring_one_to_four_figures(client):
    page = client.get(url("practice") + "?players=4")
    fields = {name: page.context["form"][name].value() for name in page.context["form"].fields}
    sent = {name: value for name, value in fields.items() if value} | {"team_a": "Goultard"}
    answer = client.post(url("practice") + "?players=4", sent)
    assert (answer.status_code, "9.1.2" in answer.content.decode()) == (200, True)
    assert client.post(url("practice") + "?players=4", sent | {"ruleset": FIRST_BOX.slug}).status_code == 302


# -- the score alone -------------------------------------------------------------------------------------------------


def light_table(ruleset: Ruleset) -> Recording:
    header = build_header(TEAMS, arena="the-pit", rules=ruleset) | {"detail": "ledger"}
    return start_recording(header=header, dice=Recording.Dice.RECORDED, who=None)


def enters(recording: Recording, **action: Any) -> Any:
    recording.refresh_from_db()
    sent = {"id": f"e{recording.version}", "version": recording.version, "action": action, "by": GUEST, "waited": 0}
    return Client().post(url("light_entries", recording.uuid), sent, content_type="application/json")


@pytest.mark.parametrize(("ruleset", "second", "article"), [(FIRST_BOX, 200, None), (DEFAULT, 422, "6.3.4")])
def test_two_gg_in_a_turn_of_the_score(ruleset, second, article):
    recording = light_table(ruleset)
    assert enters(recording, do="kamas", kamas={"A": 24}).status_code == 200
    assert enters(recording, do="buy-glory").status_code == 200
    answer = enters(recording, do="buy-glory")
    assert (answer.status_code, answer.json().get("article")) == (second, article)


def test_nineteen_kamas_buy_one_gg_of_the_score():
    recording = light_table(FIRST_BOX)
    enters(recording, do="kamas", kamas={"A": 19})
    assert enters(recording, do="buy-glory").status_code == 200
    answer = enters(recording, do="buy-glory")
    assert (answer.status_code, answer.json()["article"]) == (422, "p20.9")


def test_gold_is_sold_at_the_price_of_the_book():
    recording = light_table(FIRST_BOX)
    enters(recording, do="kamas", kamas={"A": 12})
    assert "buy-reward" in enters(recording, do="buy-reward", rank="gold").json()["page"]
    assert enters(recording, do="buy-reward", rank="silver").status_code == 422


# -- scenery that breaks ---------------------------------------------------------------------------------------------


def broken_crate(**agreed: str) -> Recorder:
    """Oscar Kass strikes the crate on I3 with all their AP."""
    header = build_header(TEAMS, arena="the-pit", rules=FIRST_BOX, team_format="box", agreed=agreed)
    recorder = Recorder(start_recording(header=header, dice=Recording.Dice.RECORDED, who=None)).places().opens()
    recorder.sends({"do": "activate", "unit": "a3"})
    recorder.sends({"do": "move", "to": "I2"})
    return recorder


def test_a_crate_breaks_where_the_event_says_so(client):
    recorder = broken_crate(scenery="breakable")
    assert "I3" in recorder.state["position"]["scenery"]
    assert "con" in [cast["spell"] for cast in recorder.state["taps"]["casts"]["I3"]]
    for _cast in range(2):
        recorder.sends({"do": "cast", "spell": "con", "target": "I3", "critical": ["critical"]})
    now = recorder.state["position"]
    assert ("I3" in now["scenery"], now["coins"]["I3"]) == (False, 3)
    assert recorder.state["entries"][-1]["words"].endswith("The crate on I3 breaks.")
    assert recorder.state["findings"] == []
    recorder.sends({"do": "concede", "player": "B"})
    there = Recording.objects.get().replay_uuid
    assert client.get(url("replay_picture", there)).status_code == 200
    film = json.loads(gzip.decompress(client.get(url("film", there)).content))
    assert any("The crate on I3 breaks." in step["words"] for step in film["steps"])
    assert "I3" not in next(step["change"]["scenery"] for step in film["steps"] if "scenery" in step["change"])


def test_a_crate_stands_where_nothing_is_agreed():
    recorder = broken_crate()
    assert "scenery" not in recorder.state["position"]
    for _cast in range(2):
        recorder.sends({"do": "cast", "spell": "con", "target": "I3", "critical": ["critical"]})
    assert "I3" not in recorder.state["position"]["coins"]

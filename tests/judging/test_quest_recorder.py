"""A game of Quest recorded by buttons: set up at a table of a league, held against the rules and reported."""

import json
import re
from typing import Any

import pytest
from django.urls import reverse

from judging.logs.services.worker import work_one
from judging.models import Recording, Report, Submission
from tests.judging.people import InProcess, user
from tests.judging.test_quest_logs import a_league
from tournaments.models import Match, MatchState

pytestmark = pytest.mark.django_db
HEROES = {"hero_a": "Raul Bak", "hero_b": "diver-birel", "hero_c": "pandalida", "hero_d": "chrissy-entrinch"}
FORM = {**HEROES, "families": ["gobball", "tofu"], "demon": "shared", "adventure_path": 8, "geegee_path": 13}


@pytest.fixture
def match() -> Match:
    return a_league()


def set_up(client: Any, match: Match, **fields: Any) -> Any:
    return client.post(reverse("judging:record_match", args=[match.pk]), FORM | fields)


@pytest.fixture
def table(as_, match) -> Recording:
    assert set_up(as_("ana"), match).status_code == 302
    return Recording.objects.get()


class Phone:
    """The page without its script: one form, each button an entry."""

    def __init__(self, client: Any, recording: Recording) -> None:
        self.client, self.recording = client, recording

    def tap(self, do: str, /, chosen: dict[str, Any] | None = None, **action: Any) -> str:
        self.recording.refresh_from_db()
        sent = {"version": self.recording.version, "entry": json.dumps({"do": do, **action}), **(chosen or {})}
        page = self.client.post(reverse("judging:record_light", args=[self.recording.uuid]), sent, follow=True)
        self.recording.refresh_from_db()
        return page.content.decode()

    def page(self) -> str:
        return self.client.get(self.recording.get_absolute_url()).content.decode()

    def deal(self) -> None:
        for letter in "ABCD":
            self.tap("quests", player=letter, kept=[1, 1, 2])

    def demon(self, player: str, *events: str, **chosen: Any) -> str:
        return self.tap("demon", {"events": events, **chosen}, player=player)


@pytest.fixture
def phone(as_, table) -> Phone:
    return Phone(as_("ana"), table)


def entries(page: str) -> list[dict[str, Any]]:
    found = re.findall(r'name="entry" value="([^"]*)"', page)
    return [json.loads(value.replace("&quot;", '"')) for value in found]


def test_the_order_follows_from_initiative(table):
    order = [table.header["players"][letter]["hero"] for letter in table.header["order"]]
    assert order[0] == "raul-bak"
    assert table.header["detail"] == "gg"


WRONG = [
    ({"hero_a": "Nobody at all"}, "There is no figure called Nobody at all."),
    ({"hero_a": "royal-tofu"}, "is a Boss, and no player"),
    ({"hero_b": "raul-bak"}, "Raul Bak"),
    ({"geegee_path": 40}, "30"),
    ({"families": []}, "required"),
    ({"hero_a": "", "hero_b": ""}, "At least three players play."),
]


@pytest.mark.parametrize(("fields", "said"), WRONG)
def test_a_wrong_table_is_named_and_nothing_is_lost(as_, match, fields, said):
    page = set_up(as_("ana"), match, **fields).content.decode()
    assert said in page
    assert "pandalida" in page
    assert not Recording.objects.exists()


def test_three_play_where_one_did_not_come(as_, match):
    set_up(as_("ana"), match, hero_d="")
    assert sorted(Recording.objects.get().header["players"]) == ["A", "B", "C"]


def test_each_button_is_an_entry_that_the_rules_allow(phone):
    assert {entry["do"] for entry in entries(phone.page())} == {"quests"}
    phone.deal()
    assert {"do": "turn", "player": "A", "mode": "combat"} in entries(phone.page())
    phone.tap("turn", player="A", mode="adventure")
    page = phone.tap("quest", kind="personal", value=1, next=2)
    assert "Personal quest of 1 GG; the next one is worth 2" in page
    assert [action["do"] for action in phone.recording.actions] == ["quests"] * 4 + ["turn", "quest"]


@pytest.mark.parametrize("places", [6, 8])
def test_the_path_has_the_places_of_its_header(as_, match, places):
    set_up(as_("ana"), match, adventure_path=places)
    phone = Phone(as_("ana"), Recording.objects.get())
    phone.deal()
    page = phone.tap("turn", player="A", mode="adventure")
    on_the_path = [entry["place"] for entry in entries(page) if entry.get("kind") == "path"]
    assert on_the_path == [*range(1, places + 1)]


def test_what_the_rules_forbid_is_refused_with_its_article(phone):
    phone.deal()
    page = phone.tap("turn", player="B", mode="combat")
    assert "It is the turn of Ana." in page
    phone.tap("turn", player="A", mode="combat")
    phone.tap("quest", kind="personal", value=3, next=3)
    assert len(phone.recording.actions) == 5


def to_the_demon(phone: Phone) -> None:
    phone.deal()
    for letter in "ABC":
        phone.tap("turn", player=letter, mode="combat")


def test_the_demon_comes_before_the_turn_of_the_holder(phone):
    to_the_demon(phone)
    page = phone.page()
    assert "Dan plays the Demon: 3 cards" in page
    assert page.count('name="events"') == 3
    assert "Dan holds the Demon token and plays the Demon first." in phone.tap("turn", player="D", mode="combat")
    assert "draws 3 events" in phone.demon("D", "trees", "veins", "")
    assert "not active" not in phone.demon("D", "trees", "veins", "quest:bling-bling")
    phone.tap("turn", player="D", mode="combat")
    assert phone.recording.actions[-2:] == [
        {"do": "demon", "player": "D", "events": ["trees", "veins", "quest:bling-bling"], "mobs": False}
        | {"at": phone.recording.actions[-2]["at"]},
        {"do": "turn", "player": "D", "mode": "combat", "at": phone.recording.actions[-1]["at"]},
    ]


def test_mobs_of_an_inactive_token_are_refused(phone):
    to_the_demon(phone)
    page = phone.demon("D", "trees", "veins", "auction", mobs="on")
    assert "active side" in page
    assert phone.recording.actions[-1]["do"] == "turn"


def test_a_ko_without_gg_stays_at_none(phone):
    phone.deal()
    phone.tap("turn", player="A", mode="combat")
    for _ in range(4):
        phone.tap("ko", player="B")
    assert phone.recording.actions[-1]["do"] == "ko"
    assert "<strong>0</strong>" in phone.page()


def test_undo_takes_back_the_last_entry(phone):
    phone.deal()
    phone.client.post(
        reverse("judging:record_light", args=[phone.recording.uuid]), {"version": phone.recording.version, "undo": "1"}
    )
    phone.recording.refresh_from_db()
    assert len(phone.recording.actions) == 3


BROKEN = ["", "[]", "{", '{"do": "move"}', '{"do": "quest"}', '{"do": "demon", "player": "Z"}', "[" * 50]


@pytest.mark.parametrize("entry", BROKEN)
def test_an_unreadable_entry_loses_nothing(phone, entry):
    phone.deal()
    sent = {"version": phone.recording.version, "entry": entry}
    answer = phone.client.post(reverse("judging:record_light", args=[phone.recording.uuid]), sent, follow=True)
    assert answer.status_code in (200, 400, 409, 422)
    phone.recording.refresh_from_db()
    assert len(phone.recording.actions) == 4


def test_a_second_phone_does_not_enter_the_same_twice(phone):
    stale = phone.recording.version
    phone.tap("quests", player="A", kept=[1, 1, 2])
    sent = {"version": stale, "entry": json.dumps({"do": "quests", "player": "B", "kept": [1, 1, 2]})}
    phone.client.post(reverse("judging:record_light", args=[phone.recording.uuid]), sent, follow=True)
    phone.recording.refresh_from_db()
    assert len(phone.recording.actions) == 1


def test_a_recorded_game_is_submitted_reported_and_confirmed(as_, phone, match):
    to_the_demon(phone)
    phone.tap("kill", mob="boss", boss=True)
    phone.demon("D", "trees", "veins", "auction")
    phone.tap("turn", player="D", mode="combat")
    phone.tap("time")
    page = phone.page()
    assert "Report result and submit log" in page
    answer = phone.client.post(
        reverse("judging:record_submit", args=[phone.recording.uuid]), {"version": phone.recording.version}
    )
    assert answer.status_code == 302
    work_one(InProcess())
    report = Submission.objects.get().current_report
    assert (report.verdict, report.ended, report.differences) == (Report.Verdict.LEDGER, True, [])
    match.refresh_from_db()
    assert match.state == MatchState.REPORTED
    assert user("ana")


def test_the_script_gets_the_same_table(phone):
    phone.deal()
    state = phone.client.get(reverse("judging:light_entries", args=[phone.recording.uuid])).json()
    assert state["entries"][0]["words"] == "Ana keeps personal quests of 1, 1, 2 GG"
    sent = {"version": state["version"], "by": str(user("ana").pk), "id": "one"}
    sent |= {"action": {"do": "turn", "player": "A", "mode": "combat"}}
    answer = phone.client.post(
        reverse("judging:light_entries", args=[phone.recording.uuid]), json.dumps(sent), content_type="application/json"
    )
    assert answer.status_code == 200
    assert "Turn 1: Ana" in answer.json()["page"]


@pytest.fixture
def purses(as_, match) -> Phone:
    """A table at which Kamas and bags are kept too."""
    assert set_up(as_("ana"), match, detail="economy").status_code == 302
    phone = Phone(as_("ana"), Recording.objects.get())
    phone.deal()
    return phone


def test_kamas_bag_and_ap_are_kept_by_buttons(purses):
    page = purses.tap("turn", player="A", mode="adventure")
    assert {"do": "farm", "what": "wood"} in entries(page) and "0 of" in page
    page = purses.tap("farm", what="wood")
    assert "1 wood" in page and "3 of" in page
    purses.tap("uncover", {"kamas": "3"}, what="bag")
    page = purses.tap("zaap")
    assert "1 Kamas" in page
    purses.tap("turn", player="B", mode="adventure")
    page = purses.tap("market", {"sold.wood": "", "bought.iron": "1", "sold.": "", "bought.": ""})
    assert purses.recording.actions[-1]["bought"] == {"iron": 1}
    assert "2 Kamas" in page and "1 iron" in page
    page = purses.tap("trade", {"with": "A", "gives.iron": "1", "takes.wood": "1"})
    assert purses.recording.actions[-1]["takes"] == {"wood": 1}
    page = purses.tap("discard", {"what.wood": "1"})
    assert "bag empty" in page


def test_what_the_purse_cannot_pay_is_refused(purses):
    purses.tap("turn", player="A", mode="adventure")
    purses.tap("uncover", {"kamas": "5"}, what="bag")
    before = len(purses.recording.actions)
    assert "0 Kamas, not 1" in purses.tap("zaap")
    assert "lacks" in purses.tap("market", {"sold.wood": "1"})
    purses.tap("farm", what="iron")
    purses.tap("farm", what="iron")
    assert "AP in a turn" in purses.tap("farm", what="iron")
    assert len(purses.recording.actions) <= before + 2


def test_the_demons_sheet_tells_which_prices_change(purses):
    for letter in "ABC":
        purses.tap("turn", player=letter, mode="combat")
    purses.demon("D", "price-change", "trees", "veins", up="wood", down="iron")
    change = purses.recording.actions[-1]["events"][0]
    assert change == {"event": "price-change", "up": "wood", "down": "iron"}
    page = purses.tap("turn", player="D", mode="adventure")
    assert "wood: 4" in page and "iron: 2" in page


def test_the_report_proves_kamas_and_bags(purses, as_):
    purses.tap("turn", player="A", mode="adventure")
    purses.tap("farm", what="wood")
    purses.tap("turn", player="B", mode="combat")
    purses.tap("kill", {"marked": ["A"]}, mob="war-chief")
    purses.tap("time")
    as_("ana").post(
        reverse("judging:record_submit", args=[purses.recording.uuid]), {"version": purses.recording.version}
    )
    work_one(InProcess())
    report = Report.objects.get(current=True)
    assert report.verdict == "ledger"
    last = report.body["ledger"][-1]
    assert last["kamas"]["A"] == 6 and last["kamas"]["B"] == 9 and last["bag"]["A"] == {"wood": 1}
    page = as_("ana").get(report.submission.get_absolute_url()).content.decode()
    assert "Kamas, bags and the AP of actions fit the rules" in page


def test_a_craft_names_what_nobody_has_entered(purses):
    purses.tap("turn", player="A", mode="adventure")
    purses.tap("farm", what="wood")
    purses.tap("craft", {"item": "Made-up boots", "spent.wood": "1"})
    assert purses.recording.actions[-1] | {"at": 0} == {
        "do": "craft", "item": "Made-up boots", "spent": {"wood": 1}, "at": 0,
    }  # fmt: skip
    page = purses.tap("equip", {"item": "Made-up boots"})
    assert "Made up boots" in page


def test_dice_of_wisdom_and_farming_are_asked(purses):
    page = purses.tap("turn", player="A", mode="adventure")
    assert "Die of Wisdom" in page and "Die of the Farmer" in page
    purses.tap("farm", {"roll": "dofus"}, what="wood")
    assert purses.recording.actions[-1]["roll"] == "dofus"
    page = purses.tap("quest", {"wisdom": "dofus", "value": ""}, kind="personal", value=1, next=2)
    assert "2 wood" in page and "<strong>5</strong>" in page  # 3 and 1 and 1
    assert "; the die shows Dofus" in page
    purses.tap("zaap", {"roll": "dofus", "wisdom": "dofus"})
    assert "roll" not in purses.recording.actions[-1]


def test_who_had_marked_takes_and_prospecting_brings(purses):
    purses.tap("turn", player="A", mode="adventure")
    purses.tap("turn", player="B", mode="combat")
    chosen = {"marked": ["A"], "took.A": "horn", "took.C": "", "prospected": "wool"}
    page = purses.tap("kill", chosen, mob="war-chief")
    kill = purses.recording.actions[-1]
    assert (kill["took"], kill["extra"]) == ({"A": "horn"}, {"roll": "dofus", "resource": "wool"})
    assert "1 horn" in page and "2 horn, 2 wool" in page
    assert "gets nothing of this mob" in purses.tap("kill", {"marked": ["A"], "took.C": "horn"}, mob="war-chief")


def test_an_auction_names_winner_kamas_and_item(purses):
    for letter in "ABC":
        purses.tap("turn", player=letter, mode="combat")
    won = {"auction.to": "B", "auction.kamas": "4", "auction.item": "Made-up boots"}
    assert "missing" in purses.demon("D", "auction", "trees", "veins", **{"auction.to": "B"})
    page = purses.demon("D", "auction", "trees", "veins", **won)
    event = purses.recording.actions[-1]["events"][0]
    assert event == {"event": "auction", "to": "B", "kamas": 4, "item": "Made-up boots"}
    assert "Made up boots" in page and "1 Kamas" in page
    assert "auction (Made up boots to Bo for 4 Kamas)" in page


def test_equipment_of_a_dungeon_is_put_on_by_name(purses):
    purses.tap("turn", player="A", mode="adventure")
    purses.tap("dungeon", {"group": ["A"]}, family="gobball")
    for letter in "BC":
        purses.tap("turn", player=letter, mode="combat")
    purses.demon("D", "trees", "veins", "dung")
    purses.tap("turn", player="D", mode="combat")
    purses.tap("turn", player="A", mode="combat")
    purses.tap("dungeon-won", family="gobball")
    for letter in "B":
        purses.tap("turn", player=letter, mode="combat")
    purses.demon("C", "trees", "veins", "dung")
    purses.tap("turn", player="C", mode="combat")
    purses.tap("turn", player="D", mode="combat")
    purses.tap("turn", player="A", mode="adventure")
    page = purses.tap("equip", {"item": "Royal crown"})
    assert "Royal crown" in page and purses.recording.actions[-1]["do"] == "equip"


def test_gg_of_an_unknown_quest_is_asked(phone):
    phone.deal()
    page = phone.tap("turn", player="A", mode="combat")
    assert "GG of this quest" in page
    page = phone.tap("quest", {"value": "2"}, kind="path", place=1)
    assert phone.recording.actions[-1]["value"] == 2 and "<strong>5</strong>" in page
    assert "GG of this quest" not in page

"""A spell that the site does not know is copied from the card once: offered, paid, aimed and held to from then on."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from judging.logs.services.submission import submit_log
from judging.models import Recording
from judging.recorder.services.recording import finished_log
from rules.games import replay
from tests.browser import sample_game
from tests.judging import people
from tests.judging.copying import STAFF, UNREAD, copy
from tests.tournaments import worlds

pytestmark = pytest.mark.django_db

CLAIM = {
    "cost": {"ap": 3},
    "range": {"kind": "ranged", "min": 1, "max": 4, "alterable": False},
    "limit": "turn",
    "damage": 2,
    "element": "earth",
}


@pytest.fixture(autouse=True)
def _as_a_judge_corrected_it(monkeypatch):
    """The games begin with a correction that puts the figures where the rule shows."""
    monkeypatch.setattr("rules.arena.engine.correct.is_a_judges", lambda _game: True)


@pytest.fixture
def table() -> Recording:
    return sample_game.fighting(teams=UNREAD)


def enter(client, table, action):
    table.refresh_from_db()
    sent = {"id": "", "by": "guest", "version": table.version, "action": action}
    return client.post(reverse("judging:record_enter", args=[table.uuid]), sent, content_type="application/json")


def cast(offered, target="F7", **more):
    return {**offered["action"], "target": target, **more}


def offered(state, name="Bâton d'école"):
    return next((offer for offer in state["offers"] if offer["label"] == name), None)


ROLLED = {"critical": {"successes": 0}, "armour": {"b1": {"successes": 0}}}


def test_7_1_copied_spells_are_offered_with_cost_and_reach(client, table):
    state = copy(client, table).json()
    offer = offered(state)
    assert (offer["cost"], offer["action"]["declared"]) == ("3 AP", CLAIM)
    assert "F7" in offer["cells"]
    assert "L12" not in offer["cells"]
    (there,) = [cast for cast in state["taps"]["casts"]["F7"] if cast["label"] == "Bâton d'école"]
    assert [0, 0, 2, False] in there["forecast"]["outcomes"]
    assert state["version"] == table.version  # what the other phone is about to enter still stands


def test_a_cast_claims_the_copied_text_and_is_believed(client, table):
    offer = offered(copy(client, table).json())
    asked = enter(client, table, cast(offer)).json()
    assert [question["roll"] for question in asked["ask"]] == ["critical"]
    state = enter(client, table, cast(offer, **ROLLED)).json()
    assert state["position"]["units"]["b1"]["injuries"] == 2
    assert state["position"]["units"]["a1"]["ap"] == 3
    refused = enter(client, table, cast(offer, **ROLLED)).json()["detail"]
    assert refused == offered(state)["why"]["message"] == "Bâton d'école can be cast once per turn."
    table.refresh_from_db()
    report = replay(json.dumps(finished_log(table)).encode())
    errors = [finding.code for finding in report.findings if finding.severity == "error"]
    assert errors == ["too-few-figures"] * 2  # of the two small teams alone
    assert "toxine" in report.proof.by_card


@pytest.mark.parametrize(
    ("change", "target", "article"),
    [({"limit": "unlimited"}, "F7", "2.5.2"), ({"damage": 1}, "F7", "2.5.2")],
)
def test_2_5_2_a_cast_with_another_text_is_refused(client, table, change, target, article):
    offer = offered(copy(client, table, STAFF | {"spells-0-cost-ap": "1"}).json())
    assert "state" not in enter(client, table, cast(offer, **ROLLED)).json()
    other = cast(offer, target, **ROLLED) | {"declared": offer["action"]["declared"] | change}
    answer = enter(client, table, other)
    assert (answer.status_code, answer.json()["article"]) == (422, article)


def test_why_a_copied_spell_does_not_reach_is_one_sentence(client, table):
    copy(client, table, STAFF | {"spells-0-range-max": "2"})
    said = client.get(reverse("judging:record_why", args=[table.uuid]), {"cell": "F7"}).json()["why"]
    assert said == "F7 is out of range of Bâton d'école from E5. (7.1.5)"


def test_an_unreachable_copied_spell_is_refused_with_its_article(client, table):
    offer = offered(copy(client, table).json())
    answer = enter(client, table, cast(offer, "L12", **ROLLED))
    assert (answer.status_code, answer.json()["article"]) == (422, "7.1.5")


WRONG = [
    ({"spells-0-name": ""}, "spells-0-name"),
    ({"spells-0-name": "???"}, "spells-0-name"),
    ({"spells-0-name": "x" * 61}, "spells-0-name"),
    ({"spells-0-name": "a\u202eb"}, "spells-0-name"),
    ({"spells-0-limit": ""}, "spells-0-limit"),
    ({"spells-0-limit": "sometimes"}, "spells-0-limit"),
    ({"spells-0-cost-ap": "three"}, "spells-0-cost-ap"),
    ({"spells-0-cost-ap": ""}, "spells-0-cost-ap"),
    ({"spells-0-cost-ap": "-3"}, "spells-0-cost-ap"),
    ({"spells-0-range-kind": ""}, "spells-0-range"),
    ({"spells-0-range-min": "5"}, "spells-0-range-max"),
    ({"spells-0-attack-element": ""}, "spells-0-attack-element"),
    ({"spells-0-attack-damage": "a lot"}, "spells-0-attack-damage"),
]


@pytest.mark.parametrize(("change", "field"), WRONG)
def test_what_cannot_be_read_is_said_beside_its_field(client, table, change, field):
    answer = copy(client, table, STAFF | change)
    assert (answer.status_code, answer.json()["code"]) == (400, "wrong-fields")
    assert [path for path in answer.json()["errors"] if path.startswith(field)]
    table.refresh_from_db()
    assert table.copied == []


def test_only_the_fields_of_the_form_are_kept(client, table):
    assert copy(client, table, STAFF | {"spells-0-words": "x" * 5_000, "spells-1-name": "Gong"}).status_code == 200
    table.refresh_from_db()
    assert [row["body"].keys() for row in table.copied] == [{"name", "limit", "cost", "range", "attack"}]


def test_4_8_2_a_spell_with_a_dash_costs_nothing(client, table):
    state = copy(client, table, STAFF | {"spells-0-cost-ap": "–"}).json()
    assert (offered(state)["cost"], state["copied"]["spells"][0]["fields"]["spells-0-cost-ap"]) == ("", "–")
    state = enter(client, table, cast(offered(state), **ROLLED)).json()
    assert state["position"]["units"]["a1"]["ap"] == 6


def test_the_errors_are_said_in_french_too(client, table):
    client.cookies["django_language"] = "fr"
    answer = copy(client, table, STAFF | {"spells-0-name": "x" * 61})
    assert answer.json()["errors"] == {"spells-0-name": ["60 caractères au maximum."]}


@pytest.mark.parametrize(
    "copied",
    [None, [], "spell", {}, {"unit": "a1", "fields": []}, {"unit": "a1", "fields": {str(n): "" for n in range(41)}}],
)
def test_a_copy_of_the_wrong_shape_is_answered(client, table, copied):
    address = reverse("judging:record_copy", args=[table.uuid])
    answer = client.post(address, {"by": "guest", "copied": copied}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "wrong-shape")


@pytest.mark.parametrize(
    ("unit", "fields", "status", "code"),
    [
        ("b1", STAFF, 422, "known-card"),
        ("nobody", STAFF, 400, "no-such-figure"),
        ("a1", STAFF | {"spells-0-name": "Punch"}, 422, "known-spell"),
        ("a1", STAFF | {"spells-0-name": "Peck"}, 422, "spell-of-another-card"),
        ("a1", STAFF | {"spells-0-attack-damage": "30"}, 422, "beyond-any-card"),
    ],
)
def test_2_5_1_spells_impossible_for_a_card_are_refused(client, table, unit, fields, status, code):
    answer = copy(client, table, fields, unit=unit)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_2_5_1_no_card_gets_more_spells_than_allowed(client, table):
    named = (STAFF | {"spells-0-name": f"Spell {number}"} for number in range(12))
    refused = next(answer for answer in (copy(client, table, fields) for fields in named) if answer.status_code != 200)
    assert (refused.status_code, refused.json()["article"]) == (422, "2.5.1")


def test_before_its_first_cast_a_copied_spell_is_corrected(client, table):
    copy(client, table)
    other = STAFF | {"spells-0-name": "Bâton", "spells-0-cost-ap": "4"}
    state = copy(client, table, other, corrects="baton-decole").json()
    assert offered(state) is None
    assert offered(state, "Bâton")["cost"] == "4 AP"
    assert [spell["name"] for spell in state["copied"]["spells"]] == ["Bâton"]


def test_after_its_first_cast_undo_comes_first(client, table):
    offer = offered(copy(client, table).json())
    enter(client, table, cast(offer, **ROLLED))
    other = STAFF | {"spells-0-cost-ap": "4"}
    answer = copy(client, table, other, corrects="baton-decole")
    assert (answer.status_code, answer.json()["code"]) == (409, "spell-was-cast")
    table.refresh_from_db()
    taken_back = {"by": "guest", "version": table.version}
    client.post(reverse("judging:record_undo", args=[table.uuid]), taken_back, content_type="application/json")
    assert offered(copy(client, table, other, corrects="baton-decole").json())["cost"] == "4 AP"


def test_the_same_spell_twice_is_one(client, table):
    for entry_id in ("one", "one", "two"):
        assert copy(client, table, entry_id=entry_id).status_code == 200
    answer = copy(Client(), table, STAFF | {"spells-0-cost-ap": "4"})
    assert (answer.status_code, answer.json()["code"]) == (409, "already-copied")
    table.refresh_from_db()
    assert [row["slug"] for row in table.copied] == ["baton-decole"]


def test_the_other_phone_sees_a_copied_spell(client, table):
    copy(client, table)
    state = Client().get(reverse("judging:record_state", args=[table.uuid])).json()
    assert offered(state)["cost"] == "3 AP"


def test_a_spell_that_strikes_nobody_asks_what_it_did(client, table):
    fields = STAFF | {"spells-0-attack-element": "", "spells-0-attack-damage": ""}
    offer = offered(copy(client, table, fields).json())
    assert offer["declare"]
    state = enter(client, table, cast(offer) | {"declared": offer["action"]["declared"] | {"healed": {"a1": 1}}}).json()
    assert state["position"]["units"]["a1"]["ap"] == 3


# -- who may -----------------------------------------------------------------------------------------------------


def test_only_who_may_record_the_match_copies_spells(table):
    people.a_hall()
    Recording.objects.filter(pk=table.pk).update(match=people.table_1())
    answers = {}
    for name in ("bo", "stranger"):
        client = Client()
        client.force_login(people.user(name) if name == "bo" else worlds.a_user(name))
        answers[name] = copy(client, table).status_code
    assert answers == {"bo": 200, "stranger": 403}
    assert copy(Client(), table).status_code == 403


def test_nothing_is_copied_into_a_submitted_game(client, table):
    log = submit_log(content=json.dumps(table.document()).encode(), submitter=worlds.a_user("ana"))
    Recording.objects.filter(pk=table.pk).update(submission=log)
    answer = copy(client, table)
    assert (answer.status_code, answer.json()["code"]) == (409, "handed-in")

"""Whose word a recorded game is: locked teams, the other side's entries, conceding, what was undone, and the seal."""

import json
import re
import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connections
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from judging.logs.services.worker import work_one
from judging.models import Case, Recording, Report, UndoneEntry
from judging.recorder.services.recording import start_recording
from judging.recorder.services.setup import build_header
from judging.recorder.services.word import word_of
from tests.judging.people import InProcess, a_hall, listed, player, table_1, url, user
from tests.judging.test_recording import TEAMS
from tests.tournaments import worlds
from tournaments.events.models.settings import ListsDuring
from tournaments.models import MatchState, Registration, Role

pytestmark = pytest.mark.django_db
PLACE = {"do": "place", "unit": "a1", "cell": "B1"}
FORM = {"team_a": "Queen of the Tofus", "team_b": "Anna Tommy", "arena": "the-pit", "side_of_a": "south"}


@pytest.fixture
def recording() -> Recording:
    a_hall()
    header = build_header(TEAMS, arena="the-pit")
    return start_recording(header=header, dice=Recording.Dice.RECORDED, who=user("ana"), match=table_1())


def client_of(who: str) -> Client:
    client = Client()
    client.force_login(user(who))
    return client


def sent(who: str, recording: Recording, door: str, **fields: Any) -> Any:
    recording.refresh_from_db()
    body = {"id": uuid.uuid4().hex, "version": recording.version, "by": str(user(who).pk), **fields}
    return client_of(who).post(url(door, recording.uuid), body, content_type="application/json")


def code(answer: Any) -> str:
    return "" if answer.status_code == 200 else answer.json()["code"]


def over(recording: Recording) -> None:
    """Ana enters a placing, Bo concedes, and Ana submits."""
    sent("ana", recording, "record_enter", action=PLACE)
    sent("bo", recording, "record_enter", action={"do": "concede", "player": "B"})
    recording.refresh_from_db()
    client_of("ana").post(url("record_submit", recording.uuid), {"version": recording.version})
    recording.refresh_from_db()
    assert recording.is_closed


# -- notes -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("author", "who", "refusal"),
    [("ana", "ana", ""), ("ana", "bo", "entered-by-another"), ("jo", "bo", "entered-by-another"), ("ana", "jo", "")],
)
def test_a_side_adds_notes_to_its_own_entries_only(recording, author, who, refusal):
    sent(author, recording, "record_enter", action=PLACE | {"cell": "F6"}, asPlayed=True)
    assert code(sent(who, recording, "record_note", note="a die fell")) == refusal
    recording.refresh_from_db()
    noted = "" if refusal else f"\n{user(who)}: a die fell"
    assert recording.actions[0]["note"] == f"entered as played{noted}"


def test_a_note_replaces_only_what_its_author_noted(recording):
    sent("ana", recording, "record_enter", action=PLACE | {"cell": "F6"}, asPlayed=True)
    for who, words in (("ana", "first"), ("jo", "seen by me"), ("ana", "Bo:\nentered as played"), ("jo", "")):
        assert code(sent(who, recording, "record_note", note=words)) == ""
    recording.refresh_from_db()
    assert recording.actions[0]["note"] == "entered as played\nAna: Bo: entered as played"
    assert "“entered as played” “Ana: last”" in str(sent("ana", recording, "record_note", note="last").json())


# -- undoing -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("author", "who", "refusal"),
    [
        ("ana", "ana", ""),
        ("ana", "bo", "entered-by-another"),
        ("jo", "bo", "entered-by-staff"),
        ("ana", "jo", ""),
    ],
)
def test_a_side_undoes_its_own_entries_only(recording, author, who, refusal):
    sent(author, recording, "record_enter", action=PLACE)
    assert code(sent(who, recording, "record_undo")) == refusal
    recording.refresh_from_db()
    assert len(recording.actions) == bool(refusal)
    assert UndoneEntry.objects.count() == (not refusal)


def test_an_entry_does_not_replace_the_other_sides(recording):
    sent("ana", recording, "record_enter", action=PLACE)
    again = sent("bo", recording, "record_enter", action=PLACE | {"cell": "D1"}, replaces=True)
    assert code(again) == "entered-by-another"
    recording.refresh_from_db()
    assert [action["cell"] for action in recording.actions] == ["B1"]
    assert again.json().get("kept") is None
    late = sent("bo", recording, "record_enter", version=1, action=PLACE | {"cell": "D1"})
    assert code(late) == "stale" and "entered this: undo it on their device" in late.json()["kept"]
    assert sent("ana", recording, "record_enter", version=1, action=PLACE | {"cell": "D1"}).json()["kept"] == ""


def test_a_second_device_is_led_to_sign_in(recording):
    answer = Client().get(url("record", recording.uuid), follow=True)
    assert answer.redirect_chain == [(f"{reverse('account_login')}?next=/record/{recording.uuid}/", 302)]
    assert "Only the players of a match and the staff can record it." in answer.content.decode()


def test_one_device_undoes_freely_at_a_practice_table(client):
    recording = start_recording(header=build_header(TEAMS, arena="the-pit"), dice="recorded", who=None)
    body = {"id": "x", "version": 1, "by": "guest", "action": PLACE}
    client.post(url("record_enter", recording.uuid), body, content_type="application/json")
    body = {"version": 2, "by": "guest"}
    assert client.post(url("record_undo", recording.uuid), body, content_type="application/json").status_code == 200
    assert not UndoneEntry.objects.exists()


def test_what_was_undone_is_shown_at_the_desk(as_, recording):
    sent("ana", recording, "record_enter", action=PLACE)
    sent("ana", recording, "record_undo")
    sent("ana", recording, "record_enter", action={"do": "place", "unit": "a1", "cell": "F6"}, asPlayed=True)
    recording.refresh_from_db()
    client_of("ana").post(url("record_submit", recording.uuid), {"version": recording.version})
    work_one(InProcess())
    case = Case.objects.get(kind=Case.Kind.INVALID_LOG)
    whose = as_("jo").get(case.get_absolute_url()).context["file"].whose
    assert [(row.number, row.by, row.undone_by) for row in whose.undone] == [(1, "Ana", "Ana")]
    assert "B1" in whose.undone[0].words[0]


# -- conceding ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("who", "offered"), [("ana", ["A"]), ("bo", ["B"]), ("jo", ["A", "B"])])
def test_the_recorder_offers_to_concede_for_oneself_alone(as_, recording, who, offered):
    page = as_(who).get(recording.get_absolute_url()).content.decode()
    assert re.findall('data-ends="([AB])"', page) == offered


@pytest.mark.parametrize(("who", "refusal"), [("ana", "concedes-for-another"), ("bo", ""), ("jo", "")])
def test_nobody_concedes_for_the_other_player(recording, who, refusal):
    concession = {"do": "concede", "player": "B"}
    assert code(sent(who, recording, "record_enter", action=concession)) == refusal
    hidden = sent(who, recording, "record_enter", actions=[PLACE, concession])
    assert code(hidden) == refusal or not refusal
    recording.refresh_from_db()
    assert bool(recording.actions) == (not refusal)


def test_the_score_alone_knows_who_may_concede_and_undo(recording):
    Recording.objects.update(header=recording.header | {"detail": "ledger"})
    concession = {"do": "concede", "player": "B"}
    assert code(sent("ana", recording, "light_entries", action=concession)) == "concedes-for-another"
    assert sent("bo", recording, "light_entries", action=concession).status_code == 200
    assert code(sent("ana", recording, "light_entries")) == "entered-by-another"


def test_a_concession_that_waited_offline_is_refused_alone(recording):
    waited = {"action": {"do": "concede", "player": "B"}, "waited": 300}
    assert code(sent("ana", recording, "record_enter", **waited)) == "concedes-for-another"
    assert sent("ana", recording, "record_enter", action=PLACE, waited=290).status_code == 200


# -- the personal link -------------------------------------------------------------------------------------------------


def by_link(recording: Recording, guest: Registration, wish: str) -> Any:
    recording.refresh_from_db()
    address = url("personal_recording", guest.link_token, recording.uuid)
    return Client().post(address, {"do": wish, "version": recording.version})


@pytest.fixture
def guest(recording) -> Registration:
    Registration.objects.filter(pk=player("bo").pk).update(user=None, guest_name="Gil")
    return Registration.objects.get(guest_name="Gil")


def test_a_personal_link_concedes_undoes_and_seals(recording, guest):
    page = Client().get(url("personal_judging", guest.link_token)).content.decode()
    assert 'value="concede"' in page
    assert 'value="undo"' not in page
    assert by_link(recording, guest, "concede").status_code == 302
    recording.refresh_from_db()
    assert recording.entered_by == [f"link-{guest.pk}"]
    assert code(sent("ana", recording, "record_undo")) == "entered-by-another"
    assert 'value="undo"' in Client().get(url("personal_judging", guest.link_token)).content.decode()
    assert by_link(recording, guest, "undo").status_code == 302
    over_by_link(recording, guest)
    assert by_link(recording, guest, "seal").status_code == 302
    recording.refresh_from_db()
    assert word_of(recording).is_sealed


def test_a_link_concedes_in_the_game_as_it_stands(recording, guest):
    """Its page may not show yet what the opponent has just entered."""
    seen = recording.version
    sent("ana", recording, "record_enter", action=PLACE)
    address = url("personal_recording", guest.link_token, recording.uuid)
    assert Client().post(address, {"do": "concede", "version": seen}).status_code == 302
    recording.refresh_from_db()
    assert [action["do"] for action in recording.actions] == ["place", "concede"]


def test_a_link_says_where_a_game_is_recorded(recording, guest):
    words = "A game is recorded on a device that is signed in"
    address = url("personal_judging", guest.link_token)
    assert words not in Client().get(address).content.decode()
    Recording.objects.all().delete()
    assert words in Client().get(address).content.decode()


def over_by_link(recording: Recording, guest: Registration) -> None:
    by_link(recording, guest, "concede")
    recording.refresh_from_db()
    client_of("ana").post(url("record_submit", recording.uuid), {"version": recording.version})


def test_a_link_does_not_undo_what_the_other_side_entered(recording, guest):
    sent("ana", recording, "record_enter", action=PLACE)
    assert by_link(recording, guest, "undo").status_code == 409
    assert by_link(recording, guest, "seal").status_code == 409  # not submitted


def test_the_link_of_another_table_does_nothing(recording, guest):
    Recording.objects.update(match=None)
    assert by_link(recording, guest, "concede").status_code == 404


def test_undone_entries_show_faces_tokens_and_walks(as_, recording):
    over(recording)
    taps = [
        [{"do": "tension", "dice": ["lock", "dofus>armour"]}],
        [{"do": "flip", "rank": "granite", "pile": 1, "reward": "hammer"}],
        [{"do": "activate", "unit": "a1"}, {"do": "move", "to": "D11"}, {"do": "move", "to": "C11"}],
    ]
    for actions in taps:
        UndoneEntry.objects.create(recording=recording, number=1, actions=actions, entered_by=[user("ana").pk])
    undone = as_("jo").get(recording.submission.get_absolute_url()).context["whose"].undone
    dice, token, walk = [row.words for row in undone]
    assert dice == ["Tension · lock, Dofus (used as armour)"]
    assert token == ["Flip granite 1 · Hammer"]
    assert walk[1:] == ["Move · D11, C11"]


# -- the seal ----------------------------------------------------------------------------------------------------------


def test_a_game_is_of_one_side_until_both_have_sealed(as_, recording):
    sent("ana", recording, "record_enter", action=PLACE)
    word = word_of(Recording.objects.get())
    assert (word.entered_by, word.is_sealed) == (["Ana"], False)
    assert as_("ana").get(url("record_state", recording.uuid)).json()["word"] == str(word)
    over(recording)
    assert word_of(recording).waits_for == ["Bo"]  # who submits seals
    page = as_("bo").get(recording.submission.get_absolute_url())
    assert page.context["whose"].may_seal
    for _twice in range(2):
        sealed = as_("bo").post(url("record_seal", recording.uuid), follow=True)
        assert "You have sealed the log." in sealed.content.decode()
    recording.refresh_from_db()
    assert recording.sealed_by == [player("ana").pk, player("bo").pk]
    whose = as_("bo").get(recording.submission.get_absolute_url()).context["whose"]
    assert (whose.word.is_sealed, whose.may_seal) == (True, False)
    work_one(InProcess())
    assert as_("bo").get(reverse("judging:replay", args=[recording.submission.uuid])).context["whose"].word.is_sealed


ENTERED = "Entered by several sides, not sealed by: Bo"


def test_the_verdict_says_one_side_until_both_have_sealed(as_, recording):
    over(recording)
    work_one(InProcess())
    page = recording.submission.get_absolute_url()
    before = as_("jo").get(page).content.decode()
    assert re.findall(r'class="verdict-word">([^<]+)<', before) == [ENTERED]
    assert "% of the actions are proved" not in before and "notice-good" not in before
    as_("bo").post(url("record_seal", recording.uuid))
    after = as_("jo").get(page).content.decode()
    assert ENTERED not in after and "As entered" not in after


def test_only_a_submitted_log_is_sealed_and_by_its_players(as_, recording):
    assert as_("bo").post(url("record_seal", recording.uuid)).status_code == 409
    over(recording)
    assert as_("jo").post(url("record_seal", recording.uuid)).status_code == 403
    assert word_of(recording).waits_for == ["Bo"]


def test_the_report_names_who_entered_which_actions(as_, recording):
    over(recording)
    rows = as_("bo").get(recording.submission.get_absolute_url()).context["whose"].rows
    assert [(row.numbers, row.by, row.seen_by) for row in rows] == [("1", "Ana", ["Bo"]), ("2", "Bo", [])]


@pytest.mark.parametrize(
    ("do", "who", "said"),
    [
        ("end-turn", "ana", ""),
        ("end-turn", "bo", " (entered by Bo)"),
        ("end-turn", "jo", ""),
        ("time", "bo", " (entered by Bo)"),
    ],
)
def test_a_line_says_who_ended_turn_or_game(recording, do, who, said):
    sent(who, recording, "record_enter", action={"do": do}, asPlayed=True)
    words = client_of("ana").get(url("record_state", recording.uuid)).json()["entries"][-1]["words"]
    assert words.partition(" (entered")[1:] == said.partition(" (entered")[1:]
    assert words.removesuffix(said)


# -- a device of one's own -----------------------------------------------------------------------------------------


def test_the_others_know_who_has_a_device_at_the_table(as_, recording):
    state = url("record_state", recording.uuid)
    assert as_("ana").get(state).json()["joined"] == []
    seen = [as_(who).get(recording.get_absolute_url()).context["data"] for who in ("ana", "jo", "ana")]
    assert [(data["own"], data["state"]["joined"]) for data in seen] == [(["A"], ["A"]), ([], ["A"]), (["A"], ["A"])]
    tag = as_("ana").get(state).json()["tag"]
    as_("bo").get(recording.get_absolute_url())
    assert as_("ana").get(state, headers={"If-None-Match": tag}).json()["joined"] == ["A", "B"]
    assert Recording.objects.get().version == recording.version  # what waits on a device is not refused


# -- confirming in the recorder ------------------------------------------------------------------------------------


def result_part(who: str, recording: Recording) -> str:
    """What the recorder shows below who has won; the page and its live part say the same."""
    part = client_of(who).get(url("record_result", recording.uuid)).content.decode()
    page = client_of(who).get(recording.get_absolute_url()).content.decode()
    facts = [re.findall(r'formaction|action="([^"]+)"|name="version" value="(\d+)"', text) for text in (part, page)]
    assert {fact for fact in facts[0] if fact[0]} <= {*facts[1]}
    return part


def answered(who: str, step: str, recording: Recording, **fields: Any) -> Any:
    sent = {"version": table_1().version, "next": recording.get_absolute_url(), **fields}
    return client_of(who).post(reverse(f"tournaments:{step}", args=[table_1().pk]), sent)


def offered(part: str) -> set[str]:
    """The steps of the match that this part has as buttons."""
    return {step for step in ("confirm", "dispute", "take-back", "seal") if f'/{step}/"' in part}


def test_the_other_side_confirms_in_the_recorder(recording):
    assert result_part("bo", recording).strip() == ""  # it is still played
    over(recording)
    part = result_part("bo", recording)
    assert offered(part) == {"confirm", "dispute", "seal"}
    assert f'name="version" value="{table_1().version}"' in part
    assert "Waiting for your opponent to confirm" in result_part("ana", recording)
    assert answered("bo", "confirm", recording).url == recording.get_absolute_url()
    assert table_1().state == MatchState.DONE
    for who in ("ana", "bo", "jo"):
        part = result_part(who, recording)
        assert "Result confirmed: " in part
        assert offered(part) == ({"seal"} if who == "bo" else set())
        assert f'href="{table_1().get_absolute_url()}"' in part


def test_a_dispute_in_the_recorder_calls_a_judge(recording):
    over(recording)
    assert answered("bo", "dispute", recording, note="it was 5 : 6").url == recording.get_absolute_url()
    assert table_1().state == MatchState.DISPUTED
    part = result_part("bo", recording)
    assert "You have called a judge" in part and "it was 5 : 6" in part
    assert "Your opponent has called a judge" in result_part("ana", recording)
    answered("bo", "take_back", recording)
    assert offered(result_part("bo", recording)) == {"confirm", "dispute", "seal"}


def test_an_outdated_recorder_confirms_nothing_that_it_did_not_show(recording):
    over(recording)
    seen = table_1().version
    answered("ana", "take_back", recording)
    other = {"version": table_1().version, "outcome": "b", "ending": "time", "glory_a": 1, "glory_b": 2}
    client_of("ana").post(reverse("tournaments:report", args=[table_1().pk]), other)
    refused = answered("bo", "confirm", recording, version=seen)
    assert (refused.status_code, table_1().state) == (409, MatchState.REPORTED)
    assert "Ana: Ana 1\xa0:\xa02 Bo, Bo wins" in refused.content.decode()
    answered("ana", "take_back", recording)
    part = result_part("bo", recording)
    assert offered(part) == {"seal"} and "Report result" in part


# -- settled and sealed ------------------------------------------------------------------------------------------------


def settle(recording: Recording, *, sealed: bool = True) -> None:
    """The log in which Bo concedes is valid; Bo seals it and confirms the result."""
    over(recording)
    work_one(InProcess())
    assert recording.submission and recording.submission.current_report.verdict == Report.Verdict.VALID
    if sealed:
        client_of("bo").post(url("record_seal", recording.uuid))
    answered("bo", "confirm", recording)
    assert table_1().state == MatchState.DONE


def test_players_do_not_record_a_settled_match_again(recording):
    again = start_recording(header=recording.header, dice="recorded", who=user("bo"), match=table_1())
    settle(recording)
    for address in (url("record_match", table_1().pk), again.get_absolute_url()):
        answer = client_of("bo").get(address)
        assert (answer.status_code, "This match is settled" in answer.content.decode()) == (409, True)
        assert client_of("jo").get(address).status_code != 409
    assert client_of("bo").post(url("record_submit", again.uuid), {"version": again.version}).status_code == 409
    page = client_of("bo").get(table_1().get_absolute_url()).content.decode()
    assert "This match is settled" in page and "Continue recording" not in page and "Replay" in page


def test_nothing_is_entered_once_the_match_is_settled(recording):
    again = start_recording(header=recording.header, dice="recorded", who=user("bo"), match=table_1())
    score = start_recording(
        header=recording.header | {"detail": "ledger"}, dice="recorded", who=user("bo"), match=table_1()
    )
    assert sent("bo", again, "record_enter", action=PLACE).status_code == 200
    settle(recording)
    more = {**PLACE, "unit": "a2", "cell": "D1"}
    doors = [("record_enter", {"action": more}), ("record_undo", {}), ("record_note", {"note": "x"})]
    answers = [sent("bo", again, door, **document) for door, document in doors]
    answers.append(sent("bo", score, "light_entries", action={"do": "turn", "player": "A"}))
    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(409, "settled")] * 4
    assert sent("jo", again, "record_enter", action=more).status_code == 200


def test_a_program_learns_that_its_log_came_late(recording):
    settle(recording)
    late = json.dumps(recording.header | {"actions": [PLACE]})
    door = f"/api/v1/logs/?match={table_1().pk}"
    receipt = client_of("bo").post(door, late, content_type="application/json")
    assert (receipt.status_code, "This match is settled" in receipt.json()["notice"]) == (202, True)
    assert client_of("bo").get(receipt["Location"]).json()["notice"] == receipt.json()["notice"]
    first = client_of("bo").get(f"/api/v1/logs/{recording.submission.uuid}/").json()
    assert first["notice"] == ""


@pytest.mark.parametrize("sealed", [True, False])
def test_a_log_after_the_seal_opens_no_case_uncalled(recording, sealed):
    settle(recording, sealed=sealed)
    bad = [[{**PLACE, "cell": cell}, {"do": "concede", "player": "A"}] for cell in ("F6", "F7")]
    logs = [json.dumps(recording.header | {"actions": actions}) for actions in bad]
    answer = client_of("bo").post(url("submit_log", table_1().pk), {"text": logs[0]}, follow=True)
    assert ("This match is settled" in answer.content.decode()) == sealed
    work_one(InProcess())
    assert Case.objects.exists() != sealed
    client_of("bo").post(url("call_judge", table_1().pk), {"text": "the log is wrong"})
    client_of("bo").post(url("submit_log", table_1().pk), {"text": logs[1]})
    work_one(InProcess())
    assert Case.objects.filter(kind=Case.Kind.INVALID_LOG).exists()


# -- races -------------------------------------------------------------------------------------------------------------


def at_once(*calls: Any) -> list[Any]:
    def run(call: Any) -> Any:
        try:
            return call()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as devices:
        return list(devices.map(run, calls))


@pytest.mark.django_db(transaction=True)
def test_an_undo_never_takes_what_came_meanwhile(recording):
    sent("ana", recording, "record_enter", action=PLACE)
    recording.refresh_from_db()
    seen = recording.version
    theirs = {"id": "b", "version": seen, "by": str(user("bo").pk), "action": {**PLACE, "unit": "a2", "cell": "D1"}}
    undo = {"version": seen, "by": str(user("ana").pk)}
    clients = [client_of("bo"), client_of("ana")]
    doors = [url("record_enter", recording.uuid), url("record_undo", recording.uuid)]
    answers = at_once(
        *(
            lambda client=client, door=door, body=body: client.post(door, body, content_type="application/json")
            for client, door, body in zip(clients, doors, [theirs, undo], strict=True)
        )
    )
    assert sorted(code(answer) for answer in answers) == ["", "stale"]
    recording.refresh_from_db()
    assert (len(recording.actions), len(recording.entered_by)) in [(2, 2), (0, 0)]


@pytest.mark.django_db(transaction=True)
def test_two_seals_at_once_both_count(recording):
    over(recording)
    Recording.objects.update(sealed_by=[])
    clients = [client_of(name) for name in ("ana", "bo")]
    at_once(*(lambda client=client: client.post(url("record_seal", recording.uuid)) for client in clients))
    recording.refresh_from_db()
    assert sorted(recording.sealed_by) == sorted([player("ana").pk, player("bo").pk])


# -- teams -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["ana", "bo"])
def test_both_locked_teams_are_played_also_hidden_ones(as_, who):
    a_hall(lists_during=ListsDuring.PRIVATE)
    for name, figure in (("ana", "bill-tell"), ("bo", "oscar-kass")):
        listed(name, figure, locked_at=timezone.now(), commitment="x")
    address = url("record_match", table_1().pk)
    page = as_(who).get(address)
    assert all(page.context["form"].fields[f"team_{letter}"].disabled for letter in "ab")
    other = "Oscar Kass" if who == "ana" else "Bill Tell"
    assert other not in page.content.decode()
    as_(who).post(address, FORM)
    players = Recording.objects.get().header["players"]
    assert {slug for each in players.values() for slug in each["team"].values()} == {"bill-tell", "oscar-kass"}


def test_staff_who_see_no_list_type_the_teams(as_):
    event = a_hall(lists_during=ListsDuring.PRIVATE)
    worlds.staff(event, Role.SCOREKEEPER, "sam")
    listed("ana", "bill-tell", locked_at=timezone.now(), commitment="x")
    as_("sam").post(url("record_match", table_1().pk), FORM)
    assert "bill-tell" not in str(Recording.objects.get().header["players"])

"""Lines typed from slips as the page's script sends them: with a key, for the pairings that it showed."""

import uuid

import pytest

from accounts.models import User
from tests.tournaments.people import Person
from tests.tournaments.races import at_once
from tests.tournaments.seated import a_round_of_tables
from tests.tournaments.worlds import a_player, a_round, an_event
from tournaments.events.models.settings import Mode
from tournaments.models import Match, Result, Role, RoundState, Staff

pytestmark = pytest.mark.django_db


def a_keeper(event, name: str = "keeper") -> Person:
    keeper = Person(name)
    Staff.objects.create(event=event, user=keeper.user, role=Role.SCOREKEEPER)
    return keeper


@pytest.fixture
def event():
    event = an_event(swiss_rounds=2)
    a_round(event, (a_player(event, "ana"), a_player(event, "bo")), (a_player(event, "cy"), a_player(event, "di")))
    return event


@pytest.fixture
def keeper(event):
    return a_keeper(event)


def sent(keeper: Person, event, line: str, *, once: str = "", **more):
    pairings = event.rounds.get(state=RoundState.PUBLISHED).pairings_key if "pairings" not in more else ""
    fields = {"slip": line, "once": once or uuid.uuid4().hex, "pairings": pairings, **more}
    return keeper.client.post(f"/events/{event.slug}/entry/", fields, headers={"Accept": "application/json"})


def undo(keeper: Person, answer):
    document = answer.json()
    return keeper.client.post(document["undo"], {"result": document["result"]}, headers={"Accept": "application/json"})


def test_a_saved_line_is_read_back_with_both_names(event, keeper):
    answer = sent(keeper, event, "1 6-0")
    assert answer.status_code == 200
    assert "Ana 6" in answer.json()["words"] and "Bo" in answer.json()["words"]
    assert undo(keeper, answer).status_code == 200
    assert not Result.objects.current().exists()
    assert undo(keeper, answer).json()["code"] == "stale"


def test_a_line_that_is_sent_again_counts_once(event, keeper):
    first, second = [sent(keeper, event, "1 6-0", once="key") for _time in range(2)]
    assert (first.status_code, first.json()) == (second.status_code, second.json())
    assert Result.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_line_that_is_sent_twice_at_once_counts_once(event, keeper):
    answers = at_once(*[lambda: sent(keeper, event, "1 6-0", once="key")] * 2)
    assert answers[0].json() == answers[1].json()
    assert Result.objects.count() == 1


def test_a_line_sent_again_after_an_undo_enters_nothing(event, keeper):
    undo(keeper, sent(keeper, event, "1 6-0", once="key"))
    answer = sent(keeper, event, "1 6-0", once="key")
    assert answer.status_code == 200
    assert "undo" not in answer.json()
    assert not Result.objects.current().exists()


def test_a_line_sent_again_finds_its_round(event, keeper):
    typed_for = event.rounds.get().pairings_key
    sent(keeper, event, "1 6-0", once="key")
    event.rounds.update(state=RoundState.CLOSED)
    a_round(event, (a_player(event, "el"), a_player(event, "flo")))
    answer = sent(keeper, event, "1 6-0", once="key", pairings=typed_for)
    assert "Ana 6" in answer.json()["words"]


def test_a_line_never_lands_in_the_next_round(event, keeper):
    typed_for = event.rounds.get().pairings_key
    event.rounds.update(state=RoundState.CLOSED)
    a_round(event, (a_player(event, "el"), a_player(event, "flo")))
    answer = sent(keeper, event, "1 6-0", pairings=typed_for)
    assert (answer.status_code, answer.json()["code"]) == (409, "round-not-open")
    assert not Result.objects.exists()


@pytest.mark.parametrize("pairings", ["0-0", "x", "1-", "9" * 40])
def test_a_line_for_a_round_that_is_gone_is_refused(event, keeper, pairings):
    assert sent(keeper, event, "1 6-0", pairings=pairings).json()["code"] in {"other-pairings", "max_length"}
    assert not Result.objects.exists()


def test_a_line_for_former_pairings_is_refused(event, keeper):
    played = event.rounds.get()
    typed_for = played.pairings_key
    played.version += 1
    played.save()
    assert sent(keeper, event, "1 6-0", pairings=typed_for).json()["code"] == "other-pairings"
    page = keeper.sends(f"/events/{event.slug}/entry/", 400, slip="1 6-0", pairings=typed_for).content.decode()
    assert 'value="1 6-0"' in page and f'name="pairings" value="{played.pairings_key}"' in page
    assert not Result.objects.exists()


def test_a_settled_table_answers_with_both_results(event, keeper):
    sent(a_keeper(event, "other"), event, "1 0-6")
    answer = sent(keeper, event, "1 5-0")
    document = answer.json()
    assert (answer.status_code, document["code"]) == (409, "already-settled")
    assert (document["stands"], document["typed"]) == ("Ana 0\xa0:\xa06 Bo, Bo wins", "Ana 5\xa0:\xa00 Bo, Ana wins")
    preview = keeper.client.post(document["correct"], document["fields"])
    assert preview.status_code == 200
    assert not preview.context["form"].errors


def test_the_same_result_of_another_desk_is_no_conflict(event, keeper):
    sent(a_keeper(event, "other"), event, "1 6-0")
    answer = sent(keeper, event, "1 6-0")
    assert answer.status_code == 200
    assert answer.json()["was_there"]
    assert Result.objects.count() == 1


@pytest.mark.parametrize(
    ("line", "code"), [("", "required"), ("12", "unreadable"), ("9 6-0", "no-such-table"), ("1 6-2", "ending-missing")]
)
def test_a_refused_line_says_why(event, keeper, line, code):
    answer = sent(keeper, event, line)
    assert (answer.status_code, answer.json()["code"]) == (400, code)


def test_own_match_refuses_this_line_alone(event, keeper):
    player = Match.objects.get(table=1).a
    Staff.objects.create(event=event, user=player.user, role=Role.SCOREKEEPER)
    keeper.client.force_login(player.user)
    assert sent(keeper, event, "1 6-0").json()["code"] == "own-match"
    assert sent(keeper, event, "2 6-0").status_code == 200


def test_a_script_that_is_signed_out_gets_401(event, keeper):
    keeper.client.logout()
    answer = sent(keeper, event, "1 6-0")
    assert (answer.status_code, answer.json()["code"]) == (401, "sign-in-first")


@pytest.fixture
def table():
    event = an_event(mode=Mode.FREE_FOR_ALL)
    names = ("gus", "ana", "joe", "cid")
    return a_round_of_tables(event, [a_player(event, name) for name in names]).matches.get()


def of_table(keeper, table, line):
    answer = sent(keeper, table.round.event, line)
    if answer.status_code != 200:
        return answer.json()
    result = Result.objects.current().get()
    names = [player.shown_name for player in table.seats()]
    seats = sorted(zip(result.places, names, result.tallies, strict=True), key=lambda seat: (seat[0], seat[1]))
    return [f"{place} {name} {glory}" for place, name, glory in seats], result.ending


@pytest.mark.parametrize(
    ("line", "seats", "ending"),
    [
        ("1 Gus 6 Ana Joe Cid", ["1 Gus 6", "2 Ana 0", "3 Joe 0", "4 Cid 0"], "glory"),
        ("1 cid 12 GU an j", ["1 Cid 12", "2 Gus 0", "3 Ana 0", "4 Joe 0"], "glory"),
        ("1 Gus 3 Ana 2 = Joe 2 Cid t", ["1 Gus 3", "2 Ana 2", "2 Joe 2", "4 Cid 0"], "time"),
        ("1 Gus 3=Ana 3 Joe Cid t", ["1 Ana 3", "1 Gus 3", "3 Joe 0", "4 Cid 0"], "time"),
        ("1 g 0 a 4 j c k", ["1 Gus 0", "2 Ana 4", "3 Joe 0", "4 Cid 0"], "krosmasters"),
        ("1 g 1 a j c c", ["1 Gus 1", "2 Ana 0", "3 Joe 0", "4 Cid 0"], "concession"),
    ],
)
def test_a_line_of_a_table_names_the_players_by_place(table, line, seats, ending):
    assert of_table(a_keeper(table.round.event), table, line) == (seats, ending)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("1 Gus Ana Joe Cid", "glory-missing"),
        ("1 Gus Ana Joe Cid t", "glory-missing"),
        ("1 Gus 6 Ana Joe", "player-missing"),
        ("1 Gus 6 Ana Joe Joe", "player-missing"),
        ("1 Gus 6 Ana Joe Zoe", "no-such-player"),
        ("1 6-0", "names-unclear"),
        ("1 = Gus 6 Ana Joe Cid", "names-unclear"),
        ("1 Gus 6 Ana = Joe = Cid =", "names-unclear"),
        ("1 Gus 6 = Ana 6 Joe Cid", "ending-missing"),
        ("1 Gus 6 Ana 1 Joe Cid", "ending-missing"),
        ("1 Gus 0 Ana Joe Cid", "ending-missing"),
        ("Gus 6 Ana Joe Cid", "unreadable"),
        ("1 " + "g " * 90, "player-missing"),
    ],
)
def test_an_unclear_line_of_a_table_enters_nothing(table, line, code):
    assert of_table(a_keeper(table.round.event), table, line)["code"] == code
    assert not Result.objects.exists()


@pytest.mark.parametrize(("line", "named"), [("1 Gus 6 Ana Joe zed", "“zed”"), ("1 Gus 6 Ana Joe", ": Cid.")])
def test_a_strange_word_or_a_missing_player_is_named(table, line, named):
    assert named in of_table(a_keeper(table.round.event), table, line)["detail"]


@pytest.mark.parametrize(
    ("line", "endings"),
    [
        ("1 Gus 6 Ana 1 Joe Cid", ["time", "krosmasters", "concession"]),
        ("1 Gus 6 Ana 1 Joe Cid 1", ["time", "krosmasters", "concession"]),
        ("1 Gus 6 = Ana 6 Joe Cid", ["time"]),
    ],
)
def test_a_line_glory_cannot_end_offers_other_endings(table, line, endings):
    User.objects.filter(username="cid").update(public_name="Cid Tackler Kent Cole")
    keeper = a_keeper(table.round.event)
    ends = []
    for offer in of_table(keeper, table, line)["offers"]:
        answer = sent(keeper, table.round.event, offer["line"])
        ends.append(Result.objects.current().get().ending)
        undo(keeper, answer)
    assert ends == endings


def test_a_line_without_gg_offers_lines_with_them(table):
    keeper = a_keeper(table.round.event)
    offers = of_table(keeper, table, "1 Gus Ana Joe Cid")["offers"]
    assert {"line": "1 Gus 6 Ana Joe Cid", "label": "6 GG"} in offers
    page = keeper.sends(f"/events/{table.round.event.slug}/entry/", 400, slip="1 Gus Ana Joe Cid").content.decode()
    assert 'value="1 Gus 6 Ana Joe Cid"' in page


def test_more_of_a_name_distinguishes_namesakes(table):
    for name, public in {"gus": "Ana Martin", "ana": "Ana Morin", "joe": "O’Shun", "cid": "Player 7"}.items():
        User.objects.filter(username=name).update(public_name=public)
    keeper = a_keeper(table.round.event)
    assert of_table(keeper, table, "1 Ana 6 oshun Player 7 Morin")["code"] == "names-unclear"
    seats, _ending = of_table(keeper, table, "1 Ana Mar 6 oshun Player 7 Morin")
    assert seats == ["1 Ana Martin 6", "2 O’Shun 0", "3 Player 7 0", "4 Ana Morin 0"]


def test_a_table_of_three_takes_three_names(table):
    event = an_event(mode=Mode.FREE_FOR_ALL)
    three = a_round_of_tables(event, [a_player(event, name) for name in ("eve", "flo", "tim")]).matches.get()
    seats, ending = of_table(a_keeper(event), three, "1 tim 5 eve flo")
    assert (seats, ending) == (["1 Tim 5", "2 Eve 0", "3 Flo 0"], "glory")
    assert table.results.count() == 0

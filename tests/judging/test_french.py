"""What the rules say, told to a French reader: verdicts, cases, the replay and the recorder."""

import gzip
import json
import uuid

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils import translation

from judging.cases.services.desk import claim
from judging.errors import IllegalEntry
from judging.logs.services.submission import submit_log
from judging.logs.services.worker import work_one
from judging.logs.validator.process import Validator
from judging.models import Recording
from judging.recorder.services.recording import Entry, enter, start_recording
from judging.recorder.services.setup import Seat, build_header
from judging.recorder.views.recorder import recorder_state
from tests.judging.people import INVALID, a_hall, judged, listed, table_1, user
from tools.selfplay.game import random_game

pytestmark = pytest.mark.django_db
ENGLISH, FRENCH = "is not adjacent to", "n’est pas adjacente à"
LINE_4_17_2 = "Deux cases qui ont un côté commun"


@pytest.fixture(autouse=True)
def hall():
    return a_hall()


@pytest.fixture(scope="module")
def engine():
    validator = Validator()
    yield validator
    validator.close()


@pytest.fixture
def strayed(engine):
    """A log in which the first step goes to the other end of the board."""
    game = random_game("French")
    step = next(place for place, action in enumerate(game["actions"]) if action["do"] == "move")
    game["actions"][step]["to"] = "L12" if game["actions"][step]["to"] < "G" else "A1"
    submission = submit_log(content=json.dumps(game).encode(), submitter=user("ana"), match=table_1())
    work_one(engine)
    return submission


def seen_by(client, name, address, language="fr"):
    client.force_login(user(name))
    return client.get(address, headers={"accept-language": language}).content.decode()


def test_a_verdict_is_shown_in_the_language_of_its_reader(client, strayed):
    french = seen_by(client, "ana", strayed.get_absolute_url())
    assert FRENCH in french
    assert LINE_4_17_2 in french
    english = seen_by(client, "ana", strayed.get_absolute_url(), "en")
    assert ENGLISH in english
    assert LINE_4_17_2 not in english


@pytest.mark.check
def test_the_stored_report_stays_that_of_the_command(strayed):
    report = strayed.reports.get()
    assert any(ENGLISH in finding["message"] for finding in report.body["findings"])
    assert not any("said" in finding for finding in report.body["findings"])


def test_a_case_is_shown_in_the_language_of_its_judge(client, strayed):
    case = strayed.cases.first()
    claim(case_id=case.pk, judge=user("jo"))
    page = seen_by(client, "jo", case.get_absolute_url())
    assert FRENCH in page
    assert LINE_4_17_2 in page


def test_reports_without_stored_messages_are_shown_in_english(client, fake):
    report = judged(fake, **INVALID)
    assert report.sentences == []
    assert "too dear" in seen_by(client, "ana", report.submission.get_absolute_url())


def test_the_replay_shows_findings_in_the_viewers_language(client, strayed):
    client.force_login(user("ana"))
    answer = client.get(reverse("judging:film", args=[strayed.uuid]), headers={"accept-language": "fr"})
    film = json.loads(gzip.decompress(answer.content))
    reported = [finding for finding in film["findings"] if finding["code"] == "not-adjacent"]
    assert FRENCH in reported[0]["message"]
    assert reported[0]["line"].startswith(LINE_4_17_2)
    assert any(FRENCH in mark["words"] for mark in film["marks"])


def test_tables_name_figures_by_their_french_names(client):
    listed("bo", "kassius-kaos", "remington-smisse-mercenary")
    page = seen_by(client, "bo", reverse("judging:record_match", args=[table_1().pk]))
    assert "Kréol Panikon\nRemington Smisse - Mercenary" in page, "a name of two cards would be read as the other"
    assert "Kréol Panikon" in seen_by(client, "bo", reverse("judging:practice"))


def test_an_unknown_figure_is_answered_with_french_suggestions(client):
    table = {"team_a": "Kreol Panikom", "team_b": "ush", "arena": "the-pit", "side_of_a": "south"}
    client.force_login(user("bo"))
    answer = client.post(reverse("judging:practice"), table, headers={"accept-language": "fr"})
    (fault,) = answer.context["form"].errors.as_data()["team_a"]
    assert fault.code == "unknown-figure"
    assert fault.message.count("Kréol Panikon") == 1
    assert "kassius-kaos" not in fault.message


def test_the_field_of_a_team_shows_all_its_figures(client):
    listed("bo", *["ush"] * 7)
    page = seen_by(client, "bo", reverse("judging:record_match", args=[table_1().pk]))
    assert page.count('rows="7"') == 1


@pytest.fixture
def table():
    """All figures stand, and Bill Tell's turn has begun."""
    seats = {"A": Seat("Ana", ["Queen of the Tofus", "Bill Tell", "Oscar Kass", "Bad Aboum"])}
    seats |= {"B": Seat("Bo", ["Anna Tommy", "Kassius Kaos", "King of the Gobballs", "Lil Healey"])}
    recording = start_recording(header=build_header(seats, arena="the-pit"), dice=Recording.Dice.RECORDED, who=None)
    cells = {"a": ["B1", "D1", "I1", "K1"], "b": ["B12", "D12", "I12", "K12"]}
    for side, names in cells.items():
        for number, cell in enumerate(names, start=1):
            write(recording, {"do": "place", "unit": f"{side}{number}", "cell": cell})
    write(recording, {"do": "activate", "unit": "a2"})
    return recording


def write(recording, action, **more):
    recording.refresh_from_db()
    entry = Entry(id=uuid.uuid4().hex, version=recording.version, action=action, **more)
    return enter(uuid=recording.uuid, who=AnonymousUser(), entry=entry)


def test_the_recorder_refuses_in_french_with_french_figure_names(table):
    with translation.override("fr"), pytest.raises(IllegalEntry) as refused:
        write(table, {"do": "collect"})
    assert refused.value.message == "Il n’y a pas de Kama sur la case de Bill Tell."


def test_the_recorder_explains_impossible_and_as_played_entries_in_french(table):
    write(table, {"do": "move", "to": "C4"}, as_played=True)
    with translation.override("fr"):
        reported = recorder_state(Recording.objects.get(pk=table.pk))
    assert [finding["message"] for finding in reported["findings"]] == [f"C4 {FRENCH} D1."]
    reasons = {offer["why"]["message"]: offer["why"]["line"] for offer in reported["offers"] if "why" in offer}
    assert reasons["Bill Tell n’est pas sur une case Démon."].startswith("Sur une case Démon")

"""A judge corrects a log in fields, not in code."""

import json
import re

import pytest

from judging.logs.services.submission import submit_log
from judging.logs.services.worker import work_one
from judging.models import Case, Submission
from judging.replay.services.public_games import demonstration_log
from judging.rulings.forms.corrections import CorrectionForm
from tests.judging.people import InProcess, a_case, a_hall, ruling, table_1, url, user

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall():
    return a_hall()


@pytest.fixture
def judge(client, hall):
    client.force_login(user("jo"))
    return client


@pytest.fixture
def case(judge, fake):
    case = a_case(fake)
    judge.post(url("claim", case.pk))
    return case


def test_each_of_several_summons_has_its_own_name(judge):
    log = submit_log(content=demonstration_log(), submitter=user("ana"), match=table_1())
    work_one(InProcess())
    event = table_1().round.event
    case = Case.objects.create(event=event, kind="invalid-log", cause="x", match=table_1(), submission=log)
    judge.post(url("claim", case.pk))
    page = judge.get(case.get_absolute_url()).content.decode()
    select = page.partition('name="piece-0-marker_by"')[2].partition("</select>")[0]
    named = re.findall(r"<option[^>]*>([^<]+)</option>", select)
    assert "Water Bomb 2 (Bad Aboum 1)" in named and len(named) == len(set(named))


def rows(*pieces: dict, **stocks: object) -> dict:
    fields = {f"piece-{row}-{name}": value for row, piece in enumerate(pieces) for name, value in piece.items()}
    counted = {"piece-TOTAL_FORMS": 3, "piece-INITIAL_FORMS": 0}
    return counted | fields | {f"has-{name}": value for name, value in stocks.items()}


@pytest.mark.parametrize(
    ("fields", "changes"),
    [
        (rows({"unit": "a2", "cell": "d5"}), {"units": {"a2": {"cell": "D5"}}}),
        (rows({"unit": "a2", "cell": "-"}), {"units": {"a2": {"cell": None}}}),
        (rows({"unit": "a2", "ap": 0, "injuries": 3}), {"units": {"a2": {"ap": 0, "injuries": 3}}}),
        (rows({"unit": "a2", "ap_markers": -1}), {"units": {"a2": {"markers": {"ap": -1}}}}),
        (rows({}, {"unit": "b1", "mp": 2}, {"unit": "b2", "mp": 1}), {"units": {"b1": {"mp": 2}, "b2": {"mp": 1}}}),
        (rows(glory_A=5, kamas_B=0), {"glory": {"A": 5}, "kamas": {"B": 0}}),
        (rows(wild=1), {"wild": 1}),
        (rows(), {}),
    ],
)
def test_what_is_filled_in_is_set_and_nothing_else(fields, changes):
    form = CorrectionForm(fields, players="AB")
    assert form.is_valid()
    assert form.changes() == changes


@pytest.mark.parametrize(
    "fields",
    [
        rows({"unit": "a2", "cell": "M5"}),
        rows({"unit": "a2", "ap": -1}),
        rows({"unit": "a2", "mp": "many"}),
        rows({"unit": "a2"}),
        rows({"cell": "D5"}),
        rows({"unit": "a2", "ap": 1}, {"unit": "a2", "mp": 1}),
        rows(glory_A=-1),
        {},
    ],
)
def test_what_no_log_could_say_is_not_taken(fields):
    assert not CorrectionForm(fields, players="AB").is_valid()


def test_faults_are_said_with_their_fields():
    faults = CorrectionForm(rows({"unit": "a2", "cell": "Z99"}, glory_A=999), players="AB").faults()
    assert faults[0] == "Figure 1, Cell: The arena has no such cell."
    assert faults[1].startswith("GG of A: ")


def test_the_fields_become_an_entry_of_the_corrected_copy(judge, case):
    Submission.objects.filter(pk=case.submission_id).update(content=b'{"actions": [{"do": "time"}]}')
    fields = rows({"unit": "a2", "cell": "D5"}, glory_B=4)
    page = judge.post(url("rule", case.pk), ruling(remedy="correct-log", after=0) | fields)
    assert page.status_code == 302
    copy = Submission.objects.get(corrects=case.submission)
    entry = json.loads(bytes(copy.content))["actions"][0]
    assert (entry["do"], entry["set"]) == ("correct", {"units": {"a2": {"cell": "D5"}}, "glory": {"B": 4}})


def test_a_faulty_field_is_named_and_what_was_typed_stays(judge, case):
    page = judge.post(url("rule", case.pk), ruling(remedy="correct-log") | rows({"unit": "a2", "cell": "Z9"}))
    assert page.status_code == 400
    assert "The arena has no such cell." in page.content.decode()
    assert 'value="a2"' in page.content.decode()
    assert not Submission.objects.filter(corrects=case.submission).exists()

"""The figures on the table against the list that was handed in."""

import pytest

from tests.tournaments.worlds import a_player, an_event, staff
from tournaments.lists.services import submission
from tournaments.models import Role

pytestmark = pytest.mark.django_db
LEGAL = ["queen-of-the-tofus", "bill-tell", "oscar-kass", "bad-aboum"]


def listed(state="registration", **fields):
    return an_event(state, lists_required=True, **fields)


@pytest.fixture
def checked():
    event = listed()
    player = a_player(event)
    submitted = submission.submit_list(registration=player, who=player.user, figures=["ush", "ush", *LEGAL])
    return submitted, staff(event, Role.JUDGE), f"/events/{event.slug}/lists/{player.pk}/check/"


def test_figures_match_when_every_copy_was_ticked(checked, signed_in):
    submitted, judge, page = checked
    form = {"list": submitted.pk, "outcome": "matches", "seen": ["ush", *LEGAL], "note": "by the window"}
    answer = signed_in(judge).post(page, form)
    assert answer.status_code == 400 and answer.context["refusal"].code == "not-all-seen"
    assert answer.context["refusal"].details["missing"] == ["ush"]
    assert [box["is_seen"] for box in answer.context["figures"]] == [True, False, True, True, True, True]
    assert "by the window" in answer.content.decode() and not submitted.checks.exists()
    assert signed_in(judge).post(page, form | {"seen": ["ush", "ush", *LEGAL]}).status_code == 302
    assert signed_in(judge).post(page, form | {"seen": ["ush"], "outcome": "differs"}).status_code == 302
    differs, matches = signed_in(judge).get(page).context["checks"]
    assert matches[1:] == (differs[1].replace("Ush", "Ush × 2") + matches[1].removeprefix("Ush × 2"), "")
    assert differs[1] == "Ush" and "Ush" in differs[2] and "Bill Tell" in differs[2]


def test_a_check_of_a_superseded_list_returns_the_current_one(checked, signed_in):
    submitted, judge, page = checked
    now = submission.submit_list(registration=submitted.registration, who=judge, figures=LEGAL)
    form = {"list": submitted.pk, "outcome": "differs", "seen": ["ush"], "note": "two Ush"}
    answer = signed_in(judge).post(page, form)
    assert answer.status_code == 409 and answer.context["refusal"].code == "another-list"
    assert answer.context["submitted"] == now and f'name="list" value="{now.pk}"' in answer.content.decode()
    assert "two Ush" in answer.content.decode()
    assert not now.checks.exists() and not submitted.checks.exists()


def test_a_check_that_names_no_list_checks_nothing(checked, signed_in):
    submitted, judge, page = checked
    for pk in ("", "x", "9" * 30, 10**9):
        assert signed_in(judge).post(page, {"list": pk, "outcome": "differs"}).status_code == 404
    assert not submitted.checks.exists()

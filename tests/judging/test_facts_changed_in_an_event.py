"""A judge changes the card texts of a running event: to what is open to choose, one text for each card, and back."""

from typing import Any

import pytest
from django.urls import reverse

from judging.logs.services.submission import submit_log
from teams.cards.services.facts import propose, reject, withdraw
from teams.models import FactRevision
from tests.judging.people import a_hall, table_1, user
from tests.judging.test_facts_in_games import A, as_, log, validated
from tests.rules.logs import END, PLACED, do
from tests.teams.facts_people import entry, known, reviewer
from tournaments.lists.services.event_facts import facts_for
from tournaments.lists.services.facts import pin_facts
from tournaments.models import Event, FactsPin

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def hall(db) -> Event:
    a_hall()
    event = Event.objects.get()
    pin_facts(event, who=None)
    return event


@pytest.fixture
def rae(db):
    return reviewer()


def change(event: Event, *chosen: Any) -> Any:
    fields = {"revisions": [str(getattr(each, "pk", each)) for each in chosen], "why": "Seen."}
    return as_("jo").post(reverse("tournaments:card_texts", args=[event.slug]), fields)


def offered(event: Event) -> list[str]:
    context = as_("jo").get(reverse("tournaments:card_texts", args=[event.slug])).context
    return [each.value for _title, choices in context["choices"] for each in choices]


def cost_of_kick(event: Event, slug: str = A[0]) -> int | None:
    text = facts_for(event).texts.figures.get(slug)
    return text.spells["kick"].ap if text and "kick" in text.spells else None


@pytest.mark.parametrize("ended", ["withdrawn", "rejected"])
def test_a_text_that_was_withdrawn_or_rejected_is_refused(hall, rae, ended):
    row, other = propose(who=user("ana"), entry=entry(A[0])), propose(who=user("ana"), entry=entry(A[1]))
    if ended == "withdrawn":
        withdraw(revision=row, who=user("ana"))
    else:
        reject(revision=row, who=rae, why="no")
    assert offered(hall) == [str(other.pk)]
    answer = change(hall, row, other)
    assert answer.status_code == 409
    assert "withdrawn or rejected" in answer.context["errors"]["revisions"]
    assert answer.context["chosen"] == [str(row.pk), str(other.pk)]
    assert FactsPin.objects.count() == 1


def test_two_texts_of_one_card_are_refused_by_its_name(hall, rae):
    (one,) = known(user("ana"), rae, entry(A[0]))
    two = propose(who=user("bo"), entry=entry(A[0], cost={"ap": 4}))
    answer = change(hall, one, two)
    assert answer.status_code == 400
    assert one.title in answer.context["errors"]["revisions"]
    assert cost_of_kick(hall) is None
    assert change(hall, one, "built-in:text:goultard").status_code == 302


@pytest.mark.parametrize("chosen", ["999999", "built-in:text:nobody", "built-in:", "x", "built-in:text:\u202e"])
def test_a_choice_that_there_is_not_changes_nothing(hall, chosen):
    assert change(hall, chosen).status_code in (400, 409)
    assert FactsPin.objects.count() == 1


@pytest.mark.check
def test_a_judge_returns_to_the_earlier_text_or_to_none(hall, rae):
    (right,), (wrong,) = known(user("ana"), rae, entry(A[0])), known(user("bo"), rae, entry(A[0], cost={"ap": 9}))
    assert change(hall, wrong).status_code == 302
    assert {str(right.pk), f"built-in:text:{A[0]}"} <= {*offered(hall)}
    assert change(hall, right).status_code == 302
    assert cost_of_kick(hall) == 3
    assert change(hall, f"built-in:text:{A[0]}").status_code == 302
    assert (cost_of_kick(hall), FactsPin.objects.latest("pk").titles) == (None, [right.title])
    assert FactsPin.objects.latest("pk").snapshot is None
    assert {str(right.pk), str(wrong.pk)} == {*offered(hall)}
    assert change(hall, wrong).status_code == 302


def test_the_built_in_text_can_be_chosen_again(hall, rae):
    before = facts_for(hall).texts.figures["bill-tell"]
    (wrong,) = known(user("ana"), rae, entry("bill-tell"))
    change(hall, wrong)
    assert facts_for(hall).texts.figures["bill-tell"] != before
    assert "The text that came with this site" in page_of(hall)
    assert change(hall, "built-in:text:bill-tell").status_code == 302
    assert facts_for(hall).texts.figures["bill-tell"] == before


def page_of(event: Event) -> str:
    page: str = as_("jo").get(reverse("tournaments:card_texts", args=[event.slug])).content.decode()
    return page


@pytest.mark.check
def test_going_back_validates_the_logs_with_that_card_again(hall, rae):
    (row,) = known(user("ana"), rae, entry(A[0]))
    submission = submit_log(content=log(), submitter=user("ana"), match=table_1())
    validated(submission)
    for choice in (row, f"built-in:text:{A[0]}"):
        change(hall, choice)
        submission.refresh_from_db()
        assert submission.state == "queued"
        validated(submission)


NAMES = {"name": "Magma Boots", "french": "Bottes de lave", "also": ["lava-boots"]}
BOOTS = {"kind": "reward", "slug": "magma-boots", "body": NAMES | {"kind": "buff", "bonus": {"mp": 1}}}


@pytest.mark.check
@pytest.mark.parametrize("written", ["lava-boots", "bottes-de-lave", "magma-boots"])
def test_a_token_called_by_another_name_validates_its_logs_again(hall, rae, written):
    body = {
        "name": "Magma Boots",
        "french": "Bottes de lave",
        "also": ["lava-boots"],
        "kind": "buff",
        "bonus": {"mp": 1},
    }
    (row,) = known(user("ana"), rae, BOOTS | {"body": body})
    flip = do("flip", rank="granite", pile=1, reward=written)
    submission = submit_log(content=log(actions=[*PLACED, END, flip]), submitter=user("ana"), match=table_1())
    validated(submission)
    for choice in (row, "built-in:reward:magma-boots"):
        change(hall, choice)
        submission.refresh_from_db()
        assert submission.state == "queued"
        validated(submission)


def test_a_change_of_two_cards_names_both(hall, rae):
    rows = known(user("ana"), rae, entry(A[0]), entry(A[1]))
    change(hall, *rows)
    assert FactsPin.objects.latest("pk").titles == sorted(row.title for row in FactRevision.objects.all())

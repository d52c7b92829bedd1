"""Card texts that people enter decide what a log is held against: pinned to the event, changed only by its judges."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core.records import outbox
from judging.logs.services.queue import claim_next, finish
from judging.logs.services.submission import submit_log
from judging.logs.services.worker import report_on, work_one
from judging.models import Case, Report, Submission
from rules.arena.cards import catalogue
from rules.arena.facts_document import known_from
from rules.games import replay
from teams.models import FactRevision
from tests.judging.people import InProcess, a_hall, player, table_1, user
from tests.rules.logs import PLACED, UNFINISHED, do
from tests.teams.facts_people import entry, known, reviewer
from tournaments.lists.services.facts import known_of_event, pin_facts, snapshot_for
from tournaments.models import Event, FactsPin, SubmittedList

A = ["anna-tommy-eternal-1", "joris-master", "mint-king", "grougalorasalar"]
B = ["raul-bak", "evangelyne-eternal-1", "queen-of-the-tofus-eternal-1", "cardboard-tube-samurai"]
BRACE = {
    "powers": ["dodge"],
    "spells-0-name": "Brace",
    "spells-0-limit": "turn",
    "spells-0-cost-ap": "2",
    "spells-0-range-kind": "personal",
    "source": "the card in my hand",
    "save": "1",
}

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("partly_seen")]


@pytest.fixture
def hall(db) -> Event:
    a_hall()
    return Event.objects.get()


@pytest.fixture
def rae(db):
    return reviewer()


def as_(who: Any) -> Client:
    client = Client()
    client.force_login(who if not isinstance(who, str) else user(who))
    return client


def team(side: str, figures: list[str]) -> dict[str, Any]:
    units = {f"{side.lower()}{place}": slug for place, slug in enumerate(figures, start=1)}
    return {"name": "Ana" if side == "A" else "Bo", "team": units, "timeline": list(units)}


def log(*actions: dict[str, Any], **changes: Any) -> bytes:
    """Both teams are placed, the first figure of the timeline acts, and somebody has to go home."""
    header = {
        "format": "krosmaster-log/1",
        "ruleset": "arena-2.7",
        "arena": "the-pit",
        "sides": {"A": "south", "B": "north"},
        "players": {"A": team("A", A), "B": team("B", B)},
        "first_player": "A",
        "actions": [*PLACED, *actions],
        "result": UNFINISHED,
    }
    return json.dumps({**header, **changes}).encode()


BRACED = (do("activate", unit="a1"), do("cast", spell="brace", target="B1"), do("end-turn"))


def entered(slug: str, who: str, **changes: str) -> FactRevision:
    """Through the editor, as a player does."""
    answer = as_(who).post(reverse("teams:edit-fact", args=["text", slug]), BRACE | changes)
    assert answer.status_code == 302, answer.context["errors"]
    return FactRevision.objects.latest("pk")


def validated(submission: Submission) -> Report:
    assert work_one(InProcess())
    return submission.reports.get(current=True)


def test_eight_entered_cards_prove_a_game_until_a_cost_changes(hall, rae):
    assert replay(log(*BRACED)).as_dict()["verdict"] == "unverified"
    for slug in (*A, *B):
        row = entered(slug, "ana")
        as_(rae).post(reverse("teams:decide-fact", args=[row.pk]), {"decision": "confirm"})
    pin_facts(hall, who=None)
    submission = submit_log(content=log(*BRACED), submitter=user("ana"), match=table_1())
    before = validated(submission)
    assert (before.verdict, before.body["unverified_cards"], before.findings) == ("valid", [], [])
    assert before.body["facts"] == before.facts == snapshot_for(hall).digest
    corrected = entered(A[0], "bo", **{"spells-0-cost-ap": "7"})
    facts = {"revisions": [corrected.pk], "why": "The card says 7 AP."}
    assert as_("jo").post(reverse("tournaments:card_texts", args=[hall.slug]), facts).status_code == 302
    submission.refresh_from_db()
    assert submission.state == Submission.State.QUEUED
    after = validated(submission)
    assert after.verdict == "invalid"
    assert [error["article"] for error in after.errors] == ["7.1.4.a"]
    assert after.facts != before.facts
    page = as_("jo").get(submission.get_absolute_url()).content.decode()
    assert "The card says 7 AP." in page


@pytest.mark.parametrize("is_ruled", [False, True])
def test_a_corrected_card_closes_the_case_that_it_alone_opened(hall, rae, is_ruled):
    for slug in (*A, *B):
        row = entered(slug, "ana", **({"spells-0-cost-ap": "7"} if slug == A[0] else {}))
        as_(rae).post(reverse("teams:decide-fact", args=[row.pk]), {"decision": "confirm"})
    pin_facts(hall, who=None)
    submission = submit_log(content=log(*BRACED), submitter=user("ana"), match=table_1())
    assert validated(submission).verdict == "invalid"
    case = Case.objects.get(kind=Case.Kind.INVALID_LOG)
    if is_ruled:
        Case.objects.update(status=Case.Status.RULED)
    corrected = entered(A[0], "bo")
    facts = {"revisions": [corrected.pk], "why": "The card says 2 AP."}
    preview = as_("jo").get(reverse("judging:facts_preview", args=[hall.slug]), facts)
    (change,) = preview.context["changes"]
    assert (change.submission, change.before, change.after) == (submission, "not legal", "valid")
    assert FactsPin.objects.count() == 1
    as_("jo").post(reverse("tournaments:card_texts", args=[hall.slug]), facts)
    assert validated(submission).verdict == "valid"
    case.refresh_from_db()
    assert case.status == (Case.Status.RULED if is_ruled else Case.Status.CLEARED)
    as_("jo").post(
        reverse("tournaments:card_texts", args=[hall.slug]), {"revisions": [row_of_seven()], "why": "No, it says 7."}
    )
    validated(submission)
    opened = Case.objects.filter(kind=Case.Kind.INVALID_LOG, status=Case.Status.OPEN)
    assert opened.exists() is not is_ruled


def row_of_seven() -> int:
    return FactRevision.objects.filter(slug=A[0]).earliest("pk").pk


def proposed_for(hall, by: str) -> dict[str, Any]:
    pin_facts(hall, who=None)
    return {"revisions": [entered(A[0], by).pk], "why": "Seen."}


def test_nobody_alone_confirms_their_own_text_for_an_event(hall):
    facts = proposed_for(hall, "jo")
    page = reverse("tournaments:card_texts", args=[hall.slug])
    answer = as_("jo").post(page, facts)
    assert (answer.status_code, [*answer.context["errors"]]) == (409, ["revisions"])
    preview = as_("jo").get(reverse("judging:facts_preview", args=[hall.slug]), facts)
    assert preview.status_code == 302
    assert as_("hal").post(page, facts).status_code == 302
    assert FactsPin.objects.latest("pk").titles


def test_a_proposal_names_those_who_can_confirm_it(hall, rae):
    row = FactRevision.objects.get(pk=proposed_for(hall, "jo")["revisions"][0])
    page = as_("ana").get(row.get_absolute_url())
    assert page.context["reviewers"] == [rae]
    part = reverse("tournaments:who_confirms", args=[row.pk])
    assert part == page.context["in_events_url"]
    for reader, may_confirm in (("hal", True), ("jo", False), ("ana", False)):
        (answer,) = as_(reader).get(part, headers={"HX-Request": "true"}).context["confirmers"]
        assert (answer.event, answer.may_confirm) == (hall, may_confirm)
        assert user("hal") in answer.people and user("jo") not in answer.people
    assert as_("ana").get(part)["Location"] == row.get_absolute_url()


def test_those_who_can_confirm_a_proposal_find_it_under_now(hall, rae):
    Event.objects.update(state="running")
    proposed_for(hall, "jo")
    for reader, for_site, events in ((rae, True, []), ("hal", False, [hall])):
        facts = as_(reader).get(reverse("start")).context["facts"]
        assert (facts.count, facts.for_site, facts.events) == (1, for_site, events)
    assert as_("jo").get(reverse("start")).context["facts"] is None
    assert as_("ana").get(reverse("start")).context["facts"] is None


def test_a_preview_that_is_refused_goes_back_to_the_choice(hall, rae):
    pin_facts(hall, who=None)
    answer = as_("jo").get(reverse("judging:facts_preview", args=[hall.slug]), {"why": "Seen."})
    assert answer.status_code == 302
    assert answer["Location"] == f"{reverse('tournaments:card_texts', args=[hall.slug])}?why=Seen."


def test_facts_confirmed_after_the_start_do_not_reach_the_event(hall, rae):
    pin_facts(hall, who=None)
    known(user("ana"), rae, entry(A[0]))
    submission = submit_log(content=log(), submitter=user("ana"), match=table_1())
    assert validated(submission).facts == ""
    alone = submit_log(content=log(), submitter=user("ana"))
    assert validated(alone).facts != ""


def test_only_logs_depending_on_the_changed_card_are_validated_again(hall, rae):
    pin_facts(hall, who=None)
    (row,) = known(user("ana"), rae, entry("goultard"))
    with_it = {"players": {"A": team("A", ["goultard", *A[1:]]), "B": team("B", B)}}
    depends = submit_log(content=log(**with_it), submitter=user("ana"), match=table_1())
    does_not = submit_log(content=log(), submitter=user("bo"), match=table_1())
    for each in (depends, does_not):
        validated(each)
    as_("jo").post(reverse("tournaments:card_texts", args=[hall.slug]), {"revisions": [row.pk], "why": "Seen."})
    states = {each.pk: each.state for each in Submission.objects.all()}
    assert states == {depends.pk: "queued", does_not.pk: "done"}


def test_a_change_that_is_delivered_twice_queues_a_log_once(hall, rae):
    pin_facts(hall, who=None)
    (row,) = known(user("ana"), rae, entry(A[0]))
    submission = submit_log(content=log(), submitter=user("ana"), match=table_1())
    validated(submission)
    as_("jo").post(reverse("tournaments:card_texts", args=[hall.slug]), {"revisions": [row.pk], "why": "Seen."})
    validated(submission)
    outbox.publish("event-facts-changed", scope="", subject=f"factspin:{FactsPin.objects.latest('pk').pk}")
    submission.refresh_from_db()
    assert submission.state == "done"


def test_a_log_that_was_being_validated_meanwhile_is_validated_again(hall, rae):
    pin_facts(hall, who=None)
    (row,) = known(user("ana"), rae, entry(A[0]))
    submission = submit_log(content=log(), submitter=user("ana"), match=table_1())
    claim = claim_next()
    assert claim is not None
    report = report_on(claim, InProcess())
    as_("jo").post(reverse("tournaments:card_texts", args=[hall.slug]), {"revisions": [row.pk], "why": "Seen."})
    finish(claim=claim, report=report)
    submission.refresh_from_db()
    assert submission.state == "queued"
    assert validated(submission).facts == FactsPin.objects.latest("pk").digest
    submission.refresh_from_db()
    assert submission.state == "done"


@pytest.mark.parametrize("fields", [{"why": ""}, {"why": "x" * 501}, {"revisions": []}, {"revisions": ["x", "9" * 40]}])
def test_changes_without_card_or_reason_are_answered_on_the_form(hall, rae, fields):
    pin_facts(hall, who=None)
    (row,) = known(user("ana"), rae, entry(A[0]))
    answer = as_("jo").post(
        reverse("tournaments:card_texts", args=[hall.slug]), {"revisions": [row.pk], "why": "Seen.", **fields}
    )
    assert answer.status_code == 400
    assert answer.context["errors"]
    assert FactsPin.objects.count() == 1


def test_an_organiser_sees_which_cards_are_not_known(hall, rae):
    for name, figures in (("ana", A), ("bo", ["bill-tell", *A[1:]])):
        SubmittedList.objects.create(registration=player(name), figures=figures, legal=True, verdict={})
    known_now = known_of_event(hall)
    assert (known_now.whole, len(known_now.cards)) == (1, 5)
    assert [(each.card.slug, each.teams) for each in known_now.lacking][:3] == [
        (slug, 2) for slug in sorted(A[1:], key=lambda slug: catalogue().get(slug).full_name)
    ]
    page = as_("jo").get(reverse("tournaments:card_texts", args=[hall.slug])).content.decode()
    assert "1 of 5 cards in the submitted teams are fully known; 4 are not:" in page
    assert known_now.percent == 79  # one figure of eight is known: 12 + 0.88 * (99 + 7 * 73) / 8
    assert f"About {known_now.percent} % of the actions in this event’s games will be proved" in page
    page = as_("jo").get(reverse("tournaments:run", args=[hall.slug])).content.decode()
    assert page.index('id="next"') < page.index("1 of 5 cards")


def test_a_card_that_is_partly_known_says_what_is_missing(hall, rae):
    spell = {"name": "Hush", "limit": "unknown", "cost": {}, "range": {"kind": "close"}, "unknown": ["limit", "cost"]}
    body = {"spells": [spell], "missing": "the second spell"}
    known(user("ana"), rae, {"kind": "text", "slug": A[0], "body": body})
    pin_facts(hall, who=None)
    SubmittedList.objects.create(registration=player("ana"), figures=A, legal=True, verdict={})
    page = as_("jo").get(reverse("tournaments:card_texts", args=[hall.slug])).content.decode()
    (open_card,) = [each for each in known_of_event(hall).open_facts if each.slug == A[0]]
    assert [(fact.of, fact.label) for fact in open_card.facts] == [
        ("Hush", "all of its cost"),
        ("Hush", "how often it may be cast"),
        ("", "the second spell"),
    ]
    assert all(fact.url in page for fact in open_card.facts)


def test_facts_of_an_event_are_kept_by_its_digest(hall, rae):
    known(user("ana"), rae, entry(A[0]))
    pin_facts(hall, who=None)
    snapshot = snapshot_for(hall)
    assert known_from(bytes(snapshot.content)).digest == snapshot.digest

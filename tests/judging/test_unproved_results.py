"""A result that rests on what nobody could verify is seen on every page, and comes onto the desk when it decides."""

import gzip
import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from core.records.audit import record
from judging.logs.pages.proof import ProofView
from judging.logs.services.revalidation import validate_event_again
from judging.logs.services.submission import submit_log
from judging.logs.services.worker import work_one
from judging.logs.validator.process import Validator
from judging.models import Case, Report
from tests.judging.people import InProcess, a_hall, judged, url, user
from tests.rules.logs import END, do, document
from tests.tournaments import worlds
from tournaments.models import Event, Match

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("partly_seen")]

OF_A = {"a1": "bill-tell", "a2": "goultard", "a3": "oscar-kass"}
OF_B = {"b1": "anna-tommy", "b2": "kassius-kaos", "b3": "king-of-the-gobballs", "b4": "lil-healey"}
CELLS = ["B1", "D1", "E2", "B12", "D12", "F11", "H11"]


@pytest.fixture(autouse=True)
def hall():
    return a_hall()


def game(*actions: dict[str, Any], names: str = "Ana Bo", glory: dict[str, int] | None = None) -> bytes:
    """Goultard, of whose card nothing was seen, against the first box; then somebody concedes."""
    placed = [do("place", unit=unit, cell=cell) for unit, cell in zip((*OF_A, *OF_B), CELLS, strict=True)]
    players = {
        side: {"name": name, "team": team, "timeline": list(team)}
        for side, name, team in zip("AB", names.split(), (OF_A, OF_B), strict=True)
    }
    result = {"winner": "A", "glory": glory or {"A": 6, "B": 6}}
    return json.dumps(document(*placed, *actions, players=players, result=result)).encode()


def goultard(target: str = "D4", **declared: Any) -> list[dict[str, Any]]:
    return [do("activate", unit="a2"), do("cast", spell="iop-s-wrath", target=target, declared=declared)]


CONCEDED = do("concede", player="B")
ALL_FALL = game(*goultard(injuries=dict.fromkeys(OF_B, 12)), glory={"A": 13, "B": 0})
ONE_IS_HURT = game(*goultard(CELLS[3], injuries={"b1": 1}), CONCEDED)
HURT_MORE = goultard(CELLS[4], injuries={"b2": 8})
ALL_KNOWN = game(CONCEDED)


def handed_in(content: bytes, who: str = "ana", match: Match | None = None) -> Report:
    match = match or Match.objects.get(seat_rows__number=1, seat_rows__registration__user__username="ana")
    submission = submit_log(content=content, submitter=user(who), match=match)
    work_one(InProcess())
    return submission.reports.get(current=True)


def kinds() -> list[str]:
    return sorted(Case.objects.values_list("kind", flat=True))


def allowed(hall: Event, glory: int | None) -> None:
    hall.believed_glory_limit = glory
    hall.save()


DECLARED = game(*goultard(glory={"A": 1}), CONCEDED, glory={"A": 7, "B": 6})


@pytest.mark.parametrize(
    ("content", "limit", "opened"),
    [
        (ALL_FALL, None, ["believed-result"]),
        (ONE_IS_HURT, None, []),
        (ALL_KNOWN, None, []),
        (ALL_FALL, 99, []),
        (
            game(*goultard(glory={"A": 1}), CONCEDED, glory={"A": 7, "B": 6}),
            None,
            ["believed-result", "declared-glory"],
        ),
        (game(*goultard(glory={"A": 1}), CONCEDED, glory={"A": 7, "B": 6}), 0, ["believed-result", "declared-glory"]),
        (game(*goultard(glory={"A": 1}), CONCEDED, glory={"A": 7, "B": 6}), 1, ["declared-glory"]),
        (ALL_KNOWN, 0, []),
    ],
)
def test_results_on_trust_above_the_events_threshold_are_cases(hall, content, limit, opened):
    allowed(hall, limit)
    report = handed_in(content)
    assert report.verdict in ("valid", "unverified")
    assert kinds() == opened


def test_a_log_submitted_or_validated_again_opens_no_second_case(hall):
    report = handed_in(ALL_FALL)
    handed_in(ALL_FALL)
    validate_event_again(event=hall, who=user("hal"))
    work_one(InProcess())
    assert (kinds(), report.submission.reports.count()) == (["believed-result"], 2)


@pytest.mark.parametrize(("limit", "opened"), [(0, ["believed-result", "declared-glory"]), (1, ["declared-glory"])])
def test_a_lower_limit_opens_the_cases_of_existing_logs(hall, django_capture_on_commit_callbacks, limit, opened):
    allowed(hall, 9)
    handed_in(game(*goultard(glory={"A": 1}), CONCEDED, glory={"A": 7, "B": 6}))
    allowed(hall, limit)
    with django_capture_on_commit_callbacks(execute=True):
        record("event-edited", who=user("hal"), subject=hall, scope=hall)
    assert kinds() == opened


def test_an_illegal_log_opens_the_case_of_its_faults_alone():
    handed_in(game(*goultard(injuries=dict.fromkeys(OF_B, 12)), END))
    assert kinds() == ["invalid-log"]


def second_table(hall: Event) -> Match:
    cy, di = worlds.a_player(hall, "cy"), worlds.a_player(hall, "di")
    return worlds.a_round(hall, (cy, di)).matches.get()


@pytest.mark.parametrize(
    ("there", "opened"),
    [
        (goultard(CELLS[4], injuries={"b2": 1}), []),
        (goultard(CELLS[4], injuries={"b2": 3}), []),
        (goultard(injuries={"b2": 8}), []),  # beside its target a spell may do less, or more
        (HURT_MORE, ["texts-differ"]),
        (goultard(healed={"a1": 1}), ["texts-differ"]),
        (goultard(moved={"b1": "D4"}), []),
    ],
)
def test_a_spell_whose_text_differs_between_games_is_a_case(hall, there, opened):
    handed_in(ONE_IS_HURT)
    handed_in(game(*there, CONCEDED, names="Cy Di"), "cy", second_table(hall))
    assert kinds() == opened


def test_games_of_other_events_or_one_table_are_not_compared(hall):
    handed_in(ONE_IS_HURT)
    other = worlds.an_event(name="Other", slug="other")
    handed_in(game(*HURT_MORE, CONCEDED, names="Cy Di"), "cy", second_table(other))
    handed_in(game(*HURT_MORE, CONCEDED), "bo")
    assert kinds() == ["logs-differ"]


def test_the_case_shows_both_texts_side_by_side(as_, hall):
    handed_in(ONE_IS_HURT)
    handed_in(game(*HURT_MORE, CONCEDED, names="Cy Di"), "cy", second_table(hall))
    page = as_("jo").get(url("case", Case.objects.get(kind="texts-differ").pk))
    (row,) = page.context["file"].texts_differ
    assert (row.card, row.spell, row.here, row.there) == ("Goultard", "iop-s-wrath", "6-9", "0-2")
    assert page.context["file"].log_difference is None


@pytest.mark.parametrize(
    ("content", "verdict", "opened"),
    [
        (ALL_FALL, "invalid", ["invalid-log"]),  # the child has the printed card, which has no such spell
        (ALL_KNOWN, "valid", []),
    ],
)
def test_logs_sent_by_http_are_judged_by_the_workers_child(as_, content, verdict, opened):
    client, validator = as_("ana"), Validator()
    file = SimpleUploadedFile("game.json", content)
    page = client.post(url("submit_log", Match.objects.get().pk), {"log": file}, follow=True)
    assert work_one(validator)
    validator.close()
    answer = client.get(page.redirect_chain[-1][0])
    assert (answer.context["report"].verdict, kinds()) == (verdict, opened)
    assert answer.context["report"].claims == answer.context["report"].body["claims"]


# -- pages -------------------------------------------------------------------------------------------------


def shares(view: ProofView) -> dict[str, tuple[int, int]]:
    return {share.kind: (share.actions, share.percent) for share in view.shares}


def test_a_log_page_says_what_was_trusted_and_why(as_):
    report = handed_in(ONE_IS_HURT)
    page = as_("ana").get(report.submission.get_absolute_url())
    proof = page.context["proof"]
    assert shares(proof) == {"proved": (9, 90), "believed": (1, 10), "unchecked": (0, 0)}
    assert proof.cards == [("Goultard", 1)]
    assert [(row.number, row.card, row.spell, row.fact) for row in proof.beliefs] == [
        (9, "Goultard", "iop-s-wrath", "the whole spell")
    ]
    text = page.content.decode()
    assert "taken on trust" in text
    assert f"{reverse('judging:replay', args=[report.submission.uuid])}#action=9" in text


def test_a_game_that_was_proved_whole_says_so(as_):
    page = as_("ana").get(handed_in(ALL_KNOWN).submission.get_absolute_url())
    assert page.context["proof"].is_whole
    assert shares(page.context["proof"])["proved"] == (8, 100)


def test_a_report_of_before_says_nothing_of_it(as_, fake):
    page = as_("ana").get(judged(fake).submission.get_absolute_url())
    assert (page.status_code, page.context["proof"]) == (200, None)


def test_the_replay_marks_each_action(as_):
    uuid = handed_in(ALL_FALL).submission.uuid
    client = as_("ana")
    film = json.loads(gzip.decompress(client.get(reverse("judging:film", args=[uuid])).content))
    assert [step["proof"] for step in film["steps"]] == ["proved"] * 8 + ["believed"]
    page = client.get(reverse("judging:replay", args=[uuid])).content.decode()
    assert page.count("step-proved") == 8
    assert page.count("step-believed") == 1
    assert 'data-proof="believed"' in page


def test_the_case_says_what_the_result_rests_on(as_):
    handed_in(ALL_FALL)
    page = as_("jo").get(url("case", Case.objects.get().pk))
    proof = page.context["file"].proof
    assert (proof.glory, proof.knock_outs, proof.decisive) == (7, 3, True)
    assert {(row.card, row.decides) for row in proof.decisive_facts} == {("Goultard", "winner")}
    assert reverse("teams:edit-fact", args=["text", "goultard"]) in page.content.decode()


@pytest.mark.parametrize(("proved", "number"), [("", 1), ("whole", 0), ("most", 1), ("less", 0), ("nonsense", 1)])
def test_the_desk_is_filtered_by_the_share_that_is_proved(as_, hall, proved, number):
    handed_in(ALL_FALL)
    page = as_("jo").get(url("desk", hall.slug), {"proved": proved})
    assert len(page.context["rows"]) == number
    assert [row.cases[0].proved for row in page.context["rows"]] == [89] * number


def test_event_statistics_count_the_proved_actions(as_, hall):
    handed_in(ONE_IS_HURT)
    handed_in(ALL_KNOWN, "bo")
    client = as_("jo")
    page = client.get(url("statistics", hall.slug))
    assert shares(page.context["proof"]) == {"proved": (17, 94), "believed": (1, 6), "unchecked": (0, 0)}
    exported = client.get(url("export", hall.slug)).json()["proof"]
    assert (exported["proved"], exported["actions"], exported["by_card"]) == (17, 18, {"goultard": 1})


def test_the_pages_say_it_in_french(as_):
    client = as_("ana")
    page = client.get(handed_in(ALL_FALL).submission.get_absolute_url(), headers={"Accept-Language": "fr"})
    text = page.content.decode()
    assert "admis sur parole" in text
    assert page.context["proof"].beliefs[0].fact == "le sort entier"


def test_the_api_answers_with_the_proof(as_):
    report = handed_in(ALL_FALL)
    answer = as_("ana").get(reverse("log-reports", args=[report.submission.uuid])).json()
    reported = answer["results"][0]["report"] if "results" in answer else answer[0]["report"]
    assert reported["proof"]["believed"] == 1
    assert reported["believed"][0]["card"] == "goultard"

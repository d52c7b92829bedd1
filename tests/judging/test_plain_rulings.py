"""Rulings in one tap, what closes with them, and how they are undone."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from core.errors import Invalid
from judging.cases.services.desk import call_judge
from judging.cases.services.from_states import open_missing
from judging.cases.services.opening import open_staff_case
from judging.models import Case, Ruling
from judging.rulings.pages import plain_rulings
from judging.rulings.services.appeals import appeal
from judging.rulings.services.decisions import Decision
from judging.rulings.services.revocation import UNDO_FOR
from judging.rulings.services.ruling import claim_and_rule
from tests.judging.event_setup import ruled, status
from tests.judging.people import INVALID, a_case, a_hall, header, judged, player, post, table_1, url, user
from tests.tournaments import worlds
from tournaments.models import Event, Penalty, Registration, Role
from tournaments.players.services.penalties import apply_penalty
from tournaments.results.services.entry import current_score
from tournaments.results.services.reporting import confirm_result, dispute_result, report_result
from tournaments.results.services.scores import Score

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def hall():
    return a_hall()


def tap(client, case, choice, who="jo", **fields):
    former = case.rulings.current().first()
    seen = {"replaces": former.pk if former else "", "log": case.submission_id or ""}
    return post(client, who, "plain", case, choice=choice, **seen | fields)


def test_one_tap_claims_and_rules_and_opens_the_next_case(client, fake, hall):
    case, call = a_case(fake), call_judge(match=table_1(), by=user("bo"), text="x")
    answer = tap(client, case, "stands")
    assert (status(case), case.rulings.get().judge) == ("ruled", user("jo"))
    assert answer.headers["Location"] == call.get_absolute_url()
    assert ">Close question</button>" in client.get(call.get_absolute_url()).content.decode()
    assert tap(client, call, "dismiss").headers["Location"] == url("desk", hall.slug)


def test_after_the_last_ruling_no_next_case_is_named(client, hall):
    call = call_judge(match=table_1(), by=user("bo"), text="x")
    tap(client, call, "dismiss")
    desk = client.get(url("desk", hall.slug)).content.decode()
    assert "Undo ruling" in desk and "Next case" not in desk


AFTER_RULING = "data-after-ruling"  # its buttons take no tap at first


def test_the_next_case_has_no_ruling_under_the_same_thumb(client, fake, hall):
    case, call = a_case(fake), call_judge(match=table_1(), by=user("bo"), text="x")
    tap(client, case, "stands")
    assert AFTER_RULING in bar_of(client, call) and "Close question" in bar_of(client, call)
    case.rulings.update(at=timezone.now() - UNDO_FOR)
    assert AFTER_RULING not in bar_of(client, call) and "Close question" in bar_of(client, call)


def bar_of(client, case) -> str:
    """What stays in view on a phone."""
    page = client.get(case.get_absolute_url()).content.decode()
    return page.partition('class="ruling-bar ')[2].partition("</div>")[0]


def test_confirmed_results_taken_on_trust_are_the_last_next_cases(client, hall):
    report_result(match_id=table_1().pk, who=user("ana"), score=Score.duel("a", 8, 0))
    confirm_result(match_id=table_1().pk, who=user("bo"), seen_version=table_1().version)
    on_trust, fault, another = (
        Case.objects.create(event=hall, kind=kind, cause=cause, match=table_1())
        for kind, cause in (("believed-result", "x"), ("invalid-log", "y"), ("logs-differ", "z"))
    )
    assert tap(client, another, "stands").headers["Location"] == fault.get_absolute_url()
    assert tap(client, fault, "stands").headers["Location"] == on_trust.get_absolute_url()


def test_guests_read_rulings_and_who_comes_on_the_personal_link(client, hall):
    call, guest = call_judge(match=table_1(), by=user("bo"), text="x"), player("ana")
    Registration.objects.filter(pk=guest.pk).update(user=None, guest_name="Gil")
    page = url("personal_judging", guest.link_token)
    post(client, "jo", "come", call)
    assert "is coming to your table" in client.get(page).content.decode()
    tap(client, call, f"caution-{guest.pk}", why="Moved two figures")
    seen = client.get(page).content.decode()
    assert "Caution for Gil: Moved two figures. Please play more carefully." in seen
    assert "is coming to your table" not in seen
    post(client, "jo", "undo", call)
    assert "Caution for Gil" not in client.get(page).content.decode()


def test_a_caution_carries_its_text_in_both_languages(client, fake):
    tap(client, a_case(fake), f"caution-{player('ana').pk}")
    penalty = Penalty.objects.get()
    assert (penalty.kind, penalty.registration) == ("caution", player("ana"))
    assert "Caution for Ana" in penalty.why
    assert "Rappel à Ana" in penalty.why


@pytest.mark.parametrize(
    ("ladder", "given", "offered"),
    [
        (["caution", "warning", "game-loss"], [], ["caution-a", "caution-b"]),
        (["warning", "match-loss"], [], ["warning-a", "warning-b"]),
        (["caution", "warning", "game-loss"], ["caution"], ["warning-a", "caution-b"]),
        (["caution", "warning", "game-loss"], ["caution", "warning"], ["caution-b"]),
        (["game-loss"], [], []),
    ],
)
def test_one_tap_gives_the_next_step_of_the_ladder(fake, hall, ladder, given, offered):
    """Steps that decide a game are left to the form."""
    Event.objects.update(penalty_ladder=ladder)
    ana = player("ana")
    for kind in given:
        apply_penalty(registration=ana, who=user("jo"), kind=kind, why="x")
    keys = [f"{each.decision.penalty}-{'a' if each.decision.penalised == ana else 'b'}" for each in penalties(fake)]
    assert keys == offered


def test_a_penalty_without_a_reason_is_refused(client, hall):
    call = call_judge(match=table_1(), by=user("bo"), text="x")
    page = tap(client, call, f"caution-{player('ana').pk}", why=" ")
    assert (page.status_code, page.context["refusal"].code) == (400, "reason-missing")
    assert (status(call), Penalty.objects.count()) == ("open", 0)
    tap(client, call, f"caution-{player('ana').pk}", why="Touched the dice.")
    assert "Caution for Ana: Touched the dice. Please" in Penalty.objects.get().why
    assert call.rulings.get().reason == "Touched the dice."


def test_a_penalty_takes_the_reason_of_the_staff(client, hall):
    case = open_staff_case(event=hall, by=user("jo"), text="Came late", player=player("ana"), match=None, key="")[0]
    tap(client, case, f"caution-{player('ana').pk}")
    assert "Came late. Please" in Penalty.objects.get().why


def penalties(fake):
    return [each for each in plain_rulings(a_case(fake)) if each.decision.penalty]


def test_a_step_given_since_the_page_opened_is_not_repeated(client, fake):
    case = a_case(fake)
    apply_penalty(registration=player("ana"), who=user("jo"), kind="caution", why="x")
    answer = tap(client, case, f"caution-{player('ana').pk}")
    assert answer.context["refusal"].code == "unknown-remedy"
    assert Penalty.objects.count() == 1


def described(**facts):
    return {"text": "x", "facts": facts}


@pytest.mark.parametrize(
    ("done", "first"),
    [
        (described(unit="a2"), "ana"),
        (described(unit="b1"), "bo"),
        (described(unit="b1/water-bomb-1"), "bo"),
        (described(first=described(unit="b2"), second=described(by="a1", unit="a2")), "bo"),
        (described(unit="a1", player="B"), "bo"),
    ],
)
def test_the_player_whose_action_is_at_fault_is_warned_first(fake, done, first):
    report = judged(fake, **INVALID, descriptions=[done])
    assert warned_in_order(report)[0] == player(first)


def test_a_caution_never_carries_the_fault_of_the_other(client, fake):
    report = judged(fake, **INVALID, descriptions=[described(unit="a2")])
    case = Case.objects.get(submission=report.submission, kind=Case.Kind.INVALID_LOG)
    ana, bo = (
        next(each for each in plain_rulings(case) if each.decision.penalised == player(who)) for who in ("ana", "bo")
    )
    assert (ana.asks_why, bo.asks_why, bo.decision.article) == (False, True, "")
    assert "7.1.4.a" in ana.text and "7.1.4.a" not in bo.text
    page = tap(client, case, bo.key)
    assert (page.context["refusal"].code, Penalty.objects.count()) == ("reason-missing", 0)
    tap(client, case, bo.key, why="Touched the dice")
    assert "Caution for Bo: Touched the dice. Please" in Penalty.objects.get().why


def test_the_player_at_fault_is_found_where_they_sit(fake):
    """In this log Ana is player B."""
    players = header()["players"]
    swapped = header(players={"A": players["B"], "B": players["A"]})
    report = judged(fake, **INVALID, header=swapped, descriptions=[described(unit="a1")])
    assert warned_in_order(report) == [player("ana"), player("bo")]
    report = judged(fake, **INVALID, header=swapped, descriptions=[described(unit="b1")])
    assert warned_in_order(report) == [player("bo"), player("ana")]


def test_without_an_action_at_fault_players_are_warned_by_seat(fake):
    fault = {"action": None, "severity": "error", "article": "1.3.1", "code": "wrong-first-player", "message": "x"}
    report = judged(fake, verdict="invalid", findings=[fault], descriptions=[described(player="B")])
    assert warned_in_order(report) == [player("ana"), player("bo")]


def warned_in_order(report):
    case = Case.objects.get(submission=report.submission, kind=Case.Kind.INVALID_LOG)
    return [each.decision.penalised for each in plain_rulings(case) if each.decision.penalised]


def test_a_disputed_result_is_settled_as_one_player_said(client):
    report_result(match_id=table_1().pk, who=user("ana"), score=Score.duel("a", 8, 0))
    dispute_result(match_id=table_1().pk, who=user("bo"), seen_version=table_1().version, note="no")
    open_missing(table_1().round.event)
    case = Case.objects.get(kind=Case.Kind.DISPUTED_RESULT)
    assert [each.key for each in plain_rulings(case)] == [f"as-{player('ana').pk}"]
    tap(client, case, f"as-{player('ana').pk}")
    assert current_score(table_1()) == {"outcome": "a", "glory_a": 8, "glory_b": 0, "ending": "glory"}


def test_the_same_tap_twice_is_one_ruling(client, fake):
    case = a_case(fake)
    for _press in range(2):
        assert post(client, "jo", "plain", case, choice="stands", log=case.submission_id).status_code == 302
    assert Ruling.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "code"),
    [({"replaces": "7"}, "stale"), ({"log": "999999"}, "newer-log"), ({"choice": "guilty"}, "unknown-remedy")],
)
def test_a_tap_on_an_old_page_is_refused(client, fake, fields, code):
    case = a_case(fake)
    answer = post(client, "jo", "plain", case, **{"choice": "stands", "log": case.submission_id} | fields)
    assert answer.context["refusal"].code == code
    assert (status(case), Ruling.objects.count()) == ("open", 0)


def test_a_ruling_that_is_refused_leaves_the_case_unclaimed(fake):
    case = a_case(fake)
    no_remedy = Decision("guilty", reason="x", message="y", log=case.submission_id)
    with pytest.raises(Invalid):
        claim_and_rule(case_id=case.pk, judge=user("jo"), decision=no_remedy, together=[])
    case.refresh_from_db()
    assert (case.claimed_by, Ruling.objects.count()) == (None, 0)


def test_the_cases_of_a_table_are_ruled_together(client, fake, hall):
    case, call = a_case(fake), call_judge(match=table_1(), by=user("bo"), text="x")
    tap(client, case, "stands", together=call.pk)
    closed = call.rulings.get()
    assert (status(call), closed.remedy, closed.message) == ("ruled", "together", case.rulings.get().message)


def test_a_case_that_came_after_the_page_stays_open(client, fake, hall, as_):
    case, call = a_case(fake), call_judge(match=table_1(), by=user("bo"), text="x")
    page = as_("jo").get(case.get_absolute_url()).content.decode()
    assert f'name="together" value="{call.pk}"' in page
    later = Case.objects.create(event=hall, kind=Case.Kind.LOGS_DIFFER, cause="later", match=table_1())
    tap(client, case, "stands", together=call.pk)
    assert (status(case), status(call), status(later)) == ("ruled", "ruled", "open")


def test_what_another_judge_has_is_not_closed_with_it(client, fake, hall):
    case, call = a_case(fake), call_judge(match=table_1(), by=user("bo"), text="x")
    post(client, "hal", "claim", call)
    tap(client, case, "stands", together=call.pk)
    assert status(call) == "open"


def test_undo_opens_all_that_the_tap_closed(client, fake, hall):
    case, call = a_case(fake), call_judge(match=table_1(), by=user("bo"), text="x")
    tap(client, case, f"caution-{player('ana').pk}", together=call.pk)
    page = client.get(url("desk", hall.slug))
    assert page.context["just_ruled"] == case.rulings.get()
    assert f'href="{case.get_absolute_url()}">Open dossier' in page.content.decode()
    post(client, "jo", "undo", case)
    assert (status(case), status(call)) == ("open", "open")
    assert not player("ana").penalties.current().exists()
    assert case.rulings.current().get().remedy == "withdrawn"
    assert client.get(url("desk", hall.slug)).context["just_ruled"] is None


def test_no_undo_while_a_case_closed_with_it_is_appealed(client, fake, hall):
    case, call = a_case(fake), call_judge(match=table_1(), by=user("bo"), text="x")
    tap(client, case, "stands", together=call.pk)
    appeal(case_id=call.pk, by=user("bo"), text="no")
    assert client.get(url("desk", hall.slug)).context["just_ruled"] is None
    assert post(client, "jo", "undo", case).status_code == 409
    assert (status(case), status(call), call.rulings.current().get().remedy) == ("ruled", "appealed", "together")
    assert [each.key for each in plain_rulings(Case.objects.get(pk=call.pk))] == []


def test_a_tables_cases_are_locked_in_order_before_any_changes(client, fake, hall):
    """A call that is older than the case: a judge who locks their own case first would wait for the other judge."""
    call, case = call_judge(match=table_1(), by=user("bo"), text="x"), a_case(fake)
    in_order = f'"judging_case"."id" IN ({call.pk}, {case.pk}) ORDER BY "judging_case"."id" ASC'
    for press in (
        lambda: tap(client, case, "stands", together=call.pk),
        lambda: post(client, "jo", "undo", case),
    ):
        with CaptureQueriesContext(connection) as asked:
            press()
        reported = [query["sql"] for query in asked.captured_queries]
        locked = next(place for place, sql in enumerate(reported) if in_order in sql)
        assert locked < next(place for place, sql in enumerate(reported) if sql.startswith('UPDATE "judging_case"'))
        assert status(call) == status(case)


def test_an_undone_case_is_ruled_anew(client, fake):
    case = a_case(fake)
    tap(client, case, "stands")
    post(client, "jo", "undo", case)
    tap(client, case, "dismiss")
    assert (status(case), case.rulings.current().get().remedy) == ("ruled", "dismiss")


def test_a_ruling_is_undone_by_its_judge_within_five_minutes(client, fake, monkeypatch):
    case = a_case(fake)
    tap(client, case, "stands")
    assert post(client, "hal", "undo", case).status_code == 403
    later = timezone.now() + UNDO_FOR
    monkeypatch.setattr("judging.rulings.services.revocation.timezone.now", lambda: later)
    assert post(client, "jo", "undo", case).status_code == 409
    assert status(case) == "ruled"


def test_nobody_hears_an_appeal_against_their_own_ruling(client, fake, hall, as_):
    case = a_case(fake)
    worlds.staff(hall, Role.OWNER, "olga")
    tap(client, case, "stands", who="hal")
    appeal(case_id=case.pk, by=user("ana"), text="no")
    answer = post(client, "hal", "claim", case)
    assert answer.status_code == 403
    assert as_("hal").get(case.get_absolute_url()).context["own_ruling"]
    post(client, "olga", "claim", case)
    ruled(Case.objects.get(pk=case.pk), judge="olga")
    assert status(case) == "closed"


def test_the_head_judge_upholds_a_ruling_in_one_tap(client, fake, as_):
    case = a_case(fake)
    assert "you can undo the ruling for five minutes" in as_("hal").get(case.get_absolute_url()).content.decode()
    tap(client, case, f"caution-{player('ana').pk}")
    appeal(case_id=case.pk, by=user("ana"), text="no")
    case.refresh_from_db()
    page = as_("hal").get(case.get_absolute_url()).content.decode()
    assert "A ruling on an appeal is final." in page
    assert "five minutes" not in page
    tap(client, case, "uphold", who="hal")
    desk = client.get(url("desk", case.event.slug)).content.decode()
    assert "just-ruled" in desk and "Undo ruling" not in desk.split("just-ruled")[1].split("</div></div>")[0]
    assert (status(case), case.rulings.current().get().is_final) == ("closed", True)
    assert player("ana").penalties.current().count() == 1

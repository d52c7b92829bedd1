"""The form of a ruling: what is previewed, ruled, refused and kept."""

import re
from typing import Any

import pytest

from judging.models import Case
from tests.judging.people import INVALID, a_case, a_hall, judged, player, ruling, table_1, url, user
from tournaments.models import Penalty, Round, Stage
from tournaments.players.services.penalties import apply_penalty
from tournaments.results.services.entry import current_score

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def hall():
    return a_hall()


@pytest.fixture
def taken(as_, fake) -> Case:
    """Ana's invalid log, taken by the judge Jo."""
    case = a_case(fake)
    as_("jo").post(url("claim", case.pk))
    return case


def filled(fields: dict[str, Any]) -> dict[str, Any]:
    """As a browser sends a form: a field without a value is empty."""
    return {name: "" if value is None else value for name, value in fields.items()}


def test_a_judge_claims_and_rules_and_the_player_reads_it(as_, fake):
    case = a_case(fake)
    judge = as_("jo")
    assert judge.get(case.get_absolute_url()).status_code == 200
    judge.post(url("claim", case.pk))
    fields = ruling(remedy="correct-result", outcome="b", glory_a=0, glory_b=6, ending="glory")
    assert judge.post(url("rule", case.pk), fields).status_code == 302
    assert current_score(table_1())["outcome"] == "b"
    page = as_("ana").get(case.get_absolute_url()).content.decode()
    assert "Mind your AP." in page
    assert "7.1.4.a" not in page, "the reason is for the judges"


def test_what_a_ruling_cannot_do_without_is_marked(as_, taken):
    page = as_("jo").get(taken.get_absolute_url()).content.decode()
    marked = re.findall(r'<(?:label|legend)[^>]* class="required">([^<]+)<', page)
    assert {"Reason (judges only)", "Message to the players"} <= set(marked)


@pytest.mark.parametrize("closed", [False, True], ids=["not taken", "closed"])
def test_a_refused_ruling_explains_why_and_keeps_the_text(as_, fake, closed):
    case = a_case(fake)
    if closed:
        Case.objects.update(status=Case.Status.CLOSED)
    page = as_("jo").post(url("rule", case.pk), ruling(message="Look here."))
    assert (page.status_code, page.context["refusal"].code) == (409, "closed" if closed else "not-claimed")
    shown = page.content.decode()
    assert f'data-code="{page.context["refusal"].code}"' in shown
    assert "Look here." in shown


def test_a_refused_ruling_says_why_once(as_, fake):
    page = as_("jo").post(url("rule", a_case(fake).pk), ruling())
    assert page.content.decode().count('data-code="not-claimed"') == 1


def test_an_outdated_ruling_returns_on_the_newer_log_to_confirm(as_, taken, fake):
    newer = judged(fake, **INVALID, wish="newer").submission
    page = as_("jo").post(url("rule", taken.pk), ruling(message="Look here.", log=taken.submission_id))
    assert page.context["refusal"].code == "newer-log"
    assert 'data-code="newer-log"' in page.content.decode()
    fields = {name: page.context["form"][name].value() for name in ("log", "replaces", "remedy", "reason", "message")}
    assert (fields["log"], fields["message"]) == (newer.pk, "Look here.")
    assert as_("jo").post(url("rule", taken.pk), filled(fields)).status_code == 302


@pytest.mark.parametrize("door", ["rule", "preview"])
def test_a_ruling_made_meanwhile_can_be_replaced_by_resending(as_, taken, door):
    as_("jo").post(url("rule", taken.pk), ruling(message="First."))
    former = taken.rulings.get()
    page = as_("jo").post(url(door, taken.pk), ruling(message="Second."))
    assert page.context["refusal"].code == "stale"
    fields = {name: page.context["form"][name].value() for name in ("log", "replaces", "remedy", "reason", "message")}
    assert (fields["replaces"], fields["message"]) == (former.pk, "Second.")
    assert as_("jo").post(url("rule", taken.pk), filled(fields)).status_code == 302


@pytest.mark.parametrize(("loss", "outcome"), [("match-loss", "a"), ("game-loss", "draw")])
def test_a_player_given_a_loss_cannot_win_by_that_ruling(as_, taken, loss, outcome):
    fields = {"remedy": "correct-result", "outcome": outcome, "penalty": loss, "penalised": player("ana").pk}
    page = as_("jo").post(url("rule", taken.pk), ruling(**fields, glory_a=9, glory_b=9))
    assert (page.status_code, page.context["refusal"].code) == (400, "loser-wins")
    assert page.context["form"].result.has_error("outcome", "loser-wins")
    assert as_("jo").post(url("rule", taken.pk), ruling(**fields | {"outcome": "b"}, glory_b=6)).status_code == 302


def test_the_next_step_is_preset_and_nobody_is_chosen(as_, taken):
    page = as_("jo").get(taken.get_absolute_url())
    assert f'name="step" value="{player("ana").pk}" data-penalty="caution"' in page.content.decode()
    form = page.context["form"]
    assert (form["penalty"].value(), form["penalised"].value()) == ("next", None)
    as_("jo").post(url("rule", taken.pk), ruling(penalty="next", penalised=""))
    assert not Penalty.objects.exists()


def test_the_preset_is_the_next_step_of_the_chosen_player(as_, taken):
    ana = player("ana")
    apply_penalty(registration=ana, who=user("jo"), kind="caution", why="x")
    as_("jo").post(url("rule", taken.pk), ruling(penalty="next", penalised=ana.pk))
    assert taken.rulings.get().penalty_kind == "warning"
    again = ruling(penalty="next", penalised=ana.pk, replaces=taken.rulings.get().pk, message="Again.")
    as_("jo").post(url("rule", taken.pk), again)
    assert taken.rulings.current().get().penalty_kind == "warning"  # what a ruling replaces does not count


def test_without_scripts_the_next_penalty_is_filled_in(as_, taken):
    typed = {"remedy": "correct-log", "message": "Look here.", "piece-TOTAL_FORMS": 3, "piece-INITIAL_FORMS": 0}
    typed |= {"piece-0-unit": "a2", "has-wild": 1, "step": player("ana").pk}
    page = as_("jo").post(url("preview", taken.pk), typed)
    form = page.context["form"]
    assert (form["penalty"].value(), form["penalised"].value()) == ("caution", str(player("ana").pk))
    assert (form["remedy"].value(), form["message"].value()) == ("correct-log", "Look here.")
    assert [field.value() for field in (form.correction.pieces[0]["unit"], form.correction.stocks["wild"])] == [
        "a2",
        "1",
    ]


@pytest.mark.parametrize("step", ["", "hal", "²", "0"])
def test_a_step_for_nobody_fills_nothing_in(as_, taken, step):
    page = as_("jo").post(url("preview", taken.pk), {"step": step})
    form = page.context["form"]
    assert (form["penalty"].value(), form["penalised"].value()) == ("next", None)


@pytest.mark.parametrize("remedy", ["dismiss", "stands", "replay-game"])
def test_a_penalty_overrides_no_remedy(as_, fake, remedy):
    case = a_case(fake)
    judge = as_("jo")
    judge.post(url("claim", case.pk))
    fields = ruling(remedy=remedy, penalty="game-loss", penalised=player("ana").pk)
    page = judge.post(url("rule", case.pk), fields)
    code = "dismissed-with-penalty" if remedy == "dismiss" else "loss-without-result"
    assert (page.status_code, page.context["refusal"].code) == (400, code)
    assert current_score(table_1()) is None


def test_a_ruling_that_is_refused_keeps_what_was_typed(as_, fake):
    case = a_case(fake)
    judge = as_("jo")
    judge.post(url("claim", case.pk))
    page = judge.post(url("rule", case.pk), ruling(remedy="correct-result", message="Look here."))
    assert page.status_code == 400
    assert page.context["refusal"].code == "score-missing"
    assert "Look here." in page.content.decode()
    assert judge.post(url("rule", case.pk), ruling(article="99")).status_code == 400


def test_a_person_without_a_penalty_is_not_in_the_ruling(as_, fake):
    case = a_case(fake)
    judge = as_("jo")
    judge.post(url("claim", case.pk))
    judge.post(url("rule", case.pk), ruling(penalised=player("ana").pk))
    assert case.rulings.get().penalised is None


def test_bracket_rounds_are_never_redrawn_by_a_ruling(as_, taken):
    assert 'name="then"' in as_("jo").get(taken.get_absolute_url()).content.decode()
    Round.objects.filter(pk=table_1().round_id).update(stage=Stage.CUT)
    assert 'name="then"' not in as_("jo").get(taken.get_absolute_url()).content.decode()


def test_in_the_cut_a_ruling_is_offered_no_draw(as_, taken):
    Round.objects.filter(pk=table_1().round_id).update(stage=Stage.CUT)
    page = as_("jo").get(taken.get_absolute_url()).content.decode()
    assert 'value="concession"' in page
    assert all(f'value="{said}"' not in page for said in ("draw", "both-lose", "intentional-draw"))

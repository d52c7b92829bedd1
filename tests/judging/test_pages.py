"""The pages through their real doors: handing in, the desk, a case from both sides."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from judging.models import Case, Submission
from judging.pages.casefile import LINES_AROUND
from judging.services.desk import claim
from judging.services.opening import call_judge, open_missing
from judging.services.submitting import receive
from judging.services.working import work_one
from judging.validator.answer import answer
from rules.selfplay import random_game
from tests.judging.hall import INVALID, a_case, a_hall, judged, listed, player, table_1, user
from tests.tournaments import worlds
from tournaments.models import Role, Staff
from tournaments.services.results import current_score

pytestmark = pytest.mark.django_db
LOG = b'{"format": "krosmaster-log/1"}'


@pytest.fixture(autouse=True)
def hall():
    return a_hall()


@pytest.fixture
def as_(client):
    def sign_in(name: str):
        client.force_login(user(name))
        return client

    return sign_in


def url(name: str, *args) -> str:
    return reverse(f"judging:{name}", args=args)


# --- logs -------------------------------------------------------------------------------------------------------


def test_a_file_is_handed_in_and_answered_with_the_page_of_its_verdict(as_):
    answer = as_("ana").post(url("hand_in", table_1().pk), {"log": SimpleUploadedFile("game.json", LOG)})
    stored = Submission.objects.get()
    assert (answer.status_code, answer.url) == (302, stored.get_absolute_url())
    assert bytes(stored.content) == LOG
    assert (stored.source, stored.address) == ("page", "127.0.0.1")


def test_a_log_is_pasted(as_):
    as_("ana").post(url("hand_in", table_1().pk), {"text": LOG.decode()})
    assert bytes(Submission.objects.get().content) == LOG


def test_a_log_without_a_match_is_checked_too(as_):
    as_("ana").post(url("check_my_log"), {"text": LOG.decode()})
    assert Submission.objects.get().match is None


@pytest.mark.parametrize(("size", "code"), [(0, 400), (2 * 1024 * 1024 + 1, 413), (7 * 1024 * 1024, 413)])
def test_nothing_and_too_much_are_refused(as_, size, code):
    file = SimpleUploadedFile("game.json", b"x" * size)
    assert as_("ana").post(url("hand_in", table_1().pk), {"log": file}).status_code == code
    assert not Submission.objects.exists()


def test_the_page_of_a_log_waits_and_then_shows_the_verdict(as_, fake):
    client = as_("ana")
    client.post(url("check_my_log"), {"text": '{"verdict": "valid"}'})
    page = url("submission_state", Submission.objects.get().uuid)
    assert b"spinner" in client.get(page).content
    work_one(fake)
    assert b"notice-good" in client.get(page).content


def test_a_finding_shows_its_article_and_the_line_in_our_words(as_, fake):
    page = as_("ana").get(judged(fake, **INVALID).submission.get_absolute_url())
    assert "7.1.4.a" in page.content.decode()
    assert page.context["findings"][0].line


def test_the_bytes_are_saved_and_never_shown(as_, fake):
    submission = judged(fake).submission
    answer = as_("ana").get(url("original", submission.uuid))
    assert answer.content == bytes(submission.content)
    assert answer["Content-Disposition"].startswith("attachment")
    assert answer["X-Content-Type-Options"] == "nosniff"


def test_the_opponents_hidden_list_shows_in_no_page_of_a_player(as_, fake):
    """Two worlds that differ only in the list of the opponent look the same to the one who handed in the log."""
    submission = judged(fake).submission
    pages = [submission.get_absolute_url(), url("match_logs", table_1().pk), url("mine")]
    client = as_("ana")
    empty = [client.get(page).content for page in pages]
    listed("bo", "bad-aboum")
    expected = {"missing": ["bad-aboum"]}
    told = {"kind": "log-vs-list", "code": "team-differs", "message": "x", "expected": expected, "logged": {}}
    submission.reports.all().update(disagreements=[told])
    Case.objects.create(
        event=table_1().round.event, kind="log-vs-list", cause="c", match=table_1(), submission=submission
    )
    assert [without_tokens(client.get(page).content) for page in pages] == [without_tokens(page) for page in empty]
    assert b"Bad Aboum" in as_("jo").get(submission.get_absolute_url()).content


@pytest.fixture
def playing_judge(hall, fake) -> Submission:
    """Ana judges the event that she plays, and hands in a log with a wrong team for Bo."""
    Staff.objects.create(event=hall, user=user("ana"), role=Role.JUDGE)
    listed("bo", "bad-aboum")
    return judged(fake).submission


def test_a_judge_who_plays_the_match_is_told_of_the_opponents_list_no_more_than_any_player(as_, playing_judge):
    assert Case.objects.get().kind == Case.Kind.LOG_VS_LIST
    page = as_("ana").get(playing_judge.get_absolute_url())
    assert (page.context["disagreements"], list(page.context["cases"])) == ([], [])
    assert b"Bad Aboum" in as_("jo").get(playing_judge.get_absolute_url()).content


def test_a_judge_who_plays_the_match_does_not_have_its_logs_validated_again(as_, playing_judge):
    again = url("again", playing_judge.uuid)
    assert as_("ana").post(again).status_code == 403
    assert not as_("ana").get(playing_judge.get_absolute_url()).context["may_repeat"]
    assert as_("jo").post(again).status_code == 302


def test_earlier_cases_of_a_judges_own_matches_are_not_listed(as_, hall, playing_judge):
    cy = worlds.a_player(hall, "cy")
    played = worlds.a_round(hall, (player("bo"), cy)).matches.get()
    theirs = call_judge(match=played, by=cy.user, text="x")
    assert as_("ana").get(theirs.get_absolute_url()).context["file"].earlier == []
    assert len(as_("jo").get(theirs.get_absolute_url()).context["file"].earlier) == 1


def test_the_page_of_a_log_has_the_time_of_the_event(as_, fake, hall):
    hall.time_zone = "Pacific/Auckland"
    hall.save()
    submission = judged(fake).submission
    shown = submission.received_at.astimezone(hall.zone).strftime("%H:%M:%S")
    assert shown in as_("ana").get(submission.get_absolute_url()).content.decode()


def without_tokens(page: bytes) -> list[bytes]:
    return [line for line in page.splitlines() if b"csrf" not in line.lower()]


# --- the desk ---------------------------------------------------------------------------------------------------


def test_the_desk_shows_what_waits_and_hides_what_is_too_close(as_, fake, hall):
    case = a_case(fake)
    assert case.get_absolute_url() in as_("jo").get(url("desk", hall.slug)).content.decode()
    Staff.objects.create(event=hall, user=user("bo"), role=Role.JUDGE)
    page = as_("bo").get(url("desk", hall.slug))
    assert case.get_absolute_url() not in page.content.decode()
    assert page.context["hidden"] == 1


def test_the_desk_opens_what_nobody_has_opened_yet(as_, hall):
    listed("ana", "bill-tell", legal=False, locked_at=hall.starts_at, commitment="x")
    as_("jo").get(url("desk", hall.slug))
    assert Case.objects.get().kind == Case.Kind.ILLEGAL_LIST


@pytest.mark.parametrize(("show", "number"), [("open", 1), ("free", 0), ("mine", 1), ("appealed", 0), ("settled", 0)])
def test_the_desk_is_filtered(as_, fake, hall, show, number):
    claim(case_id=a_case(fake).pk, judge=user("jo"))
    page = as_("jo").get(url("desk_list", hall.slug), {"show": show, "kind": "invalid-log"})
    assert len(page.context["rows"]) == number
    assert not as_("jo").get(url("desk_list", hall.slug), {"show": show, "kind": "judge-call"}).context["rows"]


def test_a_desk_of_a_hundred_cases_asks_the_database_no_oftener(as_, hall, django_assert_max_num_queries):
    for number in range(40):
        Case.objects.create(event=hall, kind="invalid-log", cause=str(number), match=table_1())
    client = as_("jo")
    with django_assert_max_num_queries(22):
        client.get(url("desk_list", hall.slug))


@pytest.mark.parametrize("page", ["desk", "desk_list", "queue", "queue_state", "statistics", "export"])
def test_every_page_of_the_desk_answers(as_, fake, hall, page):
    a_case(fake)
    Submission.objects.update(state="needs_human", trouble="no disk")
    assert as_("hal").get(url(page, hall.slug)).status_code == 200


# --- a case -----------------------------------------------------------------------------------------------------


def ruling(**fields) -> dict:
    return {"remedy": "stands", "reason": "7.1.4.a", "message": "Mind your AP.", **fields}


def test_a_case_is_taken_and_ruled_and_the_player_reads_it(as_, fake):
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


@pytest.mark.parametrize("closed", [False, True], ids=["not taken", "closed"])
def test_a_ruling_refused_on_a_case_that_is_not_the_judges_says_why_and_keeps_what_was_typed(as_, fake, closed):
    case = a_case(fake)
    if closed:
        Case.objects.update(status=Case.Status.CLOSED)
    page = as_("jo").post(url("rule", case.pk), ruling(message="Look here."))
    assert (page.status_code, page.context["refusal"].code) == (409, "closed" if closed else "not-claimed")
    told = page.content.decode()
    assert f'data-code="{page.context["refusal"].code}"' in told
    assert "Look here." in told


def test_the_next_step_of_the_ladder_is_offered_and_nothing_is_chosen(as_, fake):
    case = a_case(fake)
    as_("jo").post(url("claim", case.pk))
    page = as_("jo").get(case.get_absolute_url())
    assert f'data-penalty="caution" data-penalised="{player("ana").pk}"' in page.content.decode()
    assert page.context["form"]["penalty"].value() is None


def test_a_loss_alone_is_previewed_as_the_win_of_the_other_and_ruled_so(as_, fake):
    case = a_case(fake)
    judge = as_("jo")
    judge.post(url("claim", case.pk))
    fields = ruling(remedy="correct-result", penalty="game-loss", penalised=player("ana").pk)
    assert judge.post(url("preview", case.pk), fields).context["preview"].after["outcome"] == "b"
    assert judge.post(url("rule", case.pk), fields).status_code == 302
    assert current_score(table_1())["outcome"] == "b"


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


def test_the_preview_says_what_moves_and_moves_nothing(as_, fake):
    case = a_case(fake)
    page = as_("jo").post(url("preview", case.pk), {"outcome": "b", "glory_a": 0, "glory_b": 6, "ending": "glory"})
    assert {move.player.full_name for move in page.context["preview"].moves} >= {"Bo"}
    assert current_score(table_1()) is None


def test_both_sides_speak_and_the_loser_appeals(as_, fake):
    case = a_case(fake)
    as_("ana").post(url("statement", case.pk), {"text": "It was E3."})
    judge = as_("jo")
    assert "It was E3." in judge.get(url("case_state", case.pk)).content.decode()
    judge.post(url("claim", case.pk))
    judge.post(url("rule", case.pk), ruling())
    as_("ana").post(url("appeal", case.pk), {"text": "No."})
    case.refresh_from_db()
    assert case.status == Case.Status.APPEALED


def test_a_case_is_handed_over_and_released(as_, fake, hall):
    case = a_case(fake)
    as_("jo").post(url("claim", case.pk))
    as_("jo").post(url("hand_over", case.pk), {"to": user("hal").pk})
    case.refresh_from_db()
    assert case.claimed_by == user("hal")
    as_("hal").post(url("release", case.pk))
    case.refresh_from_db()
    assert case.claimed_by is None


@pytest.mark.parametrize("to", ["", "hal", "-1", "²", "9" * 5000])
def test_a_case_is_handed_over_to_nobody_who_is_not_there(as_, fake, hall, to):
    case = a_case(fake)
    as_("jo").post(url("claim", case.pk))
    assert as_("jo").post(url("hand_over", case.pk), {"to": to}).status_code == 404


class Rules:
    """Validates in this process."""

    def validate(self, content: bytes) -> dict:
        return answer(content) | {"data_version": "x"}


def test_logs_that_part_stand_side_by_side_in_words_and_where_they_part_as_written(as_, hall):
    ours, theirs = random_game("told by two"), random_game("told by two")
    theirs["actions"][3] = {**theirs["actions"][3], "cell": "L12"}
    for who, log in (("ana", ours), ("bo", theirs)):
        receive(content=json.dumps(log).encode(), submitter=user(who), match=table_1())
        work_one(Rules())
    case = Case.objects.get(kind=Case.Kind.LOGS_DIFFER)
    page = as_("jo").get(case.get_absolute_url())
    parting = page.context["file"].parting
    number, left, right, differs = parting.lines[LINES_AROUND]
    assert (parting.number, number, differs) == (4, 4, True)
    assert left.words != right.words
    assert (ours["actions"][3]["cell"] in left.entry, "L12" in right.entry) == (True, True)
    assert [line[1].entry for line in parting.lines if not line[3]] == [""] * LINES_AROUND
    for log in (case.submission, case.other_submission):
        assert f"{url('replay', log.uuid)}#action=4" in page.content.decode()


def test_earlier_cases_of_these_players_stand_on_the_page(as_, fake, hall):
    earlier = call_judge(match=table_1(), by=player("ana").user, text="x")
    assert list(as_("jo").get(a_case(fake).get_absolute_url()).context["file"].earlier) == [earlier]


def test_a_case_of_every_kind_has_a_page(as_, fake, hall):
    listed("ana", "bill-tell", legal=False, locked_at=hall.starts_at, commitment="x")
    open_missing(hall)
    call_judge(match=table_1(), by=user("bo"), text="x")
    a_case(fake)
    assert {as_("jo").get(case.get_absolute_url()).status_code for case in Case.objects.all()} == {200}


def test_a_judge_is_called_from_the_table(as_):
    assert as_("ana").post(url("call_judge", table_1().pk), {"text": "please"}).status_code == 302
    assert Case.objects.get().kind == Case.Kind.JUDGE_CALL


def test_my_rulings_start_empty_and_then_hold_what_concerns_me(as_, fake):
    assert b"empty" in as_("ana").get(url("mine")).content
    case = a_case(fake)
    assert case.get_absolute_url() in as_("bo").get(url("mine")).content.decode()


def test_a_person_without_a_penalty_is_left_out_of_the_ruling(as_, fake):
    case = a_case(fake)
    judge = as_("jo")
    judge.post(url("claim", case.pk))
    judge.post(url("rule", case.pk), ruling(penalised=player("ana").pk))
    assert case.rulings.get().penalised is None

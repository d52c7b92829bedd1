"""The pages of logs through their real doors: handing in, the verdict, and who is told what."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from judging.cases.services.desk import call_judge
from judging.logs.pages.wording import finding_rows
from judging.logs.services.worker import work_one
from judging.models import Case, Recording, Report, Submission
from judging.recorder.services.recording import start_recording
from rules.games import DEFAULT
from tests.browser import sample_game
from tests.judging.people import INVALID, a_hall, judged, listed, player, table_1, url, user
from tests.tournaments import worlds
from tournaments.models import Registration, Role, Staff
from tournaments.results.services.reporting import report_result
from tournaments.results.services.scores import Score

pytestmark = pytest.mark.django_db
LOG = b'{"format": "krosmaster-log/1"}'


@pytest.fixture(autouse=True)
def hall():
    return a_hall()


def without_tokens(page: bytes) -> list[bytes]:
    return [line for line in page.splitlines() if b"csrf" not in line.lower()]


def test_a_submitted_file_leads_to_the_page_of_its_verdict(as_):
    answer = as_("ana").post(url("submit_log", table_1().pk), {"log": SimpleUploadedFile("game.json", LOG)})
    stored = Submission.objects.get()
    assert (answer.status_code, answer.url) == (302, stored.get_absolute_url())
    assert bytes(stored.content) == LOG
    assert (stored.source, stored.address) == ("page", "127.0.0.1")


def test_a_guest_reads_the_first_error_on_the_personal_link(client, fake):
    report, guest = judged(fake, **INVALID), player("ana")
    Registration.objects.filter(pk=guest.pk).update(user=None, guest_name="Gil")
    assert "too dear" not in client.get(url("personal_judging", guest.link_token)).content.decode()
    Submission.objects.filter(pk=report.submission_id).update(guest=guest)
    page = client.get(url("personal_judging", guest.link_token)).content.decode()
    assert "too dear (7.1.4.a)" in page


def test_a_log_page_asks_the_other_player_to_confirm(as_, fake):
    log, waiting = judged(fake).submission, "Waiting for your opponent to confirm"
    door = reverse("tournaments:confirm", args=[table_1().pk])

    def page(who):
        return as_(who).get(log.get_absolute_url()).content.decode()

    assert waiting not in page("ana")
    report_result(match_id=table_1().pk, who=user("ana"), score=Score.duel("a", 8, 0))
    assert waiting in page("ana")
    assert table_1().topic in page("ana")
    assert [door in page(who) for who in ("ana", "bo", "jo")] == [False, True, False]
    assert waiting not in page("bo") + page("jo")
    answer = as_("bo").post(door, {"version": table_1().version, "next": log.get_absolute_url()})
    assert answer.url == log.get_absolute_url()
    assert waiting not in page("ana")


def test_a_log_is_pasted(as_):
    as_("ana").post(url("submit_log", table_1().pk), {"text": LOG.decode()})
    assert bytes(Submission.objects.get().content) == LOG


def test_a_log_without_a_match_is_checked_too(as_):
    as_("ana").post(url("check_my_log"), {"text": LOG.decode()})
    assert Submission.objects.get().match is None


@pytest.mark.parametrize(("size", "code"), [(0, 400), (2 * 1024 * 1024 + 1, 413), (7 * 1024 * 1024, 413)])
def test_nothing_and_too_much_are_refused(as_, size, code):
    file = SimpleUploadedFile("game.json", b"x" * size)
    assert as_("ana").post(url("submit_log", table_1().pk), {"log": file}).status_code == code
    assert not Submission.objects.exists()


def test_an_oversized_log_is_refused_with_a_page(as_):
    file = SimpleUploadedFile("game.json", b"x" * (2 * 1024 * 1024 + 1))
    page = as_("ana").post(url("submit_log", table_1().pk), {"log": file}).content.decode()
    assert "<h1>Too large</h1>" in page and '<p class="eyebrow">Error 413</p>' in page


def test_submitting_a_practice_game_asks_for_a_sign_in_first(client):
    table = start_recording(header=sample_game.header(), dice=Recording.Dice.RECORDED, who=None)
    way_in, hand_in = (
        f'/accounts/login/?next={table.get_absolute_url()}">Sign in to submit',
        url("record_submit", table.uuid),
    )
    page = client.get(table.get_absolute_url()).content.decode()
    assert way_in in page and hand_in not in page
    client.force_login(user("ana"))
    page = client.get(table.get_absolute_url()).content.decode()
    assert way_in not in page and hand_in in page


def test_the_page_of_a_log_waits_then_shows_the_verdict(as_, fake):
    client = as_("ana")
    client.post(url("check_my_log"), {"text": '{"verdict": "valid"}'})
    page = url("submission_state", Submission.objects.get().uuid)
    assert b"spinner" in client.get(page).content
    work_one(fake)
    assert b"notice-good" in client.get(page).content


def test_the_page_of_a_log_marks_the_winner(as_, fake):
    report = judged(fake)
    Report.objects.update(body={**report.body, "winner": "B", "glory": {"A": 6, "B": 6}})
    page = as_("ana").get(report.submission.get_absolute_url()).content.decode()
    assert '<strong class="winner">Bo' in page and "<strong>Ana" in page


@pytest.mark.parametrize("decides", ["winner", "glory", "legality", None])
def test_a_log_says_whether_its_winner_hangs_on_belief(as_, fake, decides):
    report = judged(fake)
    shares = {"proved": 1, "believed": 1, "unchecked": 0, "faulty": 0, "by_card": {}}
    hangs = decides in ("winner", "glory")
    fact = {"card": "maro", "field": "powers", "spell": None, "decides": decides}
    proof = {**shares, "believed_injuries": 1, "believed_knock_outs": 0, "believed_glory": 0, "decisive": hangs}
    body = {**report.body, "actions": 2, "proof": {**proof, "open_facts": [fact]}}
    Report.objects.update(verdict="unverified", body=body)
    page = as_("ana").get(report.submission.get_absolute_url()).content.decode()
    assert f'data-decisive="{"yes" if hangs else "no"}"' in page
    assert f'data-facts="{"decisive" if hangs else "other"}"' in page
    assert f'data-decides="{decides or ""}"' in page
    assert "Taken on trust: injuries 1, KOs 0, GG 0." in page


def test_a_report_links_to_the_ranks_of_its_tokens(as_, fake):
    report = judged(fake)
    lacking = [token.slug for token in DEFAULT.facts.built_in().texts.rewards.values() if not token.rank][:2]
    proof = {"proved": 2, "believed": 0, "unchecked": 0, "faulty": 0, "by_card": {}, "decisive": False}
    body = {
        **report.body,
        "actions": 2,
        "proof": {**proof, "believed_injuries": 0, "believed_knock_outs": 0, "believed_glory": 0, "open_facts": []},
    }
    header = {**report.header, "facts": {f"reward:{slug}": "x" for slug in lacking}}
    Report.objects.update(body=body, header=header)
    page = as_("ana").get(report.submission.get_absolute_url()).content.decode()
    (address,) = set(re.findall(r'href="([^"]*of=[^"]*)"', page))
    assert address.startswith(reverse("teams:token-ranks"))
    assert all(slug in address for slug in lacking)


def test_a_finding_shows_its_article_and_summary(as_, fake):
    page = as_("ana").get(judged(fake, **INVALID).submission.get_absolute_url())
    assert "7.1.4.a" in page.content.decode()
    assert page.context["findings"][0].line


def test_the_bytes_are_saved_and_never_shown(as_, fake):
    submission = judged(fake).submission
    answer = as_("ana").get(url("original", submission.uuid))
    assert answer.content == bytes(submission.content)
    assert answer["Content-Disposition"].startswith("attachment")
    assert answer["X-Content-Type-Options"] == "nosniff"


def test_the_opponents_hidden_list_is_on_no_page_of_players(as_, fake):
    """Two worlds that differ only in the list of the opponent look the same to the one who handed in the log."""
    submission = judged(fake).submission
    pages = [submission.get_absolute_url(), url("match_logs", table_1().pk), url("mine")]
    client = as_("ana")
    empty = [client.get(page).content for page in pages]
    listed("bo", "bad-aboum")
    expected = {"missing": ["bad-aboum"]}
    given = {"kind": "log-vs-list", "code": "team-differs", "message": "x", "expected": expected, "logged": {}}
    submission.reports.all().update(differences=[given])
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


def test_judges_who_play_see_no_more_than_players(as_, playing_judge):
    assert Case.objects.get().kind == Case.Kind.LOG_VS_LIST
    page = as_("ana").get(playing_judge.get_absolute_url())
    assert (page.context["differences"], list(page.context["cases"])) == ([], [])
    assert b"Bad Aboum" in as_("jo").get(playing_judge.get_absolute_url()).content


def test_judges_who_play_cannot_revalidate_their_logs(as_, playing_judge):
    again = url("again", playing_judge.uuid)
    assert as_("ana").post(again).status_code == 403
    assert not as_("ana").get(playing_judge.get_absolute_url()).context["may_revalidate"]
    assert as_("jo").post(again).status_code == 302


def test_earlier_cases_of_a_judges_own_matches_are_not_listed(as_, hall, playing_judge):
    cy = worlds.a_player(hall, "cy")
    played = worlds.a_round(hall, (player("bo"), cy)).matches.get()
    theirs = call_judge(match=played, by=cy.user, text="x")
    assert as_("ana").get(theirs.get_absolute_url()).context["file"].earlier == []
    assert len(as_("jo").get(theirs.get_absolute_url()).context["file"].earlier) == 1


def test_the_page_of_a_log_uses_the_events_time_zone(as_, fake, hall):
    hall.time_zone = "Pacific/Auckland"
    hall.save()
    submission = judged(fake).submission
    shown = submission.received_at.astimezone(hall.zone).strftime("%H:%M:%S")
    assert shown in as_("ana").get(submission.get_absolute_url()).content.decode()


def test_equal_findings_are_one_row_with_all_their_actions():
    note = {"severity": "warning", "article": None, "code": "unknown-field", "message": "Unknown field x."}
    rows = finding_rows([{**note, "action": 3}, {**note, "action": 7}, {**note, "action": 9, "message": "Another."}])
    assert [(row.action, row.also) for row in rows] == [(3, [8]), (9, [])]

"""A player without an account calls judges and appeals by the personal link, as others do on their pages."""

import pytest
from django.urls import reverse

from core.models import AuditEntry
from core.pages.live import version
from judging.cases.services.desk import call_judge, claim
from judging.cases.services.statistics import export_cases
from judging.models import Appeal, Case, Statement, Submission
from judging.rights import plays_in
from tests.judging.people import INVALID, a_hall, judged, player, table_1, url, user
from tests.judging.test_plain_rulings import tap
from tests.tournaments import worlds
from tournaments.models import Guest, Registration, Round
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall():
    return a_hall()


@pytest.fixture
def guest(hall) -> Registration:
    Registration.objects.filter(pk=player("ana").pk).update(user=None, guest_name="Gil")
    return Registration.objects.get(guest_name="Gil")


def page(client, guest) -> str:
    client.logout()
    return client.get(url("personal_judging", guest.link_token)).content.decode()


def calls(client, guest, text="They moved twice."):
    client.logout()
    return client.post(url("personal_call", guest.link_token), {"text": text})


def appeals(client, guest, case, text="It was E3."):
    client.logout()
    return client.post(url("personal_appeal", guest.link_token, case.pk), {"text": text})


def ruled_call(client, guest) -> Case:
    calls(client, guest)
    case = Case.objects.get()
    tap(client, case, f"caution-{guest.pk}", why="Moved twice.")
    return case


def test_the_desk_reads_which_guest_calls_a_judge(client, hall, guest):
    assert "Call a judge" in page(client, guest)
    assert calls(client, guest).status_code == 302
    case, said = Case.objects.get(), Statement.objects.get()
    assert (case.kind, case.match, case.opened_by) == (Case.Kind.JUDGE_CALL, table_1(), None)
    assert (said.by, said.guest, said.text) == (None, guest, "They moved twice.")
    assert AuditEntry.objects.get(action="case-opened").after["link"] == guest.pk
    seen = page(client, guest)
    assert "A judge has been called" in seen
    assert case.get_absolute_url() not in seen  # which needs an account
    client.force_login(user("jo"))
    assert "Gil, " in client.get(case.get_absolute_url()).content.decode()
    assert export_cases(hall, user("jo"))[0]["statements"][0]["by"] == "Gil"


def test_a_guest_calls_in_one_tap_and_cancels(client, guest):
    client.post(url("personal_call", guest.link_token))
    assert url("personal_cancel", guest.link_token) in page(client, guest)
    client.post(url("personal_cancel", guest.link_token))
    assert Case.objects.get().status == Case.Status.CANCELLED
    assert 'id="call-judge"' in page(client, guest)


def test_a_guest_who_calls_again_adds_to_the_call_once(client, guest):
    for text in ("They moved twice.", "They moved twice.", "And now thrice."):
        calls(client, guest, text)
    assert [said.text for said in Case.objects.get().statements.all()] == ["They moved twice.", "And now thrice."]


def test_a_guest_reads_that_a_judge_has_the_call(client, guest):
    calls(client, guest)
    claim(case_id=Case.objects.get().pk, judge=user("jo"))
    assert "has taken your call" in page(client, guest)


def test_no_judge_is_called_when_the_round_is_over(client, guest):
    Round.objects.update(state="closed")
    assert 'id="call-judge"' not in page(client, guest)
    assert calls(client, guest).status_code == 409
    assert not Case.objects.exists()


@pytest.fixture
def round_two(hall, guest):
    """Publish round 2, in which the guest sits at another table."""
    others = worlds.a_player(hall, "cid"), worlds.a_player(hall, "dan")

    def publish() -> Round:
        enter_result(match_id=table_1().pk, who=user("jo"), score=Score.duel(outcome="a", glory_a=3, glory_b=0))
        Round.objects.update(state="closed")
        return worlds.a_round(hall, others, (player("bo"), guest))

    return publish


def test_a_guest_calls_to_the_table_of_the_current_round(client, guest, round_two):
    second = round_two().matches.get(table=2)
    assert calls(client, guest).status_code == 302
    assert Case.objects.get().match == second
    assert url("personal_log", guest.link_token, second.pk) in page(client, guest)


def test_a_guest_keeps_the_rulings_of_earlier_rounds(client, guest, round_two):
    first = ruled_call(client, guest)
    round_two()
    calls(client, guest)
    tap(client, Case.objects.latest("pk"), f"warning-{guest.pk}", why="Moved twice.")
    seen = page(client, guest)
    places = [
        seen.index(words) for words in ("Round 2, table 2", "Warning for Gil", "Round 1, table 1", "Caution for Gil")
    ]
    assert places == sorted(places)
    assert appeals(client, guest, first).status_code == 302
    assert "The appeal is being heard." in page(client, guest)


def test_a_late_ruling_on_an_earlier_round_arrives(client, guest, round_two):
    calls(client, guest)
    round_two()
    tap(client, Case.objects.get(), f"caution-{guest.pk}", why="Moved twice.")
    assert "Caution for Gil" in page(client, guest)


def test_the_opponent_of_a_caller_hears_of_the_call(guest, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        call_judge(match=table_1(), by=user("bo"), text="They moved twice.")
    assert version(guest.topic) == 1


def test_a_guest_without_scripts_finds_a_page_to_call(client, guest):
    here = client.get(reverse("tournaments:personal", args=[guest.link_token])).content.decode()
    assert f'<a href="{url("personal_judging", guest.link_token)}">' in here
    alone = page(client, guest)
    assert "<h1>Gil</h1>" in alone and url("personal_call", guest.link_token) in alone


def test_a_guest_with_a_bye_calls_nobody(client, hall):
    alone = Registration.objects.create(event=hall, guest_name="Gus")
    assert 'id="call-judge"' not in page(client, alone)
    assert calls(client, alone).status_code == 404


def test_a_guest_appeals_once_and_reads_that_it_is_heard(client, guest):
    case = ruled_call(client, guest)
    assert "Appeal this ruling" in page(client, guest)
    assert appeals(client, guest, case).status_code == 302
    assert appeals(client, guest, case).status_code == 302  # the button was pressed twice
    assert appeals(client, guest, case, "And another thing.").status_code == 409
    made = Appeal.objects.get()
    assert (made.author, made.text, made.case.status) == (guest, "It was E3.", "appealed")
    seen = page(client, guest)
    assert "The appeal is being heard." in seen
    assert "Appeal this ruling" not in seen
    assert AuditEntry.objects.get(action="appealed").after["link"] == guest.pk
    assert "Gil, " in post_page(client, case)


def test_a_guest_appeals_a_ruling_on_their_list(client, hall, guest):
    case = Case.objects.create(event=hall, kind=Case.Kind.ILLEGAL_LIST, cause="list", registration=guest)
    tap(client, case, f"caution-{guest.pk}", why="Moved twice.")
    assert "Caution for Gil" in page(client, guest)
    assert appeals(client, guest, case).status_code == 302
    assert Appeal.objects.get().author == guest
    assert "The appeal is being heard." in page(client, guest)


def post_page(client, case) -> str:
    client.force_login(user("bo"))
    return client.get(case.get_absolute_url()).content.decode()


def test_no_guest_of_another_table_appeals_or_calls(client, hall, guest):
    case = ruled_call(client, guest)
    stranger = Registration.objects.create(event=hall, guest_name="Gus")
    assert not plays_in(table_1(), Guest(stranger))
    assert appeals(client, stranger, case).status_code == 404
    assert calls(client, stranger).status_code == 404
    assert not Appeal.objects.exists()


def test_a_link_of_an_account_calls_and_appeals_nothing(client, guest):
    case, bo = ruled_call(client, guest), player("bo")
    assert appeals(client, bo, case).status_code == 404
    assert calls(client, bo).status_code == 404


def test_staff_who_open_a_link_do_not_act_for_players(client, guest):
    client.force_login(user("jo"))
    answer = client.post(url("personal_call", guest.link_token), {"text": "x"})
    assert answer.status_code == 403
    assert not Case.objects.exists()


def test_the_words_of_a_guest_go_to_the_claiming_account(client, guest):
    from core.privacy.personal_data import erase, my_data

    appeals(client, guest, ruled_call(client, guest))
    heir = worlds.a_user("gilbert")
    Registration.objects.filter(pk=guest.pk).update(user=heir, guest_name="")
    mine = my_data(heir)["judging"]
    assert [said["text"] for said in mine["statements"] + mine["appeals"]] == ["They moved twice.", "It was E3."]
    erase(heir)
    assert [Statement.objects.get().text, Appeal.objects.get().text] == ["", ""]


def test_a_guests_page_follows_what_is_validated_and_ruled(client, fake, guest):
    report = judged(fake, who="bo", **INVALID)
    Submission.objects.filter(pk=report.submission_id).update(guest=guest, state="queued")
    now = url("personal_judging_now", guest.link_token)
    seen = page(client, guest)
    assert f'data-src="{now}"' in seen
    themes = " ".join(guest.event.topic_of(theme) for theme in ("pairings", "live"))
    assert f'data-live="{guest.topic} {themes} {report.submission.topic}"' in seen
    assert str(Submission.State.QUEUED.label) in seen
    Submission.objects.update(state="done")
    fragment = client.get(now).content.decode()
    assert str(Submission.State.QUEUED.label) not in fragment
    assert 'id="send-log" data-keeps' in fragment  # a file that was chosen stays on the page

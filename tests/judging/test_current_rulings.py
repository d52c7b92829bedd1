"""A ruling is told to those concerned, counts once however often it is sent, and is never edited, only replaced."""

import pytest

from core.errors import NotAllowed, Refused
from core.models import AuditEntry
from core.pages.live import version
from judging.cases.services.desk import claim
from judging.models import Case, Ruling
from judging.rulings.services.appeals import appeal
from judging.rulings.services.ruling import rule
from tests.judging.event_setup import decide, refusal, ruled, status
from tests.judging.people import a_hall, player, table_1, user
from tests.tournaments import worlds
from tournaments.models import MailChoice, OutgoingMail, Penalty, Role

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def hall():
    return a_hall()


def test_a_ruling_is_never_edited(case):
    ruling = ruled(case)
    ruling.reason = "something else"
    with pytest.raises(TypeError):
        ruling.save()
    with pytest.raises(TypeError):
        ruling.delete()


def test_a_later_ruling_replaces_the_first_and_its_penalty(case):
    first = ruled(case, penalty="warning", penalised=player("ana"))
    second = ruled(case, "dismiss")
    assert second.supersedes == first
    assert list(case.rulings.current()) == [second]
    assert not Penalty.objects.current().exists()
    assert Ruling.objects.count() == 2


def test_only_its_judge_or_the_head_judge_replaces_a_ruling(case, hall):
    ruled(case)
    other = worlds.staff(hall, Role.JUDGE, "kim")
    assert refusal(case, judge=other.username) == "not-your-ruling"
    assert ruled(case, judge="hal").judge == user("hal")


def test_a_ruling_sent_twice_is_one_ruling(case):
    decision = decide(penalty="caution", penalised=player("ana"))
    first = rule(case_id=case.pk, judge=user("jo"), decision=decision)
    assert rule(case_id=case.pk, judge=user("jo"), decision=decision) == first
    assert Penalty.objects.count() == 1


def test_another_ruling_from_an_old_page_is_no_repetition(case):
    rule(case_id=case.pk, judge=user("jo"), decision=decide())
    with pytest.raises(Refused) as refused:
        rule(case_id=case.pk, judge=user("jo"), decision=decide("dismiss"))
    assert refused.value.code == "stale"


def test_an_appeal_sent_twice_is_one_appeal(case):
    ruled(case)
    first = appeal(case_id=case.pk, by=user("ana"), text="the cell was D4")
    assert appeal(case_id=case.pk, by=user("ana"), text="the cell was D4") == first


def appealed(case: Case, by: str = "ana") -> Case:
    appeal(case_id=case.pk, by=user(by), text="the cell was D4")
    case.refresh_from_db()
    return case


def test_the_head_judges_ruling_on_appeal_ends_the_case(case):
    ruled(case, penalty="warning", penalised=player("ana"))
    appealed(case)
    assert status(case) == "appealed"
    with pytest.raises(NotAllowed):
        claim(case_id=case.pk, judge=user("jo"))
    claim(case_id=case.pk, judge=user("hal"))
    final = ruled(case, "dismiss", judge="hal")
    assert (status(case), final.is_final) == ("closed", True)
    assert refusal(case, judge="hal") == "closed"


def test_there_is_one_appeal(case):
    ruled(case)
    appealed(case)
    claim(case_id=case.pk, judge=user("hal"))
    ruled(case, judge="hal")
    with pytest.raises(Refused) as refused:
        appeal(case_id=case.pk, by=user("bo"), text="again")
    assert refused.value.code == "appealed-already"


def test_only_those_concerned_appeal_and_only_against_a_ruling(case):
    with pytest.raises(Refused):
        appeal(case_id=case.pk, by=user("ana"), text="too early")
    ruled(case)
    with pytest.raises(NotAllowed):
        appeal(case_id=case.pk, by=user("jo"), text="not mine")


def test_open_pages_of_both_players_learn_of_it_at_once(case, django_capture_on_commit_callbacks):
    topics = [player("ana").topic, player("bo").topic, table_1().topic, case.topic]
    before = [version(topic) for topic in topics]
    with django_capture_on_commit_callbacks(execute=True):
        ruled(case)
    assert all(version(topic) > was for topic, was in zip(topics, before, strict=True))


def test_the_audit_log_knows_who_ruled_what_and_why(case):
    ruled(case, penalty="caution", penalised=player("bo"))
    entry = AuditEntry.objects.get(action="ruled")
    assert (entry.who, entry.why, entry.after["penalty"]) == (user("jo"), "7.1.4.a", "caution")


def test_both_players_get_a_mail_unless_they_chose_otherwise(case):
    MailChoice.objects.create(user=user("bo"), ruling=False)
    ruled(case, penalty="caution", penalised=player("ana"))
    mail = OutgoingMail.objects.get()
    assert mail.to == user("ana").email
    assert "Please mind your AP." in mail.body
    assert "7.1.4.a" not in mail.body, "the reason is for the judges"

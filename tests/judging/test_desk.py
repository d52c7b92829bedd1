"""Two judges never work on one case, and nobody on their own; both players are heard."""

from unittest import mock

import pytest

from core.errors import Invalid, NotAllowed, Refused
from judging.cases.services.desk import add_statement, claim, come, hand_over, possible_judges, release
from judging.models import Case
from judging.rights import may_rule_on_appeals
from tests.judging.people import a_case, a_hall, player, user
from tests.tournaments import worlds
from tournaments.models import Registration, Role, Staff

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def hall():
    return a_hall()


def refusal(service, **what) -> str:
    with pytest.raises((Refused, NotAllowed)) as refused:
        service(**what)
    code: str = refused.value.code  # type: ignore[attr-defined]
    return code


def test_a_case_is_claimed_by_one_judge(fake):
    case = a_case(fake)
    claim(case_id=case.pk, judge=user("jo"))
    assert claim(case_id=case.pk, judge=user("jo")).claimed_by == user("jo"), "twice by the same is no matter"
    assert refusal(claim, case_id=case.pk, judge=user("hal")) == "claimed"


def test_a_judge_who_cannot_be_announced_has_no_case(fake):
    case = a_case(fake)
    with (
        mock.patch("judging.cases.services.desk.notify_pages", side_effect=[None, RuntimeError]),
        pytest.raises(RuntimeError),
    ):
        come(case_id=case.pk, judge=user("jo"))
    case.refresh_from_db()
    assert (case.claimed_by, case.claimed_at, case.coming_at) == (None, None, None)


def test_a_released_case_is_free_again(fake):
    case = a_case(fake)
    claim(case_id=case.pk, judge=user("jo"))
    release(case_id=case.pk, judge=user("jo"))
    assert claim(case_id=case.pk, judge=user("hal")).claimed_by == user("hal")


def test_only_the_head_judge_releases_another_judges_case(fake, hall):
    case = a_case(fake)
    other = worlds.staff(hall, Role.JUDGE)
    claim(case_id=case.pk, judge=user("jo"))
    assert refusal(release, case_id=case.pk, judge=other) == "claimed-by-another"
    assert release(case_id=case.pk, judge=user("hal")).claimed_by is None


def test_a_case_is_handed_over_to_another_judge(fake, hall):
    case = a_case(fake)
    claim(case_id=case.pk, judge=user("jo"))
    assert possible_judges(case) == [user("hal"), user("jo")]
    assert hand_over(case_id=case.pk, judge=user("jo"), to=user("hal")).claimed_by == user("hal")
    assert refusal(hand_over, case_id=case.pk, judge=user("hal"), to=user("ana")) == "not-a-judge"


@pytest.mark.parametrize("who", ["ana", "scorekeeper", "organiser", "other-judge"])
def test_only_judges_of_the_event_work_on_its_cases(fake, hall, who):
    case = a_case(fake)
    if who == "other-judge":
        worlds.staff(worlds.an_event(), Role.HEAD_JUDGE, who)
    elif who != "ana":
        worlds.staff(hall, who, who)
    assert refusal(claim, case_id=case.pk, judge=user(who)) == "not-a-judge"


def test_owners_work_on_cases_and_leave_appeals_to_head_judges(fake, hall):
    owner = worlds.staff(hall, Role.OWNER, "olga")
    assert claim(case_id=a_case(fake).pk, judge=owner).claimed_by == owner
    assert not may_rule_on_appeals(hall, owner), "this event has a head judge"


def in_conflict(hall, how: str):
    """A judge who is too close to Ana."""
    judge = worlds.staff(hall, Role.JUDGE, "kim")
    if how == "own match":
        Staff.objects.create(event=hall, user=user("ana"), role=Role.JUDGE)
        return user("ana")
    close = worlds.a_player(hall, "kims-own", **{how: " Blue House "})
    close.user = judge
    close.save()
    setattr(player("ana"), how, "")
    hall.registrations.filter(user=user("ana")).update(**{how: "blue house"})
    return judge


@pytest.mark.parametrize("how", ["own match", "club", "household"])
def test_a_judge_in_conflict_neither_sees_nor_takes_the_case(fake, hall, how):
    case = a_case(fake)
    judge = in_conflict(hall, how)
    assert refusal(claim, case_id=case.pk, judge=judge) == "conflict-of-interest"
    assert not Case.objects.not_in_conflict_with(judge).exists()
    assert judge not in possible_judges(case)


@pytest.mark.parametrize("theirs", ["École du Dofus", " ÉCOLE DU DOFUS ", "école du dofus"])
def test_conflicts_of_interest_hide_and_refuse_the_same_cases(fake, hall, theirs):
    case = a_case(fake)
    own = worlds.a_player(hall, "jos-own", club="École du Dofus")
    hall.registrations.filter(pk=own.pk).update(user=user("jo"))
    hall.registrations.filter(user=user("ana")).update(club=theirs)
    assert refusal(claim, case_id=case.pk, judge=user("jo")) == "conflict-of-interest"
    assert not Case.objects.not_in_conflict_with(user("jo")).exists()


def test_a_club_at_another_event_is_no_conflict(fake, hall):
    case = a_case(fake)
    elsewhere = worlds.a_player(worlds.an_event(), "jos-own", club="Blue House")
    Registration.objects.filter(pk=elsewhere.pk).update(user=user("jo"))
    hall.registrations.filter(user=user("ana")).update(club="Blue House")
    assert Case.objects.not_in_conflict_with(user("jo")).exists()
    assert claim(case_id=case.pk, judge=user("jo"))


def test_an_empty_club_is_no_conflict(fake, hall):
    case = a_case(fake)
    own = worlds.a_player(hall, "jos-own", club="")
    own.user = user("jo")
    own.save()
    assert claim(case_id=case.pk, judge=user("jo"))
    assert Case.objects.not_in_conflict_with(user("jo")).exists()


def test_both_players_are_heard_and_nobody_else(fake):
    case = a_case(fake)
    add_statement(case_id=case.pk, by=user("ana"), text="it was E3")
    add_statement(case_id=case.pk, by=user("bo"), text="it was E4")
    assert refusal(add_statement, case_id=case.pk, by=user("jo"), text="hm") == "not-concerned"
    assert [statement.by for statement in case.statements.all()] == [user("ana"), user("bo")]
    with pytest.raises(Invalid):
        add_statement(case_id=case.pk, by=user("bo"), text="  ")

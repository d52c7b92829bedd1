"""Rulings through the service, for the tests of what follows from them."""

import pytest

from core.errors import NotAllowed, Refused
from judging.models import Case, Ruling
from judging.rulings.services.decisions import Decision
from judging.rulings.services.ruling import rule
from tests.judging.people import user


def decide(remedy: str = "stands", **what) -> Decision:
    return Decision(remedy=remedy, reason="7.1.4.a", message="Please mind your AP.", **what)


def ruled(case: Case, remedy: str = "stands", judge: str = "jo", **what) -> Ruling:
    former = case.rulings.current().first()
    decision = decide(remedy, replaces=former.pk if former else None, **what)
    return rule(case_id=case.pk, judge=user(judge), decision=decision)


def refusal(case: Case, remedy: str = "stands", judge: str = "jo", **what) -> str:
    either: tuple[type[Refused | NotAllowed], ...] = (Refused, NotAllowed)
    with pytest.raises(either) as refused:
        ruled(case, remedy, judge, **what)
    assert not Ruling.objects.filter(case=case, supersedes=None).exclude(judge=user("jo")).exists()
    return refused.value.code


def status(case: Case) -> str:
    return Case.objects.get(pk=case.pk).status

"""Audit descriptions of judging, and the names of cases and logs in the audit log."""

from collections.abc import Iterable

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.records.audit_descriptions import Descriptions, Fact, describe
from judging.models import Case, Report, Ruling, Submission
from tournaments.audit_descriptions import name_matches
from tournaments.models import PenaltyKind, Registration

JUDGE = Fact(_("Judge"), model="user")


def name_cases(pks: Iterable[int]) -> dict[int, str]:
    cases = list(Case.objects.filter(pk__in=pks).select_related("registration__user"))
    matches = name_matches([case.match_id for case in cases if case.match_id])
    return {case.pk: _name(matches.get(case.match_id or 0), case.registration, case.pk) for case in cases}


def _name(match: str | None, player: Registration | None, number: int) -> str:
    return match or (player.shown_name if player else gettext("Case %(number)s") % {"number": number})


def name_logs(pks: Iterable[int]) -> dict[int, str]:
    logs = list(Submission.objects.filter(pk__in=pks).select_related("submitter"))
    matches = name_matches([log.match_id for log in logs if log.match_id])
    return {log.pk: matches.get(log.match_id or 0) or gettext("Log %(number)s") % {"number": log.pk} for log in logs}


DESCRIPTIONS = Descriptions(
    actions={
        "case-opened": describe(_("%(subject)s: case opened"), kind=Fact(_("Kind"), choices=dict(Case.Kind.choices))),
        "case-follows-log": describe(_("%(subject)s: case now follows a newer log")),
        "case-cleared": describe(_("%(subject)s: closed after a card text was corrected")),
        "call-cancelled": describe(_("%(subject)s: call to a judge cancelled")),
        "case-claimed": describe(_("%(subject)s: claimed by a judge"), judge=JUDGE),
        "case-released": describe(_("%(subject)s: released"), judge=JUDGE),
        "case-handed-over": describe(_("%(subject)s: handed over to another judge"), judge=JUDGE),
        "ruled": describe(
            _("%(subject)s: ruling made"),
            remedy=Fact(_("Ruling"), choices=dict(Ruling.Remedy.choices)),
            penalty=Fact(_("Penalty"), choices=dict(PenaltyKind.choices)),
            article=Fact(_("Article")),
        ),
        "ruling-withdrawn": describe(_("%(subject)s: ruling withdrawn, the case is open again")),
        "appealed": describe(_("%(subject)s: ruling appealed")),
        "log-received": describe(_("%(subject)s: game log submitted")),
        "log-corrected": describe(_("%(subject)s: game log corrected by a judge")),
        "log-validated": describe(
            _("%(subject)s: game log checked"),
            verdict=Fact(_("Verdict"), choices=dict(Report.Verdict.choices)),
        ),
        "log-validated-again": describe(_("%(subject)s: game log queued to be checked again")),
        "live-games-chosen": describe(_("%(subject)s: chose when others may follow their games")),
        "public-games-agreed": describe(_("%(subject)s: agreed that their games are public")),
        "public-games-withdrawn": describe(_("%(subject)s: no longer agrees that their games are public")),
        "log-needs-human": describe(_("%(subject)s: game log could not be checked")),
    },
    namers={"case": name_cases, "submission": name_logs},
)

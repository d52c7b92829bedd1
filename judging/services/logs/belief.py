"""Claims that a report rests on, compared with the event's limit and with the other games of the event."""

from judging.models import Report, Submission
from rules.common.proof import contradictions
from tournaments.models import Event, Match


def rests_on_belief(report: Report, event: Event) -> bool:
    """Whether more GG rest on claims than the event allows or, without a limit, whether such GG decide the winner."""
    proof = report.proof
    if proof is None or report.verdict not in {Report.Verdict.VALID, Report.Verdict.UNVERIFIED}:
        return False
    limit = event.believed_glory_limit
    return proof["decisive"] if limit is None else proof["believed_glory"] > limit


def contradicting_report(report: Report, match: Match) -> Report | None:
    """Return the latest report of another match that claims a different text for one of the same spells."""
    if not report.claims:
        return None
    others = Report.objects.filter(current=True, submission__match__round__event=match.round.event).exclude(claims=[])
    others = others.exclude(submission__match=match).exclude(submission__source=Submission.Source.CORRECTION)
    others = others.select_related("submission").only("claims", "submission__uuid", "submission__submitter")
    return next((other for other in others.order_by("-pk") if contradictions(other.claims, report.claims)), None)

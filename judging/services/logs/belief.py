"""What a report had to believe, held against the event's threshold and against the other games of the event."""

from judging.models import Report, Submission
from rules.common.proof import contradictions
from tournaments.models import Event, Match


def rests_on_belief(report: Report, event: Event) -> bool:
    """Whether more GG rest on belief than the event allows; without a number, whether they decide who has won."""
    proof = report.proof
    if proof is None or report.verdict not in {Report.Verdict.VALID, Report.Verdict.UNVERIFIED}:
        return False
    limit = event.believed_glory_limit
    return proof["decisive"] if limit is None else proof["believed_glory"] > limit


def contradicting_report(report: Report, match: Match) -> Report | None:
    """The latest game of another match of the event that leaves one of the same spells another text."""
    if not report.claims:
        return None
    others = Report.objects.filter(current=True, submission__match__round__event=match.round.event).exclude(claims=[])
    others = others.exclude(submission__match=match).exclude(submission__source=Submission.Source.CORRECTION)
    others = others.select_related("submission").only("claims", "submission__uuid", "submission__submitter")
    return next((other for other in others.order_by("-pk") if contradictions(other.claims, report.claims)), None)

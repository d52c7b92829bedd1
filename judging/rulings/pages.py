"""The rulings on the page of a case: those made, the current one first; what making or replacing one changes; and plain
rulings, which take one tap and no typing, each with the text for the players."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.models import User
from judging.cases.comparison.result_differences import score_stated, why_no_score
from judging.cases.services.desk import other_cases
from judging.cases.services.from_logs import latest_reports
from judging.logs.pages.first_error import first_error, player_at_fault
from judging.logs.pages.wording import IssueRow, result_words
from judging.models import Case, Ruling, Submission
from judging.rights import may_see_lists
from judging.rulings.services.corrected_words import corrected_words
from judging.rulings.services.decisions import Decision, Remedy, in_both_languages
from tournaments.corrections.services.correction import MatchSnapshot, is_reinstatable
from tournaments.corrections.services.preview import EventDiff
from tournaments.models import Match, PenaltyKind, Registration, Result, Status
from tournaments.players.services.penalties import proposed_penalty
from tournaments.results.services.entry import current_score, seat_of
from tournaments.results.services.scores import Score, read_score

PLAY_ON = gettext_noop("The position stands as it is: play on.")
STANDS = gettext_noop("The result stands as reported.")
STANDS_AFTER_ERROR = gettext_noop("%(error)s The result stands as reported.")
NO_INFRINGEMENT = gettext_noop("The judge has found no infringement.")
ANSWERED = gettext_noop("The judge has answered the question at the table.")
AS_REPORTED = gettext_noop("The result counts as %(player)s reported it: %(result)s.")
LOG_COUNTS = gettext_noop("The log of %(player)s counts.")
LOG_COUNTS_AS_REPORTED = gettext_noop("The log of %(player)s counts. The result stands as reported.")
LOG_COUNTS_WITH = gettext_noop("The log of %(player)s counts: %(result)s.")
LOG_COUNTS_INSTEAD = gettext_noop("The log of %(player)s counts: %(result)s, instead of %(former)s.")
UPHELD = gettext_noop("The ruling is upheld on appeal.")


@dataclass(frozen=True)
class PenaltyWords:
    label: str
    text: str


# penalties that change no result; heavier ones need the form, which shows what they change
PENALTIES = {
    PenaltyKind.CAUTION: PenaltyWords(
        gettext_noop("Caution %(player)s"),
        gettext_noop("Caution for %(player)s: %(error)s Please play more carefully."),
    ),
    PenaltyKind.WARNING: PenaltyWords(
        gettext_noop("Warn %(player)s"),
        gettext_noop("Warning for %(player)s: %(error)s Please play more carefully."),
    ),
}

# a penalty needs an act by somebody; the other kinds compare documents
PENALISES = (
    Case.Kind.JUDGE_CALL,
    Case.Kind.STAFF,
    Case.Kind.INVALID_LOG,
    Case.Kind.ILLEGAL_LIST,
    Case.Kind.LOGS_DIFFER,
)


@dataclass(frozen=True)
class RulingRow:
    ruling: Ruling
    result: str  # the result or position set by the ruling, as text; empty if none


def ruling_rows(case: Case, *, in_full: bool) -> list[RulingRow]:
    """Return the rulings, the latest first. Staff see full names."""
    rulings = list(case.rulings.select_related(*PEOPLE).order_by("-pk"))
    for ruling in rulings:
        ruling.case = case
    return [RulingRow(ruling, _result(case, ruling, in_full=in_full)) for ruling in rulings]


def current_rows(case: Case) -> list[RulingRow]:
    """Return the rulings that were loaded with the case, as players read them."""
    rulings = list(case.rulings.all())
    for ruling in rulings:
        ruling.case = case
    return [RulingRow(ruling, _result(case, ruling, in_full=False)) for ruling in rulings]


PEOPLE = ("judge", "penalised__user", "corrected_log", "supersedes", "superseded_by")


def rulings_in_force(player: Registration) -> list[RulingRow]:
    """Return the rulings about a player's matches, and about the player alone, as players read them, the latest
    first."""
    own = Q(case__match__in=Match.objects.of(player).public()) | Q(case__registration=player)
    rulings = Ruling.objects.current().filter(own).exclude(remedy__in=Ruling.WITHOUT_WORDS)
    people = ("case__match__round__event", "case__event", "case__appeal", "judge", "penalised__user", "supersedes")
    return [
        RulingRow(ruling, _result(ruling.case, ruling, in_full=False))
        for ruling in rulings.select_related(*people).order_by("-pk")
    ]


def _result(case: Case, ruling: Ruling, *, in_full: bool) -> str:
    score = ruling.details.get("score")
    if score and case.match:
        return result_words(case.match, read_score(score), in_full=in_full)
    return corrected_words(ruling)


@dataclass(frozen=True)
class ResultRow:
    match: Match
    before: str
    after: str


def result_rows(changed: EventDiff) -> list[ResultRow]:
    return [ResultRow(match, result_words(match, was), result_words(match, now)) for match, was, now in changed.scores]


def reverted_changes(ruling: Ruling | None) -> list[str]:
    return [*_player(ruling), *_matches(ruling), *_rest(ruling)] if ruling else []


def _player(ruling: Ruling) -> Iterator[str]:
    was, player = ruling.state_before.get("player"), ruling.penalised
    if was and player and player.status == Status.DISQUALIFIED:
        facts = _("%(player)s is no longer disqualified: %(status)s. Rounds missed in the meantime stay lost.")
        yield facts % {"player": player.full_name, "status": Status(was["status"]).label}


def _matches(ruling: Ruling) -> Iterator[str]:
    changed = [stood for stood in ruling.state_before.get("matches", []) if is_reinstatable(stood)]
    yield from map(_match, changed)
    if any(stood["result"] != stood["then"] for stood in changed):
        yield _("Published pairings stay as they are.")


def _match(stood: MatchSnapshot) -> str:
    match = Match.objects.named().get(pk=stood["match"])
    facts = {"match": match, "round": match.round_name_in_sentence}
    if stood["result"] is not None:
        result = Result.objects.get(pk=stood["result"])
        facts["result"] = result_words(match, read_score(result.score()))
        return _("%(match)s, %(round)s: %(result)s counts again.") % facts
    if stood["then"] is not None:
        return _("%(match)s, %(round)s: back to no result.") % facts
    return _("%(match)s, %(round)s: the players' reports count again.") % facts


def _rest(ruling: Ruling) -> Iterator[str]:
    if ruling.penalty_kind and ruling.penalised:
        facts = {"penalty": ruling.get_penalty_kind_display(), "player": ruling.penalised.full_name}
        yield _("Penalty revoked: %(penalty)s (%(player)s).") % facts
    if ruling.corrected_log:
        yield _("The corrected log no longer counts.")


# -- plain rulings -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlainRuling:
    """A ruling that takes one tap. `key` is its name in the form, `text` the message to the players in both
    languages."""

    key: str
    label: str
    text: str
    decision: Decision
    asks_why: bool = False  # a penalty whose reason neither the log nor the staff have given


def plain_rulings(case: Case, why: str = "", others: Sequence[Case] | None = None) -> list[PlainRuling]:
    """Return plain rulings in the usual order; none if the form is needed to say what is meant.

    `why` is what the judge typed as the reason of a penalty, `others` the other unsettled cases of the table.
    """
    others = other_cases(case) if others is None else others
    if case.is_appealed:
        return list(_uphold(case))
    if case.needs_a_result:
        return [*_as_reported(case), *_as_logged(case, others)]
    if case.kind == Case.Kind.JUDGE_CALL:
        return [_answered(case), *_penalties(case, why)]
    if case.match is None:
        return [*_penalties(case, why), _no_infringement(case)]
    return [_stands(case), *_as_logged(case, others), *_penalties(case, why), _no_infringement(case)]


def chosen(case: Case, key: str, why: str) -> PlainRuling | None:
    return next((each for each in plain_rulings(case, why) if each.key == key), None)


def _decision(case: Case, remedy: str, text: str, reason: str, error: IssueRow | None = None) -> Decision:
    former = case.current_ruling
    return Decision(
        remedy=remedy,
        reason=reason,
        message=text,
        article=error.article if error else "",
        replaces=former.pk if former else None,
        log=case.submission_id,
    )


def _stands(case: Case) -> PlainRuling:
    assert case.match is not None
    error = first_error(case)
    if not case.match.is_done:
        text = in_both_languages(PLAY_ON)
        return PlainRuling("stands", _("Play on"), text, _decision(case, Remedy.STANDS, text, _("Play on"), error))
    template = STANDS_AFTER_ERROR if error else STANDS
    text = in_both_languages(template, lambda: {"error": _error_words(case)})
    return PlainRuling(
        "stands", _("Let result stand"), text, _decision(case, Remedy.STANDS, text, _("As reported"), error)
    )


def _no_infringement(case: Case) -> PlainRuling:
    text = in_both_languages(NO_INFRINGEMENT)
    decision = _decision(case, Remedy.DISMISS, text, _("No infringement"))
    return PlainRuling("dismiss", _("No infringement"), text, decision)


def _answered(case: Case) -> PlainRuling:
    text = in_both_languages(ANSWERED)
    return PlainRuling("dismiss", _("Close question"), text, _decision(case, Remedy.DISMISS, text, _("Answered")))


def _penalties(case: Case, why: str) -> Iterator[PlainRuling]:
    """Yield for each player the next step of the ladder; the one whose action is at fault comes first. Of another
    player the log says nothing, so the judge says why."""
    if case.kind not in PENALISES:
        return
    error, at_fault, former = first_error(case), player_at_fault(case), case.current_ruling
    for person in sorted(case.people(), key=lambda person: person != at_fault):
        step = PenaltyKind(proposed_penalty(person, without=former.penalty if former else None))
        if step in PENALTIES:
            own = error if at_fault in (None, person) else None
            yield _penalty(case, person, step, own, why or _words_of_staff(case))


def _penalty(case: Case, person: Registration, step: PenaltyKind, error: IssueRow | None, why: str) -> PlainRuling:
    def reason() -> str:
        return _as_sentence(why) if why else (_error_words(case) if error else "…")

    words, label = PENALTIES[step], {"player": person.full_name}
    text = in_both_languages(words.text, lambda: {"player": person.shown_name, "error": reason()})
    decision = replace(_decision(case, Remedy.STANDS, text, reason(), error), penalty=step, penalised=person)
    key, asks_why = f"{step}-{person.pk}", not (why or error)
    return PlainRuling(key, _(words.label) % label, text, decision, asks_why)


def _words_of_staff(case: Case) -> str:
    """Return why the staff opened the case, which is the reason of a penalty too; empty if players called."""
    words = case.statements.filter(by=case.opened_by).last() if case.kind == Case.Kind.STAFF else None
    return words.text if words else ""


def _as_sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def ready_words(case: Case, judge: User) -> dict[str, Any]:
    """Return a description of what was done as initial texts, so that nobody has to type it again."""
    if not may_see_lists(case.event, case.people(), judge) or not _error_words(case):
        return {}
    return {
        "reason": _error_words(case),
        "message": in_both_languages("%(error)s", lambda: {"error": _error_words(case)}),
    }


def _error_words(case: Case) -> str:
    """Describe what was done, and its article, in the active language."""
    error = first_error(case)
    if error is None:
        return ""
    words = error.done or error.message
    return f"{words.rstrip('.')} ({error.article})." if error.article else words


def _as_reported(case: Case) -> Iterator[PlainRuling]:
    """Yield each result that a player has reported for a disputed match."""
    match = case.match
    assert match is not None
    seen: set[Score] = set()
    for report in match.reports.filter(set_aside_at=None).select_related("by__user"):
        score = read_score(report.score())
        if score in seen:
            continue
        seen.add(score)
        facts = {"player": report.by.shown_name, "result": result_words(match, score, in_full=False)}
        text = in_both_languages(AS_REPORTED, facts)
        decision = replace(_decision(case, Remedy.CORRECT_RESULT, text, _("As reported")), score=score)
        label = _("Result as %(player)s reported: %(result)s")
        facts = {"player": report.by.full_name, "result": result_words(match, score)}
        yield PlainRuling(f"as-{report.by_id}", label % facts, text, decision)


def _as_logged(case: Case, others: Sequence[Case]) -> Iterator[PlainRuling]:
    """Yield for each of the logs that differ that it counts, with the result that it states."""
    assert case.match is not None
    for log in _logs_that_differ(case, others):
        score = score_stated(log.current_report, case.match) if log.current_report else None
        if score or not case.needs_a_result:
            yield _log_counts(case, case.match, log, score)


def without_result(case: Case, others: Sequence[Case]) -> list[str]:
    """Say of each of the logs that differ, and states no result that one tap could count, why."""
    assert case.match is not None
    said = []
    for log in _logs_that_differ(case, others):
        why = why_no_score(log.current_report, case.match) if log.current_report else _("it is not checked yet")
        if why:
            facts = {"player": _author(case.match, log).full_name, "why": why}
            said.append(_("The log of %(player)s states no result: %(why)s.") % facts)
    return said


def _author(match: Match, log: Submission) -> Any:
    return log.guest or seat_of(match, log.submitter) or log.submitter


def _log_counts(case: Case, match: Match, log: Submission, score: Score | None) -> PlainRuling:
    author = _author(match, log)
    former = current_score(match)
    stands = read_score(former) if former else None
    changes = score is not None and (stands is None or (stands.places, stands.tallies) != (score.places, score.tallies))
    template = LOG_COUNTS_INSTEAD if stands else LOG_COUNTS_WITH
    if not changes:
        template = LOG_COUNTS_AS_REPORTED if stands else LOG_COUNTS

    def facts(*, in_full: bool) -> dict[str, str]:
        named = author.full_name if in_full else author.shown_name
        results = {"result": score, "former": stands}
        return {"player": named} | {key: result_words(match, each, in_full=in_full) for key, each in results.items()}

    text = in_both_languages(template, lambda: facts(in_full=False))
    decision = _decision(case, Remedy.CORRECT_RESULT if changes else Remedy.STANDS, text, _("This log counts"))
    label = _("Count log of %(player)s: %(result)s") if score else _("Count log of %(player)s")
    decision = replace(decision, score=score if changes else None, counts=str(log.uuid))
    return PlainRuling(f"log-{log.pk}", label % facts(in_full=True), text, decision)


def _logs_that_differ(case: Case, others: Sequence[Case]) -> list[Submission]:
    """Return the logs of the case; of a disputed result, and where the case of another log of the match is open too,
    the latest log of each player, if they do not agree."""
    if case.kind == Case.Kind.LOGS_DIFFER:
        return [log for log in (case.submission, case.other_submission) if log]
    if case.match is None or not (case.needs_a_result or _is_beside_another_log(case, others)):
        return []
    reports = latest_reports(case.match)
    differ = any(reports[0].first_difference(other) is not None for other in reports[1:])
    return [report.submission for report in reports] if differ else []


def _is_beside_another_log(case: Case, others: Sequence[Case]) -> bool:
    return bool(case.submission_id) and any(other.submission_id not in {None, case.submission_id} for other in others)


def _uphold(case: Case) -> Iterator[PlainRuling]:
    """Yield the ruling again, upheld by the judge who hears the appeal.

    Rulings with a corrected log, and those closed with another case, need the form.
    """
    former: Ruling | None = case.current_ruling
    if former is None or former.remedy in (Remedy.CORRECT_LOG, Remedy.TOGETHER):
        return
    text = f"{in_both_languages(UPHELD)}\n{former.message}"
    score = former.details.get("score")
    decision = Decision(
        remedy=former.remedy,
        reason=_("Upheld"),
        message=text,
        article=former.article,
        penalty=former.penalty_kind,
        penalised=former.penalised,
        score=read_score(score) if score else None,
        replaces=former.pk,
        log=case.submission_id,
        counts=former.details.get("counts", ""),
    )
    yield PlainRuling("uphold", _("Uphold ruling"), text, decision)

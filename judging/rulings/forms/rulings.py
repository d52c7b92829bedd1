"""Forms for rulings."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from core.pages.form_choices import offer
from judging.models import Case, Ruling
from judging.rulings.forms.blast import BlastCorrectionForm
from judging.rulings.forms.corrections import PLAYERS, CorrectionForm
from judging.rulings.services.amended_log import Correction
from judging.rulings.services.decisions import DECIDES_THE_MATCH, Decision, score_of_loss
from rules.games import BLAST, DEFAULT
from tournaments.base.forms import NumberField
from tournaments.models import Ending, Match, PenaltyKind
from tournaments.players.services.penalties import NEXT_STEP, proposed_penalty
from tournaments.results.forms.results import StaffScoreForm
from tournaments.results.services.entry import current_score
from tournaments.results.services.scores import Score, read_score
from tournaments.rounds.services.re_pairing import KEEP, REDRAW

PLACEHOLDER = "-"  # in place of a text that is not written yet
CORRECTIONS = {DEFAULT.game: CorrectionForm, BLAST.game: BlastCorrectionForm}
Remedy = Ruling.Remedy


class CorrectedScoreForm(StaffScoreForm):
    """The corrected result; its reason is in the ruling. Where the opponent of who loses by a penalty wins, the winner
    may be left open; otherwise the form begins with the current result. Without one, the ending is by ruling."""

    def __init__(self, data: Any = None, *, match: Match) -> None:
        score = current_score(match) if match.format.plays_on else None
        super().__init__(data, match=match, score=read_score(score) if score else None)
        self.initial.setdefault("ending", Ending.RULING)
        del self.fields["why"]
        self.fields["ending"].required = False
        if "outcome" in self.fields:
            self._leave_open()

    def _leave_open(self) -> None:
        outcome: Any = self.fields["outcome"]
        choices = [("", "-"), *outcome.choices]
        winner = forms.ChoiceField(label=_("Winner"), choices=choices, required=False)
        winner.widget.choices = self.possible(choices)
        self.fields |= {"outcome": winner}
        self.fields["ending"].label = _("How it ended")
        for seat in self.seats:
            self.fields[f"glory_{seat}"].required = self.needs_glory = False

    def clean_ending(self) -> str:
        return self.cleaned_data["ending"] or Ending.RULING

    @property
    def is_open(self) -> bool:
        return self.cleaned_data.get("outcome") == ""


class DecisionForm(forms.Form):
    """The effects of a ruling, which is enough to preview it."""

    replaces = forms.IntegerField(required=False, widget=forms.HiddenInput)
    log = forms.IntegerField(required=False, widget=forms.HiddenInput)
    remedy = forms.ChoiceField(
        label=_("Effect on the result"),
        choices=[(each.value, each.label) for each in Ruling.CHOICES],
        widget=forms.RadioSelect,
    )
    then = forms.ChoiceField(
        label=_("Published pairings"),
        required=False,
        choices=[(KEEP, _("keep them")), (REDRAW, _("re-pair the tables that have not started"))],
    )
    after = NumberField(
        0,
        5000,
        label=_("After action"),
        required=False,
        help_text=_("As numbered in the submitted log; 0 is before the first action."),
    )
    penalty = forms.ChoiceField(
        label=_("Penalty"),
        choices=[(NEXT_STEP, _("next step of the ladder")), ("", _("none")), *PenaltyKind.choices],
        required=False,
        initial=NEXT_STEP,
    )
    penalised = forms.ChoiceField(label=_("For"), required=False)
    article = forms.CharField(label=_("Article"), max_length=20, required=False)

    def __init__(self, *args: Any, case: Case, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.case = case
        self.people = {str(person.pk): person for person in case.people()}
        penalised = ((key, person.full_name) for key, person in self.people.items())
        offer(self, "penalised", [("", "-"), *penalised])
        match = None if case.match is None or case.match.is_bye else case.match
        self.result = CorrectedScoreForm(self.data or None, match=match) if match else None
        if case.match and case.match.is_in_the_cut:
            del self.fields["then"]  # in the cut the bracket decides the pairings
        self.correction = _correction_of(case)(self.data or None, players=_players_of_log(case))
        offer(self, "remedy", self._remedies())

    def _remedies(self) -> Any:
        """Return the remedies that make sense in this case."""
        match, log = self.case.match, self.case.submission
        for value, label in [(each.value, each.label) for each in Ruling.CHOICES]:
            if value in DECIDES_THE_MATCH and (match is None or match.is_bye):
                continue
            if value == Remedy.CORRECT_LOG and (log is None or not getattr(log.current_report, "has_replay", True)):
                continue
            if self.case.needs_a_result and value not in DECIDES_THE_MATCH:
                continue
            yield value, label

    def clean_article(self) -> str:
        number = self.cleaned_data["article"].strip()
        if number and number not in self.case.event.rules.articles("en"):
            raise forms.ValidationError(_("There is no such article."), code="unknown-article")
        return number

    def clean(self) -> dict[str, Any]:
        if self.cleaned_data.get("penalty") == NEXT_STEP:
            self.cleaned_data["penalty"] = self._next_step()
        if self._corrects_log() and not self.correction.is_valid():
            said: list[Any] = [_("Check the correction of the log again."), *self.correction.faults()]
            raise forms.ValidationError([forms.ValidationError(each, code="correction-faulty") for each in said])
        corrects_result = self.cleaned_data.get("remedy") == Remedy.CORRECT_RESULT
        if corrects_result and self.result is not None and not self.result.is_valid():
            raise forms.ValidationError(_("Check the corrected result again."), code="result-faulty")
        return self.cleaned_data

    def faulty_fields(self) -> list[str]:
        """Name the fields of the page that a preview has found at fault."""
        own = [name for name in self.errors if name in self.fields]
        return own + (self.correction.faulty_fields() if self._corrects_log() else [])

    def _next_step(self) -> str:
        """Return the next step of the chosen player, without the penalty of a ruling that this one replaces; empty if
        nobody is chosen."""
        person, former = self.people.get(self.cleaned_data.get("penalised", "")), self.case.current_ruling
        return proposed_penalty(person, without=former.penalty if former else None) if person else ""

    def _corrects_log(self) -> bool:
        return self.cleaned_data.get("remedy") == Remedy.CORRECT_LOG

    def decision(self) -> Decision:
        data = self.cleaned_data
        return Decision(
            remedy=data["remedy"],
            reason=data.get("reason", PLACEHOLDER),
            message=data.get("message", PLACEHOLDER),
            article=data["article"],
            penalty=data["penalty"],
            penalised=self.people.get(data["penalised"]) if data["penalty"] else None,
            score=self._score() if data["remedy"] == Remedy.CORRECT_RESULT else None,
            then=data.get("then") or KEEP,
            replaces=data["replaces"],
            log=data["log"],
            correction=self._correction() if self._corrects_log() else None,
        )

    def _correction(self) -> Correction:
        data = self.cleaned_data
        return Correction((data["after"] or 0) - 1, self.correction.changes(), data.get("message", PLACEHOLDER))

    def _score(self) -> Score | None:
        """Return the entered score, or the one that follows from a penalty with a loss."""
        if self.result is None or self.result.is_open:
            loser = self.people.get(self.cleaned_data["penalised"])
            return score_of_loss(self.case.match, self.cleaned_data["penalty"], loser)
        return self.result.score()


def _correction_of(case: Case) -> type[CorrectionForm]:
    report = case.submission.current_report if case.submission else None
    return CORRECTIONS.get((report or case.event).rules.game, CorrectionForm)


def _players_of_log(case: Case) -> Iterable[str]:
    """Return the letters of the log, which are more than two at a table of three or four."""
    report = case.submission.current_report if case.submission else None
    return (report.header.get("players") if report else None) or PLAYERS


class RulingForm(DecisionForm):
    """A complete ruling, with reason and message."""

    required_css_class = "required"

    reason = forms.CharField(label=_("Reason (judges only)"), max_length=4000, widget=forms.Textarea(attrs={"rows": 3}))
    message = forms.CharField(
        label=_("Message to the players"), max_length=4000, widget=forms.Textarea(attrs={"rows": 3})
    )

"""Forms for rulings."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from core.pages.form_choices import offer
from judging.logs.pages.wording import is_table, seat_names, side_names, winners
from judging.models import Case, Ruling
from judging.rulings.forms.correction import CorrectionForm
from judging.rulings.services.amended_log import Correction
from judging.rulings.services.decisions import DECIDES_THE_MATCH, Decision, score_of_loss
from rules.games import DEFAULT
from tournaments.base.forms import NumberField
from tournaments.models import Ending, Match, PenaltyKind
from tournaments.results.forms.results import offer_no_draw
from tournaments.results.forms.table_results import StaffTableScoreForm
from tournaments.results.models import MOST_GLORY
from tournaments.results.services.entry import current_score
from tournaments.results.services.scores import Score
from tournaments.rounds.services.re_pairing import KEEP, REDRAW

Remedy = Ruling.Remedy
PLACEHOLDER = "-"  # in place of a text that is not written yet


class TableRulingForm(StaffTableScoreForm):
    """The corrected result of a table of three or four: place and GG of every seat, and absences.

    The reason is in the ruling; without an earlier result, the ending is by ruling.
    """

    def __init__(self, data: Any = None, *, match: Match) -> None:
        names = list(seat_names(match, in_full=True).values())
        super().__init__(data, names=names, score=current_score(match))
        self.initial.setdefault("ending", Ending.RULING)
        del self.fields["why"]


class DecisionForm(forms.Form):
    """The effects of a ruling, which is enough to preview it."""

    replaces = forms.IntegerField(required=False, widget=forms.HiddenInput)
    log = forms.IntegerField(required=False, widget=forms.HiddenInput)
    remedy = forms.ChoiceField(
        label=_("Effect on the result"),
        choices=[(each.value, each.label) for each in Ruling.CHOICES],
        widget=forms.RadioSelect,
    )
    outcome = forms.ChoiceField(label=_("Winner"), required=False)
    glory_a = NumberField(0, MOST_GLORY, required=False)
    glory_b = NumberField(0, MOST_GLORY, required=False)
    ending = forms.ChoiceField(label=_("How it ended"), choices=Ending.choices, required=False, initial=Ending.RULING)
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
    penalty = forms.ChoiceField(label=_("Penalty"), choices=[("", _("none")), *PenaltyKind.choices], required=False)
    penalised = forms.ChoiceField(label=_("For"), required=False)
    article = forms.CharField(label=_("Article"), max_length=20, required=False)

    def __init__(self, *args: Any, case: Case, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.case = case
        self.people = {str(person.pk): person for person in case.people()}
        penalised = ((key, person.full_name) for key, person in self.people.items())
        offer(self, "penalised", [("", "-"), *penalised])
        self._ask_for_result(case)
        self.correction = CorrectionForm(self.data or None)
        offer(self, "remedy", self._remedies())

    def _ask_for_result(self, case: Case) -> None:
        """Ask for the winner and two GG of a duel, or for a row for each seat of a larger table."""
        self.table: TableRulingForm | None = None
        if case.match and is_table(case.match):
            self.table = TableRulingForm(self.data or None, match=case.match)
            for name in ("outcome", "glory_a", "glory_b", "ending"):
                del self.fields[name]
        else:
            names = side_names(case.match, in_full=True) if case.match else {}
            offer(self, "outcome", [("", "-"), *winners(names).items()])
            sides = case.match.seats() if case.match else case.people()
            for name, seat in zip(("glory_a", "glory_b"), sides, strict=False):
                self.fields[name].label = _("GG of %(player)s") % {"player": seat.full_name}
        if case.match and case.match.is_in_the_cut:
            del self.fields["then"]  # in the cut the bracket decides the pairings
            if self.table is None:
                offer_no_draw(self)

    def _remedies(self) -> Any:
        """Return the remedies that make sense in this case."""
        match, log = self.case.match, self.case.submission
        for value, label in [(each.value, each.label) for each in Ruling.CHOICES]:
            if value in DECIDES_THE_MATCH and (match is None or match.is_bye):
                continue
            if value == Remedy.CORRECT_LOG and (log is None or getattr(log.current_report, "is_light", False)):
                continue
            if self.case.needs_a_result and value not in DECIDES_THE_MATCH:
                continue
            yield value, label

    def clean_article(self) -> str:
        number = self.cleaned_data["article"].strip()
        if number and number not in DEFAULT.articles("en"):
            raise forms.ValidationError(_("There is no such article."), code="unknown-article")
        return number

    def clean(self) -> dict[str, Any]:
        if self._corrects_log() and not self.correction.is_valid():
            raise forms.ValidationError(_("Check the correction of the log again."), code="correction-faulty")
        corrects_result = self.cleaned_data.get("remedy") == Remedy.CORRECT_RESULT
        if corrects_result and self.table is not None and not self.table.is_valid():
            raise forms.ValidationError(_("Check place and GG of every seat again."), code="result-faulty")
        return self.cleaned_data

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
        if self.table is not None:
            return self.table.score()
        if not self.cleaned_data.get("outcome"):
            loser = self.people.get(self.cleaned_data["penalised"])
            return score_of_loss(self.case.match, self.cleaned_data["penalty"], loser)
        return Score.duel(
            outcome=self.cleaned_data["outcome"],
            glory_a=self.cleaned_data["glory_a"] or 0,
            glory_b=self.cleaned_data["glory_b"] or 0,
            ending=self.cleaned_data["ending"] or Ending.RULING,
        )


class RulingForm(DecisionForm):
    """A complete ruling, with reason and message."""

    reason = forms.CharField(label=_("Reason (judges only)"), max_length=4000, widget=forms.Textarea(attrs={"rows": 3}))
    message = forms.CharField(
        label=_("Message to the players"), max_length=4000, widget=forms.Textarea(attrs={"rows": 3})
    )

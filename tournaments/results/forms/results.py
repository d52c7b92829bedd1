"""Forms for scores, as players and scorekeepers tap them."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.base.forms import NumberField
from tournaments.models import DuelOutcome, Ending
from tournaments.results.models import MOST_GLORY
from tournaments.results.services.scores import Score

BY_PLAYERS = [
    (Ending.GLORY, _("glory: the loser has no GG left")),
    (Ending.KROSMASTERS, _("the last Krosmaster in play")),
    (Ending.TIME, Ending.TIME.label),
    (Ending.CONCESSION, Ending.CONCESSION.label),
    (Ending.WALKOVER, Ending.WALKOVER.label),
    (Ending.INTENTIONAL_DRAW, Ending.INTENTIONAL_DRAW.label),
]


def offer_no_draw(form: forms.Form) -> None:
    """Remove draws from the choices in the cut. The service refuses them anyway, with a reason."""
    without_winner = {DuelOutcome.DRAW, DuelOutcome.BOTH_LOSE, Ending.INTENTIONAL_DRAW}
    for name in ("outcome", "ending"):
        field: Any = form.fields[name]
        field.widget.choices = [choice for choice in field.choices if choice[0] not in without_winner]


def _expand_chip(data: Any) -> Any:
    """Expand the data of a chip, which sends the whole score in one word: `a:6:0:glory`."""
    words = str((data or {}).get("score", "")).split(":")
    if len(words) != 4:
        return data
    return data.dict() | dict(zip(("outcome", "glory_a", "glory_b", "ending"), words, strict=True))


class ScoreForm(forms.Form):
    parts = "tournaments/results/parts/outcome_fields.html"
    outcome = forms.ChoiceField(label=_("Who won?"), choices=DuelOutcome.choices[:3], widget=forms.RadioSelect)
    glory_a = NumberField(0, MOST_GLORY, label=_("GG"))
    glory_b = NumberField(0, MOST_GLORY, label=_("GG"))
    ending = forms.ChoiceField(label=_("How did it end?"), choices=BY_PLAYERS, initial=Ending.GLORY)
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(
        self, data: Any = None, *args: Any, needs_winner: bool = False, names: tuple[str, str] = ("", ""), **kwargs: Any
    ) -> None:
        super().__init__(_expand_chip(data), *args, **kwargs)
        self._name_players(*names)
        if needs_winner:
            offer_no_draw(self)

    def _name_players(self, a: str, b: str) -> None:
        """Label the fields with the players' names, so that nobody has to know which is the first player."""
        outcome: Any = self.fields["outcome"]
        names = {DuelOutcome.A.value: a, DuelOutcome.B.value: b}
        outcome.choices = [(value, names.get(value) or label) for value, label in outcome.choices]
        for field, name in (("glory_a", a), ("glory_b", b)):
            if name:
                self.fields[field].label = _("GG of %(name)s") % {"name": name}

    def score(self) -> Score:
        data = self.cleaned_data
        return Score.duel(data["outcome"], data["glory_a"], data["glory_b"], data["ending"])

    def kept(self) -> dict[str, Any]:
        """Return the data that a preview page submits again."""
        return self.score().fields()


class StaffScoreForm(ScoreForm):
    """The staff's form, with more endings and a reason for corrections. `winner`: the only possible winner, if it is
    fixed."""

    outcome = forms.ChoiceField(label=_("Who won?"), choices=DuelOutcome.choices, widget=forms.RadioSelect)
    ending = forms.ChoiceField(label=_("How did it end?"), choices=Ending.choices, initial=Ending.GLORY)
    why = forms.CharField(label=_("reason"), required=False, max_length=300)

    def __init__(self, *args: Any, winner: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if winner:
            field: Any = self.fields["outcome"]
            field.widget.choices = [choice for choice in field.choices if choice[0] == winner]


def ask_for_reason(form: Any) -> None:
    """Require the reason of a correction, and mark what is required."""
    form.fields["why"].required = True
    form.required_css_class = "required"

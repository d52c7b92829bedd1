"""Who won with what, as a player taps it and as a scorekeeper types it."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Ending, Outcome
from tournaments.models.results import MOST_GLORY
from tournaments.services.results.scores import Score

BY_PLAYERS = [
    (Ending.GLORY, _("glory: the loser has no GG left")),
    (Ending.KROSMASTERS, _("the last Krosmaster in play")),
    (Ending.TIME, Ending.TIME.label),
    (Ending.CONCESSION, Ending.CONCESSION.label),
    (Ending.WALKOVER, Ending.WALKOVER.label),
    (Ending.INTENTIONAL_DRAW, Ending.INTENTIONAL_DRAW.label),
]


def offer_no_draw(form: forms.Form) -> None:
    """In the cut. What is sent all the same is refused by the service, which says why."""
    without_winner = {Outcome.DRAW, Outcome.BOTH_LOSE, Ending.INTENTIONAL_DRAW}
    for name in ("outcome", "ending"):
        field: Any = form.fields[name]
        field.widget.choices = [choice for choice in field.choices if choice[0] not in without_winner]


class ScoreForm(forms.Form):
    outcome = forms.ChoiceField(label=_("Who won?"), choices=Outcome.choices[:3], widget=forms.RadioSelect)
    glory_a = forms.IntegerField(label=_("GG"), min_value=0, max_value=MOST_GLORY)
    glory_b = forms.IntegerField(label=_("GG"), min_value=0, max_value=MOST_GLORY)
    ending = forms.ChoiceField(label=_("How did it end?"), choices=BY_PLAYERS, initial=Ending.GLORY)
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, needs_winner: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if needs_winner:
            offer_no_draw(self)

    def score(self) -> Score:
        data = self.cleaned_data
        return Score(data["outcome"], data["glory_a"], data["glory_b"], data["ending"])


class StaffScoreForm(ScoreForm):
    """Staff also know what no player reports, and say why they correct. `winner`: the only one who can have won."""

    outcome = forms.ChoiceField(label=_("Who won?"), choices=Outcome.choices, widget=forms.RadioSelect)
    ending = forms.ChoiceField(label=_("How did it end?"), choices=Ending.choices, initial=Ending.GLORY)
    why = forms.CharField(label=_("reason"), required=False, max_length=300)

    def __init__(self, *args: Any, winner: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if winner:
            field: Any = self.fields["outcome"]
            field.widget.choices = [choice for choice in field.choices if choice[0] == winner]


SLIP = re.compile(
    r"\s*(?P<table>\d{1,5})\s+(?P<a>\d{1,2})\s*[-:/ ]\s*(?P<b>\d{1,2})\s*(?P<how>[a-z]*)\s*", re.IGNORECASE
)
ENDINGS = {
    "": None,
    "g": Ending.GLORY,
    "k": Ending.KROSMASTERS,
    "t": Ending.TIME,
    "c": Ending.CONCESSION,
    "i": Ending.INTENTIONAL_DRAW,
}


class SlipForm(forms.Form):
    """One line typed from a slip: `12 6-0`, table and GG; a letter after it gives the ending."""

    slip = forms.CharField(label=_("table and score"), max_length=40)
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def clean_slip(self) -> tuple[int, Score]:
        found = SLIP.fullmatch(self.cleaned_data["slip"])
        if found is None or found["how"].lower() not in ENDINGS:
            raise forms.ValidationError(_("Enter the table and the score: “12 6-0”."), code="unreadable")
        return int(found["table"]), typed_score(int(found["a"]), int(found["b"]), ENDINGS[found["how"].lower()])


def typed_score(a: int, b: int, ending: Any) -> Score:
    """More GG wins. Without a letter, a loser without GG lost by glory, anything else was decided by time."""
    outcome = Outcome.A if a > b else Outcome.B if b > a else Outcome.DRAW
    guessed = Ending.GLORY if outcome != Outcome.DRAW and min(a, b) == 0 else Ending.TIME
    return Score(outcome, a, b, ending or guessed)

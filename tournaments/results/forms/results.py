"""The form of a score, for players and staff: who won, or the place of each seat; the tally; and how the game ended."""

import dataclasses
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.base.forms import NumberField
from tournaments.core.scores import MOST_OF_A_HEAT, last_place
from tournaments.models import DuelOutcome, Ending, Match
from tournaments.results.services.demons import demon_choices, demon_of
from tournaments.results.services.scores import Score

SEATS = "abcd"
DID_NOT_COME = "absent"
WITHOUT_WINNER = {DuelOutcome.DRAW, DuelOutcome.BOTH_LOSE, Ending.INTENTIONAL_DRAW, Ending.NO_WINNER}


def _expand_chip(data: Any) -> Any:
    """Expand the data of a chip, which sends the whole score in one word: `a:6:0:glory`."""
    words = str((data or {}).get("score", "")).split(":")
    if len(words) != 4:
        return data
    return data.dict() | dict(zip(("outcome", "glory_a", "glory_b", "ending"), words, strict=True))


@dataclasses.dataclass(frozen=True)
class SeatRow:
    name: str
    place: forms.BoundField
    glory: forms.BoundField


class ScoreForm(forms.Form):
    """The form for players. What it asks of a match, and in which words, follows from the record of its format."""

    by_staff = False
    needs_glory = True  # of who came
    ending = forms.ChoiceField(label=_("How did it end?"))
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, data: Any = None, *, match: Match, score: Score | None = None) -> None:
        """`score`: the current one."""
        super().__init__(_expand_chip(data), initial=typed(score) if score else None)
        self.match, self.format, self.tally = match, match.format, match.game_record.tally
        self.names = [seat.full_name if self.by_staff else seat.shown_name for seat in match.seats()]
        self.seats = SEATS[: len(self.names)]
        asks = {"outcome": self._who_won, "places": self._places, "heat": self._places}
        asked = asks[self.format.enters_results_by]()
        self.fields = {**asked, **self._also_counted(), **self._glory(), **self.fields}
        self._offer_endings()

    def _who_won(self) -> dict[str, forms.Field]:
        """Label the choices with the players' names, so that nobody has to know which is the first player."""
        names = dict(zip(self.seats, self.names, strict=True))
        choices = [(code, names.get(code) or label) for code, label in DuelOutcome.choices]
        if not self.by_staff:
            choices = [choice for choice in choices if choice[0] != DuelOutcome.BOTH_LOSE]
        field: Any = forms.ChoiceField(label=_("Who won?"), choices=choices, widget=forms.RadioSelect)
        field.widget.choices = self.possible(field.choices)
        return {"outcome": field}

    def _places(self) -> dict[str, forms.Field]:
        places = [str(place) for place in range(1, last_place(len(self.names)) + 1)]
        shown = self.format.words.places or places
        choices: list[tuple[str, Any]] = [("", "-"), *zip(places, shown, strict=True)]
        if self.by_staff:
            choices.append((DID_NOT_COME, _("did not come")))
        return {
            f"place_{seat}": forms.ChoiceField(label=_("Place of %(name)s") % {"name": name}, choices=choices)
            for seat, name in zip(self.seats, self.names, strict=True)
        }

    def _glory(self) -> dict[str, forms.Field]:
        """Who did not come has none."""
        return {
            f"glory_{seat}": NumberField(
                0,
                self.tally.most,
                label=str(self.tally.of_player) % {"name": name},
                required=not self.format.plays_on,
                widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            )
            for seat, name in zip(self.seats, self.names, strict=True)
        }

    def _also_counted(self) -> dict[str, forms.Field]:
        numeric = {"inputmode": "numeric"}
        return {
            name: NumberField(
                0, MOST_OF_A_HEAT, label=label, required=False, widget=forms.NumberInput(attrs=dict(numeric))
            )
            for name, label in self.format.also_counted.items()
        }

    def _offer_endings(self) -> None:
        ending: Any = self.fields["ending"]
        ending.initial = self.format.usual_endings[0]
        codes, own = self.format.endings_by_players, self.format.words.endings
        if self.by_staff:
            codes, own = self.format.endings, {}
        ending.choices = [(code, own.get(code, Ending(code).label)) for code in codes]
        ending.widget.choices = self.possible(ending.choices)

    def possible(self, choices: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
        """Offer no draw in the cut. The service refuses it anyway, with a reason."""
        without_winner = WITHOUT_WINNER if self.match.is_in_the_cut else ()
        return [choice for choice in choices if choice[0] not in without_winner]

    def rows(self) -> list[SeatRow]:
        """Return the place and the tally of each seat, where places are asked."""
        return [
            SeatRow(name, self[f"place_{seat}"], self[f"glory_{seat}"])
            for seat, name in zip(self.seats, self.names, strict=True)
            if f"place_{seat}" in self.fields
        ]

    def any_tally(self) -> range:
        """Return the tallies to tap, which are usual at a table."""
        return range(self.tally.usual_of_table + 1)

    def endings_of_winner(self) -> str:
        """Return the endings with which the winner alone has a tally."""
        return " ".join(ending for ending, check in self.format.checks.items() if check.winner_has_all)

    def clean(self) -> dict[str, Any]:
        for seat in self.seats:
            place, glory = f"place_{seat}", f"glory_{seat}"
            came = place not in self.errors and self.cleaned_data.get(place) != DID_NOT_COME
            if self.needs_glory and came and self.cleaned_data.get(glory) is None and glory not in self.errors:
                self.add_error(glory, forms.ValidationError(str(self.tally.missing), code="required"))
            for name in self.format.also_counted if came else ():
                if self.cleaned_data.get(name) is None and name not in self.errors:
                    self.add_error(name, forms.ValidationError(_("Enter the number, 0 if none."), code="required"))
        return self.cleaned_data

    def score(self) -> Score:
        data = self.cleaned_data
        glory = tuple(data[f"glory_{seat}"] or 0 for seat in self.seats)
        if "outcome" in data:
            return Score(self.format.outcomes[data["outcome"]], glory, data["ending"])
        places = [data[f"place_{seat}"] for seat in self.seats]
        last, absent = last_place(len(places)), all(place == DID_NOT_COME for place in places)
        heat = tuple(data.get(name) or 0 for name in self.format.also_counted)
        return Score(
            tuple(last if place == DID_NOT_COME else int(place) for place in places),
            glory,
            data["ending"],
            tuple(seat for seat, place in enumerate(places) if place == DID_NOT_COME),
            () if absent and not any(heat) else heat,
        )

    def kept(self) -> dict[str, Any]:
        """Return the data that a preview page submits again."""
        return typed(self.score())


class StaffScoreForm(ScoreForm):
    """The form for the staff, with more endings, absent players, and a reason for corrections."""

    by_staff = True
    why = forms.CharField(label=_("reason"), required=False, max_length=300)

    def fix(self, winner: str) -> None:
        """Offer only this winner."""
        if "outcome" in self.fields:
            field: Any = self.fields["outcome"]
            field.widget.choices = [choice for choice in field.widget.choices if choice[0] == winner]

    def ask_for_reason(self) -> None:
        """Require the reason of a correction, and mark what is required."""
        self.fields["why"].required = True
        self.required_css_class = "required"


def typed(score: Score) -> dict[str, Any]:
    """Return a score as its form sends it."""
    places = (
        {"outcome": score.outcome}
        if score.outcome
        else {
            f"place_{seat}": DID_NOT_COME if number in score.absent else str(place)
            for number, (seat, place) in enumerate(zip(SEATS, score.places, strict=False))
        }
    )
    glory = {f"glory_{seat}": tally for seat, tally in zip(SEATS, score.tallies, strict=False)}
    heat = dict(zip(("turns", "kos"), score.heat, strict=False))
    return {**places, **glory, **heat, "ending": str(score.ending)}


class DemonForm(forms.Form):
    """Who plays the Demon of a heat."""

    demon = forms.ChoiceField(
        label=_("Demon"),
        required=False,
        help_text=_("One of the staff, or a player of another crew or of none. Playing the Demon gives no rank."),
    )

    def __init__(self, data: Any = None, *, match: Match) -> None:
        super().__init__(data, initial={"demon": demon_of(match)})
        field: Any = self.fields["demon"]
        field.choices = [("", _("nobody yet")), *demon_choices(match)]

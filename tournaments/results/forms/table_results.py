"""Forms for places and Gallons of Glory of a table of three or four, as players report and staff enter them."""

import dataclasses
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.base.forms import NumberField
from tournaments.models import Ending
from tournaments.results.models import MOST_GLORY
from tournaments.results.services.scores import BY_PLAYERS, ENDINGS, Score

DID_NOT_COME = "absent"


@dataclasses.dataclass(frozen=True)
class SeatRow:
    name: str
    place: forms.BoundField
    glory: forms.BoundField


class TableScoreForm(forms.Form):
    """One row for each seat; `names` are the players' names, in the order of the seats."""

    parts = "tournaments/results/parts/table_rows.html"
    endings: Sequence[Ending] = BY_PLAYERS
    may_be_absent = False
    ending = forms.ChoiceField(label=_("How did it end?"), initial=Ending.GLORY)
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, data: Any = None, *, names: Sequence[str], score: Any = None) -> None:
        super().__init__(data, initial=as_typed(score) if score else None)
        self.names = names
        ending: Any = self.fields["ending"]
        ending.choices = [(each.value, each.label) for each in self.endings]
        for seat, name in enumerate(names):
            self._add_seat(seat, name)

    def _add_seat(self, seat: int, name: str) -> None:
        places: list[tuple[str, Any]] = [
            ("", "-"),
            *((str(place), str(place)) for place in range(1, len(self.names) + 1)),
        ]
        if self.may_be_absent:
            places.append((DID_NOT_COME, _("did not come")))
        self.fields[f"place_{seat}"] = forms.ChoiceField(label=_("Place of %(name)s") % {"name": name}, choices=places)
        self.fields[f"glory_{seat}"] = NumberField(
            0,
            MOST_GLORY,
            label=_("GG of %(name)s") % {"name": name},
            required=False,
            widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        )

    def rows(self) -> list[SeatRow]:
        return [SeatRow(name, self[f"place_{seat}"], self[f"glory_{seat}"]) for seat, name in enumerate(self.names)]

    def clean(self) -> dict[str, Any]:
        for seat in range(len(self.names)):
            came = self.cleaned_data.get(f"place_{seat}", DID_NOT_COME) != DID_NOT_COME
            if came and self.cleaned_data.get(f"glory_{seat}") is None and f"glory_{seat}" not in self.errors:
                self.add_error(f"glory_{seat}", forms.ValidationError(_("Enter the GG, 0 if none."), code="required"))
        return self.cleaned_data

    def score(self) -> Score:
        data, size = self.cleaned_data, len(self.names)
        places = [data[f"place_{seat}"] for seat in range(size)]
        return Score(
            tuple(size if place == DID_NOT_COME else int(place) for place in places),
            tuple(data[f"glory_{seat}"] or 0 for seat in range(size)),
            data["ending"],
            tuple(seat for seat, place in enumerate(places) if place == DID_NOT_COME),
        )

    def kept(self) -> dict[str, Any]:
        """Return the data that a preview page submits again."""
        return as_typed(self.score().fields())


class StaffTableScoreForm(TableScoreForm):
    """The staff's form, with absent players and a reason for corrections."""

    endings = ENDINGS
    may_be_absent = True
    why = forms.CharField(label=_("reason"), required=False, max_length=300)


def as_typed(score: dict[str, Any]) -> dict[str, Any]:
    absent = score.get("absent", ())
    places = {
        f"place_{seat}": DID_NOT_COME if seat in absent else str(place) for seat, place in enumerate(score["places"])
    }
    glory = {f"glory_{seat}": glory for seat, glory in enumerate(score["tallies"])}
    return {**places, **glory, "ending": str(score["ending"])}

"""The form for a judge's correction of a log: a row for each piece that stood elsewhere, and what each player had."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.arena.public import cell_index
from tournaments.base.forms import NumberField

ROWS = 8  # a whole side; a later ruling replaces this one instead of adding to it
NOWHERE = "-"
MOST = 99


def _count(label: Any, least: int = 0) -> NumberField:
    return NumberField(least, MOST, label=label, required=False)


class PieceForm(forms.Form):
    unit = forms.CharField(
        label=_("Piece"),
        max_length=100,
        required=False,
        widget=forms.TextInput(attrs={"list": "pieces", "autocapitalize": "off", "spellcheck": "false"}),
    )
    cell = forms.CharField(label=_("Cell"), max_length=3, required=False)
    ap, mp, injuries = _count(_("AP")), _count(_("MP")), _count(_("Injuries"))
    ap_markers = _count(_("AP markers"), -MOST)
    mp_markers = _count(_("MP markers"), -MOST)
    range_markers = _count(_("Range markers"), -MOST)

    def clean_cell(self) -> str:
        cell = str(self.cleaned_data["cell"]).upper()
        if cell not in ("", NOWHERE) and cell_index(cell) is None:
            raise forms.ValidationError(_("The arena has no such cell."), code="no-such-cell")
        return cell

    def clean(self) -> dict[str, Any]:
        if not self.errors and bool(self.cleaned_data["unit"]) != bool(self.sets()):
            raise forms.ValidationError(_("Choose a figure and what it should have."), code="half-a-row")
        return self.cleaned_data

    def sets(self) -> dict[str, Any]:
        """Return what the row changes, as a `correct` entry sets it."""
        filled = {name: value for name, value in self.cleaned_data.items() if value not in (None, "")}
        sets: dict[str, Any] = {name: filled[name] for name in ("ap", "mp", "injuries") if name in filled}
        markers = {name: filled[f"{name}_markers"] for name in ("ap", "mp", "range") if f"{name}_markers" in filled}
        if "cell" in filled:
            sets["cell"] = None if filled["cell"] == NOWHERE else filled["cell"]
        return sets | ({"markers": markers} if markers else {})


class _Pieces(forms.BaseFormSet):
    def clean(self) -> None:
        units = [form.cleaned_data.get("unit") for form in self.forms if form.is_valid()]
        named = [unit for unit in units if unit]
        if len(named) != len(set(named)):
            raise forms.ValidationError(_("Each figure can only be listed once."), code="piece-twice")


PieceFormSet = forms.formset_factory(PieceForm, formset=_Pieces, extra=ROWS, max_num=ROWS, absolute_max=ROWS)


class StockForm(forms.Form):
    """What the players had, by the letters of the log, whose sides may be swapped at the table."""

    glory_A, glory_B = _count(_("GG of A")), _count(_("GG of B"))  # noqa: N815 the letters of the log
    kamas_A, kamas_B = _count(_("Kamas of A")), _count(_("Kamas of B"))  # noqa: N815
    wild = _count(_("Wild GG"))

    def sets(self) -> dict[str, Any]:
        changes: dict[str, Any] = {}
        for name, value in self.cleaned_data.items():
            what, _underscore, side = name.partition("_")
            if value is not None and side:
                changes.setdefault(what, {})[side] = value
            elif value is not None:
                changes[what] = value
        return changes


class CorrectionForm:
    """Both parts of the form, combined into one entry of a log."""

    def __init__(self, data: Any) -> None:
        self.pieces = PieceFormSet(data, prefix="piece")
        self.stocks = StockForm(data, prefix="has")

    def is_valid(self) -> bool:
        return self.pieces.is_valid() and self.stocks.is_valid()

    def changes(self) -> dict[str, Any]:
        units = {form.cleaned_data["unit"]: sets for form in self.pieces if (sets := form.sets())}
        return ({"units": units} if units else {}) | self.stocks.sets()

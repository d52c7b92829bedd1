"""The form of a judge's correction of a log of Arena: a row for each piece that stood elsewhere, and what each player
had."""

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from judging.replay.board.amending import ALL_POWERS, GAUGES, Pieces
from rules.arena.public import cell_index
from teams.wording import colon
from tournaments.base.forms import NumberField

ROWS = 8  # a whole side; a later ruling replaces this one instead of adding to it
SUMMONS = 3
NOWHERE = "-"
PLAYERS = "AB"
MOST = 99


def _count(label: Any, least: int = 0) -> NumberField:
    return NumberField(least, MOST, label=label, required=False)


def named_piece(label: Any) -> forms.CharField:
    """Of a piece; chosen where the game can be played (`CorrectionForm.offer`)."""
    widget = forms.TextInput(attrs={"autocapitalize": "off", "spellcheck": "false"})
    return forms.CharField(label=label, max_length=100, required=False, widget=widget)


def _checked_cell(cell: str) -> str:
    if cell not in ("", NOWHERE) and cell_index(cell) is None:
        raise forms.ValidationError(_("The arena has no such cell."), code="no-such-cell")
    return cell


class FigureForm(forms.Form):
    """What every game sets of a figure."""

    unit = named_piece(_("Figure"))
    cell = forms.CharField(label=_("Cell"), max_length=3, required=False)
    ap, mp, injuries = _count(_("AP")), _count(_("MP")), _count(_("Injuries"))
    ap_markers = _count(_("AP markers"), -MOST)
    mp_markers = _count(_("MP markers"), -MOST)

    def clean(self) -> dict[str, Any]:
        if not self.errors and bool(self.cleaned_data["unit"]) != bool(self.sets()):
            raise forms.ValidationError(_("Choose a figure and what it should have."), code="half-a-row")
        return self.cleaned_data

    def filled(self) -> dict[str, Any]:
        return {name: value for name, value in self.cleaned_data.items() if value not in (None, "")}

    def markers(self) -> dict[str, Any]:
        filled = self.filled()
        return {name: filled[f"{name}_markers"] for name in GAUGES if f"{name}_markers" in filled}

    def sets(self) -> dict[str, Any]:
        """Return what the row changes, as a `correct` entry sets it."""
        filled, markers = self.filled(), self.markers()
        sets: dict[str, Any] = {name: filled[name] for name in ("ap", "mp", "injuries") if name in filled}
        if "cell" in filled:
            sets["cell"] = None if filled["cell"] == NOWHERE else filled["cell"]
        return sets | ({"markers": markers} if markers else {})


class PieceForm(FigureForm):
    range_markers = _count(_("Range markers"), -MOST)
    marker, marker_by = named_piece(_("Special marker")), named_piece(_("Placed by"))
    lost_power = named_piece(_("Lost power"))

    def clean_cell(self) -> str:
        return _checked_cell(str(self.cleaned_data["cell"]).upper())

    def clean(self) -> dict[str, Any]:
        if not self.errors and bool(self.cleaned_data["marker"]) != bool(self.cleaned_data["marker_by"]):
            raise forms.ValidationError(_("Choose a marker and who placed it."), code="half-a-marker")
        return super().clean()

    def markers(self) -> dict[str, Any]:
        filled = self.filled()
        if "marker" not in filled:
            return super().markers()
        return super().markers() | {filled["marker"]: None if filled["marker_by"] == NOWHERE else filled["marker_by"]}

    def sets(self) -> dict[str, Any]:
        power = self.filled().get("lost_power")
        return super().sets() | ({"lost_powers": True if power == ALL_POWERS else [power]} if power else {})


class _Pieces(forms.BaseFormSet):
    def clean(self) -> None:
        units = [form.cleaned_data.get("unit") for form in self.forms if form.is_valid()]
        named = [unit for unit in units if unit]
        if len(named) != len(set(named)):
            raise forms.ValidationError(_("Each figure can only be listed once."), code="piece-twice")


def rows_of(form: type[forms.Form]) -> Any:
    return forms.formset_factory(form, formset=_Pieces, extra=ROWS, max_num=ROWS, absolute_max=ROWS)


PieceFormSet = rows_of(PieceForm)


class SummonForm(forms.Form):
    """A summon that the table forgot."""

    by, summon = named_piece(_("Summoned by")), named_piece(_("Summon"))
    cell = forms.CharField(label=_("Cell"), max_length=3, required=False)

    def clean_cell(self) -> str:
        return _checked_cell(str(self.cleaned_data["cell"]).upper())

    def clean(self) -> dict[str, Any]:
        if not self.errors and len({bool(value) for value in self.cleaned_data.values()}) > 1:
            raise forms.ValidationError(_("Choose the summoner, the summon and its cell."), code="half-a-summon")
        return self.cleaned_data


SummonFormSet = forms.formset_factory(SummonForm, extra=SUMMONS, max_num=SUMMONS, absolute_max=SUMMONS)


class StockForm(forms.Form):
    """What the players had, by the letters of the log, whose sides may be swapped at the table."""

    wild = _count(_("Wild GG"))

    def __init__(self, data: Any, *, prefix: str, players: Iterable[str]) -> None:
        super().__init__(data, prefix=prefix)
        labels = {"glory": gettext("GG of %(player)s"), "kamas": gettext("Kamas of %(player)s")}
        for stock, player in product(labels, players):
            self.fields[f"{stock}_{player}"] = _count(labels[stock] % {"player": player})
        self.order_fields([name for name in self.fields if name != "wild"])

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
    """All parts of the form, combined into one entry of a log."""

    figure_forms: Any = PieceFormSet
    summon_forms: Any = SummonFormSet
    cells: Any = None  # of games whose cells are corrected too

    def __init__(self, data: Any, *, players: Iterable[str]) -> None:
        self.pieces = self.figure_forms(data, prefix="piece")
        has_summons = data is None or "summon-TOTAL_FORMS" in data
        self.summons = self.summon_forms(data if has_summons else None, prefix="summon")
        self.stocks = self._stocks(data, players)

    def _stocks(self, data: Any, players: Iterable[str]) -> forms.Form:
        return StockForm(data, prefix="has", players=players)

    def is_valid(self) -> bool:
        are_summons_valid = not self.summons.is_bound or self.summons.is_valid()
        return self.pieces.is_valid() and self.stocks.is_valid() and are_summons_valid

    def _rows(self) -> Iterable[tuple[str, Any]]:
        """Every table of the form, with what the page calls its rows."""
        return [(gettext("Figure %(n)s"), self.pieces), (gettext("Forgotten summon %(n)s"), self.summons)]

    def faults(self) -> list[str]:
        """Say what is wrong with its field, for a preview, which shows no fields."""
        said = [str(fault) for fault in self.pieces.non_form_errors()]
        for name, rows in self._rows():
            for number, form in enumerate(rows if rows.is_bound else (), start=1):
                said += _faults_of(form, name % {"n": number})
        return [*said, *_faults_of(self.stocks)]

    def faulty_fields(self) -> list[str]:
        rows = [form for _name, several in self._rows() if several.is_bound for form in several]
        return [form[name].html_name for form in (*rows, self.stocks) for name in form.errors if name in form.fields]

    def offer(self, game: Pieces | None) -> None:
        """Let the judge choose among the pieces of the game. Those of a log that cannot be played are typed."""
        if game is None:
            return
        markers = {marker: marker for marker in game.markers}
        by = {NOWHERE: _("take it away"), **game.figures}
        powers = {ALL_POWERS: _("all powers"), **game.powers}
        offered = {"unit": game.figures, "marker": markers, "marker_by": by, "lost_power": powers}
        for form in self.pieces:
            for name in offered.keys() & form.fields.keys():
                offer_pieces(form, name, offered[name])
        for form in self.summons:
            offer_pieces(form, "by", game.figures)
            offer_pieces(form, "summon", game.summons)

    def figures(self) -> dict[str, Any]:
        units = {form.cleaned_data["unit"]: sets for form in self.pieces if (sets := form.sets())}
        return {"units": units} if units else {}

    def summoned(self) -> list[dict[str, Any]]:
        return [form.cleaned_data for form in self.summons if form.is_bound and form.cleaned_data.get("by")]

    def changes(self) -> dict[str, Any]:
        summoned = self.summoned()
        stocks: Any = self.stocks
        return self.figures() | ({"summoned": summoned} if summoned else {}) | stocks.sets()


def _faults_of(form: forms.Form, row: str = "") -> list[str]:
    labels = {name: str(field.label) for name, field in form.fields.items()}
    return [
        f"{colon(', '.join(filter(None, (row, labels.get(name)))))} {fault}"
        for name, faults in form.errors.items()
        for fault in faults
    ]


def offer_pieces(form: forms.Form, name: str, choices: Mapping[str, Any]) -> None:
    form.fields[name].widget = forms.Select(choices=[("", "-"), *choices.items()])

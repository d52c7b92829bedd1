"""The form of a judge's correction of a log of Blast: figures, cells with their glyphs and tiles, and what lies beside
the board."""

import re
from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from judging.replay.board.amending import Pieces
from judging.replay.board.blast import TERRAIN
from judging.rulings.forms.corrections import (
    NOWHERE,
    CorrectionForm,
    FigureForm,
    SummonForm,
    named_piece,
    offer_pieces,
    rows_of,
)
from rules.blast.public import LARGEST_PILE
from tournaments.base.forms import NumberField

CELL = re.compile("[A-Z]([1-9]|1[0-9]|2[0-6])")
CELLS = 4
SAME = ("", _("as it was"))
SIDES = ("left", "right")


def _checked_cell(cell: str, *others: str) -> str:
    cell = cell.upper()
    if cell not in ("", *others) and not CELL.fullmatch(cell):
        raise forms.ValidationError(_("Cells are named from A1 to Z26."), code="no-such-cell")
    return cell


class BlastFigureForm(FigureForm):
    def clean_cell(self) -> str:
        return _checked_cell(self.cleaned_data["cell"], NOWHERE)


class MinionForm(SummonForm):
    summon = named_piece(_("Minion"))

    def clean_cell(self) -> str:
        return _checked_cell(self.cleaned_data["cell"])


class CellForm(forms.Form):
    """A cell whose glyph or tile is another one."""

    cell = forms.CharField(label=_("Cell"), max_length=3, required=False)
    glyph = forms.ChoiceField(label=_("Glyph cell"), required=False)
    terrain = forms.ChoiceField(label=_("Tile"), required=False)

    def clean_cell(self) -> str:
        return _checked_cell(self.cleaned_data["cell"])

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if not self.errors and bool(data["cell"]) != bool(data["glyph"] or data["terrain"]):
            raise forms.ValidationError(_("Choose a cell and what lies there."), code="half-a-cell")
        return data


class BesideForm(forms.Form):
    """What lies beside the board."""

    dofus = forms.ChoiceField(label=_("Dofus"), required=False)
    pile = NumberField(0, LARGEST_PILE, label=_("Favors in the pile"), required=False)
    left = forms.CharField(label=_("Left favor"), max_length=100, required=False)
    right = forms.CharField(label=_("Right favor"), max_length=100, required=False)


_FigureForms = rows_of(BlastFigureForm)
_MinionForms = forms.formset_factory(MinionForm, extra=3, max_num=3, absolute_max=3)
_CellForms = forms.formset_factory(CellForm, extra=CELLS, max_num=CELLS, absolute_max=CELLS)


class BlastCorrectionForm(CorrectionForm):
    figure_forms, summon_forms = _FigureForms, _MinionForms

    def __init__(self, data: Any, *, players: Iterable[str]) -> None:
        super().__init__(data, players=players)
        has_cells = data is None or "cells-TOTAL_FORMS" in data
        self.cells = _CellForms(data if has_cells else None, prefix="cells")
        owners = [SAME, *((player, player) for player in players), (NOWHERE, _("nobody"))]
        self._choose(self.stocks, "dofus", owners)
        for form in self.cells:
            self._choose(form, "glyph", owners)
            self._choose(form, "terrain", [SAME, *TERRAIN.items(), (NOWHERE, _("none"))])

    def _stocks(self, data: Any, players: Iterable[str]) -> forms.Form:
        return BesideForm(data, prefix="has")

    @staticmethod
    def _choose(form: forms.Form, name: str, choices: Any) -> None:
        field: Any = form.fields[name]
        field.choices = choices

    def is_valid(self) -> bool:
        return super().is_valid() and (not self.cells.is_bound or self.cells.is_valid())

    def _rows(self) -> Iterable[tuple[str, Any]]:
        return [
            (gettext("Figure %(n)s"), self.pieces),
            (gettext("Forgotten Minion %(n)s"), self.summons),
            (gettext("Cell %(n)s"), self.cells),
        ]

    def offer(self, game: Pieces | None) -> None:
        super().offer(game)
        if game is not None:
            for side in SIDES:
                offer_pieces(self.stocks, side, {**game.favors, NOWHERE: _("none")})

    def changes(self) -> dict[str, Any]:
        rows = [form.cleaned_data for form in self.cells if form.is_bound and form.cleaned_data.get("cell")]
        glyphs = {row["cell"]: _set(row["glyph"]) for row in rows if row["glyph"]}
        terrain = {row["cell"]: _set(row["terrain"]) for row in rows if row["terrain"]}
        changes = {"glyphs": glyphs, "terrain": terrain, "favors": self._favors(), **self._beside()}
        return self.figures() | self._minions() | {name: what for name, what in changes.items() if what != {}}

    def _minions(self) -> dict[str, Any]:
        brought = [
            {("minion" if name == "summon" else name): what for name, what in each.items()} for each in self.summoned()
        ]
        return {"summoned": brought} if brought else {}

    def _favors(self) -> dict[str, Any]:
        return {side: _set(card) for side in SIDES if (card := self.stocks.cleaned_data[side])}

    def _beside(self) -> dict[str, Any]:
        data = self.stocks.cleaned_data
        dofus = {"dofus": _set(data["dofus"])} if data["dofus"] else {}
        return dofus if data["pile"] is None else {**dofus, "pile": data["pile"]}


def _set(what: str) -> str | None:
    return None if what == NOWHERE else what

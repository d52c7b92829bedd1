"""The form to import players from a sheet: pasted, from a file, or from an earlier event."""

import dataclasses
import re
from collections import defaultdict
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.profile.models import User
from core.files.bounded_child import Unreadable
from tournaments.models import Event
from tournaments.players.forms.players import bounded
from tournaments.players.services.csv_file import MOST_COLUMNS
from tournaments.players.services.headings import FIELDS, LEFT_OUT
from tournaments.players.services.sheet_corrections import with_corrections
from tournaments.players.services.spreadsheets import ONE_BYTE, SheetText, read_again, read_sheet

LARGEST_FILE = 4_000_000
LONGEST_LINES = 1_500_000
UNREADABLE = {
    "too-large": _("This file is too large, or unpacks to something too large."),
    "too-many-sheets": _("This workbook has too many sheets: save the one with the players as a file of its own."),
    "no-sheet": _("This workbook cannot be read. Save it again as CSV, Excel (.xlsx) or OpenDocument (.ods)."),
    "no-text": _("This is no sheet: choose a CSV, Excel (.xlsx, .xls) or OpenDocument (.ods) file."),
    "busy": _("Other files are being read at the moment. Send this one again in a minute."),
}
ENCODINGS = dict(
    zip(
        ONE_BYTE,
        (_("Western European"), _("Mac"), _("DOS"), _("Central European"), _("Cyrillic")),
        strict=True,
    )
)
CELL = re.compile(r"cell-(?P<line>[0-9a-f]{16})-(?P<column>[0-9]{1,2})")
CHOICES = [("", "-"), *FIELDS.items(), (LEFT_OUT, _("leave out"))]


class ImportForm(forms.Form):
    file = forms.FileField(
        label=_("File"),
        help_text=_("CSV, Excel or OpenDocument, as your spreadsheet saves it."),
        widget=forms.FileInput(
            attrs=bounded(LARGEST_FILE, _("This file is too large."), accept=".csv,.txt,.tsv,.xlsx,.xls,.ods")
        ),
        required=False,
    )
    earlier = forms.ModelChoiceField(
        label=_("or the players of an earlier event"), queryset=Event.objects.none(), required=False
    )
    text = forms.CharField(
        label=_("or one player per line"),
        widget=forms.Textarea(attrs=bounded(LONGEST_LINES, _("This text is too large."), rows=10)),
        required=False,
        max_length=LONGEST_LINES,
        strip=False,
    )
    heading = forms.RegexField(r"^(no|[0-9]{1,6})$", label=_("Line of headings"), required=False)
    different_people = forms.BooleanField(
        label=_("These are different people"),
        help_text=_("Players who have one name are shown with a number after it."),
        required=False,
    )
    guessed = forms.ChoiceField(choices=[("", ""), *ENCODINGS.items()], required=False, widget=forms.HiddenInput)
    encoding = forms.ChoiceField(label=_("Text encoding"), choices=[("", ""), *ENCODINGS.items()], required=False)

    def __init__(self, *args: Any, earlier: Any, who: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["earlier"]
        field.queryset = earlier
        self.who = who
        self.sheet = SheetText("")
        self.left_out: set[str] = set()  # the keys of lines

    def clean_file(self) -> SheetText | None:
        """Return the content of the file, or None without one."""
        file = self.cleaned_data["file"]
        if file is None:
            return None
        if file.size > LARGEST_FILE:
            raise forms.ValidationError(UNREADABLE["too-large"], code="too-large")
        try:
            sheet = read_sheet(file.read(), self.who.pk)
        except Unreadable as error:
            raise forms.ValidationError(UNREADABLE[error.code], code=error.code) from error
        if len(sheet.text) > LONGEST_LINES:
            raise forms.ValidationError(UNREADABLE["too-large"], code="too-large")
        return sheet

    def clean(self) -> dict[str, Any]:
        """Prefer a file to pasted text. Either is then shown in the text area, where it can be corrected."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        text = (data.get("text") or "").replace("\r\n", "\n")
        if data.get("file"):
            self.sheet = data["file"]
        elif data.get("earlier") and text.strip():
            message = _("Empty the box first: the players of the earlier event are filled in there.")
            self.add_error("earlier", forms.ValidationError(message, code="box-is-full"))
        else:
            self.sheet = self._read_again(text, data)
            self._correct_cells()
        return data

    def _correct_cells(self) -> None:
        """Write what was typed into single cells back into the text, and find the lines that are left out in it."""
        corrections: dict[str, dict[int, str]] = defaultdict(dict)
        for name, value in self.data.items():
            if cell := CELL.fullmatch(name):
                corrections[cell["line"]][int(cell["column"])] = " ".join(value.split())
        text, keys = with_corrections(self.sheet.text, corrections)
        self.sheet = dataclasses.replace(self.sheet, text=text)
        data: Any = self.data
        self.left_out = {keys.get(line, line) for line in data.getlist("leave_out")}

    def _read_again(self, text: str, data: dict[str, Any]) -> SheetText:
        """Decode the text again after the organiser saw wrong letters and chose another encoding."""
        guessed, chosen = data.get("guessed", ""), data.get("encoding", "")
        return SheetText(read_again(text, guessed, chosen or guessed), chosen or guessed)

    def chosen_columns(self) -> tuple[str, dict[int, str]]:
        """Return the key of the sheet whose columns were mapped, and the mapping."""
        known = dict(CHOICES)
        posted = {place: self.data.get(f"column_{place}", "") for place in range(MOST_COLUMNS)}
        return self.data.get("columns_of", ""), {p: field for p, field in posted.items() if field and field in known}

"""Forms about players: their own, and those of the staff."""

import dataclasses
import re
from collections import defaultdict
from typing import Any

from django import forms
from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.profile.models import User
from core.files.bounded_child import Unreadable
from core.pages.form_choices import offer, offer_rows
from core.records import mail
from core.text.names import NameField, one_line
from tournaments.base.forms import bounded
from tournaments.models import Event, EventState, Registration
from tournaments.players.services.checked_lines import with_corrections
from tournaments.players.services.crews import COMING, can_be_chosen
from tournaments.players.services.csv_file import FIELDS, LEFT_OUT, MOST_COLUMNS
from tournaments.players.services.spreadsheets import ONE_BYTE, SheetText, read_again, read_sheet


class RegisterForm(forms.ModelForm):
    old_enough = forms.BooleanField(label=_("I am old enough for this event"), required=False)

    class Meta:
        model = Registration
        fields = ["club", "household", "rating", "is_minor", "guardian"]
        help_texts = {
            "household": _("Players who enter the same word here are not paired with each other."),
            "club": _("Players of one club can be separated in the first rounds."),
        }

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if event.minimum_age:
            label = _("I am at least %(age)s years old") % {"age": event.minimum_age}
            self.fields["old_enough"].label = label
            self.fields["old_enough"].required = True
        else:
            del self.fields["old_enough"]
        if not event.asks_guardian:
            del self.fields["guardian"]


class ClaimForm(forms.Form):
    guardian = forms.CharField(label=_("guardian's note"), max_length=200)

    def __init__(self, *args: Any, needs_guardian: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not needs_guardian:
            del self.fields["guardian"]


class PlayerForm(forms.ModelForm):
    """The form with which staff add or change a player."""

    guest_name = NameField(label=_("name"), max_length=80, required=False)

    class Meta:
        model = Registration
        fields = [
            *(
                "guest_name",
                "name_allowed",
                "guest_email",
                "club",
                "household",
                "rating",
                "is_minor",
                "guardian",
                "paid",
            ),
            *("fixed_table", "manual_rank", "manual_why", "note"),
        ]
        field_classes = {"club": NameField, "household": NameField}
        help_texts = {
            "guest_email": _("The player gets a link to join this registration to their account, if they have one.")
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not mail.can_be_sent():
            text = _("This site sends no e-mails: give the player their personal link.")
            self.fields["guest_email"].help_text = text

    def _post_clean(self) -> None:
        """Validate each field by the validators of the model; the service checks the player as a whole."""
        columns = {column.name: column for column in Registration._meta.concrete_fields}
        for name in set(self._meta.fields or ()) & self.cleaned_data.keys():
            try:
                columns[name].run_validators(self.cleaned_data[name])
            except forms.ValidationError as fault:
                self.add_error(name, fault)


class NewPlayerForm(PlayerForm):
    """The form to add a player. While rounds are played, it asks whether to bypass the waiting list."""

    ASKED = ("guest_name", "club", "before_waiting")  # the rest is folded, and open where something of it is wrong

    before_waiting = forms.BooleanField(label=_("add before the players who are waiting"), required=False)

    @property
    def asked(self) -> list[forms.BoundField]:
        return [self[name] for name in self.ASKED if name in self.fields]

    @property
    def folded(self) -> list[forms.BoundField]:
        return [field for field in self if field.name not in self.ASKED]

    @property
    def shows_all(self) -> bool:
        return any(field.errors for field in self.folded)

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if event.state != EventState.RUNNING or not event.registrations.waiting().exists():
            del self.fields["before_waiting"]


class ImportEventForm(forms.Form):
    file = forms.FileField(
        label=_("File"),
        widget=forms.FileInput(
            attrs=bounded(settings.LARGEST_EVENT, _("This file is too large."), accept=".json,application/json")
        ),
        error_messages={"required": _("Choose the JSON file of an exported event.")},
    )
    again = forms.BooleanField(label=_("Import it again, as an event of its own"), required=False)


class PairForm(forms.Form):
    first = forms.ModelChoiceField(label=_("this player"), queryset=Registration.objects.none())
    second = forms.ModelChoiceField(label=_("other player"), queryset=Registration.objects.none())
    why = forms.CharField(label=_("reason"), max_length=200, required=False)

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        shown = [(player.pk, str(player)) for player in event.registrations.taking_part().named()]
        for name in ("first", "second"):
            offer_rows(self, name, event.registrations.taking_part().named())
            field: Any = self.fields[name]
            field.choices = [("", field.empty_label), *shown]  # read once for both


GONE = {"invalid_choice": _("This player is not in the event: choose somebody else.")}


def _offer_free(form: forms.Form, name: str, event: Event, free: list[Registration]) -> None:
    """Offer free players. If somebody has found a partner since the page was opened, the service says so."""
    field: Any = form.fields[name]
    coming: QuerySet[Registration] = event.registrations.filter(status__in=COMING).named()
    offer_rows(form, name, coming)
    offer(form, name, [("", field.empty_label), *((row.pk, field.label_from_instance(row)) for row in free)])


class FullNames(forms.ModelChoiceField):
    def label_from_instance(self, obj: Any) -> str:
        return str(obj.full_name)


class CrewForm(forms.Form):
    first = FullNames(label=_("this player"), queryset=Registration.objects.none(), error_messages=GONE)
    second = FullNames(label=_("other player"), queryset=Registration.objects.none(), error_messages=GONE)
    third = FullNames(
        label=_("third player"), queryset=Registration.objects.none(), error_messages=GONE, required=False
    )
    fourth = FullNames(
        label=_("fourth player"), queryset=Registration.objects.none(), error_messages=GONE, required=False
    )
    name = forms.CharField(label=_("name of the crew"), max_length=80, required=False, validators=[one_line])

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        free, places = can_be_chosen(event), ("first", "second", "third", "fourth")
        for name in places[event.format.players_a_seat :]:
            del self.fields[name]
        for name in places[: event.format.players_a_seat]:
            _offer_free(self, name, event, free)

    def players(self) -> list[int]:
        """Return those who were chosen."""
        chosen = [self.cleaned_data.get(name) for name in ("first", "second", "third", "fourth")]
        return [player.pk for player in chosen if player is not None]


class ChoosePartnerForm(forms.Form):
    partner = forms.ModelChoiceField(
        label=_("Player for your crew"),
        queryset=Registration.objects.none(),
        required=False,
        empty_label=_("nobody yet"),
        error_messages=GONE,
    )

    def __init__(self, *args: Any, event: Event, me: Registration, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer_free(self, "partner", event, can_be_chosen(event, me))
        self.initial["partner"] = me.wished_partner_id


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

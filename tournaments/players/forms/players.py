"""Forms about players: their own, and those of the staff."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from core.pages.form_choices import offer_rows
from core.records import mail
from core.text.names import NameField
from tournaments.models import Event, EventState, Registration


def bounded(most: int, too_large: Any, **attrs: Any) -> dict[str, Any]:
    """Return attributes with which the page refuses a text or file that is too large before sending it."""
    return {"data-most-bytes": most, "data-too-large": too_large, **attrs}


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

    before_waiting = forms.BooleanField(label=_("add before the players who are waiting"), required=False)

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

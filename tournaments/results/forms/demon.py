"""Who plays the Demon of a heat."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Match
from tournaments.results.services.demons import demon_choices, demon_of


class DemonForm(forms.Form):
    demon = forms.ChoiceField(
        label=_("Demon"),
        required=False,
        help_text=_("One of the staff, or a player of another crew or of none. Playing the Demon gives no rank."),
    )

    def __init__(self, data: Any = None, *, match: Match) -> None:
        super().__init__(data, initial={"demon": demon_of(match)})
        field: Any = self.fields["demon"]
        field.choices = [("", _("nobody yet")), *demon_choices(match)]

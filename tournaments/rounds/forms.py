"""Forms about rounds."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from core.pages.form_choices import offer
from core.text.names import as_sorted
from tournaments.base.forms import NumberField
from tournaments.models import Match, Registration, Round


class SwapForm(forms.Form):
    first = forms.TypedChoiceField(label=_("this player"), coerce=int)
    second = forms.TypedChoiceField(label=_("swaps with"), coerce=int)
    why = forms.CharField(label=_("reason"), max_length=300)
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)
    once = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, players: Iterable[Registration], **kwargs: Any) -> None:
        """Offer the players, without a default."""
        super().__init__(*args, **kwargs)
        names = sorted(((player.pk, player.full_name) for player in players), key=lambda row: as_sorted(row[1]))
        for name in ("first", "second"):
            offer(self, name, [("", "-"), *names])

    def clean(self) -> dict[str, Any]:
        first, second = self.cleaned_data.get("first"), self.cleaned_data.get("second")
        if first and first == second:
            self.add_error("second", forms.ValidationError(_("Choose two players."), code="same-player"))
        return self.cleaned_data


class ExtensionForm(forms.Form):
    table = NumberField(1, 99_999, label=_("table"))
    minutes = NumberField(1, 120, label=_("minutes"), initial=5)

    def __init__(self, *args: Any, played: Round, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.played = played

    def clean_table(self) -> Match:
        table = self.cleaned_data["table"]
        match = Match.objects.filter(round=self.played, table=table).select_related("round").first()
        if match is None:
            text = _("This round has no table %(table)s.")
            raise forms.ValidationError(text, code="no-such-table", params={"table": table})
        return match

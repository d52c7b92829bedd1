"""Forms of two against two."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from core.form_choices import offer_rows
from core.names import one_line
from tournaments.models import Event, Registration
from tournaments.services.players.crews import can_be_chosen


def _rows(rows: list[Registration]) -> QuerySet[Registration]:
    return Registration.objects.filter(pk__in=[row.pk for row in rows]).named()


class FullNames(forms.ModelChoiceField):
    def label_from_instance(self, obj: Any) -> str:
        return str(obj.full_name)


class CrewForm(forms.Form):
    first = FullNames(label=_("this player"), queryset=Registration.objects.none())
    second = FullNames(label=_("other player"), queryset=Registration.objects.none())
    name = forms.CharField(label=_("name of the crew"), max_length=80, required=False, validators=[one_line])

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        free = can_be_chosen(event)
        for name in ("first", "second"):
            offer_rows(self, name, _rows(free))


class ChoosePartnerForm(forms.Form):
    partner = forms.ModelChoiceField(
        label=_("Partner"), queryset=Registration.objects.none(), required=False, empty_label=_("nobody yet")
    )

    def __init__(self, *args: Any, event: Event, me: Registration, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer_rows(self, "partner", _rows(can_be_chosen(event, me)))
        self.initial["partner"] = me.wished_partner_id

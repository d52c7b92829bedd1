"""Forms of two against two."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from core.pages.form_choices import offer, offer_rows
from core.text.names import one_line
from tournaments.models import Event, Registration
from tournaments.players.services.crews import COMING, can_be_chosen

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
    name = forms.CharField(label=_("name of the crew"), max_length=80, required=False, validators=[one_line])

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        free = can_be_chosen(event)
        for name in ("first", "second"):
            _offer_free(self, name, event, free)


class ChoosePartnerForm(forms.Form):
    partner = forms.ModelChoiceField(
        label=_("Partner"),
        queryset=Registration.objects.none(),
        required=False,
        empty_label=_("nobody yet"),
        error_messages=GONE,
    )

    def __init__(self, *args: Any, event: Event, me: Registration, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer_free(self, "partner", event, can_be_chosen(event, me))
        self.initial["partner"] = me.wished_partner_id

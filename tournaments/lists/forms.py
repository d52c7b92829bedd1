"""Forms to submit a team list and to check one."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from core.errors import Refused
from core.pages.form_choices import offer_rows
from core.text.names import one_line
from rules.common.lists import looks_like_json
from rules.common.verdicts import UnreadableListError
from rules.games import DEFAULT, list_ruleset, lists_of
from teams.lists.forms import faults
from teams.models import TeamList, own_profiles
from tournaments.base.forms import bounded
from tournaments.events.models.formats import ruleset_title
from tournaments.models import DeckCheck, Event


class ListForm(forms.Form):
    """A submitted list; `document` is its parsed content. A list with errors stays in the field to be corrected."""

    saved = forms.ModelChoiceField(label=_("saved team"), queryset=TeamList.objects.none(), required=False)
    text = forms.CharField(
        widget=forms.Textarea(attrs=bounded(DEFAULT.lists.max_bytes, _("This text is too large."), rows=10)),
        required=False,
        max_length=DEFAULT.lists.max_bytes,
    )
    file = forms.FileField(
        label=_("or a file"),
        widget=forms.FileInput(attrs=bounded(DEFAULT.lists.max_bytes, _("This file is too large for a team list."))),
        required=False,
    )

    why = forms.CharField(
        label=_("Reason, which everyone can read"),
        help_text=_("This list is locked. Name no figure in the reason while lists are closed."),
        max_length=500,
        validators=[one_line],
    )

    def __init__(self, *args: Any, user: Any, event: Event, replaces_locked: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        if not replaces_locked:
            del self.fields["why"]
        if event.game_record.has_saved_teams:
            offer_rows(self, "saved", TeamList.objects.of(user))
        else:
            del self.fields["saved"]  # teams are saved of that game alone
        self.fields["text"].label = str(event.game_record.typed_list)
        self.status = 400 if self.is_bound else 200

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return data
        if not any(data.get(name) for name in ("saved", "text", "file")):
            raise ValidationError(_("Choose a team, paste a list or choose a file."), code="empty")
        if data.get("file") and data["file"].size > DEFAULT.lists.max_bytes:
            raise ValidationError(_("This file is too large for a team list."), code="too-large")
        saved, typed = data.get("saved"), self._typed(data)
        try:
            data["document"] = saved.document() if saved else self._read(typed)
        except UnreadableListError as unreadable:
            in_document = looks_like_json(typed)
            raise ValidationError(faults(unreadable.errors, in_document=in_document)) from unreadable
        return data

    def _read(self, typed: bytes) -> Any:
        rules = self.event.rules
        named = ""
        if looks_like_json(typed):
            lists_of(typed)  # refuses what no game has
            named = list_ruleset(typed, rules.slug)
        if named and named != rules.slug:
            said = _("This list is for %(named)s, but this event is played by %(expected)s. Submit a list for that.")
            titles = {"named": ruleset_title(named), "expected": ruleset_title(rules.slug)}
            raise ValidationError(said, params=titles, code="ruleset-differs")
        return rules.lists.read(typed, own_profiles=own_profiles())

    @staticmethod
    def _typed(data: dict[str, Any]) -> bytes:
        return data["file"].read() if data.get("file") else data["text"].encode()

    def add_refusal(self, refusal: Refused) -> None:
        """Show the service's refusal beside what was typed."""
        self.status = refusal.status
        errors = [ValidationError(error["message"], code=error["code"]) for error in refusal.details.get("errors", ())]
        self.add_error(None, errors or [ValidationError(str(refusal), code=refusal.code)])


class DeckCheckForm(forms.Form):
    outcome = forms.ChoiceField(label=_("result"), choices=DeckCheck.Outcome.choices, widget=forms.RadioSelect)
    note = forms.CharField(label=_("note"), widget=forms.Textarea(attrs={"rows": 2}), required=False, max_length=2000)

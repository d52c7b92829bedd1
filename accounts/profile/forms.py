from typing import Any

from django import forms
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest
from django.utils.text import capfirst, format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.profile.models import User, name_has_changed, refuse_new_name
from accounts.tokens.models import DEFAULT_LIFETIME, LIFETIMES, current_scopes
from core.pages.cities import ZoneField, ZoneInput
from core.pages.live import PEOPLE, notify
from core.text.names import NameField, one_line


class SignupForm(forms.Form):
    """Extends allauth's form with what the site asks beyond address and password."""

    field_order = ["public_name", "email", "password1", "is_minor"]
    public_name = NameField(
        label=capfirst(_("public name")),
        max_length=80,
        help_text=_("Shown in pairings and standings. It need not be your own."),
    )
    is_minor = forms.BooleanField(
        label=_("I am a minor"),
        required=False,
        help_text=_("Other players then see your initials instead of your name."),
    )

    def signup(self, request: HttpRequest, user: User) -> None:
        user.public_name = self.cleaned_data["public_name"]
        user.is_minor = self.cleaned_data["is_minor"]
        user.save(update_fields=["public_name", "is_minor"])


class ProfileForm(forms.ModelForm):
    locale = forms.ChoiceField(
        label=capfirst(_("language")), required=False, choices=[("", _("same as my browser")), *settings.LANGUAGES]
    )
    time_zone = ZoneField(
        label=_("City whose time is shown"),
        required=False,
        widget=ZoneInput(attrs={"placeholder": _("same as my browser")}),
    )

    class Meta:
        model = User
        fields = ["public_name", "is_minor", "locale", "time_zone"]
        field_classes = {"public_name": NameField}

    def clean_public_name(self) -> str:
        name: str = self.cleaned_data["public_name"]
        if "public_name" in self.changed_data:
            refuse_new_name(self.instance, name)
        return name

    @transaction.atomic
    def save(self, commit: bool = True) -> User:
        """Save the name before the number of the topic goes up: a page read in between would keep the old name."""
        user: User = super().save(commit)
        if {"public_name", "is_minor"} & set(self.changed_data):
            name_has_changed(user)
            notify(PEOPLE)
        return user


class ScopesField(forms.MultipleChoiceField):
    def to_python(self, value: Any) -> list[str]:
        return sorted(current_scopes(super().to_python(value)))


class TokenForm(forms.Form):
    name = forms.CharField(label=capfirst(_("name of the token")), max_length=60, validators=[one_line])
    scopes = ScopesField(
        label=capfirst(_("access")), choices=list(settings.API_SCOPES.items()), widget=forms.CheckboxSelectMultiple
    )
    days = forms.TypedChoiceField(
        label=capfirst(_("it ends after")),
        choices=[(days, format_lazy(_("{days} days"), days=days)) for days in LIFETIMES],
        coerce=int,
        initial=DEFAULT_LIFETIME,
        required=False,
    )

    def clean_days(self) -> int:
        """Default lifetime, because programs written before this field existed do not send it."""
        return self.cleaned_data["days"] or DEFAULT_LIFETIME

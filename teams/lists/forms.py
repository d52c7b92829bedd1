"""Forms of teams: a pool's name, and an organiser's legality profile."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from core.pages.form_choices import offer
from rules.common.verdicts import Issue
from rules.games import DEFAULT
from teams.models import LegalityProfile, Pool, TeamList
from teams.wording import distinct_errors, names_of

NAMELESS = "list"


class Lines(forms.Textarea):
    """A text area with one name per line, which grows with its content up to a dozen lines."""

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        context["widget"]["attrs"]["rows"] = min(12, max(5, len((value or "").splitlines())))
        return context


def faults(errors: Iterable[Issue], *, in_document: bool = False) -> list[forms.ValidationError]:
    """Convert the errors in a list to form errors; in a document each with its place."""
    return [
        forms.ValidationError(f"{error.pointer}: {words}" if in_document and error.pointer else words, code=error.code)
        for error, words in distinct_errors(errors)
    ]


class PoolForm(forms.ModelForm):
    class Meta:
        model = Pool
        fields = ("name",)
        help_texts = {"name": _("For example “Sealed in Lyon”, so that you can find it again.")}


class SharingForm(forms.ModelForm):
    class Meta:
        model = TeamList
        fields = ("sharing",)
        widgets = {"sharing": forms.RadioSelect}


class FigureNames(forms.CharField):
    """A field with one name per line, in English or French; its value is a list of slugs."""

    widget = Lines

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, list):
            return "\n".join(names_of(value))
        return value

    def to_python(self, value: Any) -> list[str]:  # type: ignore[override]
        if isinstance(value, list):
            return value
        names = [line.strip() for line in (super().to_python(value) or "").splitlines() if line.strip()]
        found, unknown = [], []
        for name in names:
            card = DEFAULT.catalogue().find(name)
            if card:
                found.append(card.slug)
            else:
                unknown.append(name)
        if unknown:
            raise forms.ValidationError(faults(DEFAULT.lists.check(unknown[:20]).errors))
        return list(dict.fromkeys(found))


class ProfileForm(forms.ModelForm):
    expansions = forms.MultipleChoiceField(
        label=_("Legal expansions"), widget=forms.CheckboxSelectMultiple, required=True
    )
    banned = FigureNames(label=_("Banned figures"), required=False, help_text=_("One name per line."))
    bosses = FigureNames(
        label=_("Figures that count as Boss"),
        required=False,
        help_text=_("One name per line. Figures with a printed Boss type count without being listed."),
    )

    class Meta:
        model = LegalityProfile
        fields = ("title", "based_on", "expansions", "banned", "bosses", "note")
        widgets = {"based_on": forms.HiddenInput, "note": forms.Textarea(attrs={"rows": 3})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(expansion.slug, expansion.name) for expansion in DEFAULT.catalogue().expansions.values()]
        offer(self, "expansions", choices)

    @staticmethod
    def initial_from(name: str) -> dict[str, Any]:
        """Return a dated profile as initial values of a new one."""
        base = (DEFAULT.lists.profiles().get(name) or DEFAULT.lists.profiles()["none"]).without_seasons()
        return {
            "based_on": base.name,
            "title": "",
            "expansions": sorted(base.expansions),
            "banned": sorted(base.banned),
            "bosses": sorted(base.bosses),
        }

    def _post_clean(self) -> None:
        """Set the slug, by which events refer to the profile, once from its first title."""
        if not self.instance.slug:
            self.instance.slug = free_slug(self.cleaned_data.get("title", ""))
        super()._post_clean()  # type: ignore[misc]


def free_slug(title: str) -> str:
    start = slugify(title)[:70] or NAMELESS
    own = LegalityProfile.objects.filter(slug__startswith=start).values_list("slug", flat=True)
    taken = {*own, *DEFAULT.lists.profiles()}
    return next(slug for n in range(1, 10_000) if (slug := start if n == 1 else f"{start}-{n}") not in taken)

import secrets
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.common.names import slugify
from tournaments.models import Series

MOST_PRIZED_RANKS = 128


class SeriesForm(forms.ModelForm):
    points_by_rank = forms.CharField(
        label=_("points by rank"), help_text=_("For 1st, 2nd, 3rd place and so on: “12, 9, 7”."), max_length=1000
    )

    class Meta:
        model = Series
        fields = ["name", "description", "points_by_rank", "points_for_taking_part", "best_of"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["points_by_rank"] = ", ".join(map(str, self.instance.points_by_rank))

    def clean_points_by_rank(self) -> list[int]:
        numbers = [word for word in self.cleaned_data["points_by_rank"].replace(",", " ").split() if word]
        if not all(word.isdecimal() and len(word) < 6 for word in numbers) or len(numbers) > MOST_PRIZED_RANKS:
            raise forms.ValidationError(_("Enter whole numbers separated by commas."), code="no-numbers")
        return [int(word) for word in numbers]

    def save(self, commit: bool = True) -> Any:
        if not self.instance.slug:
            slug = slugify(self.instance.name)[:120] or "series"
            is_taken = Series.objects.filter(slug=slug).exists()
            self.instance.slug = f"{slug}-{secrets.token_hex(3)}" if is_taken else slug
        return super().save(commit)

"""A field for a whole number between two limits."""

from typing import Any

from django import forms

from tournaments.events.models.limits import NumberFrom


class NumberField(forms.IntegerField):
    """Names both limits when the number is outside of them, as the fields of models do."""

    def __init__(self, least: int, most: int, **kwargs: Any) -> None:
        super().__init__(min_value=least, max_value=most, **kwargs)
        self.validators = [NumberFrom(least, most)]

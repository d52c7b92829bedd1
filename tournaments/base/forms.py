"""What forms of several features share: numbers between two limits, texts and files of a size."""

from typing import Any

from django import forms

from tournaments.events.models.limits import NumberFrom


class NumberField(forms.IntegerField):
    """Names both limits when the number is outside of them, as the fields of models do."""

    def __init__(self, least: int, most: int, **kwargs: Any) -> None:
        super().__init__(min_value=least, max_value=most, **kwargs)
        self.validators = [NumberFrom(least, most)]


def bounded(most: int, too_large: Any, **attrs: Any) -> dict[str, Any]:
    """Return attributes with which the page refuses a text or file that is too large before sending it."""
    return {"data-most-bytes": most, "data-too-large": too_large, **attrs}

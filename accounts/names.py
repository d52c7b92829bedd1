"""A name as it is kept: nothing in it that turns the text around it, or that nobody sees."""

import re
from typing import Any

from django import forms

# control characters, and what sets the direction of the text after it (embeddings, overrides, isolates)
HIDDEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def readable(name: str) -> str:
    return HIDDEN.sub("", name).strip()


class NameField(forms.CharField):
    def to_python(self, value: Any) -> str:
        return readable(super().to_python(value) or "")

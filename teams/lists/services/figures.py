"""Resolving names of figures as players write them."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from core.errors import Refused
from rules.games import DEFAULT


def slugs_of(figures: Sequence[str]) -> list[str]:
    found = [DEFAULT.catalogue().find(figure) for figure in figures]
    if None in found:
        raise Refused("unknown-figure", _("Some figures are not in the catalogue."))
    return [card.slug for card in found if card]

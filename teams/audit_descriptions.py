"""Audit descriptions of pools and legality profiles."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext_lazy as _

from core.audit_descriptions import Descriptions, Fact, describe, is_list_of_texts, plain
from teams.models import Pool
from teams.models.pools import PoolState
from teams.wording import figures_with_counts


def figures_text(value: Any) -> str:
    return figures_with_counts(value) if is_list_of_texts(value) else plain(value)


FIGURES = Fact(_("Figures"), told=figures_text, closed=True)
STATE = Fact(_("State"), choices=dict(PoolState.choices))


def name_pools(pks: Iterable[int]) -> dict[int, str]:
    return {pool.pk: pool.name for pool in Pool.objects.filter(pk__in=pks)}


DESCRIPTIONS = Descriptions(
    actions={
        "legality-made": describe(_("Legality profile created")),
        "legality-changed": describe(_("Legality profile edited")),
        "pool-registered": describe(_("Pool “%(subject)s” registered"), figures=FIGURES),
        "pool-locked": describe(_("Pool “%(subject)s” checked and locked"), figures=FIGURES),
        "pool-sent-back": describe(_("Pool “%(subject)s” sent back")),
        "pool-reopened": describe(_("Pool “%(subject)s” reopened"), state=STATE, figures=FIGURES),
    },
    namers={"pool": name_pools},
)

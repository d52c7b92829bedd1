"""Audit descriptions of pools, legality profiles and card texts."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext_lazy as _

from core.records.audit_descriptions import Descriptions, Fact, describe, is_list_of_texts, plain
from rules.games import RULESETS, title_of_game
from teams.models import CardPicture, FactKind, FactRevision, Pool, Sharing
from teams.pools.models import PoolState
from teams.wording import card_title, figures_with_counts


def figures_text(value: Any) -> str:
    return figures_with_counts(value) if is_list_of_texts(value) else plain(value)


FIGURES = Fact(_("Figures"), render=figures_text, closed=True)
KIND = Fact(_("Kind"), choices=dict(FactKind.choices))
GAME = Fact(_("Game"), choices={each.game: title_of_game(each.game) for each in RULESETS.values()})
SHARING = Fact(_("Who sees this team"), choices=dict(Sharing.choices))
STATE = Fact(_("State"), choices=dict(PoolState.choices))


def name_pools(pks: Iterable[int]) -> dict[int, str]:
    return {pool.pk: pool.name for pool in Pool.with_deleted.filter(pk__in=pks)}


def name_facts(pks: Iterable[int]) -> dict[int, str]:
    return {row.pk: row.title for row in FactRevision.objects.filter(pk__in=pks)}


def name_pictures(pks: Iterable[int]) -> dict[int, str]:
    rows = CardPicture.objects.filter(pk__in=pks).values_list("pk", "slug")
    return {pk: str(card_title(slug)) for pk, slug in rows}


DESCRIPTIONS = Descriptions(
    actions={
        "legality-made": describe(_("Boss and ban list created")),
        "legality-changed": describe(_("Boss and ban list edited")),
        "fact-proposed": describe(_("%(subject)s: card text proposed"), game=GAME, kind=KIND),
        "fact-confirmed": describe(_("%(subject)s: card text confirmed"), game=GAME, kind=KIND),
        "fact-rejected": describe(_("%(subject)s: card text rejected"), game=GAME, kind=KIND),
        "fact-withdrawn": describe(_("%(subject)s: proposal of a card text withdrawn"), game=GAME, kind=KIND),
        "fact-photographed": describe(_("%(subject)s: photograph attached"), kind=KIND),
        "card-picture-uploaded": describe(_("%(subject)s: picture uploaded")),
        "card-picture-removed": describe(_("%(subject)s: picture removed")),
        "card-picture-restored": describe(_("%(subject)s: picture restored")),
        "team-shared": describe(_("Sharing of a team changed"), sharing=SHARING),
        "pool-registered": describe(_("Pool “%(subject)s” registered"), figures=FIGURES),
        "pool-locked": describe(_("Pool “%(subject)s” checked and locked"), figures=FIGURES),
        "pool-sent-back": describe(_("Pool “%(subject)s” sent back")),
        "pool-reopened": describe(_("Pool “%(subject)s” reopened"), state=STATE, figures=FIGURES),
    },
    namers={"pool": name_pools, "factrevision": name_facts, "cardpicture": name_pictures},
)

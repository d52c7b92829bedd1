"""Models of teams: team lists, limited pools, organisers' legality profiles, and card texts contributed by people."""

from teams.cards.models import (
    CardPicture,
    FactDecision,
    FactKind,
    FactOutcome,
    FactPhotograph,
    FactRevision,
    FactsSnapshot,
    ShownPicture,
)
from teams.lists.models import (
    LegalityProfile,
    Sharing,
    TeamFormat,
    TeamLike,
    TeamList,
    find_legalities,
    find_legality,
    legality_choices,
    own_profiles,
    versions_of_own_profiles,
)
from teams.pools.models import LARGEST_POOL, Pool, PoolState, only_known_figures

__all__ = [
    "LARGEST_POOL",
    "CardPicture",
    "FactDecision",
    "FactKind",
    "FactOutcome",
    "FactPhotograph",
    "FactRevision",
    "FactsSnapshot",
    "LegalityProfile",
    "Pool",
    "PoolState",
    "Sharing",
    "ShownPicture",
    "TeamFormat",
    "TeamLike",
    "TeamList",
    "find_legalities",
    "find_legality",
    "legality_choices",
    "only_known_figures",
    "own_profiles",
    "versions_of_own_profiles",
]

"""Models of teams: team lists, limited pools, organisers' legality profiles, and card texts contributed by people."""

from teams.cards.models.facts import FactDecision, FactKind, FactPhotograph, FactRevision, FactsSnapshot, Outcome
from teams.cards.models.pictures import CardPicture, ShownPicture
from teams.lists.models.lists import Sharing, TeamFormat, TeamLike, TeamList
from teams.lists.models.profiles import (
    LegalityProfile,
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
    "FactPhotograph",
    "FactRevision",
    "FactsSnapshot",
    "LegalityProfile",
    "Outcome",
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

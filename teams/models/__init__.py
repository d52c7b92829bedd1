"""Team lists, limited pools, and the legality profiles of organisers."""

from teams.models.lists import TeamFormat, TeamList
from teams.models.pools import LARGEST_POOL, Pool, PoolState, only_known_figures
from teams.models.profiles import LegalityProfile, find_legalities, find_legality, legality_choices, own_profiles

__all__ = [
    "LARGEST_POOL",
    "LegalityProfile",
    "Pool",
    "PoolState",
    "TeamFormat",
    "TeamList",
    "find_legalities",
    "find_legality",
    "legality_choices",
    "only_known_figures",
    "own_profiles",
]

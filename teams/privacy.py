"""What teams keeps about a person. Lists and pools go; a profile that events may use stays, without its note."""

from typing import Any

from accounts.privacy import identity_of
from accounts.users import User
from core.forgetting import documents, scrub
from teams.models import LegalityProfile, Pool, TeamList


def export(user: User) -> dict[str, Any]:
    return {
        "team_lists": [team.document().as_dict() for team in TeamList.objects.filter(owner=user)],
        "pools": documents(Pool.objects.filter(owner=user), "id", "owner_id", "registered_by_id"),
        "pools_entered_for_others": list(Pool.objects.filter(registered_by=user).values("name", "created_at")),
        "legality_profiles": documents(LegalityProfile.objects.filter(owner=user), "id", "owner_id"),
    }


def erase(user: User) -> None:
    TeamList.objects.filter(owner=user).delete()
    Pool.objects.filter(owner=user).delete()
    entered = Pool.objects.filter(registered_by=user)
    scrub(entered, identity_of(user), "name")
    entered.update(registered_by=None)
    mine = LegalityProfile.objects.filter(owner=user)
    mine.update(note="")
    scrub(mine, identity_of(user), "title")

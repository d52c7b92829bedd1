"""What teams keeps about a person. Lists and pools go; a profile that events may use stays, without its note."""

from typing import Any

from accounts.users import User
from teams.models import LegalityProfile, Pool, TeamList


def export(user: User) -> dict[str, Any]:
    return {
        "team_lists": [team.document().as_dict() for team in TeamList.objects.filter(owner=user)],
        "pools": list(Pool.objects.filter(owner=user).values("name", "figures", "state", "created_at", "locked_at")),
        "pools_entered_for_others": list(Pool.objects.filter(registered_by=user).values("name", "created_at")),
        "legality_profiles": list(LegalityProfile.objects.filter(owner=user).values("slug", "title", "note")),
    }


def erase(user: User) -> None:
    TeamList.objects.filter(owner=user).delete()
    Pool.objects.filter(owner=user).delete()
    Pool.objects.filter(registered_by=user).update(registered_by=None)
    LegalityProfile.objects.filter(owner=user).update(note="")

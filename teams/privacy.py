"""Personal data of teams. On erasure, lists, likes, pools, photographs and pictures of cards are deleted.

Profiles stay without their note, because events may use them; card texts stay without the source and reason that the
person wrote.
"""

import base64
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from accounts.profile.models import User
from accounts.profile.privacy import identity_of
from core.privacy.forgetting import documents, scrub
from core.privacy.personal_data import StoredData, number_held
from teams.models import (
    CardPicture,
    FactDecision,
    FactPhotograph,
    FactRevision,
    LegalityProfile,
    Pool,
    TeamLike,
    TeamList,
)


def export(user: User) -> dict[str, Any]:
    return {
        "team_lists": [_team(team) for team in TeamList.with_deleted.filter(owner=user)],
        "team_likes": [_export_like(like) for like in TeamLike.objects.filter(user=user).select_related("team")],
        "pools": documents(Pool.with_deleted.filter(owner=user), "id", "owner_id", "registered_by_id"),
        "pools_entered_for_others": list(Pool.with_deleted.filter(registered_by=user).values("name", "created_at")),
        "facts": list(_proposals(user)),
        "facts_decided": list(FactDecision.objects.filter(by=user).values("revision", "outcome", "at", "why")),
        "photographs_of_cards": list(_photographs(user)),
        "pictures_of_cards": list(_pictures(user)),
        "legality_profiles": documents(LegalityProfile.objects.filter(owner=user), "id", "owner_id"),
    }


def _team(team: TeamList) -> dict[str, Any]:
    return team.document().as_dict() | {
        "sharing": team.sharing,
        "shared_at": team.shared_at,
        "removed_at": team.removed_at,
    }


def _export_like(like: TeamLike) -> dict[str, Any]:
    """Return a like for the export; the name of a team that is private by now is left out."""
    return {"team": like.team.name if like.team.is_public and like.team.owner.is_active else None, "at": like.at}


def _proposals(user: User) -> Any:
    return FactRevision.objects.filter(proposed_by=user).values("kind", "slug", "body", "source", "proposed_at")


def _photographs(user: User) -> Iterator[dict[str, Any]]:
    for picture in FactPhotograph.objects.filter(uploaded_by=user):
        content = base64.b64encode(bytes(picture.content)).decode()
        yield {"revision": picture.revision_id, "at": picture.at, "jpeg": content}


def _pictures(user: User) -> Iterator[dict[str, Any]]:
    for row in CardPicture.objects.filter(uploaded_by=user):
        yield {"card": row.slug, "at": row.at, "alt": row.alt, "jpeg": base64.b64encode(row.content("large")).decode()}


def erase(user: User) -> None:
    TeamList.with_deleted.filter(owner=user).delete()
    TeamLike.objects.filter(user=user).delete()
    Pool.with_deleted.filter(owner=user).delete()
    entered = Pool.with_deleted.filter(registered_by=user)
    scrub(entered, identity_of(user), "name")
    entered.update(registered_by=None)
    mine = LegalityProfile.objects.filter(owner=user)
    mine.update(note="")
    scrub(mine, identity_of(user), "title")
    FactRevision.objects.filter(proposed_by=user).update(source="")
    FactDecision.objects.filter(by=user).update(why="")
    FactPhotograph.objects.filter(uploaded_by=user).delete()
    CardPicture.objects.filter(uploaded_by=user).delete()


def stored_data(user: User) -> list[StoredData]:
    deleted = _("until 30 days after you deleted them, or until you delete your account")
    return [
        StoredData(_("Teams"), number_held(TeamList, "owner", user), deleted),
        StoredData(
            _("Teams of others that you like"),
            number_held(TeamLike, "user", user),
            _("until you take it back, or delete your account"),
        ),
        StoredData(_("Pools"), number_held(Pool, "owner", user), deleted),
        StoredData(
            _("Pictures of cards that you uploaded"),
            number_held(CardPicture, "uploaded_by", user),
            _("until somebody replaces them, 30 days after somebody removed them, or until you delete your account"),
        ),
        StoredData(
            _("Boss and ban lists"),
            number_held(LegalityProfile, "owner", user),
            _("for good; without your name and notes once you delete your account"),
        ),
    ]

"""Public teams can be reported to the moderators, who can hide them."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.reported import Kind, register
from teams.models import TeamList


def team_on(address: Mapping[str, Any], _who: Any) -> TeamList | None:
    return TeamList.objects.public().filter(share_code=address["uuid"]).first()


def register_kinds() -> None:
    register(
        Kind(
            model=TeamList,
            label=_("public team"),
            owner=lambda team: team.owner,
            texts=lambda team: [team.name],
            page=TeamList.get_public_url,
            routes={"teams:public-team": team_on},
        )
    )

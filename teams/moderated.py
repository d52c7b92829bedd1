"""Moderation of public teams and pictures of cards: they can be reported, and moderators can hide them."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.moderation.models import ReportableKind, register
from teams.models import CardPicture, TeamList


def team_on(address: Mapping[str, Any], _who: Any) -> TeamList | None:
    return TeamList.objects.public().filter(share_code=address["uuid"]).first()


def picture_on(address: Mapping[str, Any], _who: Any) -> CardPicture | None:
    return CardPicture.objects.shown().without_content().filter(slug=address["slug"]).first()


def register_kinds() -> None:
    register(
        ReportableKind(
            model=TeamList,
            label=_("public team"),
            owner=lambda team: team.owner,
            texts=lambda team: [team.name],
            page=TeamList.get_public_url,
            routes={"teams:public-team": team_on},
        )
    )
    register(
        ReportableKind(
            model=CardPicture,
            label=_("picture of a card"),
            owner=lambda picture: picture.uploaded_by,
            texts=lambda picture: [picture.alt],
            page=CardPicture.get_absolute_url,
            routes={"teams:card": picture_on},
            is_nobodys=lambda address: picture_on(address, None) is None,
        )
    )

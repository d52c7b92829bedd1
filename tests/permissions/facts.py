"""Who may do what with card texts: "player" proposed one, "judge" has the right to confirm what others bring."""

import io
from typing import Any

from django.contrib.auth.models import Permission
from PIL import Image

from teams.cards.services.facts import propose
from teams.cards.services.photographs import attach
from teams.models import CardPicture, FactRevision
from tests.permissions.routes import ROLES, World
from tests.tournaments.worlds import a_user

PREFIXES = (
    *("teams:card-picture", "teams:change-card-picture"),
    *(
        "teams:facts",
        "teams:fact",
        "tournaments:who_confirms",
        "teams:token-ranks",
        "judging:token_ranks_seen",
        "teams:new-fact",
        "teams:edit-fact",
        "teams:new-fact-of-game",
        "teams:edit-fact-of-game",
        "teams:decide-fact",
    ),
    *("teams:export-facts", "teams:import-facts", "teams:confirm-pack", "facts-document"),
)
BODY = {"spells": [{"name": "Kick", "limit": "turn", "cost": {"ap": 3}, "range": {"kind": "close"}}]}


def a_proposal(by: Any) -> FactRevision:
    row = propose(who=by, entry={"kind": "text", "slug": "goultard", "body": BODY}, pack="a" * 64)
    picture = io.BytesIO()
    Image.new("RGB", (8, 8)).save(picture, "PNG")
    attach(revision=row, who=by, content=picture.getvalue())
    return row


def world() -> World:
    people = {role: a_user() for role in ROLES}
    people["judge"].user_permissions.add(Permission.objects.get(codename="confirm_facts"))
    people["site-staff"] = a_user(is_superuser=True, is_staff=True)
    row = a_proposal(people["player"])
    arguments: dict[str, Any] = {"pk": row.pk, "kind": "text", "slug": "goultard", "form": "json", "digest": row.pack}
    picture = CardPicture.objects.create(
        slug="goultard", large=b"", small=b"", alt="Painted", uploaded_by=people["judge"]
    )
    arguments |= {"teams:card-picture pk": picture.pk, "size": "small"}
    arguments |= {"teams:new-fact kind": "reward", "game": "blast"}
    arguments |= {"teams:new-fact-of-game kind": "board", "teams:edit-fact-of-game kind": "fighter"}
    remove: dict[str, Any] = {"picture-does": "remove", "picture-seen": picture.pk}
    posts: dict[str, dict[str, Any]] = {
        "teams:decide-fact": {"decision": "confirm"},
        "teams:change-card-picture": remove,
    }
    return World({**people, "anonymous": None}, arguments, posts)


#                                    anon out  play oppo judg conf head scor orga own  fown site
TABLE = """
GET   teams:facts                    +    +    +    +    +    +    +    +    +    +    +    +
GET   teams:fact                     +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:who_confirms       L    +    +    +    +    +    +    +    +    +    +    +
POST  teams:decide-fact              L    -    -    -    +    -    -    -    -    -    -    +
GET   teams:fact-photograph          L    0    +    0    +    0    0    0    0    0    0    +
POST  teams:fact-photograph          L    -    +    -    -    -    -    -    -    -    -    -
GET   teams:token-ranks              L    +    +    +    +    +    +    +    +    +    +    +
POST  teams:token-ranks              L    +    +    +    +    +    +    +    +    +    +    +
GET   judging:token_ranks_seen       L    +    +    +    +    +    +    +    +    +    +    +
GET   teams:new-fact                 L    +    +    +    +    +    +    +    +    +    +    +
POST  teams:new-fact                 L    +    +    +    +    +    +    +    +    +    +    +
GET   teams:edit-fact                L    +    +    +    +    +    +    +    +    +    +    +
POST  teams:edit-fact                L    +    +    +    +    +    +    +    +    +    +    +
GET   teams:new-fact-of-game         L    +    +    +    +    +    +    +    +    +    +    +
POST  teams:new-fact-of-game         L    +    +    +    +    +    +    +    +    +    +    +
GET   teams:edit-fact-of-game        L    +    +    +    +    +    +    +    +    +    +    +
POST  teams:edit-fact-of-game        L    +    +    +    +    +    +    +    +    +    +    +
GET   teams:export-facts             +    +    +    +    +    +    +    +    +    +    +    +
GET   teams:import-facts             L    +    +    +    +    +    +    +    +    +    +    +
POST  teams:import-facts             L    +    +    +    +    +    +    +    +    +    +    +
GET   facts-document                 +    +    +    +    +    +    +    +    +    +    +    +
POST  facts-document                 L    +    +    +    +    +    +    +    +    +    +    +
GET   teams:card-picture             +    +    +    +    +    +    +    +    +    +    +    +
POST  teams:change-card-picture      L    -    -    -    +    -    -    -    -    -    -    +
POST  teams:confirm-pack             L    -    -    -    +    -    -    -    -    -    -    +
"""

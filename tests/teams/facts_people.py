"""Facts as tests propose and confirm them."""

import io
from typing import Any

from django.contrib.auth.models import Permission
from PIL import Image

from accounts.profile.models import User
from teams.cards.services.facts import confirm, propose
from teams.models import FactRevision

KICK: dict[str, Any] = {
    "name": "Kick",
    "limit": "turn",
    "cost": {"ap": 3},
    "range": {"kind": "close"},
    "attack": {"element": "earth", "damage": 2},
}


def reviewer(name: str = "rae") -> User:
    """Somebody with the right to confirm what others bring."""
    user = User.objects.create_user(name, f"{name}@example.org", "right horse", public_name=name.title())
    user.user_permissions.add(Permission.objects.get(codename="confirm_facts"))
    return User.objects.get(pk=user.pk)


def entry(slug: str = "goultard", kind: str = "text", **spell: Any) -> dict[str, Any]:
    return {"kind": kind, "slug": slug, "body": {"spells": [KICK | spell]}, "source": "the card"}


def known(by: User, second: User, *entries: dict[str, Any]) -> list[FactRevision]:
    """Proposed by one person, confirmed by another."""
    rows = [propose(who=by, entry=each) for each in entries]
    for row in rows:
        confirm(revision=row, who=second)
    return rows


def upload(content: bytes, name: str = "card.jpg") -> io.BytesIO:
    file = io.BytesIO(content)
    file.name = name
    return file


def picture_of(form: str = "JPEG", **options: Any) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (60, 40), "red").save(file, form, **options)
    return file.getvalue()

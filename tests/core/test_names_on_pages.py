"""Cached pages are keyed by the number of the topic "people", which goes up when a name changes."""

from typing import Any

import pytest

from accounts.models import User
from accounts.profile.forms import ProfileForm
from core.pages.live import PEOPLE, version


@pytest.mark.django_db(transaction=True)
def test_a_new_name_is_saved_before_pages_are_made_anew(monkeypatch) -> None:
    ana = User.objects.create_user("ana", "ana@example.org", public_name="Ana")
    before, during = version(PEOPLE), []
    save = User.save

    def watched(user: User, *args: Any, **kwargs: Any) -> None:
        during.append(version(PEOPLE))
        save(user, *args, **kwargs)

    monkeypatch.setattr(User, "save", watched)
    ProfileForm({"public_name": "Ana B."}, instance=ana).save()
    assert during == [before]
    assert version(PEOPLE) == before + 1

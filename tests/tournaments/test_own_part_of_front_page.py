"""The reader's own part of a front page: put into the page that all share, and shown to nobody else."""

import pytest
from django.urls import reverse
from django.utils import timezone

from core.pages.live import notify
from tests.tournaments import worlds
from tests.tournaments.test_cached_pages import TOKENS, read, signed_in, without_tokens
from tournaments.base.views import access
from tournaments.models import Registration, Status

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def no_minute_ends(monkeypatch):
    monkeypatch.setattr(access, "minute_now", lambda: 100)


def test_an_own_part_is_its_readers_and_changes_with_them(match, event):
    path, first, second = event.get_absolute_url(), signed_in(match.a.user), signed_in(match.b.user)
    before = [read(reader, path) for reader in (first, second)]
    assert [match.get_absolute_url() in page for page in before] == [True, True]
    first.cookies.load({"django_language": "fr"})
    assert without_tokens(read(first, path)) != without_tokens(before[0])
    Registration.objects.filter(pk=match.b.pk).update(status=Status.DROPPED)
    notify(*event.topics("players"))
    assert "dropped" in read(second, path)
    assert "dropped" not in read(signed_in(None), path)


def test_an_own_part_with_a_form_has_its_own_token():
    event = worlds.an_event("check-in", starts_at=timezone.now())
    player = worlds.a_player(event, checked_in_at=None)
    reader, path = signed_in(player.user), event.get_absolute_url()
    read(reader, path)
    pages = [read(reader, path) for _ in range(2)]
    sent = reverse("tournaments:check_in_myself", args=[event.slug])
    assert all(sent in page for page in pages)
    assert set(TOKENS.findall(pages[0])).isdisjoint(TOKENS.findall(pages[1]))

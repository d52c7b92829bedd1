"""The reader's own part of a front page: cached by the tag of their page, and shown to nobody else."""

import pytest
from django.urls import reverse
from django.utils import timezone

from core.pages.live import notify
from tests.tournaments import worlds
from tests.tournaments.test_shared_pages import TOKENS, read, signed_in, without_tokens
from tests.work import let_changes_grow_old
from tournaments.base.views import conditional_get
from tournaments.events.views import event as front_page
from tournaments.models import Registration, Status

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def no_minute_ends(monkeypatch):
    monkeypatch.setattr(conditional_get, "minute_now", lambda: 100)


@pytest.fixture
def parts(monkeypatch) -> list[str]:
    """The names of those whose own part was rendered."""
    rendered: list[str] = []
    part_of = front_page.part_of

    def noted(request, event):
        rendered.append(request.user.shown_name)
        return part_of(request, event)

    monkeypatch.setattr(front_page, "part_of", noted)
    return rendered


def test_an_own_part_is_cached_until_its_page_changes(match, event, parts):
    path, (a, b) = event.get_absolute_url(), (match.a.user, match.b.user)
    first, second = signed_in(a), signed_in(b)
    for reader in (first, second):
        read(reader, path)  # sets the cookie of the forms, without which no page has a tag
    let_changes_grow_old()
    parts.clear()
    pages = [[read(reader, path) for reader in (first, second)] for _ in range(3)]
    assert parts == [a.shown_name, b.shown_name]
    assert [match.get_absolute_url() in page for page in pages[2]] == [True, True]
    assert [without_tokens(page) for page in pages[2]] == [without_tokens(page) for page in pages[0]]
    first.cookies.load({"django_language": "fr"})
    assert without_tokens(read(first, path)) != without_tokens(pages[2][0])
    assert parts == [a.shown_name, b.shown_name, a.shown_name]
    Registration.objects.filter(pk=match.b.pk).update(status=Status.DROPPED)
    notify(*event.topics("players"))
    assert "dropped" in read(second, path)
    assert parts[3:] == [b.shown_name]


def test_an_own_part_with_a_form_is_rendered_each_time(parts):
    event = worlds.an_event("check-in", starts_at=timezone.now())
    player = worlds.a_player(event, checked_in_at=None)
    reader, path = signed_in(player.user), event.get_absolute_url()
    read(reader, path)
    parts.clear()
    pages = [read(reader, path) for _ in range(2)]
    assert len(parts) == 2
    sent = reverse("tournaments:check_in_myself", args=[event.slug])
    assert all(sent in page for page in pages)
    assert set(TOKENS.findall(pages[0])).isdisjoint(TOKENS.findall(pages[1]))

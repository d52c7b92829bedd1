"""A public game on other pages: the frame, the code to paste, and the preview picture of a link."""

import html
import io

import pytest
from django.urls import reverse
from PIL import Image

from accounts.models import User
from core.pages.links import absolute
from judging.models import Submission
from tests.judging.public_log import a_public_log, as_
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def log(db) -> Submission:
    return a_public_log()


@pytest.mark.check
def test_an_embedded_page_can_be_framed_and_sets_no_cookie(log):
    page = as_("ana").get(reverse("judging:embed", args=[log.uuid]))
    assert "frame-ancestors *" in page["Content-Security-Policy"]
    assert "X-Frame-Options" not in page
    assert not page.cookies
    for word in ("csrf", "Ana's", 'class="site-header"', "<form"):
        assert word not in page.content.decode()
    replay = as_("ana").get(reverse("judging:replay", args=[log.uuid]))
    assert "frame-ancestors 'self'" in replay["Content-Security-Policy"]


@pytest.mark.check
def test_a_preview_shows_the_board_at_the_linked_action(log):
    stranger = as_("stranger")
    page = stranger.get(reverse("judging:replay", args=[log.uuid]), {"action": "12"})
    address = f"/replay/{log.uuid}/picture.png"
    assert f'og:image" content="{absolute(address, page.wsgi_request)}?action=12"' in page.content.decode()
    early, late = (stranger.get(address, {"action": count}) for count in ("12", "40"))
    assert (early["Content-Type"], early["Cache-Control"]) == ("image/png", "public, max-age=300")
    assert Image.open(io.BytesIO(early.content)).size == (1200, 630)
    assert early.content != late.content
    small = stranger.get(address, {"action": "12", "small": "1"})
    assert Image.open(io.BytesIO(small.content)).size == (600, 315)
    assert len(small.content) < len(early.content) / 2
    assert [stranger.get(address, {"action": wrong}).status_code for wrong in ("99999", "-1", "x", "9" * 60)] == [
        404
    ] * 4


def test_the_embed_code_is_whole_whatever_the_names_hold(log):
    User.objects.filter(username="ana").update(public_name='A "<b>" {address}')
    page = as_("stranger").get(reverse("judging:replay", args=[log.uuid])).content.decode()
    code = html.unescape(page.split('data-share-of="embed" rows="3" readonly>')[1].split("</textarea>")[0])
    assert code.startswith('<iframe src="{address}" title="A &quot;&lt;b&gt;&quot; {address} – Bo" ')
    assert code.endswith("></iframe>")
    assert html.unescape(page.split('data-code="')[1].split('"')[0]) == code


def test_a_private_game_has_no_preview(log):
    Event.objects.update(public_games=False)
    assert "og:image" not in as_("ana").get(reverse("judging:replay", args=[log.uuid])).content.decode()


@pytest.mark.check
def test_who_asks_for_many_new_pictures_has_to_wait(log, monkeypatch):
    monkeypatch.setattr("core.pages.pictures.DRAWN_A_MINUTE", 1)
    stranger = as_("stranger")
    first, second, again = (stranger.get(f"/replay/{log.uuid}/picture.png?action={count}") for count in (1, 2, 1))
    assert (first.status_code, second.status_code, again.status_code) == (200, 429, 200)
    assert "Retry-After" in second

"""Photographs of cards: what is kept of one, who sees it, and what becomes of it with its owner's account."""

import io

import pytest
from django.urls import reverse
from PIL import Image

from core.errors import Invalid
from core.privacy import personal_data
from teams.cards.services import facts as services
from teams.cards.services.photographs import as_kept
from teams.models import FactPhotograph, FactRevision
from tests.teams.facts_people import KICK, entry, picture_of, reviewer, upload

pytestmark = pytest.mark.django_db


CARD = {
    "spells-0-name": "Kick",
    "spells-0-limit": "turn",
    "spells-0-cost-ap": "3",
    "spells-0-range-kind": "close",
    "save": "1",
}


@pytest.fixture
def rae(db):
    return reviewer()


@pytest.fixture
def as_rae(rae):
    from django.test import Client

    client = Client()
    client.force_login(rae)
    return client


def test_a_photograph_is_seen_by_reviewers_and_its_owner_only(as_ana, as_bo, as_rae, client, ana):
    row = services.propose(who=ana, entry=entry())
    address = reverse("teams:fact-photograph", args=[row.pk])
    as_ana.post(address, {"photograph": upload(picture_of())})
    assert [each.get(address).status_code for each in (as_ana, as_rae, as_bo)] == [200, 200, 404]
    from django.test import Client

    assert Client().get(address).status_code == 302
    assert as_bo.post(address, {"photograph": upload(picture_of())}).status_code == 403


def test_a_photograph_is_proposed_together_with_the_card(as_ana):
    editor = reverse("teams:edit-fact", args=["text", "goultard"])
    bad = as_ana.post(editor, CARD | {"photograph": upload(b"GIF89a")})
    assert (bad.status_code, [*bad.context["errors"]]) == (400, ["photograph"])
    assert 'value="Kick"' in bad.content.decode()
    checked = as_ana.post(editor, CARD | {"save": [], "check": "1", "photograph": upload(picture_of())})
    assert [*checked.context["errors"]] == ["photograph"]
    late = as_ana.post(editor, CARD | {"spells-0-cost-ap": "x", "photograph": upload(picture_of())})
    assert late.context["errors"].keys() == {"spells-0-cost-ap", "photograph"}
    assert not FactRevision.objects.exists()
    as_ana.post(editor, CARD | {"photograph": upload(picture_of())})
    assert FactPhotograph.objects.get().revision == FactRevision.objects.get()


def test_what_the_camera_wrote_is_removed():
    exif = Image.Exif()
    exif[0x010F], exif[0x8825] = "Canary", {1: "N", 2: (48.0, 51.0, 30.0)}
    kept = as_kept(picture_of(exif=exif, comment=b"Canary"))
    assert b"Canary" not in kept
    with Image.open(io.BytesIO(kept)) as clean:
        assert not clean.getexif()
        assert clean.format == "JPEG"


@pytest.mark.parametrize(
    "content", [b"", b"GIF89a", b"<svg/>", picture_of()[:200], picture_of("GIF"), b"\x89PNG\r\n\x1a\n" * 9]
)
def test_what_is_no_photograph_is_refused(content):
    with pytest.raises(Invalid):
        as_kept(content)


def test_a_photograph_that_is_too_large_is_refused():
    many_pixels = io.BytesIO()
    Image.new("1", (10_000, 5_000)).save(many_pixels, "PNG")
    for content in (b"x" * (5 * 1024 * 1024 + 1), many_pixels.getvalue()):
        with pytest.raises(Invalid) as refused:
            as_kept(content)
        assert refused.value.code == "too-large"


def test_an_oversized_photograph_is_answered_at_its_field(as_ana, ana):
    row = services.propose(who=ana, entry=entry())
    address = reverse("teams:fact-photograph", args=[row.pk])
    assert f'data-most-bytes="{5 * 1024 * 1024}"' in as_ana.get(row.get_absolute_url()).content.decode()
    answer = as_ana.post(address, {"photograph": upload(b"x" * (5 * 1024 * 1024 + 1))})
    assert answer.status_code == 400
    assert answer.context["photograph_error"] in answer.content.decode()
    assert not FactPhotograph.objects.exists()


def test_a_person_takes_their_proposals_along_and_leaves_only_facts(as_ana, ana, rae):
    row = services.propose(who=ana, entry={**entry(), "source": "Canary's card"})
    as_ana.post(reverse("teams:fact-photograph", args=[row.pk]), {"photograph": upload(picture_of())})
    services.reject(revision=services.propose(who=rae, entry=entry("nox")), who=reviewer("kim"), why="no")
    assert personal_data.my_data(ana)["teams"]["facts"][0]["source"] == "Canary's card"
    personal_data.erase(ana)
    row = FactRevision.objects.get(pk=row.pk)
    assert row.body["spells"] == [KICK]
    assert row.source == ""
    assert not FactPhotograph.objects.exists()

"""A club's own picture of a card: drawn anew, shown instead of the drawing, removed, restored, reported and erased."""

import io
import struct
import zlib

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from accounts.models import ModerationCase, User
from config.backup import archive
from core.database.deleted import RESTORED_WITHIN
from core.models import AuditEntry
from core.privacy import personal_data
from teams.cards.services import pictures
from teams.models import CardPicture, FactsSnapshot
from teams.tasks import delete_removed
from tests.teams.facts_people import reviewer
from tests.tournaments.races import at_once, both_wait_after

CARD = reverse("teams:card", args=["bill-tell"])
CHANGE = reverse("teams:change-card-picture", args=["bill-tell"])
ALT = "Our painted miniature of Bill Tell"


@pytest.fixture
def rae(db) -> User:
    return reviewer()


@pytest.fixture
def as_rae(rae) -> Client:
    client = Client()
    client.force_login(rae)
    return client


def drawn(form: str = "PNG", size: tuple[int, int] = (300, 200), **options) -> bytes:
    file = io.BytesIO()
    Image.new(options.pop("mode", "RGB"), size, options.pop("colour", "red")).save(file, form, **options)
    return file.getvalue()


def send(client, content: bytes = b"", *, seen: object = "", alt: str = ALT, name: str = "picture.png", does="upload"):
    sent = {"picture-does": does, "picture-seen": seen, "picture-alt": alt}
    if content:
        file = io.BytesIO(content)
        file.name = name
        sent["picture"] = file
    return client.post(CHANGE, sent)


@pytest.fixture
def shown(as_rae) -> CardPicture:
    assert send(as_rae, drawn()).status_code == 302
    return CardPicture.objects.get()


def page(client, address: str = CARD) -> str:
    return client.get(address).content.decode()


# -- shown ------------------------------------------------------------------------------------------------------


def test_everybody_sees_the_picture_on_card_and_builder(client, shown):
    card, builder = page(client), page(client, reverse("teams:build") + "?q=bill+tell")
    assert f'src="{shown.as_shown().large}" alt="{ALT}"' in card
    assert "no artwork of the publisher" not in card
    assert f'src="{shown.as_shown().small}"' in builder
    answer = client.get(shown.as_shown().large)
    assert answer["Content-Type"] == "image/jpeg"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Cache-Control"] == "private, max-age=3600"
    with Image.open(io.BytesIO(answer.content)) as picture:
        assert (picture.format, picture.size) == ("JPEG", (300, 200))


def test_a_picture_changes_no_pinned_facts(as_rae, shown):
    send(as_rae, seen=shown.pk, does="remove")
    assert not FactsSnapshot.objects.exists()


# -- bad files --------------------------------------------------------------------------------------------------


def png_chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def bomb(width: int = 60_000, height: int = 60_000, kind: int = 2) -> bytes:
    """A PNG of very many pixels in a few bytes."""
    header = png_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0))
    pixels = png_chunk(b"IDAT", zlib.compress(b"0" * 99))
    return b"\x89PNG\r\n\x1a\n" + header + pixels + png_chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"", "Choose a picture"),
        (b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', "no JPEG, PNG or WebP"),
        (b"GIF89a/*<script>*/", "no JPEG, PNG or WebP"),
        (drawn("GIF"), "no JPEG, PNG or WebP"),
        (drawn("JPEG", (900, 900))[:2_000], "no JPEG, PNG or WebP"),
        (bomb(), "40 megapixels"),
        (b"x" * (5 * 1024 * 1024 + 1), "at most 5 MB"),
        (drawn(size=(90, 90)), "100 pixels"),
        (drawn(size=(1_000, 120)), "three times"),
    ],
    ids=["nothing", "svg", "script", "gif", "truncated", "bomb", "huge", "tiny", "stretched"],
)
def test_a_bad_file_is_answered_at_its_field(as_rae, content, word):
    answer = send(as_rae, content)
    assert answer.status_code == 400
    assert word in answer.context["picture_errors"]["file"]
    assert f'value="{ALT}"' in answer.content.decode()
    assert not CardPicture.objects.exists()


@pytest.mark.parametrize("name", ["picture.svg", "picture.exe", "../../secret", "é" * 300])
def test_the_content_decides_and_not_the_name(as_rae, name):
    assert send(as_rae, drawn("WEBP"), name=name).status_code == 302


def test_what_hides_in_a_picture_does_not_stay(as_rae, rae):
    exif = Image.Exif()
    exif[0x010F], exif[0x8825] = "Canary", {1: "N", 2: (48.0, 51.0, 30.0)}
    send(as_rae, drawn("JPEG", exif=exif, comment=b"Canary") + b"<script>Canary</script>")
    kept = CardPicture.objects.get()
    for content in (bytes(kept.large), bytes(kept.small)):
        assert b"Canary" not in content
        assert b"script" not in content


def test_damaged_notes_of_a_camera_do_not_matter(as_rae):
    exif = Image.Exif()
    exif[0x0112], exif[0x011A] = 6, 1.0  # to be turned; how many pixels an inch has
    damaged = bytearray(exif.tobytes())
    damaged[31] = 7  # the number is said to be of no known kind
    assert send(as_rae, drawn("JPEG", exif=bytes(damaged))).status_code == 302
    with Image.open(io.BytesIO(bytes(CardPicture.objects.get().large))) as picture:
        assert picture.size == (200, 300)


def test_what_is_transparent_lies_on_white(as_rae):
    send(as_rae, drawn("PNG", mode="RGBA", colour=(0, 0, 0, 0)))
    with Image.open(io.BytesIO(bytes(CardPicture.objects.get().large))) as picture:
        assert picture.getpixel((5, 5)) == (255, 255, 255)


@pytest.mark.parametrize("alt", ["", "   ", "x" * 161, "a\x00b", "\u2800"])
def test_a_picture_needs_words_for_who_cannot_see_it(as_rae, alt):
    answer = send(as_rae, drawn(), alt=alt)
    assert answer.status_code == 400
    assert answer.context["picture_errors"]["alt"]
    assert not CardPicture.objects.exists()


# -- who may, and when ------------------------------------------------------------------------------------------


def test_only_reviewers_of_card_texts_change_a_picture(client, as_ana, shown):
    for does in ("upload", "remove", "restore"):
        assert send(as_ana, drawn(), seen=shown.pk, does=does).status_code == 403
        assert send(client.__class__(), drawn(), seen=shown.pk, does=does).status_code == 302
    assert CardPicture.objects.get() == shown
    assert "Change picture" not in page(as_ana)


def test_a_card_that_does_not_exist_has_no_picture(as_rae):
    assert as_rae.post(reverse("teams:change-card-picture", args=["nobody"])).status_code == 404


def test_a_removed_picture_yields_to_the_drawing_and_can_return(as_rae, client, shown):
    assert send(as_rae, seen=shown.pk, does="remove").status_code == 302
    assert "no artwork of the publisher" in page(client)
    assert client.get(shown.as_shown().large).status_code == 404
    assert "Restore removed picture" in page(as_rae)
    assert send(as_rae, seen=shown.pk, does="restore").status_code == 302
    assert ALT in page(client)


def test_a_removed_picture_is_forgotten_after_thirty_days(as_rae, shown):
    send(as_rae, seen=shown.pk, does="remove")
    delete_removed()
    assert CardPicture.objects.exists()
    CardPicture.objects.update(removed_at=timezone.now() - RESTORED_WITHIN)
    assert send(as_rae, seen=shown.pk, does="restore").status_code == 409
    delete_removed()
    assert not CardPicture.objects.exists()


def test_another_picture_has_another_address(as_rae, client, shown):
    assert send(as_rae, drawn(colour="blue"), seen=shown.pk).status_code == 302
    assert client.get(shown.as_shown().large).status_code == 404
    assert CardPicture.objects.get().pk != shown.pk


@pytest.mark.parametrize("does", ["upload", "remove", "restore"])
def test_who_saw_another_picture_is_warned_and_changes_nothing(as_rae, shown, does):
    answer = send(as_rae, drawn(), seen=shown.pk + 1, does=does)
    assert answer.status_code == 409
    assert "a moment ago" in answer.content.decode()
    assert CardPicture.objects.get() == shown


@pytest.mark.django_db(transaction=True)
def test_of_two_first_pictures_at_once_one_is_refused(rae):
    def first():
        sent = pictures.Uploaded(drawn(), ALT)
        return pictures.upload(slug="bill-tell", who=rae, uploaded=sent, instead_of="")

    with both_wait_after("teams.cards.services.pictures._shown_id"):
        answers = at_once(first, first)
    assert sorted(type(answer).__name__ for answer in answers) == ["CardPicture", "Refused"]
    assert CardPicture.objects.count() == 1


# -- what follows -----------------------------------------------------------------------------------------------


def test_a_reported_picture_is_hidden_from_all_but_moderators(client, as_rae, shown):
    report = reverse("accounts:report", args=[CARD.lstrip("/")])
    assert report in page(client)
    client.post(report, {"reason": "private", "text": "That is my photograph."})
    assert ModerationCase.objects.get().subject == shown
    CardPicture.objects.update(hidden_by_moderators=True)
    assert ALT not in page(client)
    assert client.get(shown.as_shown().large).status_code == 404
    assert send(as_rae, seen=shown.pk, does="restore").status_code == 409
    moderator = User.objects.create_superuser("mo", "mo@example.org", "right horse")
    client.force_login(moderator)
    assert client.get(shown.as_shown().large)["Cache-Control"] == "private, no-store"


def test_a_card_without_a_picture_cannot_be_reported(client, db):
    assert reverse("accounts:report", args=[CARD.lstrip("/")]) not in page(client)


def test_a_picture_goes_with_the_account_and_is_taken_along(shown, rae):
    mine = personal_data.my_data(rae)["teams"]["pictures_of_cards"]
    assert [(each["card"], each["alt"]) for each in mine] == [("bill-tell", ALT)]
    personal_data.erase(rae)
    assert not CardPicture.objects.exists()


def test_pictures_are_in_every_backup():
    assert CardPicture in archive.kept_models()


def test_each_step_is_in_the_audit_log(as_rae, shown):
    from tournaments.events.services.audit_log import describe_entries

    for does in ("remove", "restore"):
        send(as_rae, seen=shown.pk, does=does)
    entries = AuditEntry.objects.filter(action__startswith="card-picture-")
    assert all("Bill Tell" in str(line) for line in describe_entries(entries))
    assert entries.count() == 3

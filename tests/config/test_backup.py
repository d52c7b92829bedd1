"""What was backed up comes back, all of it or nothing, and a backup that is not whole is refused."""

import json
import os
import sqlite3
import subprocess
import sys
import tarfile
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from config.backup import BackupRefused, archive, encryption
from config.backup.archive import fingerprint
from core.models import AuditEntry, Topic
from core.pages.live import PEOPLE
from core.records.audit import record
from tests.tournaments import worlds

ROOT = Path(__file__).resolve().parent.parent.parent
pytestmark = pytest.mark.django_db


@pytest.fixture
def _an_event_under_way(settings, tmp_path):
    match = worlds.a_match()
    match.save()
    record("event.opened", who=match.a.user, subject=match.a.event, after={"é": [1, 2.5, None]}, why="at\nnine")
    settings.MEDIA_ROOT = tmp_path / "media"
    (settings.MEDIA_ROOT / "logs").mkdir(parents=True)
    (settings.MEDIA_ROOT / "logs" / "game.json").write_bytes(b"\x00\xff{}")


@pytest.fixture
def backup(_an_event_under_way, tmp_path) -> Path:
    path = tmp_path / "arena.tar.gz"
    call_command("backup", path, stdout=StringIO())
    return path


def elsewhere(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = {"VAR_DIR": str(folder), "DATABASE_URL": f"sqlite:///{folder}/site.sqlite3"}
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env=os.environ | environment | {"DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.ci
def test_a_restore_drill_reproduces_equal_rows_and_standings(_an_event_under_way):
    output = StringIO()
    call_command("restore_drill", stdout=output)
    assert "fingerprints are equal" in output.getvalue()
    assert any(name.startswith("standings of event") for name in fingerprint())


@pytest.mark.ci
def test_a_restore_brings_files_back_and_refuses_a_second_run(backup, other_site):
    assert elsewhere(other_site, "restore", str(backup)).returncode == 0
    assert (other_site / "media/logs/game.json").read_bytes() == b"\x00\xff{}"
    again = elsewhere(other_site, "restore", str(backup))
    assert again.returncode != 0
    assert "not empty" in again.stderr


@pytest.mark.ci
def test_pages_from_before_a_restore_never_pass_for_later_ones(backup, other_site):
    """Whatever is counted up again from the backup's numbers, the number of all pages was never as high."""
    before = dict(Topic.objects.values_list("name", "version")).get(PEOPLE, 0)
    assert elsewhere(other_site, "restore", str(backup)).returncode == 0
    with sqlite3.connect(other_site / "site.sqlite3") as restored:
        (number,) = restored.execute("SELECT version FROM core_topic WHERE name = ?", [PEOPLE]).fetchone()
    assert number > before + 1_000_000


def test_a_backup_is_private_and_never_overwritten(backup):
    assert backup.stat().st_mode & 0o077 == 0
    with pytest.raises(CommandError, match="exists already"):
        call_command("backup", backup)


def test_a_backup_holds_nobody_s_session(backup):
    with tarfile.open(backup) as opened:
        assert not [name for name in opened.getnames() if "session" in name.lower()]


def repacked(backup: Path, change) -> Path:
    changed = backup.with_name("changed.tar.gz")
    with tarfile.open(backup) as old, tarfile.open(changed, "w:gz") as new:
        for entry in old:
            content = change(entry.name, old.extractfile(entry).read())  # type: ignore[union-attr]
            entry.size = len(content)
            new.addfile(entry, BytesIO(content))
    return changed


@pytest.fixture
def _empty_database(backup, monkeypatch):
    """Only the refusals are asked here: the rows of this test stand in for what would have been restored."""
    monkeypatch.setattr(archive, "first_table_with_rows", lambda: "")
    monkeypatch.setattr(archive, "load", lambda model, lines: None)
    monkeypatch.setattr(archive, "delete_rows_of_migrate", lambda: None)


def of_another_version(name: str, content: bytes) -> bytes:
    if name != "manifest.json":
        return content
    return json.dumps(json.loads(content) | {"migrations": ["accounts.0001_initial"]}).encode()


def with_another_file(name: str, content: bytes) -> bytes:
    return b"meddled" if name.startswith("media/") else content


def with_a_file_outside(name: str, content: bytes) -> bytes:
    return content.replace(b'"logs/game.json"', b'"../../game.json"') if name == "manifest.json" else content


@pytest.mark.usefixtures("_empty_database")
@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (of_another_version, "another version"),
        (with_another_file, "not what was backed up"),
        (with_a_file_outside, "outside"),
        (lambda name, content: b"{}" if name == "manifest.json" else content, "format"),
    ],
)
def test_a_backup_that_was_meddled_with_is_refused(backup, change, reason):
    with pytest.raises(BackupRefused, match=reason):
        archive.read(repacked(backup, change))


@pytest.mark.usefixtures("_empty_database")
def test_rows_that_differ_after_the_restore_undo_it(backup):
    AuditEntry.objects.create(action="x", subject="user:1")
    with pytest.raises(BackupRefused, match=r"core\.AuditEntry"):
        archive.read(backup)


def test_a_backup_names_the_migrations_of_this_version(backup):
    """A site that took the former ones has them on record too, and squashed ones whose files are gone."""
    MigrationRecorder(connection).record_applied("tournaments", "0001_squashed_0024_texts_for_any_number_of_seats")
    with tarfile.open(backup) as packed:
        named = json.load(packed.extractfile("manifest.json"))["migrations"]
    assert "tournaments.0001_squashed_0039" in named
    assert "tournaments.0039_draws" not in named
    assert named == archive._migrations()


def test_columns_are_in_an_order_that_moved_code_keeps(backup):
    with tarfile.open(backup) as packed:
        (line,) = packed.extractfile("rows/core.AuditEntry.jsonl").read().splitlines()
    entry = AuditEntry.objects.values().get()
    assert [entry[name] for name in ("action", "after")] == json.loads(line)[:2]
    assert [entry[name] for name in ("who_id", "why")] == json.loads(line)[-2:]


@pytest.mark.parametrize("bytes_kept", [0, 100, 2000])
def test_half_a_backup_is_refused(backup, bytes_kept):
    half = backup.with_name("half.tar.gz")
    half.write_bytes(backup.read_bytes()[:bytes_kept])
    with pytest.raises(BackupRefused):
        archive.read(half)


@pytest.fixture
def encrypted(_an_event_under_way, settings, tmp_path) -> Path:
    printed = StringIO()
    call_command("backup_key", tmp_path / "key.txt", stdout=printed)
    settings.BACKUP_KEY = printed.getvalue().strip().removeprefix("BACKUP_KEY=")
    path = tmp_path / "arena.age"
    call_command("backup", path, stdout=StringIO())
    return path


@pytest.mark.ci
def test_an_encrypted_backup_comes_back_with_its_secret_key(encrypted, other_site, tmp_path):
    assert (tmp_path / "key.txt").stat().st_mode & 0o777 == encrypted.stat().st_mode & 0o777 == 0o600
    assert encrypted.read_bytes().startswith(b"age-encryption.org/v1\n")
    restored = elsewhere(other_site, "restore", str(encrypted), "--key", str(tmp_path / "key.txt"))
    assert "fingerprints are equal" in restored.stdout, restored.stderr


def test_no_other_key_opens_an_encrypted_backup(encrypted, tmp_path):
    other, empty = tmp_path / "other.txt", tmp_path / "empty.txt"
    call_command("backup_key", other, stdout=StringIO())
    empty.write_text("# nothing\n")
    damaged = tmp_path / "damaged.age"
    damaged.write_bytes(encrypted.read_bytes()[:-20])
    for path, key, reported in (
        (encrypted, None, "--key"),
        (encrypted, other, "cannot be decrypted"),
        (encrypted, empty, "holds no secret key"),
        (encrypted, encrypted, "codec"),
        (encrypted, tmp_path / "missing.txt", "missing.txt"),
        (damaged, tmp_path / "key.txt", "damaged"),
    ):
        with pytest.raises(CommandError, match=reported):
            call_command("restore", path, key=key, stdout=StringIO())


def test_a_key_is_never_overwritten(encrypted, tmp_path):
    before = (tmp_path / "key.txt").read_text()
    with pytest.raises(CommandError):
        call_command("backup_key", tmp_path / "key.txt", stdout=StringIO())
    assert (tmp_path / "key.txt").read_text() == before


def test_a_backup_of_many_megabytes_is_encrypted_in_pieces(tmp_path):
    public = encryption.public_key(encryption.write_new_key(tmp_path / "key.txt"))
    written = []

    class Target(BytesIO):
        def write(self, piece):
            written.append(len(piece))
            return len(piece)

    with encryption.encrypting(Target(), public) as stream:
        for _ in range(8):
            stream.write(bytes(1 << 20))
    assert sum(written) > 8 << 20 > max(written) * 8


def test_a_full_disk_while_encrypting_is_reported(tmp_path, settings, _an_event_under_way):
    settings.BACKUP_KEY = encryption.write_new_key(tmp_path / "key.txt")
    with pytest.raises(CommandError, match="could not be written"):
        call_command("backup", Path("/dev/full/arena.age"), stdout=StringIO())

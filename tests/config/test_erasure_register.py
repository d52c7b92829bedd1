"""A person who was erased is erased again when an older backup is restored; nothing that remembers it names them."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db.utils import ConnectionHandler

from accounts.models import User
from config.backup import archive
from core.models import AuditEntry, Erasure
from core.privacy import erasures, personal_data
from tests.judging import people
from tournaments.models import Role, Staff

ROOT = Path(__file__).resolve().parent.parent.parent
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _folder(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture
def ana() -> User:
    people.a_hall()
    return people.user("ana")


def test_an_erasure_is_registered_without_name_or_number(ana, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        personal_data.erase(ana)
    written = erasures.path().read_text()
    assert written.split() == [Erasure.objects.get().key]
    assert len(written.strip()) == 64
    assert erasures.path().stat().st_mode & 0o077 == 0


def test_the_register_keeps_what_another_database_wrote(ana):
    erasures.path().write_text("f" * 64 + "\n")
    personal_data.erase(ana)
    erasures.write_file()
    assert erasures.read(erasures.path()) == {"f" * 64, Erasure.objects.get().key}


def test_a_refused_erasure_is_not_registered(ana):
    Staff.objects.filter(role=Role.OWNER).delete()
    Staff.objects.create(event=people.table_1().round.event, user=ana, role=Role.OWNER)
    with pytest.raises(personal_data.ErasureRefused):
        personal_data.erase(ana)
    assert not Erasure.objects.exists()


def test_an_erased_account_is_erased_again_and_nobody_else(ana):
    """Also when the backup is of a day on which they were the only owner of a coming event."""
    Staff.objects.create(event=people.table_1().round.event, user=ana, role=Role.OWNER)
    assert personal_data.erase_again({erasures.key_of(ana), "f" * 64}, User.objects.all()) == 1
    assert not User.objects.filter(public_name="Ana").exists()
    assert User.objects.get(username="bo").public_name == "Bo"
    assert personal_data.erase_again(set(Erasure.objects.values_list("key", flat=True)), User.objects.all()) == 0


def test_a_second_erasure_of_an_account_changes_nothing(ana):
    personal_data.erase(ana)
    personal_data.erase(ana)
    assert Erasure.objects.count() == AuditEntry.objects.filter(action="account-erased").count() == 1


def test_the_account_of_another_site_with_this_number_stays(ana):
    key = erasures.key_of(User(pk=ana.pk))
    assert personal_data.erase_again({key}, User.objects.all()) == 0


def test_a_register_that_is_not_there_stops_the_restore(tmp_path):
    with pytest.raises(CommandError, match="no register"):
        call_command("restore", tmp_path / "x", "--erased", str(tmp_path / "none"))


def test_the_sqlite_write_ahead_log_keeps_nothing_that_was_erased(tmp_path, monkeypatch):
    databases = ConnectionHandler(
        {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": tmp_path / "site.sqlite3"}}
    )
    written, log = databases["default"], tmp_path / "site.sqlite3-wal"
    try:
        with written.cursor() as cursor:
            cursor.execute("PRAGMA journal_mode = wal")
            cursor.execute("CREATE TABLE person (name text)")
            cursor.execute("INSERT INTO person VALUES ('Ana Example')")
        assert b"Ana Example" in log.read_bytes()
        monkeypatch.setattr(personal_data, "connection", written)
        personal_data.empty_write_ahead_log()
        assert log.read_bytes() == b""
    finally:
        databases.close_all()


@pytest.mark.ci
def test_a_restored_backup_holds_no_name_of_somebody_erased_since(ana, other_site, tmp_path):
    backup, register = tmp_path / "old.tar.gz", tmp_path / "register"
    archive.write(backup)
    register.write_text(erasures.key_of(ana))
    ours = {"VAR_DIR": str(other_site), "DATABASE_URL": f"sqlite:///{other_site}/site.sqlite3"}
    done = subprocess.run(
        [sys.executable, "manage.py", "restore", str(backup), "--erased", str(register)],
        cwd=ROOT,
        env=os.environ | ours | {"DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "deleted again: 1 accounts" in done.stdout
    assert (other_site / erasures.FILE).read_text().split() == [erasures.key_of(ana)]
    with closing(sqlite3.connect(other_site / "site.sqlite3")) as restored:
        assert "ana@example.org" not in "\n".join(restored.iterdump())

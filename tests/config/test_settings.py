"""A production that is not safe does not start; one that is passes Django's own inspection."""

import json
import os
import re
import runpy
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.urls import reverse

from config import checks, prepare
from launch.environment import SETTINGS, problems
from tests.accounts.signed_in import PASSWORD, a_person

ROOT = Path(__file__).resolve().parent.parent.parent
SAFE = {
    "PRODUCTION": "1",
    "SECRET_KEY": "k" * 20 + "0123456789abcdefghijklmnopqrstuvwxyz!",
    "ALLOWED_HOSTS": "a.example",
    "EMAIL_URL": "smtp+tls://mail.example:587",
}

POLICY = {
    **dict.fromkeys(("default-src", "base-uri", "frame-ancestors"), "'none'"),
    **dict.fromkeys(("script-src", "style-src", "font-src", "connect-src", "manifest-src", "form-action"), "'self'"),
    "img-src": "'self' data:",
}
COOKIES = ("sessionid", "csrftoken")
INLINE = re.compile(r'''<style|\sstyle=|<script(?![^>]*(\bsrc=|type="application/json"))|\son[a-z]+="''')


def settings_of(environment: dict[str, str], folder: Path) -> dict[str, Any]:
    """What config/settings.py makes of an environment, in this process."""
    with mock.patch.dict(os.environ, {"VAR_DIR": str(folder)} | environment, clear=True):
        return runpy.run_path(str(ROOT / "config/settings.py"))


def manage(environment: dict[str, str], tmp_path: Path, *command: str) -> subprocess.CompletedProcess[str]:
    clean = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env=clean | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.ci
def test_a_safe_production_passes_the_inspection_for_deployment(tmp_path):
    inspected = manage(SAFE, tmp_path, "check", "--deploy", "--fail-level", "WARNING")
    assert inspected.returncode == 0, inspected.stderr


@pytest.mark.parametrize(("silent", "reported"), [(True, ["config.W001"]), (False, [])])
def test_a_production_that_sends_no_e_mails_gets_a_warning(tmp_path, settings, silent, reported):
    environment = {name: value for name, value in SAFE.items() if not (silent and name == "EMAIL_URL")}
    made = settings_of(environment, tmp_path)
    settings.PRODUCTION, settings.EMAIL_BACKEND = made["PRODUCTION"], made["EMAIL_BACKEND"]
    assert [message.id for message in checks.check_email_backend()] == reported


@pytest.mark.ci
def test_an_e_mail_without_a_mail_server_is_logged(tmp_path):
    silent = {name: value for name, value in SAFE.items() if name != "EMAIL_URL"}
    code = "from django.core.mail import send_mail; send_mail('Hello', 'A\\nB', None, ['ana@example.org'])"
    *_warnings, output = manage(silent, tmp_path, "shell", "-v", "0", "-c", code).stderr.splitlines()
    assert json.loads(output)["message"].endswith("ana@example.org | Hello\nA\nB")


@pytest.mark.parametrize(("reported", "output"), [({}, True), ({"HSTS_SUBDOMAINS": "off"}, False)])
def test_hsts_covers_subdomains_unless_switched_off(tmp_path, reported, output):
    made = settings_of(SAFE | reported, tmp_path)
    assert (made["SECURE_HSTS_INCLUDE_SUBDOMAINS"], made["SECURE_HSTS_PRELOAD"]) == (output, output)


UNSAFE = [
    (SAFE | {"DEBUG": "1"}, "DEBUG"),
    ({name: value for name, value in SAFE.items() if name != "SECRET_KEY"}, "SECRET_KEY"),
    (SAFE | {"SECRET_KEY": "short"}, "SECRET_KEY"),
    (SAFE | {"SECRET_KEY": "ab" * 40}, "SECRET_KEY"),
]


@pytest.mark.parametrize(("environment", "reason"), UNSAFE)
def test_an_unsafe_production_is_refused_with_the_reason(tmp_path, environment, reason):
    with pytest.raises(SystemExit, match=reason):
        settings_of(environment, tmp_path)


NONSENSE = [
    *(("WORKER_PROCESSES", value) for value in ("0", "abc", "-1", "1.5", "\u0662", "")),
    *(("WEB_PROCESSES", value) for value in ("x", "0", "9999999999999")),
    *(("PRODUCTION", value) for value in ("maybe", "")),
    *(("LOG_LEVEL", value) for value in ("LOUD", "info", "")),
    *(("EMAIL_URL", value) for value in ("nonsense", "smtp://", "ftp://mail.example", "smtp://host:port")),
    *(("FORWARDED_ALLOW_IPS", value) for value in ("banana", "127.0.0.1,", "")),
    *(("SITE_URL", value) for value in ("https://a.example/b", "a.example")),
    ("VAR_DIR", "/dev/null"),
    *(("ALLOWED_HOSTS", value) for value in ("", "a.example,,b.example", "https://a.example")),
    *(("DATABASE_URL", value) for value in ("", "postgres", "postgres://host", "mysql://host/name")),
    *(("REDIS_URL", value) for value in ("localhost:6379", "http://host")),
    *(("SITE_URL", value) for value in ("cup.example", "ftp://cup.example", "http://[::1")),
    ("SECRET_KEY", ""),
    ("CSRF_TRUSTED_ORIGINS", "cup.example"),
    ("EMAIL_CONFIRMATION", "perhaps"),
    ("DEFAULT_FROM_EMAIL", "cup"),
]


@pytest.mark.parametrize(("name", "value"), NONSENSE)
def test_a_senseless_setting_is_refused_with_an_example(name, value):
    (refusal,) = problems({name: value})
    assert refusal.startswith(f"{name}={value} makes no sense: ")
    assert f", as in {name}=" in refusal


@pytest.mark.parametrize(
    ("owner", "site"),
    [
        ("postgres://owner@host/name", "postgres://site@host/another"),
        ("postgres://site@host/name", "postgres://site@host/name"),
        ("postgres://host/name", "postgres://site@host/name"),
        ("postgres://owner:s3cret@host/name", None),
    ],
)
def test_the_owner_is_another_role_of_the_same_database(owner, site):
    environment = {"MIGRATION_DATABASE_URL": owner} | ({"DATABASE_URL": site} if site else {})
    (refusal,) = problems(environment)
    assert refusal.startswith("MIGRATION_DATABASE_URL and DATABASE_URL ")
    assert "s3cret" not in refusal


@pytest.mark.parametrize("key", ["short", "ab" * 40])
def test_a_guessable_key_is_refused_everywhere_and_not_printed(key):
    (refusal,) = problems({"SECRET_KEY": key})
    assert refusal.startswith("SECRET_KEY makes no sense: ")
    assert key not in refusal


def test_cookies_of_a_public_site_are_for_its_host_alone(tmp_path):
    made = settings_of(SAFE, tmp_path)
    names = {made["SESSION_COOKIE_NAME"], made["CSRF_COOKIE_NAME"]}
    assert names == {"__Host-sessionid", "__Host-csrftoken"}
    assert "SESSION_COOKIE_NAME" not in settings_of({}, tmp_path)  # a hall has no HTTPS


def test_a_public_site_is_reached_over_https_alone(tmp_path):
    made = settings_of(SAFE, tmp_path)
    assert made["SECURE_SSL_REDIRECT"] and made["SESSION_COOKIE_SECURE"] and made["CSRF_COOKIE_SECURE"]
    assert made["SECURE_HSTS_SECONDS"] == 365 * 24 * 3600


def test_no_script_reads_the_cookies_of_session_and_forms(client, db):
    person = a_person()
    client.post(reverse("account_login"), {"login": person.email, "password": PASSWORD})
    client.get(reverse("accounts:me"))
    kept = {name: (bool(client.cookies[name]["httponly"]), client.cookies[name]["samesite"]) for name in COOKIES}
    assert kept == dict.fromkeys(COOKIES, (True, "Lax"))


def test_passwords_are_kept_with_argon2(tmp_path):
    assert settings_of({}, tmp_path)["PASSWORD_HASHERS"][0].endswith(".Argon2PasswordHasher")


def test_writing_streams_and_fields_have_numbers(tmp_path):
    made = settings_of({}, tmp_path)
    assert made["THROTTLE_WRITES"] == {"person": (120, 60), "address": (600, 60)}
    assert (made["STREAMS_PER_ADDRESS"], made["DATA_UPLOAD_MAX_NUMBER_FIELDS"]) == (3000, 2000)
    assert (made["DATA_UPLOAD_MAX_NUMBER_FILES"], made["DATA_UPLOAD_MAX_MEMORY_SIZE"]) == (5, 6 * 2**20)


@pytest.mark.django_db
@pytest.mark.parametrize(("number", "status"), [(1990, 302), (2010, 400)])
def test_a_form_of_too_many_fields_is_refused(reader, number, status):
    form = {"public_name": "Ana", **{f"field{n}": "x" for n in range(number)}}
    assert reader.post(reverse("accounts:me"), form).status_code == status


@pytest.mark.django_db
def test_pages_are_redirected_to_https_and_the_api_is_not(client, settings):
    settings.SECURE_SSL_REDIRECT = True
    assert client.get("/").url == "https://testserver/"
    assert client.get("/api/v1/me/").status_code == 401  # the event loop refuses it before: test_bodies.py


def test_every_example_of_a_setting_makes_sense():
    assert [each.name for each in SETTINGS if not each.makes_sense(each.example)] == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "mysql://user:s3cret@host/name"),
        ("EMAIL_URL", "smtp+tls://user:pa/s3cret@host:587"),
        ("EMAIL_URL", "smtp+tls://user:p@s3cret@host:abc"),
        ("GOOGLE_SIGN_IN", "s3cretalone"),
        ("SECRET_KEY_FALLBACKS", "s3cret"),
    ],
)
def test_a_refused_setting_shows_no_password(name, value):
    (refusal,) = problems({name: value})
    assert "s3cret" not in refusal
    assert refusal.startswith(name)


@pytest.mark.parametrize("setting", [{"LOG_LEVEL": "LOUD"}, UNSAFE[0][0]])
def test_nothing_starts_with_senseless_settings(tmp_path, setting):
    refused = manage(setting, tmp_path, "check")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.splitlines() == problems(setting)


@pytest.mark.ci
@pytest.mark.parametrize("away", ["postgres://site:s3cret@127.0.0.1:1/site", "sqlite:////nowhere/at/all.sqlite3"])
def test_a_database_that_does_not_answer_is_one_sentence(tmp_path, away):
    environment = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path), "DATABASE_URL": away}
    command = [sys.executable, "-m", "config.prepare"]
    refused = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (refused.returncode, refused.stdout, len(refused.stderr.splitlines())) == (1, "", 1)
    assert refused.stderr.startswith("The database does not answer (")
    assert "s3cret" not in refused.stderr


@pytest.mark.parametrize(
    ("command", "settings"),
    [
        (["-m", "config.prepare"], {"VAR_DIR": "/proc/nowhere"}),
        (["manage.py", "migrate"], {"VAR_DIR": "/proc/nowhere"}),
        (["manage.py", "migrate"], {"VAR_DIR": "/proc", "SECRET_KEY": SAFE["SECRET_KEY"]}),
    ],
)
def test_data_that_cannot_be_written_is_one_sentence(command, settings):
    environment = {"PATH": os.environ["PATH"], **settings}
    refused = subprocess.run([sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, check=False)
    assert (refused.returncode, refused.stdout, len(refused.stderr.splitlines())) == (1, b"", 1)
    assert settings["VAR_DIR"] in refused.stderr.decode()


def test_a_full_disk_stops_the_preparation_before_it_begins(monkeypatch, capsys, settings):
    monkeypatch.setattr(prepare, "make_private", lambda _folder: pytest.fail("it has begun"))
    monkeypatch.setattr(prepare.install.shutil, "disk_usage", lambda _folder: mock.Mock(free=5 * 2**20))
    assert prepare.main() == 1
    assert f"{settings.VAR_DIR} has 5 MB left" in capsys.readouterr().err


@pytest.mark.skipif(connection.vendor != "sqlite", reason="about SQLite")
@pytest.mark.django_db
def test_sqlite_without_room_names_its_folder(monkeypatch, capsys, settings, tmp_path):
    def migrate(*_: object, **__: object) -> None:
        with closing(sqlite3.connect(tmp_path / "site.sqlite3")) as full, connection.wrap_database_errors:
            full.execute("PRAGMA max_page_count = 1")
            full.execute("CREATE TABLE full AS SELECT randomblob(1000000)")

    monkeypatch.setitem(connection.settings_dict, "NAME", tmp_path / "site.sqlite3")
    monkeypatch.setattr(prepare, "collecting_static", lambda: None)
    monkeypatch.setattr("django.core.management.commands.migrate.Command.execute", migrate)
    with pytest.raises(CommandError, match=f"The disk of {tmp_path} is full."):
        call_command("migrate")
    assert prepare.main() == 1
    assert f"The disk of {tmp_path} is full." in capsys.readouterr().err


@pytest.mark.check
@pytest.mark.parametrize(
    ("database", "loaded"), [({}, "False"), ({"DATABASE_URL": "postgres://site@127.0.0.1/x"}, "True")]
)
def test_the_postgresql_driver_takes_memory_only_where_it_is_used(tmp_path, database, loaded):
    code = "import sys, config.urls; print('psycopg' in sys.modules)"
    assert manage(database, tmp_path, "shell", "--no-imports", "-c", code).stdout.strip() == loaded


def test_run_refuses_senseless_settings_before_installing(tmp_path):
    environment = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path / "var"), "WORKER_PROCESSES": "0"}
    refused = subprocess.run([ROOT / "run"], env=environment, capture_output=True, text=True, check=False)
    assert refused.returncode == 1
    assert (refused.stdout.strip(), refused.stderr) == (problems(environment)[0], "")
    assert not (tmp_path / "var").exists()


def test_the_database_stays_in_its_folder_whatever_its_name(tmp_path):
    folder = tmp_path / "#1 50%20 ?"
    made = settings_of({}, folder)
    assert made["DATABASES"]["default"]["NAME"] == folder / "site.sqlite3"
    assert folder.stat().st_mode & 0o077 == 0


@pytest.mark.skipif(connection.vendor != "sqlite", reason="about SQLite")
@pytest.mark.django_db
def test_unsuitable_database_settings_keep_the_site_from_starting(monkeypatch, capsys):
    monkeypatch.setattr(prepare, "collecting_static", lambda: None)
    assert prepare.main() == 0
    monkeypatch.setitem(checks.EXPECTED_PRAGMAS, "synchronous", "extra")
    assert prepare.main() == 1
    assert "config.E001" in capsys.readouterr().err


@pytest.mark.django_db
def test_uncollectable_static_files_keep_the_site_from_starting(monkeypatch):
    monkeypatch.setattr(prepare, "static_is_current", lambda: False)
    monkeypatch.setattr(prepare, "collect_static", lambda: sys.exit("no room"))
    assert prepare.main() == 1


def test_a_missing_secret_key_is_generated_once_and_kept_private(tmp_path):
    first, second = (settings_of({}, tmp_path)["SECRET_KEY"] for _ in range(2))
    assert first == second
    assert len(first) > 50
    assert (tmp_path / "secret-key").stat().st_mode & 0o077 == 0


@pytest.mark.check
def test_a_process_writes_private_files_from_any_terminal(tmp_path):
    """With the umask of a terminal: the database is made by a driver that sets no mode."""
    environment = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path / "var")}
    command = [sys.executable, "manage.py", "check", "--database", "default"]
    subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True, umask=0o022)
    made = [tmp_path / "var", *(tmp_path / "var").iterdir()]
    assert "site.sqlite3" in {path.name for path in made}
    assert [path.name for path in made if path.stat().st_mode & 0o077] == []


def test_the_documented_settings_are_exactly_those_that_are_read():
    read = {"HOST", "PORT", "PYTHON"}
    for source in [*(ROOT / "config").rglob("*.py"), *(ROOT / "launch").rglob("*.py")]:
        read |= set(re.findall(r'(?:env\.\w+|environ\.get)\(\s*"([A-Z_]+)"', source.read_text()))
    documented = set(re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / "docs/operations.md").read_text(), re.MULTILINE))
    assert documented - {"FORWARDED_ALLOW_IPS"} == read - {"DJANGO_SETTINGS_MODULE"}


@pytest.mark.parametrize("name", ["start", "account_login", "account_signup", "style"])
def test_pages_allow_no_inline_script_or_style_and_no_frame(client, db, name):
    page = client.get(reverse(name))
    policy = page["Content-Security-Policy"]
    frames = {"frame-src": "'self'"} if name == "start" else {}  # the board of a live game
    assert dict(part.strip().split(" ", 1) for part in policy.split(";")) == POLICY | frames
    assert page["X-Frame-Options"] == "DENY"
    assert page["Referrer-Policy"] == "same-origin"
    assert page["X-Content-Type-Options"] == "nosniff"
    assert not INLINE.search(page.content.decode())


def test_a_well_formed_request_id_is_kept_and_others_replaced(client, db):
    assert client.get("/robots.txt", headers={"X-Request-ID": "abc-12345"})["X-Request-ID"] == "abc-12345"
    for odd in ("a b\x7f<script>", "abc-12345<script>", "abc-12345\n", "abc", "a" * 65, "é" * 9):
        replaced = client.get("/robots.txt", headers={"X-Request-ID": odd})["X-Request-ID"]
        assert (len(replaced), replaced.isalnum()) == (16, True), odd


def test_each_middleware_says_why_it_is_one(tmp_path):
    lines = re.search(r"^MIDDLEWARE = \[\n(.*?)^\]", (ROOT / "config" / "settings.py").read_text("utf-8"), re.M | re.S)
    assert lines
    listed = re.findall(r'^    "([\w.]+)",(?:  # (\S.+))?$', lines[1], re.M)
    assert [name for name, why in listed if len(why.split()) < 4] == []
    assert [name for name, _why in listed] == settings_of({}, tmp_path)["MIDDLEWARE"]
    assert len(listed) <= 20  # each costs every request

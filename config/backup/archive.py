"""The backup file: rows/<table>.jsonl, media/..., and manifest.json with what must be equal after a restore."""

import base64
import datetime
import gzip
import hashlib
import io
import json
import os
import tarfile
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import IO, Any, cast

from django.apps import apps
from django.conf import settings
from django.core.management.color import no_style
from django.db import connection, models, transaction
from django.db.migrations.loader import MigrationLoader

from config.backup import BackupRefused, encryption
from tournaments.models import Event
from tournaments.standings.services.ranking import freeze_standings

# Tables as lines of JSON, the same from SQLite and PostgreSQL.
LEFT_OUT = {"sessions.Session", "usersessions.UserSession"}  # people sign in again after a restore
MADE_BY_MIGRATE = ["auth.Permission", "contenttypes.ContentType"]
BATCH = 200


def kept_models() -> list[type[models.Model]]:
    every = apps.get_models(include_auto_created=True)
    return sorted((model for model in every if model._meta.label not in LEFT_OUT), key=lambda model: model._meta.label)


@contextmanager
def snapshot() -> Iterator[None]:
    """One consistent snapshot of all tables, without blocking writers."""
    if connection.in_atomic_block:
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ" if connection.vendor == "postgresql" else "BEGIN")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def columns_of(model: type[models.Model]) -> list[Any]:
    """By their names: the order of the classes changes when code moves."""
    return sorted(model._meta.concrete_fields, key=lambda field: field.attname)


def lines_of(model: type[models.Model]) -> Iterator[str]:
    names = [field.attname for field in columns_of(model)]
    for row in model._base_manager.order_by("pk").values_list(*names).iterator(chunk_size=2000):
        yield json.dumps([_plain(value) for value in row], ensure_ascii=False, sort_keys=True)


def _plain(value: Any) -> Any:
    if isinstance(value, datetime.datetime):
        return value.astimezone(datetime.UTC).isoformat()
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(value).decode()
    if value is None or isinstance(value, bool | int | float | str | list | dict):
        return value
    return str(value)


def load(model: type[models.Model], lines: Iterator[str]) -> None:
    """Insert rows exactly as stored: no default, no "now" and no Python hook changes them."""
    fields = columns_of(model)
    names = [field.attname for field in fields]
    while some := list(islice(lines, BATCH)):
        values = [map(_read, fields, json.loads(line)) for line in some]
        rows = [model(**dict(zip(names, row, strict=True))) for row in values]
        model._base_manager.all()._insert(rows, fields=fields, using="default", raw=True)  # type: ignore[attr-defined]


def _read(field: Any, value: Any) -> Any:
    return field.to_python(value)


def delete_rows_of_migrate() -> None:
    for label in MADE_BY_MIGRATE:
        apps.get_model(label)._base_manager.all().delete()


def first_table_with_rows() -> str:
    """The first table with rows of its own, or ""."""
    for model in kept_models():
        if model._meta.label not in MADE_BY_MIGRATE and model._base_manager.exists():
            return model._meta.label
    return ""


def advance_sequences() -> None:
    """Advance PostgreSQL's sequences, which are separate from the rows: the next row would otherwise reuse a key."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), kept_models()):
            cursor.execute(statement)


def fingerprint() -> dict[str, str]:
    tables = {model._meta.label: _hash(lines_of(model)) for model in kept_models()}
    events = Event._base_manager.order_by("pk")
    return tables | {f"standings of event {event.pk}": _hash(_ranks(event)) for event in events}


def _ranks(event: Event) -> Iterator[str]:
    for row in freeze_standings(event):
        yield json.dumps(row, sort_keys=True)


def _hash(lines: Iterable[str]) -> str:
    digest = hashlib.sha256()
    for line in lines:
        digest.update(line.encode() + b"\n")
    return digest.hexdigest()


FORMAT = "krosmaster-backup/2"
UNREADABLE = (OSError, EOFError, KeyError, ValueError, tarfile.TarError, zlib.error)


def write(path: Path, key: str = "") -> dict[str, Any]:
    """Write the backup to a temporary name and rename it when complete. With a public age key it is encrypted."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with draft.open("xb") as file:
            draft.chmod(0o600)
            with encryption.encrypting(file, encryption.public_key(key)) if key else nullcontext(file) as target:
                manifest = _write_to(target)
        draft.rename(path)
    finally:
        draft.unlink(missing_ok=True)
    return manifest


def _write_to(target: IO[bytes]) -> dict[str, Any]:
    packed = gzip.GzipFile("", "wb", compresslevel=3, fileobj=target)
    with packed, tarfile.open(fileobj=packed, mode="w|") as archive:
        with snapshot():
            for model in kept_models():
                _add_rows(archive, model)
            manifest = {"format": FORMAT, "migrations": _migrations(), "fingerprint": fingerprint()}
        manifest["files"] = dict(_add_files(archive))
        _add(archive, "manifest.json", io.BytesIO(json.dumps(manifest, indent=1).encode()))
    return manifest


def _migrations() -> list[str]:
    """Those of this version that are applied: one that replaces others is, too, where they were taken one by one."""
    loader = MigrationLoader(connection)
    return sorted(f"{app}.{name}" for app, name in loader.applied_migrations.keys() & loader.disk_migrations.keys())


def _add_rows(archive: tarfile.TarFile, model: type[models.Model]) -> None:
    with tempfile.TemporaryFile() as lines:
        for line in lines_of(model):
            lines.write(line.encode() + b"\n")
        _add(archive, f"rows/{model._meta.label}.jsonl", lines)


def _add_files(archive: tarfile.TarFile) -> Iterator[tuple[str, str]]:
    root = Path(settings.MEDIA_ROOT)
    for path in sorted(root.rglob("*")) if root.exists() else ():
        if path.is_file():
            name = path.relative_to(root).as_posix()
            with path.open("rb") as content:
                digest = hashlib.file_digest(content, "sha256").hexdigest()
                _add(archive, f"media/{name}", content)
            yield name, digest


def _add(archive: tarfile.TarFile, name: str, content: IO[bytes]) -> None:
    entry = tarfile.TarInfo(name)
    entry.size = content.seek(0, os.SEEK_END)
    entry.mode = 0o600
    content.seek(0)
    archive.addfile(entry, content)


def read(path: Path, key: Path | None = None) -> dict[str, Any]:
    """Restore everything or nothing, then check every table, standing and file. `key` is the file with the secret key
    of an encrypted backup."""
    with encryption.opened(path, key) as clear, _opened(path, clear) as archive:
        manifest = _manifest(archive)
        _refuse_unfit_database(manifest)
        with transaction.atomic():
            delete_rows_of_migrate()
            for model in kept_models():
                load(model, _lines(archive, f"rows/{model._meta.label}.jsonl"))
            advance_sequences()
            _compare(manifest["fingerprint"], fingerprint())
            _write_files(archive, manifest["files"])
    return manifest


def _opened(path: Path, clear: IO[bytes]) -> tarfile.TarFile:
    try:
        return tarfile.open(fileobj=clear, mode="r:gz")
    except UNREADABLE as error:
        raise BackupRefused(f"{path} cannot be read as a backup: {error}") from error


def _manifest(archive: tarfile.TarFile) -> dict[str, Any]:
    try:
        manifest = json.load(_member(archive, "manifest.json"))
    except UNREADABLE as error:
        raise BackupRefused(f"this is no whole backup: {error}") from error
    if manifest.get("format") != FORMAT:
        raise BackupRefused(f"not of the format {FORMAT}: restore it with the version that made it, then upgrade")
    return cast(dict[str, Any], manifest)


def _member(archive: tarfile.TarFile, name: str) -> IO[bytes]:
    content = archive.extractfile(name)
    if content is None:
        raise KeyError(name)
    return content


def _refuse_unfit_database(manifest: dict[str, Any]) -> None:
    if taken := first_table_with_rows():
        raise BackupRefused(f"the database is not empty ({taken} has rows): restore into a new one, after migrate")
    if manifest["migrations"] != _migrations():
        raise BackupRefused("the backup is of another version of the site: restore with that version, then upgrade")


def _lines(archive: tarfile.TarFile, name: str) -> Iterator[str]:
    with _member(archive, name) as content:
        for line in content:
            yield line.decode()


def _compare(before: dict[str, str], after: dict[str, str]) -> None:
    different = [name for name in before | after if before.get(name) != after.get(name)]
    if different:
        raise BackupRefused(f"not equal after the restore, nothing was kept: {', '.join(different)}")


def _write_files(archive: tarfile.TarFile, files: dict[str, str]) -> None:
    root = Path(settings.MEDIA_ROOT)
    for name, digest in files.items():
        if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts:
            raise BackupRefused(f"the backup names a file outside of its folder: {name}")
        content = _member(archive, f"media/{name}").read()
        if hashlib.sha256(content).hexdigest() != digest:
            raise BackupRefused(f"the file {name} is not what was backed up")
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content)

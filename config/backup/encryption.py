"""Backups encrypted with age (age-encryption.org): streamed in chunks, written with a public key, read with the secret
one.

The site only holds the public key, so anyone who gets into it cannot read earlier backups.
"""

import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pyrage
from django.conf import settings

from config.backup import BackupRefused

BEGINNING = b"age-encryption.org/v1\n"


def public_key(text: str) -> pyrage.x25519.Recipient:
    try:
        return pyrage.x25519.Recipient.from_str(text)
    except pyrage.RecipientError as wrong:
        raise BackupRefused("BACKUP_KEY is no public key of age: it begins with age1") from wrong


def secret_keys(path: Path) -> list[pyrage.x25519.Identity]:
    """The keys of a file written by age-keygen: comments, and one key per line."""
    lines = [line.strip() for line in path.read_text("utf-8").splitlines()]
    try:
        keys = [pyrage.x25519.Identity.from_str(line) for line in lines if line and not line.startswith("#")]
    except pyrage.IdentityError as wrong:
        raise BackupRefused(f"{path} holds no secret key of age: it begins with AGE-SECRET-KEY-1") from wrong
    if not keys:
        raise BackupRefused(f"{path} holds no secret key of age: it begins with AGE-SECRET-KEY-1")
    return keys


def write_new_key(path: Path) -> str:
    """Write a new secret key to its own file and return the public key."""
    secret = pyrage.x25519.Identity.generate()
    public = str(secret.to_public())
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(f"# public key: {public}\n{secret}\n")
    return public


@contextmanager
def encrypting(target: IO[bytes], key: pyrage.x25519.Recipient) -> Iterator[IO[bytes]]:
    """A file object that encrypts to `target`; plain data never reaches the disk."""
    reading, writing = os.pipe()
    failed: list[Exception] = []
    worker = threading.Thread(target=_encrypt, args=(reading, target, key, failed))
    worker.start()
    try:
        with os.fdopen(writing, "wb") as stream:
            yield stream
    except BrokenPipeError:
        if not failed:
            raise
    finally:
        worker.join()
    if failed:
        raise failed[0]


def _encrypt(reading: int, target: IO[bytes], key: pyrage.x25519.Recipient, failed: list[Exception]) -> None:
    with os.fdopen(reading, "rb") as source:
        try:
            pyrage.encrypt_io(source, target, [key])
        except (OSError, pyrage.EncryptError) as error:
            failed.append(error)


@contextmanager
def opened(path: Path, key: Path | None) -> Iterator[IO[bytes]]:
    """The archive in plain. An encrypted one is decrypted to an unnamed file, which disappears with the process."""
    with path.open("rb") as source:
        is_encrypted = source.read(len(BEGINNING)) == BEGINNING
        source.seek(0)
        if not is_encrypted:
            yield source
            return
        if key is None:
            raise BackupRefused(f"{path} is encrypted: name the file with the secret key, as in --key backup-key.txt")
        with tempfile.TemporaryFile(dir=settings.VAR_DIR) as clear:
            _decrypt(source, clear, secret_keys(key), path, key)
            clear.seek(0)
            yield clear


def _decrypt(source: IO[bytes], clear: IO[bytes], keys: list[pyrage.x25519.Identity], path: Path, key: Path) -> None:
    try:
        pyrage.decrypt_io(source, clear, keys)
    except pyrage.DecryptError as error:
        raise BackupRefused(f"{path} cannot be decrypted with the key in {key}: {error}") from error
    except OSError as error:
        raise BackupRefused(f"{path} is damaged, or the disk is full: {error}") from error

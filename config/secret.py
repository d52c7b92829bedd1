"""The signing key of a machine without a configured one: created once, private, never in the repository."""

import os
import secrets
from pathlib import Path


def machine_secret(kept_in: Path) -> str:
    """Read or create the key. The file is linked into place complete, so processes that start together get the same
    key."""
    if not kept_in.exists():
        draft = kept_in.with_name(f"{kept_in.name}.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(64))
        try:
            os.link(draft, kept_in)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return kept_in.read_text()

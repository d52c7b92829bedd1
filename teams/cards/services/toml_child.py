"""Parses TOML in a bounded child process (core/files/bounded_child.py): a header of many parts makes each line slow."""

import json
import tomllib

from core.files.bounded_child import serve


def as_json(content: bytes) -> dict[str, str]:
    """Return the document as JSON, so that one parser applies the same limits to both, or the problem."""
    try:
        return {"json": json.dumps(tomllib.loads(content.decode()), ensure_ascii=False, allow_nan=False)}
    except (tomllib.TOMLDecodeError, TypeError, ValueError, RecursionError) as error:
        return {"problem": str(error)[:200]}


if __name__ == "__main__":
    serve(as_json)

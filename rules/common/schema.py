"""JSON Schemas generated from the shapes that read documents, so that nothing is described twice."""

import json
from collections.abc import Mapping
from typing import Any

from rules.common.fields import Fields, Shape, fields_schema

DRAFT = "https://json-schema.org/draft/2020-12/schema"
Definitions = dict[str, Any]


def document_schema(
    fields: Fields,
    *,
    slug: str,
    title: str,
    description: str,
    more: Mapping[str, Any] | None = None,
    definitions: Mapping[str, Any] | None = None,
) -> str:
    """The text of the schema file. `more` adds rules about several fields."""
    named: Definitions = {name: resolved(part, {}) for name, part in (definitions or {}).items()}
    schema = resolved(fields_schema(fields) | dict(more or {}), named)
    head = {"$schema": DRAFT, "$id": f"urn:{slug}", "title": title, "description": description}
    return json.dumps({**head, **schema, "$defs": named}, ensure_ascii=False, indent=2) + "\n"


def resolved(part: Any, definitions: Definitions) -> Any:
    """The schema with every shape written out in place, or referenced if it has a name."""
    if isinstance(part, Shape):
        if not part.name:
            return resolved(part.schema, definitions)
        if part.name not in definitions:
            definitions[part.name] = None  # reserves its place: definitions are in order of first use
            definitions[part.name] = resolved(part.schema, definitions)
        return {"$ref": f"#/$defs/{part.name}"}
    if isinstance(part, Mapping):
        return {name: resolved(inner, definitions) for name, inner in part.items()}
    if isinstance(part, list | tuple):
        return [resolved(inner, definitions) for inner in part]
    return part

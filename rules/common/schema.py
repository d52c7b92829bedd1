"""The JSON Schema of a document, made from the shapes that read it: nothing is described twice."""

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
    """As the text of its file. `more`: what the fields say together, or that nothing else may stand beside them."""
    named: Definitions = {name: resolved(part, {}) for name, part in (definitions or {}).items()}
    schema = resolved(fields_schema(fields) | dict(more or {}), named)
    head = {"$schema": DRAFT, "$id": f"urn:{slug}", "title": title, "description": description}
    return json.dumps({**head, **schema, "$defs": named}, ensure_ascii=False, indent=2) + "\n"


def resolved(part: Any, definitions: Definitions) -> Any:
    """The part with every shape written out: where it stands, or under its name if it has one."""
    if isinstance(part, Shape):
        if not part.name:
            return resolved(part.schema, definitions)
        if part.name not in definitions:
            definitions[part.name] = None  # its place, in the order in which they are first met
            definitions[part.name] = resolved(part.schema, definitions)
        return {"$ref": f"#/$defs/{part.name}"}
    if isinstance(part, Mapping):
        return {name: resolved(inner, definitions) for name, inner in part.items()}
    if isinstance(part, list | tuple):
        return [resolved(inner, definitions) for inner in part]
    return part

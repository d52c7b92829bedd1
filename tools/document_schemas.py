"""The JSON Schemas of the documents, made from the fields that read them (`manage.py schemas`)."""

import json
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from functools import partial
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from rules.arena import log, teamlist
from rules.arena.facts_document import DOCUMENT, FACT, KINDS
from rules.arena.power_names import POWER_SCHEMA
from rules.arena.text_tables import VOCABULARIES
from rules.blast import facts as blast_facts
from rules.blast import log as blast_log
from rules.blast import teamlist as blast_teamlist
from rules.common import facts as envelope
from rules.common.binding import Field, Vocabulary, fields_of
from rules.common.facts import FORMAT
from rules.common.fields import Fields, Shape, fields_schema, one_of
from rules.common.signatures import TOGETHER, Function, ValueKind
from rules.quest import facts as quest_facts
from rules.quest import herolist
from rules.quest import log as quest_log
from tools.report_fields import BLAST_REPORT, QUEST_REPORT, REPORT, TABLE_REPORT
from tournaments.core.pairing import document
from tournaments.events.services import importing

# JSON Schemas generated from the shapes that read documents, so that nothing is described twice.
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


ROOT = Path(__file__).parent.parent
OF_ARENA, OF_BLAST, OF_QUEST = "rules/arena/data", "rules/blast/data", "rules/quest/data"
OF_EVENTS = "tournaments/schemas"
FOLDERS = {
    "krosmaster-blast": OF_BLAST,
    "krosmaster-event": OF_EVENTS,
    "krosmaster-pairing": OF_EVENTS,
    "krosmaster-quest": OF_QUEST,
}

Schema = dict[str, Any]
PLAIN = {int: {"type": "integer"}, str: {"type": "string"}, bool: {"type": "boolean"}}
NOTHING_ELSE: Schema = {"additionalProperties": False}


# -- krosmaster-facts/1, from the signatures that read facts -----------------------------------------------------------
def _facts() -> str:
    """The schema. Each kind of fact has a body of its own."""
    facts = Shape(DOCUMENT["facts"][0].check, DOCUMENT["facts"][0].schema | {"items": {"oneOf": [*map(_fact, KINDS)]}})
    return document_schema(
        {**DOCUMENT, "facts": (facts, True)},
        slug="krosmaster-facts:1",
        title=FORMAT,
        description="Card texts and boards that people bring. What the fields mean stands in docs/card-texts.md.",
        more=NOTHING_ELSE,
        definitions={
            "power": POWER_SCHEMA,
            **{_name(words): _effect(vocabulary) for words, vocabulary in VOCABULARIES.items()},
            **{kind: _table(table) for kind, table in KINDS.items()},
        },
    )


def _fact(kind: str) -> Schema:
    of_kind = {**FACT, "kind": (one_of(kind), True), "body": (Shape(FACT["body"][0].check, _at(kind)), True)}
    return fields_schema(of_kind) | NOTHING_ELSE


def _object(needed: Mapping[str, Schema], others: Mapping[str, Schema] | None = None) -> Schema:
    fields = {**needed, **(others or {})}
    return {"type": "object", "required": [*needed], "properties": fields, "additionalProperties": False}


def _table(function: Function) -> Schema:
    """The schema of an object whose fields are the keyword arguments of this function."""
    fields = fields_of(function).values()
    needed = {field.name: _field(field) for field in fields if field.required}
    together = [_together(rule.names, rule.least, rule.most) for rule in TOGETHER.get(function, ())]
    return _object(needed, {f.name: _field(f) for f in fields if not f.required}) | (
        {"allOf": together} if together else {}
    )


def _together(names: tuple[str, ...], least: int, most: int) -> Schema:
    present = [{"required": [name]} for name in names]
    if least:
        return {"anyOf": present}
    return {"not": {"required": [*names]}} if most else {}


def _field(field: Field) -> Schema:
    return _value(field.annotation)


def _value(annotation: Any) -> Schema:
    origin, inside = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _kind(next(extra for extra in inside[1:] if isinstance(extra, ValueKind)))
    if origin in (Union, UnionType):
        several = [_value(each) for each in inside if each is not NoneType]
        return several[0] if len(several) == 1 else {"anyOf": several}
    if origin is Literal:
        return {"enum": [*inside]}
    if origin is tuple:
        return {"type": "array", "items": _value(inside[0])}
    if origin is Mapping:
        return {"type": "object", "additionalProperties": _value(inside[1])}
    if is_dataclass(annotation) and isinstance(annotation, type):
        return _table(annotation)
    return PLAIN[annotation]


def _kind(kind: ValueKind) -> Schema:
    if kind.words in VOCABULARIES:
        return _at(_name(kind.words))
    if kind.words == "a power":
        return _at("power")
    return dict(kind.schema) or {"type": "string"}


def _effect(vocabulary: Vocabulary) -> Schema:
    """The schema of an effect: a primitive named by `do`, and the conditions allowed beside its arguments."""
    conditions = {name: _value(_only(function)) for name, function in vocabulary.conditions.items()}
    return {"oneOf": [_primitive(word, function, conditions) for word, function in vocabulary.primitives.items()]}


def _primitive(word: str, function: Function, conditions: Mapping[str, Schema]) -> Schema:
    table = _table(function)
    fields = {"do": {"const": word}, **table["properties"], **conditions}
    return {**table, "required": ["do", *table["required"]], "properties": fields}


def _only(function: Function) -> Any:
    (only,) = fields_of(function).values()
    return only.annotation


def _name(words: str) -> str:
    return words.replace(" ", "-")


def _at(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


# -- the same for Blast and Quest, from the fields of their bodies -----------------------------------------------------
def _facts_of_game(game: str, bodies: Mapping[str, Fields], description: str) -> str:
    document = envelope.document_fields(game)
    entries = [_fact_of_game(kind, bodies) for kind in sorted(bodies)]
    facts = Shape(envelope.BODY.check, document["facts"][0].schema | {"items": {"oneOf": entries}})
    return document_schema(
        {**document, "facts": (facts, True)},
        slug=f"krosmaster-{game}-facts:1",
        title=FORMAT,
        description=description,
        more=NOTHING_ELSE,
    )


def _fact_of_game(kind: str, bodies: Mapping[str, Fields]) -> Schema:
    body = Shape(envelope.BODY.check, fields_schema(bodies[kind]) | NOTHING_ELSE)
    fields = envelope.fact_fields(bodies)
    return fields_schema({**fields, "kind": (one_of(kind), True), "body": (body, True)}) | NOTHING_ELSE


# -- all of them -------------------------------------------------------------------------------------------------------
SCHEMAS: Mapping[str, Callable[[], str]] = {
    "krosmaster-event-1": partial(
        document_schema,
        importing.FIELDS,
        slug="krosmaster-event:1",
        title=importing.FORMAT,
        description="A whole event, exported to be imported elsewhere. What the fields mean stands in docs/events.md.",
    ),
    "krosmaster-event-2": partial(
        document_schema,
        importing.FIELDS_OF_TABLES,
        slug="krosmaster-event:2",
        title=importing.FORMAT_OF_TABLES,
        description="A whole event whose tables seat more than two. What the fields mean stands in docs/events.md.",
    ),
    "krosmaster-facts-1": _facts,
    "krosmaster-log-1": partial(
        document_schema,
        log.alike(log.HEADERS),
        slug="krosmaster-log:1",
        title=log.FORMAT,
        description="A game of Krosmaster Arena, from set-up to its end. What the fields mean is in docs/game-log.md.",
        more={"allOf": [log.BY_DETAIL, *log.by_ruleset(log.HEADERS)]},
    ),
    "krosmaster-log-2": partial(
        document_schema,
        log.alike(log.TABLE_HEADERS),
        slug="krosmaster-log:2",
        title=log.TABLE_FORMAT,
        description="A game of three or four players. What the fields mean is in docs/game-log-2.md.",
        more={"allOf": log.by_ruleset(log.TABLE_HEADERS)},
    ),
    "krosmaster-pairing-1": partial(
        document_schema,
        document.DOCUMENT,
        slug="krosmaster-pairing:1",
        title="A round to be paired",
        description="What `python -m tournaments.core.pairing` reads. What the fields mean stands in docs/swiss.md.",
    ),
    "krosmaster-blast-1": partial(
        document_schema,
        blast_log.HEADER,
        slug="krosmaster-blast:1",
        title=blast_log.FORMAT,
        description="The log of a game of Krosmaster Blast. What the fields mean stands in docs/blast.md.",
    ),
    "krosmaster-blast-facts-1": partial(
        _facts_of_game,
        blast_facts.GAME,
        blast_facts.BODIES,
        "Boards and cards of Krosmaster Blast that people bring: docs/blast.md.",
    ),
    "krosmaster-blast-report-1": partial(
        document_schema,
        BLAST_REPORT,
        slug="krosmaster-blast-report:1",
        title="The report on a krosmaster-blast/1",
        description="What `validate_log --json` answers. What the fields mean stands in docs/blast.md.",
    ),
    "krosmaster-blast-team-1": partial(
        document_schema,
        blast_teamlist.FIELDS,
        slug="krosmaster-blast-team:1",
        title=blast_teamlist.FORMAT,
        description="A team list of Krosmaster Blast. What the fields mean stands in docs/blast.md.",
    ),
    "krosmaster-quest-1": partial(
        document_schema,
        quest_log.HEADER,
        slug="krosmaster-quest:1",
        title=quest_log.FORMAT,
        description="The ledger of a game of Krosmaster Quest. What the fields mean stands in docs/quest.md.",
    ),
    "krosmaster-quest-facts-1": partial(
        _facts_of_game,
        quest_facts.GAME,
        quest_facts.BODIES,
        "Scenarios, dashboards, mobs and items of Krosmaster Quest that people bring: docs/quest.md.",
    ),
    "krosmaster-quest-hero-1": partial(
        document_schema,
        herolist.FIELDS,
        slug="krosmaster-quest-hero:1",
        title=herolist.FORMAT,
        description="The hero of a player of Krosmaster Quest. What the fields mean stands in docs/quest.md.",
    ),
    "krosmaster-quest-report-1": partial(
        document_schema,
        QUEST_REPORT,
        slug="krosmaster-quest-report:1",
        title="The report on a krosmaster-quest/1",
        description="What `validate_log --json` answers. What the fields mean stands in docs/quest.md.",
    ),
    "krosmaster-report-1": partial(
        document_schema,
        REPORT,
        slug="krosmaster-report:1",
        title="The report on a krosmaster-log/1",
        description="What `validate_log --json` and the API answer. What the fields mean stands in docs/game-log.md.",
    ),
    "krosmaster-report-2": partial(
        document_schema,
        TABLE_REPORT,
        slug="krosmaster-report:2",
        title="The report on a krosmaster-log/2",
        description="What `validate_log --json` and the API answer. What the fields mean is in docs/game-log-2.md.",
    ),
    "krosmaster-team-1": partial(
        document_schema,
        log.alike(teamlist.BY_RULESET),
        slug="krosmaster-team:1",
        title=teamlist.FORMAT,
        description="A team list. What the fields mean stands in docs/teams.md.",
        more={"allOf": [teamlist.POOL_OF_LIMITED, *log.by_ruleset(teamlist.BY_RULESET)]},
    ),
}


def path_of(name: str) -> Path:
    folder = next((folder for start, folder in FOLDERS.items() if name.startswith(start)), OF_ARENA)
    return ROOT / folder / f"{name}.schema.json"


def problems() -> list[str]:
    return [
        f"{path_of(name).name} is stale: run manage.py schemas"
        for name, text in SCHEMAS.items()
        if not path_of(name).exists() or path_of(name).read_text("utf-8") != text()
    ]

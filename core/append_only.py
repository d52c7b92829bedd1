"""Database triggers make the audit log append-only, for queries written by hand too."""

from typing import Any

TABLE = "core_auditentry"
VERBS = ("update", "delete")

SQLITE = """
CREATE TRIGGER journal_never_{verb} BEFORE {verb} ON {table}
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END
"""
POSTGRESQL_FUNCTION = """
CREATE OR REPLACE FUNCTION journal_is_append_only() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'the journal is append-only' USING ERRCODE = 'integrity_constraint_violation'; END $$
"""
POSTGRESQL = """
CREATE TRIGGER journal_never_{verb} BEFORE {verb} ON {table}
FOR EACH ROW EXECUTE FUNCTION journal_is_append_only()
"""


def guard(schema_editor: Any, verbs: tuple[str, ...] = VERBS, table: str = TABLE) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRESQL_FUNCTION)
    template = POSTGRESQL if schema_editor.connection.vendor == "postgresql" else SQLITE
    for verb in verbs:
        schema_editor.execute(template.format(verb=verb, table=table))


def unguard(schema_editor: Any, verbs: tuple[str, ...] = VERBS, table: str = TABLE) -> None:
    on_table = f" ON {table}" if schema_editor.connection.vendor == "postgresql" else ""
    for verb in verbs:
        schema_editor.execute(f"DROP TRIGGER journal_never_{verb}{on_table}")

"""Database triggers that make the audit log append-only, even for hand-written queries."""

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
POSTGRESQL_TRUNCATE = """
CREATE TRIGGER journal_never_truncate BEFORE TRUNCATE ON {table}
FOR EACH STATEMENT EXECUTE FUNCTION journal_is_append_only()
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


def guard_against_truncate(schema_editor: Any, table: str = TABLE) -> None:
    """PostgreSQL empties a table without its triggers on rows. SQLite has no TRUNCATE."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRESQL_TRUNCATE.format(table=table))


def unguard_against_truncate(schema_editor: Any, table: str = TABLE) -> None:
    if schema_editor.connection.vendor == "postgresql":
        unguard(schema_editor, ("truncate",), table)


# While a person is being erased, their name is removed from texts of the audit log; who did what, when and to what
# stays.
KEPT = ("id", "at", "who_id", "action", "scope", "subject", "request")
ERASING = "EXISTS (SELECT 1 FROM core_erasure WHERE done_at IS NULL)"
SQLITE_BUT_ERASURE = """
CREATE TRIGGER journal_never_update BEFORE update ON {table} WHEN NOT ({erasing} AND {same})
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END
"""
POSTGRESQL_BUT_ERASURE = """
CREATE OR REPLACE FUNCTION journal_is_changed_by_erasure_only() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
IF {erasing} AND {same} THEN RETURN NEW; END IF;
RAISE EXCEPTION 'the journal is append-only' USING ERRCODE = 'integrity_constraint_violation'; END $$
"""


def guard_but_for_erasure(schema_editor: Any, table: str = TABLE) -> None:
    """Replace the trigger that `guard` created by one that allows updates during an erasure."""
    unguard(schema_editor, ("update",), table)
    if schema_editor.connection.vendor == "postgresql":
        same = " AND ".join(f"NEW.{name} IS NOT DISTINCT FROM OLD.{name}" for name in KEPT)
        schema_editor.execute(POSTGRESQL_BUT_ERASURE.format(erasing=ERASING, same=same))
        schema_editor.execute(
            f"CREATE TRIGGER journal_never_update BEFORE update ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION journal_is_changed_by_erasure_only()"
        )
    else:
        same = " AND ".join(f"NEW.{name} IS OLD.{name}" for name in KEPT)
        schema_editor.execute(SQLITE_BUT_ERASURE.format(table=table, erasing=ERASING, same=same))


def guard_against_erasure_too(schema_editor: Any, table: str = TABLE) -> None:
    unguard(schema_editor, ("update",), table)
    guard(schema_editor, ("update",), table)


# An erasure that somebody wrote by hand to change the audit log stays: none is deleted, and one only ends, once.
ERASURES = "core_erasure"
ENDS = "OLD.done_at IS NULL"
SQLITE_ERASURES = (
    f"""
CREATE TRIGGER erasure_never_delete BEFORE delete ON {ERASURES}
BEGIN SELECT RAISE(ABORT, 'the register of erasures is append-only'); END
""",
    f"""
CREATE TRIGGER erasure_only_ends BEFORE update ON {ERASURES}
WHEN NOT ({ENDS} AND NEW.id IS OLD.id AND NEW.key IS OLD.key AND NEW.at IS OLD.at)
BEGIN SELECT RAISE(ABORT, 'the register of erasures is append-only'); END
""",
)
POSTGRESQL_ERASURES = (
    f"""
CREATE FUNCTION erasure_only_ends() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
IF TG_OP = 'UPDATE' AND {ENDS} AND (NEW.id, NEW.key, NEW.at) IS NOT DISTINCT FROM (OLD.id, OLD.key, OLD.at)
THEN RETURN NEW; END IF;
RAISE EXCEPTION 'the register of erasures is append-only' USING ERRCODE = 'integrity_constraint_violation'; END $$
""",
    f"""
CREATE TRIGGER erasure_only_ends BEFORE update OR delete ON {ERASURES}
FOR EACH ROW EXECUTE FUNCTION erasure_only_ends()
""",
    f"""
CREATE TRIGGER erasure_never_truncate BEFORE TRUNCATE ON {ERASURES}
FOR EACH STATEMENT EXECUTE FUNCTION erasure_only_ends()
""",
)


def guard_erasures(schema_editor: Any) -> None:
    on_postgresql = schema_editor.connection.vendor == "postgresql"
    for statement in POSTGRESQL_ERASURES if on_postgresql else SQLITE_ERASURES:
        schema_editor.execute(statement)


def unguard_erasures(schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP FUNCTION erasure_only_ends CASCADE")  # and its triggers
    else:
        schema_editor.execute("DROP TRIGGER erasure_never_delete")
        schema_editor.execute("DROP TRIGGER erasure_only_ends")

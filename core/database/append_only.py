"""Rows that are never changed or deleted: models guarded in their methods, which queries bypass, and database triggers
that make the audit log append-only, even for hand-written queries.

While a person is being erased, their name is removed from texts of the audit log; who did what, when and to what stays.
An erasure that somebody wrote by hand to change the audit log stays too: none is deleted, and one only ends, once.
"""

from typing import Any

from django.db import models

TABLE = "core_auditentry"
ERASURES = "core_erasure"

KEPT = ("id", "at", "who_id", "action", "scope", "subject", "request")
ERASING = "EXISTS (SELECT 1 FROM core_erasure WHERE done_at IS NULL)"
ENDS = "OLD.done_at IS NULL"

SQLITE = {
    "journal_never_delete": f"""
CREATE TRIGGER journal_never_delete BEFORE delete ON {TABLE}
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END
""",
    "journal_never_update": f"""
CREATE TRIGGER journal_never_update BEFORE update ON {TABLE} WHEN NOT ({ERASING} AND {
        " AND ".join(f"NEW.{name} IS OLD.{name}" for name in KEPT)
    })
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END
""",
    "erasure_never_delete": f"""
CREATE TRIGGER erasure_never_delete BEFORE delete ON {ERASURES}
BEGIN SELECT RAISE(ABORT, 'the register of erasures is append-only'); END
""",
    "erasure_only_ends": f"""
CREATE TRIGGER erasure_only_ends BEFORE update ON {ERASURES}
WHEN NOT ({ENDS} AND NEW.id IS OLD.id AND NEW.key IS OLD.key AND NEW.at IS OLD.at)
BEGIN SELECT RAISE(ABORT, 'the register of erasures is append-only'); END
""",
}

POSTGRESQL = (
    """
CREATE OR REPLACE FUNCTION journal_is_append_only() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'the journal is append-only' USING ERRCODE = 'integrity_constraint_violation'; END $$
""",
    f"""
CREATE OR REPLACE FUNCTION journal_is_changed_by_erasure_only() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
IF {ERASING} AND {" AND ".join(f"NEW.{name} IS NOT DISTINCT FROM OLD.{name}" for name in KEPT)} THEN RETURN NEW; END IF;
RAISE EXCEPTION 'the journal is append-only' USING ERRCODE = 'integrity_constraint_violation'; END $$
""",
    f"""
CREATE OR REPLACE FUNCTION erasure_only_ends() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
IF TG_OP = 'UPDATE' AND {ENDS} AND (NEW.id, NEW.key, NEW.at) IS NOT DISTINCT FROM (OLD.id, OLD.key, OLD.at)
THEN RETURN NEW; END IF;
RAISE EXCEPTION 'the register of erasures is append-only' USING ERRCODE = 'integrity_constraint_violation'; END $$
""",
    f"""
CREATE TRIGGER journal_never_delete BEFORE delete ON {TABLE}
FOR EACH ROW EXECUTE FUNCTION journal_is_append_only()
""",
    f"""
CREATE TRIGGER journal_never_truncate BEFORE TRUNCATE ON {TABLE}
FOR EACH STATEMENT EXECUTE FUNCTION journal_is_append_only()
""",
    f"""
CREATE TRIGGER journal_never_update BEFORE update ON {TABLE}
FOR EACH ROW EXECUTE FUNCTION journal_is_changed_by_erasure_only()
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


def guard(_apps: Any, schema_editor: Any) -> None:
    """For RunPython. SQLite has no TRUNCATE, and drops triggers with a table that it copies to alter it."""
    on_postgresql = schema_editor.connection.vendor == "postgresql"
    for statement in POSTGRESQL if on_postgresql else SQLITE.values():
        schema_editor.execute(statement)


class NeverDeleted(models.Model):
    """A model whose rows cannot be deleted; another row supersedes or revokes them."""

    class Meta:
        abstract = True

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise TypeError(f"a {self._meta.verbose_name} is never deleted")


class WrittenOnce(NeverDeleted):
    """A model whose rows cannot be changed either; a later statement is a new row."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk:
            raise TypeError(f"a {self._meta.verbose_name} is never changed")
        super().save(*args, **kwargs)

"""The tables of a database as sentences in SQL, in no order: two that say the same are the same schema. Triggers are
left out: the migrations of core make them, and tests take one away.
"""

from django.db import connection

OF_POSTGRESQL = """
    SELECT 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' '
        || coalesce(character_maximum_length::text, '') || ' ' || coalesce(column_default, '') || ' ' || is_identity
        FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
"""


def schema() -> set[str]:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(OF_POSTGRESQL)
            return {sentence for (sentence,) in cursor.fetchall()}
        cursor.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND type <> 'trigger'")
        found = cursor.fetchall()
    tables = {f"{name}: {part}" for kind, name, sql in found if kind == "table" for part in parts_of(sql)}
    return tables | {sql for kind, _, sql in found if kind != "table"}


def parts_of(table: str) -> list[str]:
    """The columns and constraints of a CREATE TABLE: what stands between the commas that no bracket encloses."""
    parts, depth = [""], 0
    for letter in table.partition("(")[2].rpartition(")")[0]:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]

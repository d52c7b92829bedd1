"""Compare the figures in rules/arena/data with a database file, field by field.

    python -m tools.compare_cards cards.json

It says how many fields agree, and lists each that does not with what the printed front says (`printed` in
tools/card_database/judged.toml). It exits with 1 where a difference is not explained, or a figure is not in the data.
What the file says in a sentence that no pattern reads (tools/card_database/sentences.py) is compared by readers alone:
it says how many spells and powers that are.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.arena.cards import Card, catalogue
from rules.arena.texts import FOLDER, REWARDS, SUMMONS, tables_of
from rules.common.names import slugify
from tools.card_database import rows, tables
from tools.card_database.rows import CardRow

BY_SENTENCE = ("effects", "area", "area-needs", "track", "unknown")  # of a spell
NOT_COMPARED = ("name", "french", "also", "words", "inferred")  # our words, and names of other sources
PARTS = {"unknown": "effects", "area": "effects", "number of own-powers": "own-powers"}


@dataclass(frozen=True, slots=True)
class Field:
    """One fact of a figure, or of one of its spells: as we have it, and as the file has it."""

    slug: str
    spell: str | None
    name: str
    here: Any
    there: Any

    @property
    def agrees(self) -> bool:
        return bool(self.here == self.there)

    @property
    def decided(self) -> Mapping[str, Any] | None:
        """What the printed front says of it, or of what it is a part of."""
        whole = PARTS.get(self.name) or self.name.partition(", ")[0]
        return tables.printed_otherwise(self.slug, self.spell).get(whole)

    def __str__(self) -> str:
        place = ", ".join(filter(None, (self.slug, self.spell, self.name)))
        why = f"front {self.decided['scan']}: {self.decided['why']}" if self.decided else "not explained"
        return f"{place}: here {self.here}, there {self.there}; {why}"


def fields(row: CardRow, ours: Mapping[str, tables.Table]) -> Iterator[Field]:
    """Every fact of a row beside ours; `ours` are the tables of our figures as they are written."""
    card, table = catalogue().get(row.slug), ours.get(row.slug)
    if card is None or table is None:
        yield Field(row.slug, None, "figure", None, row.name)
        return
    yield from _of_card(row, card)
    there = _with_single_powers(tables.of_figure(row), table["powers"])
    yield Field(row.slug, None, "powers", {*table["powers"]}, {*there["powers"]})
    yield from _of_parts(row.slug, "own-powers", table, there)
    yield from _of_parts(row.slug, "spells", table, there)


def _with_single_powers(there: tables.Table, ours: list[str]) -> tables.Table:
    """What the file explains of a power that we have by its name is that power."""
    own = there.get("own-powers", [])
    named = [slugify(each["name"]) for each in own if slugify(each["name"]) in ours]
    left = [each for each in own if slugify(each["name"]) not in named]
    return {**there, "powers": [*there["powers"], *named], "own-powers": left}


def unread(table: tables.Table) -> bool:
    """Whether the file says it in a sentence that no pattern reads."""
    return "words" in table or "effects" in table.get("unknown", ())


def _of_card(row: CardRow, card: Card) -> Iterator[Field]:
    for name in ("colour", "level", "initiative", "mp", "hp", "ap"):
        yield Field(row.slug, None, name, getattr(card, name), getattr(row, name))
    yield Field(row.slug, None, "types", {*card.types}, {*row.types})
    yield Field(row.slug, None, "boss", card.boss, "Boss" in row.types)


def _of_parts(slug: str, part: str, here: tables.Table, there: tables.Table) -> Iterator[Field]:
    """Its spells or its own powers, by each of their names."""
    ours = {name: each for each in here.get(part, []) for name in (slugify(each["name"]), *each.get("also", []))}
    theirs = {slugify(each["name"]): each for each in there.get(part, [])}
    yield Field(slug, None, f"number of {part}", len(here.get(part, [])), len(theirs))
    for name, each in theirs.items():
        found = ours.get(name)
        if found is None:
            yield Field(slug, name, part, None, each["name"])
            continue
        facts, others = _facts(found), _facts(each)
        by_readers = (facts if part == "own-powers" else BY_SENTENCE) if unread(each) else ()
        for field in sorted((facts.keys() | others.keys()) - {*by_readers}):
            yield Field(slug, name, field, facts.get(field), others.get(field))


def _sentences(row: CardRow) -> list[tables.Table]:
    there = tables.of_figure(row)
    return [*there["spells"], *there.get("own-powers", [])]


def _facts(table: tables.Table) -> dict[str, Any]:
    """What a table says, each number of a cost, a range and an attack by itself."""
    facts = {field: value for field, value in table.items() if field not in NOT_COMPARED}
    for field in ("cost", "range", "attack"):
        facts |= {f"{field}, {part}": value for part, value in facts.pop(field, {}).items()}
    if "unknown" in facts:
        facts["unknown"] = sorted(facts["unknown"])
    return facts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    found = rows.read(parser.parse_args().file)
    files = tables_of(FOLDER)
    ours = {slug: table for name in files if name not in (SUMMONS, REWARDS) for slug, table in files[name].items()}
    by_readers = sum(unread(each) for row in found.values() for each in _sentences(row))
    compared = [field for row in found.values() for field in fields(row, ours)]
    different = [field for field in compared if not field.agrees]
    share = 100 * (1 - len(different) / len(compared))
    sys.stdout.write(f"{len(found)} figures, {len(compared)} fields: {share:.2f} % agree\n")
    sys.stdout.write(f"{by_readers} spells and powers in sentences that only readers compare\n")
    sys.stdout.writelines(f"{field}\n" for field in different)
    return int(any(field.decided is None for field in different))


if __name__ == "__main__":
    sys.exit(main())

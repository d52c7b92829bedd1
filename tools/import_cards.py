"""Write rules/arena/data/cards/*.toml from the reference table of Krosmasters (a CSV file), one file an expansion.

    python -m tools.import_cards krosmasters.csv

The table was gathered from public card lists: a list with English names and lettering colours, and a French list.
A card found in both carries its French name; a card known from the French list alone has no known colour. What the
table marks as inferred stays marked (`inferred`), what it does not know is written as "unknown" and never filled in.
Boss here is the type printed on the card; the publisher's dated Boss lists stand in rules/arena/data/legality.toml.
"""

import argparse
import csv
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from rules.common.names import slugify

CARDS = Path(__file__).resolve().parent.parent / "rules" / "arena" / "data" / "cards"

# the note names the matching row of the French list and the evidence
IN_FRENCH_LIST = re.compile(
    r'amousty #\d+ "(?P<name>[^"]+)" \(season (?P<season>\d+); (?P<how>(?:[^()]|\([^()]*\))*)\)'
)
ONLY_IN_FRENCH_LIST = re.compile(r"amousty #\d+ only \(season (?P<season>\d+)\)")
FRENCH_NAME = re.compile(r'amousty name "(?P<name>[^"]+)"')
NOTE = re.compile(r"\s*[(\[](?P<note>[^)\]]*)[)\]]")

EXPANSION_NOTES = {
    "Eternal 1": "Revised cards of heroes of Season 1 and the Duel Pack, for the Eternal format.",
    "OAV": "The edition is blank in the source; taken from its link code.",
    "Season 4": "Numbering of the French list; the name of the edition is not known.",
    "Season 5": "Numbering of the French list; the name of the edition is not known.",
    "Season 6": "Numbering of the French list; the name of the edition is not known.",
}


def expansion_of(row: dict[str, str]) -> str:
    return NOTE.sub("", row["season/edition"])


def slug_of(row: dict[str, str]) -> str:
    revision = " eternal 1" if expansion_of(row) == "Eternal 1" else ""
    return slugify(f"{row['name']} {row['version']}{revision}")


def french_facts(row: dict[str, str]) -> tuple[str | None, int | None, bool]:
    """The French name, the season in the French list, and whether the match was inferred from equal figures."""
    note = row["source_note"]
    if match := IN_FRENCH_LIST.search(note):
        return match["name"], int(match["season"]), match["how"].startswith("name differs")
    if match := ONLY_IN_FRENCH_LIST.search(note):
        french = FRENCH_NAME.search(note)
        name = french["name"] if french else f"{row['name']} - {row['version']}".removesuffix(" - ")
        return name, int(match["season"]), False
    return None, None, False


def boss_of(row: dict[str, str], types: Iterable[str]) -> str:
    """Whether the card is a Boss. Where only a dated list says so, the card's type line is unknown."""
    return "yes" if "Boss" in types else "no" if row["boss"] == "no" else "unknown"


def facts(row: dict[str, str]) -> Iterator[tuple[str, object]]:
    french, season, french_inferred = french_facts(row)
    note = NOTE.search(row["types"])
    types = [part.strip() for part in NOTE.sub("", row["types"]).split(";") if part.strip()]
    types_inferred = note is not None and "further types unknown" not in note["note"]
    yield "slug", slug_of(row)
    yield "name", row["name"]
    if row["version"]:
        yield "version", row["version"]
    if french:
        yield "french", french
    yield "colour", row["colour"]
    yield "boss", boss_of(row, types)
    yield "types", types or "unknown"
    for key in ("level", "initiative", "mp", "hp"):
        yield key, int(row[key])
    yield "ap", "none" if row["ap"] == "-" else int(row["ap"])
    if season is not None:
        yield "season", season
    if inferred := ["french"] * french_inferred + ["types"] * types_inferred:
        yield "inferred", inferred
    yield "source", row["source_note"] + (f"; types: {note['note']}" if note else "")


def toml(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value)


def write(expansion: str, rows: list[dict[str, str]]) -> None:
    lines = ["[expansion]", f"name = {toml(expansion)}"]
    if expansion in EXPANSION_NOTES:
        lines.append(f"note = {toml(EXPANSION_NOTES[expansion])}")
    for row in rows:
        lines += ["", "[[cards]]", *(f"{key} = {toml(value)}" for key, value in facts(row))]
    (CARDS / f"{slugify(expansion)}.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Write rules/arena/data/cards/*.toml from the reference table.")
    parser.add_argument("table", type=Path)
    with parser.parse_args().table.open(encoding="utf-8", newline="") as table:
        by_expansion: dict[str, list[dict[str, str]]] = defaultdict(list)
        for row in csv.DictReader(table):
            by_expansion[expansion_of(row)].append(row)
    CARDS.mkdir(parents=True, exist_ok=True)
    for expansion, rows in by_expansion.items():
        write(expansion, rows)
    sys.stdout.write(f"{sum(map(len, by_expansion.values()))} cards of {len(by_expansion)} expansions\n")


if __name__ == "__main__":
    main()

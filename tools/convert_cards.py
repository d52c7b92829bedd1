"""Bring the figures of a database file into rules/arena/data.

    python -m tools.convert_cards cards.json

It corrects colour, types, Boss and numbers of the figures in data/cards, and writes their texts to data/texts, one file
an expansion. Figures whose texts were written by hand (`BY_HAND`) keep them. What no primitive can say is left unknown;
how much that is it says at the end. `python -m tools.compare_cards` compares the outcome with a file.
"""

import argparse
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rules.arena.cards import CARDS
from rules.arena.texts import FOLDER
from tools.card_database import rows, tables
from tools.card_database.rows import JUDGED, CardRow
from tools.card_text_examples import toml

BY_HAND = "starters.toml"
NUMBERS = ("level", "initiative", "mp", "hp", "ap")
CONVERTED = "# Written by tools/convert_cards.py from an archived card database; above each figure: row, front."
ARCHIVED = "archived card database (krosfinder)"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    found = rows.read(parser.parse_args().file)
    expansions = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in sorted(CARDS.glob("*.toml"))}
    by_hand = tomllib.loads((FOLDER / BY_HAND).read_text("utf-8"))
    whole: Counter[bool] = Counter()
    for stem, expansion in expansions.items():
        for card in expansion["cards"]:
            if card["slug"] in found:
                correct(card, found[card["slug"]])
        (CARDS / f"{stem}.toml").write_text(cards_file(expansion), "utf-8")
        ours = [found[card["slug"]] for card in expansion["cards"] if card["slug"] in found]
        texts = [(row, tables.of_figure(row)) for row in ours if row.slug not in by_hand]
        if texts:
            (FOLDER / f"{stem}.toml").write_text(texts_file(texts), "utf-8")
        whole.update(tables.is_whole(table) for _row, table in texts)
    sys.stdout.write(f"{whole.total()} figures: {whole[True]} whole, {whole[False]} with something unknown\n")


def correct(card: dict[str, Any], row: CardRow) -> None:
    """Take over what is printed; the front stands above the row, and names of ours stay."""
    facts: dict[str, Any] = {name: getattr(row, name) for name in ("colour", *NUMBERS)}
    facts |= {name: each["is"] for name, each in tables.printed_otherwise(row.slug).items() if name in facts}
    card |= facts | {"ap": "none" if facts["ap"] is None else facts["ap"]}
    card |= {"types": list(row.types), "boss": "yes" if "Boss" in row.types else "no"}
    inferred = [name for name in card.pop("inferred", []) if name != "types"]
    if inferred:
        card["inferred"] = inferred
    said = f"{ARCHIVED} {row.id}, {seen(row)}"
    other_sources = card["source"].partition(ARCHIVED)[0].rstrip("; ")
    card["source"] = "; ".join(filter(None, [other_sources, said]))


def seen(row: CardRow) -> str:
    """Whether the printed front, the second source, was read."""
    if int(row.front) in JUDGED["cut-off"]["never-seen"]:
        return "front never seen"
    cut_off = int(row.front) in JUDGED["cut-off"]["numbers-read"]
    return f"front {row.front}, cut off below the numbers" if cut_off else f"front {row.front}"


FIELDS = ("slug", "name", "version", "french", "colour", "boss", "types", *NUMBERS, "season", "inferred", "source")


def cards_file(expansion: Mapping[str, Any]) -> str:
    head = ["[expansion]", *(f"{key} = {toml(value)}" for key, value in expansion["expansion"].items())]
    cards = [
        ["", "[[cards]]", *(f"{key} = {toml(card[key])}" for key in FIELDS if key in card)]
        for card in expansion["cards"]
    ]
    return "\n".join([*head, *(line for card in cards for line in card)]) + "\n"


def texts_file(texts: Iterable[tuple[CardRow, tables.Table]]) -> str:
    parts = [f"\n# {row.id}, {seen(row)}\n{tables.written(row.slug, table)}" for row, table in texts]
    return CONVERTED + "\n" + "".join(parts)


if __name__ == "__main__":
    main()

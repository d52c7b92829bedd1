"""python -m tournaments.core.pairing FILE.json [--explain]: pairs the round in a document."""

import argparse
import json
import sys
from itertools import chain
from pathlib import Path

from rules.common.verdicts import Malformed
from tournaments.core.pairing.document import MOST_BYTES, Document, read
from tournaments.core.pairing.players import CannotPair, Pairing
from tournaments.core.pairing.reasons import explain
from tournaments.core.pairing.swiss import pair


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tournaments.core.pairing", description="Pairs a round of a Swiss event."
    )
    parser.add_argument("file", help="the document: seed, players and forbidden pairs as JSON; - reads standard input")
    parser.add_argument("--explain", action="store_true", help="say for each pair why it is made")
    options = parser.parse_args(arguments)
    try:
        document = read(_bytes_of(options.file))
        pairing = _pair(document)
    except OSError as error:
        return _refuse(f"{options.file}: {error.strerror or error}")
    except (Malformed, CannotPair) as error:
        return _refuse(f"{options.file}: {error} ({error.code})")
    answer: dict[str, object] = {
        "pairs": [list(map(document.original_id, pair_)) for pair_ in pairing.pairs],
        "bye": None if pairing.bye is None else document.original_id(pairing.bye),
        "rematches": pairing.rematches,
        "cost": pairing.cost,
    }
    if options.explain:
        explanations = explain(document.players.each(), pairing, forbidden=document.forbidden)
        answer["reasons"] = [
            {"about": list(map(document.original_id, item.about)), "why": list(map(str, item.reasons))}
            for item in explanations
        ]
    sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
    _warn(document, pairing)
    return 0


def _bytes_of(name: str) -> bytes:
    """Read at most one byte more than allowed, which shows that the file is too large."""
    if name == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    with Path(name).open("rb") as file:
        return file.read(MOST_BYTES + 1)


def _pair(document: Document) -> Pairing:
    return pair(
        document.players,
        seed=document.seed,
        forbidden=document.forbidden,
        separate_clubs=document.separate_clubs,
        opening=document.opening,
    )


def _warn(document: Document, pairing: Pairing) -> None:
    sys.stderr.writelines(f"{warning}\n" for warning in document.warnings)
    if pairing.rematches:
        sys.stderr.write(f"no pairing does without a rematch; this one has {pairing.rematches}\n")
    if pairing.forbidden:
        sys.stderr.write(f"not every forbidden pair could be kept apart; {pairing.forbidden} play\n")
    known = set(document.players.ids)
    dropped = set(chain.from_iterable(document.players.met)) - known
    if dropped:
        sys.stderr.write(f"not among the players, taken as dropped: {', '.join(sorted(dropped)[:10])}\n")
    unknown = {name for pair_ in document.forbidden for name in pair_} - known
    if unknown:
        sys.stderr.write(f"forbidden to meet somebody, but not among the players: {', '.join(sorted(unknown)[:10])}\n")


def _refuse(text: str) -> int:
    sys.stderr.write(text + "\n")
    return 2


if __name__ == "__main__":
    sys.exit(main())

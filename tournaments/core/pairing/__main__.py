"""python -m tournaments.core.pairing FILE.json [--explain]: pairs the round in a document."""

import argparse
import json
import sys
from itertools import chain
from pathlib import Path

from rules.common.verdicts import Malformed
from tournaments.core.fours.document import is_of_tables, seated
from tournaments.core.fours.players import Seating
from tournaments.core.pairing.document import MOST_BYTES, Document, from_json, tree_of
from tournaments.core.pairing.players import CannotPair, Pairing, Player
from tournaments.core.pairing.reasons import explain
from tournaments.core.pairing.swiss import pair
from tournaments.core.pods import group_by_pod


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tournaments.core.pairing", description="Pairs a round of a Swiss event."
    )
    parser.add_argument("file", help="the document: seed, players and forbidden pairs as JSON; - reads standard input")
    parser.add_argument("--explain", action="store_true", help="say for each pair why it is made")
    options = parser.parse_args(arguments)
    try:
        tree = tree_of(_bytes_of(options.file))
        if is_of_tables(tree):
            return _answer_of_tables(seated(tree))
        document = from_json(tree)
        pairings = _pair(document)
    except OSError as error:
        return _refuse(f"{options.file}: {error.strerror or error}")
    except (Malformed, CannotPair) as error:
        return _refuse(f"{options.file}: {error} ({error.code})")
    byes = [document.original_id(pairing.bye) for _players, pairing in pairings if pairing.bye is not None]
    answer: dict[str, object] = {
        "pairs": [list(map(document.original_id, pair_)) for _players, pairing in pairings for pair_ in pairing.pairs],
        **({"byes": byes} if document.pods else {"bye": byes[0] if byes else None}),
        "rematches": sum(pairing.rematches for _players, pairing in pairings),
        "cost": sum(pairing.cost for _players, pairing in pairings),
    }
    if options.explain:
        answer["reasons"] = [
            {"about": list(map(document.original_id, item.about)), "why": list(map(str, item.reasons))}
            for players, pairing in pairings
            for item in explain(players, pairing, forbidden=document.forbidden)
        ]
    sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
    _warn(document, [pairing for _players, pairing in pairings])
    return 0


def _answer_of_tables(seating: Seating) -> int:
    answer = {"tables": seating.tables, "byes": seating.byes, "rematches": seating.rematches, "cost": seating.cost}
    sys.stdout.write(json.dumps(answer | {"bound": seating.bound}, ensure_ascii=False) + "\n")
    return 0


def _bytes_of(name: str) -> bytes:
    """Read at most one byte more than allowed, which shows that the file is too large."""
    if name == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    with Path(name).open("rb") as file:
        return file.read(MOST_BYTES + 1)


def _pair(document: Document) -> list[tuple[list[Player], Pairing]]:
    """Pair everyone, or each pod by itself."""
    everyone = [*document.players.each()]
    groups = group_by_pod(everyone, document.pods) if document.pods else [everyone]
    return [(group, _pair_group(document, group)) for group in groups]


def _pair_group(document: Document, group: list[Player]) -> Pairing:
    return pair(
        document.players if not document.pods else group,
        seed=document.seed,
        forbidden=document.forbidden,
        separate_clubs=document.separate_clubs,
        opening=document.opening,
    )


def _warn(document: Document, pairings: list[Pairing]) -> None:
    sys.stderr.writelines(f"{warning}\n" for warning in document.warnings)
    if rematches := sum(pairing.rematches for pairing in pairings):
        sys.stderr.write(f"no pairing does without a rematch; this one has {rematches}\n")
    if forbidden := sum(pairing.forbidden for pairing in pairings):
        sys.stderr.write(f"not every forbidden pair could be kept apart; {forbidden} play\n")
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

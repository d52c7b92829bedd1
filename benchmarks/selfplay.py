"""The long proof, before a release: thousands of random games are legal, and every rule broken in them is found.

    python -m benchmarks.selfplay [--games 2000] [--every 20] [--mutations 3] [--seed release]

Each game is validated; then, for every way to break a rule, up to `mutations` places are tried in some of the games.
Whatever is not as it should be is written out, and the exit code says so.
"""

import argparse
import json
import sys
from collections import Counter

from rules.games import replay
from tools.selfplay.game import random_game
from tools.selfplay.mutation import ALL, places
from tools.selfplay.mutator import Document
from tools.selfplay.rng import Rng


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--mutations", type=int, default=3, help="of each kind in each game that is mutated")
    parser.add_argument("--every", type=int, default=20, help="one game in so many is mutated in every way")
    parser.add_argument("--seed", default="release")
    options = parser.parse_args()
    verdicts: Counter[str] = Counter()
    tried: Counter[str] = Counter()
    wrong = 0
    for number in range(options.games):
        seed = f"{options.seed}/{number}"
        document = random_game(seed)
        verdict, fault = legal(document)
        verdicts[verdict] += 1
        faults = [fault] if fault else []
        if number % options.every == 0:
            faults += mutated(document, Rng(seed), options.mutations, tried)
        wrong += len(faults)
        for line in faults:
            print(f"{seed}: {line}")
    print(f"games: {dict(verdicts)}; mutations: {sum(tried.values())} of {len(tried)} kinds; wrong: {wrong}")
    print(f"never tried: {', '.join(mutator.name for mutator in ALL if not tried[mutator.name]) or 'none'}")
    return 1 if wrong else 0


def legal(document: Document) -> tuple[str, str]:
    report = replay(json.dumps(document).encode())
    if report.errors:
        return report.verdict, f"legal, but {report.errors[0]}"
    if (report.winner, report.glory) != (document["result"]["winner"], document["result"]["glory"]):
        return report.verdict, f"another end: {report.winner} {report.glory}"
    return report.verdict, ""


def mutated(document: Document, rng: Rng, mutations: int, tried: Counter[str]) -> list[str]:
    faults = []
    for mutator in ALL:
        for mutation in rng.shuffled(places(document, mutator))[:mutations]:
            tried[mutator.name] += 1
            errors = replay(json.dumps(mutation.document).encode()).errors
            if not errors or (errors[0].article, errors[0].action) != (mutation.article, mutation.action):
                faults.append(f"{mutation.mutator} {mutation.article} at {mutation.action}: {errors[:1]}")
    return faults


if __name__ == "__main__":
    sys.exit(main())

"""Which enforced articles random games come to: an article is reached when a report of a spoiled game names it.

    python -m tests.oracle.reached 150

plays so many games of the comparison, each with its mutants, and lists what no report names and tools/unreached.toml
does not explain; it exits 0 when there is nothing to list.
"""

import json
import sys
from collections.abc import Iterable

from rules.arena.articles import articles
from rules.games import replay
from tests import made_up
from tests.oracle.comparing import logs
from tools import rules_coverage
from tools.selfplay import of_cards
from tools.selfplay.mutators import ALL

GAMES = 150


def unreached(numbers: Iterable[int]) -> list[str]:
    named: set[str | None] = set()
    with made_up.made_up_cards():
        for number in numbers:
            for _name, log in logs(number):
                named |= {finding.article for finding in replay(json.dumps(log).encode()).findings}
    enforced = [number for number, article in articles().items() if article.treatment == "enforced"]
    return [number for number in enforced if number not in named]


def main() -> int:
    found = unreached(range(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES))
    explained = rules_coverage.unreached()
    by_name = {mutator.article for mutator in (*ALL, *of_cards.MUTATORS)}  # each proved by a test of its own
    unexplained = [number for number in found if number not in explained and number not in by_name]
    for number in unexplained:
        sys.stdout.write(f"{number} {articles()[number].title}\n")
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())

"""Which enforced articles random games come to: `python -m tests.oracle.reached 150` lists those that no report names.

The games are those of the comparison, each with its mutants: an article is reached when a report of one names it.
"""

import json
import sys
from collections.abc import Iterable

from rules.arena.articles import articles
from rules.games import replay
from tests import made_up
from tests.oracle.comparing import logs

GAMES = 150


def unreached(numbers: Iterable[int]) -> list[str]:
    named: set[str | None] = set()
    with made_up.made_up_cards():
        for number in numbers:
            for _name, log in logs(number):
                named |= {finding.article for finding in replay(json.dumps(log).encode()).findings}
    enforced = [number for number, article in articles().items() if article.treatment == "enforced"]
    return [number for number in enforced if number not in named]


def main() -> None:
    for number in unreached(range(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)):
        print(number, articles()[number].title)  # noqa: T201


if __name__ == "__main__":
    main()

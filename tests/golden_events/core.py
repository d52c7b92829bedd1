"""The pure functions of an event, documents in and answers out: pairing, standings, bracket."""

import json
from collections.abc import Sequence
from typing import Any

from tests.tournaments.duels import duel
from tournaments.core.bracket import Bracket, build_bracket
from tournaments.core.pairing import pair
from tournaments.core.pairing.document import read
from tournaments.core.scoring import WinDrawLoss
from tournaments.core.standings import Entrant, StandingsRow, standings

Json = dict[str, Any]


def paired(document: Json) -> Json:
    """A round of the pairing document, as `python -m tournaments.core.pairing` answers it."""
    found = read(json.dumps(document).encode())
    made = pair(
        found.players,
        seed=found.seed,
        forbidden=found.forbidden,
        separate_clubs=found.separate_clubs,
        opening=found.opening,
    )
    return {"pairs": [list(couple) for couple in made.pairs], "bye": made.bye, "cost": made.cost}


def ranked(document: Json) -> list[Any]:
    rows = standings(
        [Entrant(*entrant) for entrant in document["entrants"]],
        [duel(*result) for result in document["results"]],
        scoring=WinDrawLoss(*document["scoring"]),
        order=document["order"],
    )
    return as_rows(rows, document["order"])


def as_rows(rows: Sequence[StandingsRow], order: list[str]) -> list[Any]:
    """Rank, player, points and each figure of the order: exact, and as it is shown."""
    return [
        [row.rank, row.player, row.points, [[str(row.value(code)), row.format_value(code)] for code in order]]
        for row in rows
    ]


def drawn(document: Json) -> Json:
    seeds, winners = document["seeds"], document["winners"]
    return as_bracket(build_bracket(seeds, winners, kind=document["kind"], third_place=document["third_place"]))


def as_bracket(found: Bracket) -> Json:
    matches = [
        [match.slot, match.section, match.wave, match.a, match.b, match.winner, match.is_bye] for match in found.matches
    ]
    placings = [list(placing) for placing in found.placings()]
    return {"matches": matches, "champion": found.champion, "placings": placings}


ASKED = {"pairing": paired, "standings": ranked, "bracket": drawn}

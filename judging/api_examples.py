"""Examples in the documentation of the API."""

from typing import Any

RECEIPT = {
    "id": "5f2c1d9e-6f3b-4c57-9a55-0d7a5c1b8f10",
    "state": "queued",
    "verdict": None,
    "ended": None,
    "match": 12,
    "corrects": None,
    "sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "size": 18422,
    "received_at": "2026-11-21T14:03:07Z",
    "reports": "https://tournaments.example/api/v1/logs/5f2c1d9e-6f3b-4c57-9a55-0d7a5c1b8f10/reports/",
    "page": "https://tournaments.example/logs/5f2c1d9e-6f3b-4c57-9a55-0d7a5c1b8f10/",
}
FINDING = {
    "action": 41,
    "severity": "error",
    "article": "4.14.2.d",
    "code": "locked-unit-kept-ap",
    "message": "a2 was locked by b1 and lost 3 AP: 0 AP are left, the spell costs 3.",
}
REPORT = {
    "verdict": "invalid",
    "ended": True,
    "current": True,
    "created_at": "2026-11-21T14:03:08Z",
    "engine": "arena-2.7/2",
    "data_version": "0d7a5c1b8f10",
    "report": {
        "verdict": "invalid",
        "findings": [FINDING],
        "winner": "A",
        "won_by": "glory",
        "glory": {"A": 8, "B": 0},
        "ended": True,
        "proof": {"proved": 212, "believed": 1, "unchecked": 0, "faulty": 1, "by_card": {"naz-rael": 1}},
        "believed": [{"action": 38, "card": "naz-rael", "field": "range", "spell": "feline-leap"}],
    },
}
LOG: dict[str, Any] = {
    "format": "krosmaster-log/1",
    "ruleset": "arena-2.7",
    "arena": "the-pit",
    "actions": [{"do": "end-turn"}],
}


RULING = {
    "id": 3,
    "judge": "Jo",
    "at": "2026-11-21T14:10:40Z",
    "remedy": "correct-result",
    "details": {"score": {"outcome": "b", "glory_a": 0, "glory_b": 6, "ending": "ruling"}},
    "penalty_kind": "game-loss",
    "penalised": 41,
    "article": "4.14.2.d",
    "reason": "0 AP were left.",
    "message": "The game was lost at action 42.",
    "is_final": False,
    "supersedes": None,
}
CASE = {
    "id": 7,
    "event": "autumn-open",
    "kind": "invalid-log",
    "status": "ruled",
    "opened_at": "2026-11-21T14:03:08Z",
    "match": 12,
    "registration": None,
    "log": RECEIPT["id"],
    "claimed_by": None,
    "statements": [{"by": "Ana", "at": "2026-11-21T14:05:00Z", "text": "It was E3."}],
    "rulings": [RULING],
}

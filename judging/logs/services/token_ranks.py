"""The ranks of Demonic Reward tokens that games have shown. Where events of two owners agree, the site
proposes the rank like any other fact, for another person to confirm."""

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from core.errors import Refused
from judging.models import Report, Submission
from rules.common.names import slugify
from rules.games import DEFAULT
from teams.cards.services.token_ranks import TokenRank, propose_settled, token_ranks, withdraw_settled
from tournaments.models import FactsPin, Role, Staff

OWNERS_NEEDED = 2
BELIEVABLE = (Report.Verdict.VALID, Report.Verdict.UNVERIFIED)
DRAWS = ("flip", "buy-reward")  # which name the pile, and so the rank of what lay on it (4.7.3)


@dataclass(frozen=True, slots=True)
class SeenRank:
    """A token, and by how many owners' events each rank was seen."""

    token: TokenRank
    owners: dict[str, int]

    @property
    def disagrees(self) -> bool:
        return len(self.owners) > 1

    @property
    def settled(self) -> str:
        """The rank on which events of two owners agree; empty if there is none, or if any event differs."""
        agreed = [rank for rank, owners in self.owners.items() if owners >= OWNERS_NEEDED]
        return agreed[0] if agreed and not self.disagrees else ""


def propose_settled_ranks(*, subject: str, **_facts: Any) -> None:
    """Handle "log-stored": propose the ranks that this log has settled, and withdraw those that it contradicts."""
    submission = Submission.objects.defer(None).filter(pk=int(subject.partition(":")[2])).first()
    if submission is None:
        return
    drawn = {slug for slug, _rank in _ranks_in(bytes(submission.content))}
    tokens = [token for token in token_ranks() if token.slug in drawn and not token.known]
    for seen in _seen(tokens):
        if seen.disagrees:
            withdraw_settled(seen.token.slug)
        elif seen.settled and not seen.token.waiting:
            try:
                propose_settled(who=submission.submitter, token=seen.token, rank=seen.settled)
            except Refused:  # too many proposals: the next log proposes it
                return


def seen_ranks() -> list[SeenRank]:
    """Return the tokens without a rank on the site that games or pinned texts have shown."""
    return [seen for seen in _seen([token for token in token_ranks() if not token.known]) if seen.owners]


def _seen(tokens: list[TokenRank]) -> list[SeenRank]:
    if not tokens:
        return []
    owners: dict[tuple[str, str], set[int]] = defaultdict(set)
    owner_of = dict(Staff.objects.filter(role=Role.OWNER).order_by("-pk").values_list("event", "user"))
    for event, slug, rank in (*_in_logs(tokens), *_in_pins()):
        if event in owner_of:
            owners[slug, rank].add(owner_of[event])
    return [
        SeenRank(token, {rank: len(people) for (slug, rank), people in owners.items() if slug == token.slug})
        for token in tokens
    ]


def _in_logs(tokens: list[TokenRank]) -> Iterator[tuple[int, str, str]]:
    """Yield event, token and rank of each draw in the logs whose report does not blame them."""
    named = Q()
    for name in (name for token in tokens for name in _names(token.slug)):
        named |= Q(header__facts__icontains=f'"reward:{name}"')
    reports = Report.objects.filter(
        named, current=True, verdict__in=BELIEVABLE, submission__match__isnull=False, submission__corrections=None
    )
    for event, content in reports.values_list("submission__match__round__event", "submission__content"):
        yield from ((event, slug, rank) for slug, rank in _ranks_in(bytes(content)))


def _in_pins() -> Iterator[tuple[int, str, str]]:
    """Yield event, token and rank of each reward in the texts that an event is pinned to."""
    latest = {pin.event_id: pin.snapshot for pin in FactsPin.objects.order_by("pk").select_related("snapshot")}
    for event, snapshot in latest.items():
        if snapshot is None:
            continue
        for fact in json.loads(bytes(snapshot.content)).get("facts", ()):
            if fact.get("kind") == "reward" and fact.get("body", {}).get("rank"):
                yield event, fact["slug"], fact["body"]["rank"]


def _ranks_in(content: bytes) -> set[tuple[str, str]]:
    """Return token and rank of each draw in a log; none if it cannot be read."""
    try:
        actions = json.loads(content)["actions"]
        drawn = [each for each in actions if each["do"] in DRAWS]
        found = ((_slug_of(str(each["reward"])), str(each["rank"])) for each in drawn)
        return {(slug, rank) for slug, rank in found if slug}
    except (ValueError, LookupError, TypeError, RecursionError):
        return set()


def _slug_of(name: str) -> str:
    known = DEFAULT.facts.built_in().texts.rewards.get(slugify(name))
    return known.slug if known else ""


def _names(slug: str) -> list[str]:
    rewards = DEFAULT.facts.built_in().texts.rewards
    return [name for name, reward in rewards.items() if reward.slug == slug] or [slug]

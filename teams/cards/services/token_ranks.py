"""The ranks of all Demonic Reward tokens, entered at once from a box."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _

from accounts.profile.models import User
from core.errors import Refused
from rules.games import DEFAULT
from teams.cards.editor.reading import RANKS, built_in_bodies
from teams.cards.services.facts import propose, withdraw
from teams.models import FactKind, FactRevision

# always in English, as each proposal keeps the source that it was made with
SETTLED = "Games recorded in events of two owners agree"


@dataclass(slots=True)
class TokenRank:
    """A token, the rank that the site knows, and the one that was proposed last and waits."""

    slug: str
    body: Mapping[str, Any]
    known: str
    waiting: str
    chosen: str = ""
    errors: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return str(self.body.get("name", self.slug))

    @property
    def french(self) -> str:
        return str(self.body.get("french", ""))


def token_ranks() -> list[TokenRank]:
    """Return every token, those of a kind together, by name."""
    rows = FactRevision.objects.filter(kind=FactKind.REWARD)
    built_in = {
        key.removeprefix("reward:"): body for key, body in built_in_bodies().items() if key.startswith("reward:")
    }
    bodies = built_in | {row.slug: row.body for row in rows.current()}
    waiting = {row.slug: str(row.body.get("rank", "")) for row in rows.waiting().order_by("pk")}
    tokens = [
        TokenRank(
            slug, body, str(body.get("rank", "")), waiting.get(slug, ""), waiting.get(slug) or body.get("rank", "")
        )
        for slug, body in bodies.items()
    ]
    return sorted(tokens, key=lambda each: (str(each.body.get("kind")), each.name.casefold()))


def propose_ranks(*, who: User, tokens: list[TokenRank], source: str) -> int:
    """Propose each rank that was chosen and is not known, as one pack. What is refused is noted beside its token."""
    changed = [each for each in tokens if each.chosen and each.chosen not in (each.known, each.waiting)]
    entries = {each.slug: _entry(each, source) for each in changed}
    pack = DEFAULT.facts.digest_of([*entries.values()])
    done = 0
    for each in changed:
        if each.chosen not in RANKS:
            each.errors.append(_("Choose one of these."))
            continue
        try:
            propose(who=who, entry=entries[each.slug], pack=pack)
            done += 1
        except Refused as refusal:
            each.errors.append(str(refusal.message))
    return done


def propose_settled(*, who: User, token: TokenRank, rank: str) -> FactRevision:
    """Propose a rank on which the games of two organisers agree."""
    return propose(who=who, entry=_entry(replace(token, chosen=rank), SETTLED))


def withdraw_settled(slug: str) -> None:
    """Withdraw what was proposed because games agreed, now that one differs."""
    waiting = FactRevision.objects.waiting().filter(kind=FactKind.REWARD, slug=slug, source=SETTLED)
    for row in waiting.select_related("proposed_by"):
        withdraw(revision=row, who=row.proposed_by)


def _entry(token: TokenRank, source: str) -> dict[str, Any]:
    body = {**token.body, "rank": token.chosen}
    return {"kind": FactKind.REWARD.value, "slug": token.slug, "body": body, "source": source}

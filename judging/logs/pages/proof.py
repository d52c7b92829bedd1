"""How much of a game was proved, for its pages: shares, the cards responsible, every believed fact."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from judging.board.unit_names import own_title, printed_title, spell_title
from judging.logs.models import percent
from judging.models import Report
from rules.common.proof import contradictions
from rules.games import DEFAULT, RULESETS
from teams.wording import NO_NAMES

CARDS_SHOWN = 12
# facts of Blast that are whole cards, with the kind under which each is entered
WHOLE = {"card": "fighter", **{kind: kind for kind in ("board", "challenge", "favor", "minion")}}
FACTS: Mapping[str, Promise] = {
    "alterable": _("whether its range can change"),
    "ap": _("AP"),
    "board": _("the whole board"),
    "card": _("the whole card"),
    "challenge": _("the whole challenge"),
    "cost": _("all of its cost"),
    "characteristics": _("HP, AP and MP"),
    "colour": _("colour of the name"),
    "copies": _("how many there are"),
    "effects": _("effects"),
    "favor": _("the whole favor"),
    "holder": _("who holds the Dofus"),
    "hp": _("HP"),
    "minion": _("the whole Minion"),
    "mp": _("MP"),
    "rarity": _("elite or common"),
    "element": _("element"),
    "geegee_path": _("length of the Geegee Path"),
    "item": _("price, recipe and type"),
    "limit": _("how often it can be cast"),
    "mob": _("family and loot"),
    "powers": _("powers"),
    "prices": _("price of a GG"),
    "range": _("range"),
    "rank": _("rank"),
    "scenario": _("its quest and its own rules"),
    "sight": _("whether it needs a line of sight"),
    "spell": _("the whole spell"),
    "types": _("types"),
}


@dataclass(frozen=True)
class Share:
    """A share of the actions. `kind` is proved, believed or unchecked."""

    kind: str
    actions: int
    percent: int


@dataclass(frozen=True)
class BeliefRow:
    action: int | None
    card: str
    spell: str
    fact: str

    @property
    def number(self) -> int:
        return (self.action or 0) + 1


@dataclass(frozen=True)
class FactRow:
    """A fact that the site does not know, with the page on which it can be entered."""

    card: str
    spell: str
    fact: str
    decides: str  # "winner", "glory", "legality", or empty where nothing hangs on it
    url: str


@dataclass(frozen=True)
class ProofView:
    shares: list[Share]
    injuries: int
    knock_outs: int
    glory: int
    decisive: bool
    cards: list[tuple[str, int]]
    more_cards: int
    beliefs: list[BeliefRow] = field(default_factory=list)
    facts: list[FactRow] = field(default_factory=list)
    ranks_url: str = ""  # where the ranks that the site lacks of this game's tokens are ticked together

    @property
    def percent_proved(self) -> int:
        return self.shares[0].percent

    @property
    def decisive_facts(self) -> list[FactRow]:
        """On which winner or GG hang."""
        return [row for row in self.facts if row.decides in ("winner", "glory")]

    @property
    def other_facts(self) -> list[FactRow]:
        return [row for row in self.facts if row.decides not in ("winner", "glory")]

    @property
    def is_whole(self) -> bool:
        """Whether everything was proved."""
        return not any(share.actions for share in self.shares if share.kind != "proved")


def proof_view(report: Report | None) -> ProofView | None:
    """Return the view; None for reports without a game, or from before this was counted."""
    proof = report.proof if report else None
    if report is None or proof is None:
        return None
    found = view_of(proof, report.body["actions"], report.body.get("believed", []), header=report.header)
    return replace(found, ranks_url=_page_of_ranks(report.header.get("facts", ())))


def _page_of_ranks(named: Iterable[str]) -> str:
    """Return the table of ranks with those tokens of the facts a report names of which no rank is known."""
    texts = DEFAULT.facts.built_in().texts.rewards
    tokens = (texts.get(fact.removeprefix("reward:")) for fact in named if fact.startswith("reward:"))
    slugs = sorted({token.slug for token in tokens if token and not token.rank})
    return f"{reverse('teams:token-ranks')}?{urlencode({'of': ','.join(slugs)})}" if slugs else ""


def view_of(
    proof: Mapping[str, Any],
    actions: int,
    beliefs: Iterable[Mapping[str, Any]] = (),
    *,
    header: Mapping[str, Any] = NO_NAMES,
) -> ProofView:
    """`header` is that of the log, in which games without a catalogue of their own bring their titles."""
    reasons = sorted(proof["by_card"].items(), key=lambda reason: (-reason[1], reason[0]))
    return ProofView(
        shares=[
            Share(kind, proof[kind], percent(proof[kind], actions)) for kind in ("proved", "believed", "unchecked")
        ],
        injuries=proof["believed_injuries"],
        knock_outs=proof["believed_knock_outs"],
        glory=proof["believed_glory"],
        decisive=proof["decisive"],
        cards=[(_title_of(card, header), times) for card, times in reasons[:CARDS_SHOWN]],
        more_cards=max(0, len(reasons) - CARDS_SHOWN),
        beliefs=[_row(belief, header) for belief in beliefs],
        facts=[_fact_row(fact, header) for fact in proof.get("open_facts", ())],
    )


def _fact_row(fact: Mapping[str, Any], header: Mapping[str, Any]) -> FactRow:
    row = _row({"action": None, **fact}, header)
    url = page_of_whole(fact["field"], header) if "titles" in header else page_of_fact(fact["card"])
    return FactRow(row.card, row.spell, row.fact, fact["decides"] or "", url)


def page_of_whole(field: str, header: Mapping[str, Any]) -> str:
    """Where a card or board can be entered of which nothing is known; empty for a fact of one that is known in part."""
    ruleset = RULESETS.get(header.get("ruleset", ""))
    if ruleset is None or field not in WHOLE:
        return ""
    return reverse("teams:new-fact-of-game", args=[ruleset.game, WHOLE[field]])


def page_of_fact(slug: str) -> str:
    """Where what is printed on a card or token can be entered; empty for what nobody has named."""
    texts = DEFAULT.facts.built_in().texts
    if DEFAULT.catalogue().get(slug) is not None:
        return reverse("teams:edit-fact", args=["text", slug])
    if slug in texts.summons:
        return reverse("teams:edit-fact", args=["summon", slug])
    if slug in texts.rewards:
        return reverse("teams:edit-fact", args=["reward", texts.rewards[slug].slug])
    return "" if slug == DEFAULT.facts.unknown_reward else reverse("teams:new-fact", args=["reward"])


def _title_of(card: str, header: Mapping[str, Any]) -> str:
    """Return the title of a card or token; an unknown one has only its slug, which is turned into words."""
    name = own_title(header, card) or printed_title(card)
    return capfirst(name.replace("-", " ")) if name == card else name


def _row(belief: Mapping[str, Any], header: Mapping[str, Any]) -> BeliefRow:
    named = belief["spell"]
    spell = own_title(header, named) or spell_title(belief["card"], named) if named else ""
    return BeliefRow(belief["action"], _title_of(belief["card"], header), spell, str(FACTS.get(belief["field"], "")))


@dataclass(frozen=True)
class TextRow:
    """A field of a spell for which two games have no possible value in common."""

    card: str
    spell: str
    fact: str
    here: str
    there: str


CLAIMED: Mapping[str, Promise] = {
    "armour": _("Armour"),
    "cost": _("cost"),
    "critical-hit": _("Critical Hit"),
    "damage": _("damage"),
    "dodge": _("Dodge"),
    "effects": _("effects"),
    "element": _("element"),
    "lock": _("Lock"),
}
VALUES: Mapping[str, Promise] = {
    "yes": _("yes"),
    "no": _("no"),
    "injuries": _("injuries"),
    "healed": _("heals"),
    "water": _("water"),
    "air": _("air"),
    "earth": _("earth"),
    "fire": _("fire"),
    "neutral": _("neutral"),
}


def text_rows(here: list[dict[str, Any]], there: list[dict[str, Any]]) -> list[TextRow]:
    """Return the fields that this game and the other one claim differently."""
    return [
        TextRow(
            _title_of(card, NO_NAMES),
            spell_title(card, spell) if spell else "",
            str(CLAIMED.get(name, name)),
            _values(here, card, spell, name),
            _values(there, card, spell, name),
        )
        for card, spell, name in contradictions(there, here)
    ]


def _values(claims: list[dict[str, Any]], card: str, spell: str | None, name: str) -> str:
    values = next(claim[name] for claim in claims if (claim["card"], claim["spell"]) == (card, spell))
    if name == "damage":
        return f"{min(map(int, values))}-{max(map(int, values))}"
    return ", ".join(str(VALUES.get(value, value)) for value in values)

"""The builder's state, all of it in the address: a link shares it, the back button undoes it, no script is needed."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.core.validators import slug_re
from django.http import QueryDict
from django.urls import reverse

from rules.arena.cards import Card, catalogue
from rules.arena.construction import COPIES
from rules.arena.legality import Legality, profiles
from rules.arena.limited import TOP, Completion
from rules.arena.team import DUEL_FORMATS, TeamVerdict, check, starting_glory
from rules.arena.teamlist import LONGEST_TEAM_NAME
from rules.arena.teamlist import TeamList as Document
from teams.models import LARGEST_POOL, Pool, find_legality

MOST_FIGURES = 40
LONGEST_SLUG = 200
OF_COMPANY = {"too-many-figures", "level-too-high", "unique-hero-repeated", "several-versions", "too-many-copies"}
OF_COMPANY |= {"several-bosses", "banned", "expansion-not-legal", "not-in-pool"}


@dataclass(frozen=True)
class Build:
    """A team being built: the figures in the order in which they were added."""

    figures: tuple[str, ...] = ()
    name: str = ""
    team_format: str = "constructed"
    legality_name: str = "none"
    legality: Legality = profiles()["none"]
    pool: Pool | None = None
    pasted_pool: tuple[str, ...] = ()  # of a document; one that was chosen on the page goes before it
    saved_as: int | None = None
    unknown: tuple[str, ...] = ()  # what the address asked for, and this team does not hold
    surplus: int = 0
    event: str = ""  # the address of the event for which the team is built: it can be submitted there at once

    @classmethod
    def of(cls, request: QueryDict, user: Any) -> "Build":
        """From an address; unknown names and surplus figures are left out and reported."""
        asked = request.getlist("f")
        found = [(name, catalogue().find(name)) for name in asked[:MOST_FIGURES]]
        legality = find_legality(request.get("legality", "")) or profiles()["none"]
        team_format, pool, saved_as = request.get("format", ""), request.get("pool", ""), request.get("team", "")
        chosen = _pool(pool, user) if team_format == "limited" else None
        return cls(
            figures=tuple(card.slug for _name, card in found if card),
            name=request.get("name", "").replace("\0", "")[:LONGEST_TEAM_NAME],
            team_format=team_format if team_format in DUEL_FORMATS else "constructed",
            legality_name=legality.name,
            legality=legality,
            pool=chosen,
            pasted_pool=known(request.getlist("p")) if team_format == "limited" and not chosen else (),
            saved_as=int(saved_as) if saved_as.isdecimal() and len(saved_as) < 19 else None,
            unknown=tuple(dict.fromkeys(name for name, card in found if card is None and name)),
            surplus=max(0, len(asked) - MOST_FIGURES),
            event=slug if is_a_slug(slug := request.get("event", "")) else "",
        )

    def after(self, request: Mapping[str, str]) -> "Build":
        """With the figure added or taken out that a button of the page asks for."""
        if "clear" in request:
            return replace(self, figures=())
        card = catalogue().get(request.get("add", ""))
        if card and len(self.figures) < MOST_FIGURES:
            return replace(self, figures=(*self.figures, card.slug))
        out = request.get("out", "")
        if out in self.figures:
            place = len(self.figures) - 1 - self.figures[::-1].index(out)
            return replace(self, figures=self.figures[:place] + self.figures[place + 1 :])
        return self

    def url(self, **search: str) -> str:
        """The shortest address that leads back here: what stands as it always does is left out."""
        query = QueryDict(mutable=True)
        if self.figures:
            query.setlist("f", self.figures)
        for key, value, usual in (
            ("name", self.name, ""),
            ("format", self.team_format, "constructed"),
            ("legality", self.legality_name, "none"),
            ("event", self.event, ""),
        ):
            if value != usual:
                query[key] = value
        if self.pool:
            query["pool"] = str(self.pool.pk)
        elif self.pasted_pool:
            query.setlist("p", self.pasted_pool)
        if self.saved_as:
            query["team"] = str(self.saved_as)
        for key, value in search.items():
            query[key] = value
        return f"{reverse('teams:build')}?{query.urlencode()}" if query else reverse("teams:build")

    @property
    def is_limited(self) -> bool:
        return self.team_format == "limited"

    @property
    def pool_figures(self) -> tuple[str, ...]:
        return tuple(self.pool.figures) if self.pool else self.pasted_pool

    @property
    def undo_state(self) -> tuple[object, ...]:
        """All but the name, which is typed beside the team."""
        return self.figures, self.team_format, self.legality_name, self.pool_figures

    def cards(self) -> list[Card]:
        return [card for slug in self.figures if (card := catalogue().get(slug))]

    def timeline(self) -> list[Card]:
        """In the order in which they will act (1.3.8); equal initiatives in the order in which they were added."""
        return sorted(self.cards(), key=lambda card: -card.initiative)

    def ties(self) -> list[int]:
        """Initiatives that several figures share: their player chooses who goes first (2.4.3.b)."""
        counts = Counter(card.initiative for card in self.cards())
        return sorted((initiative for initiative, count in counts.items() if count > 1), reverse=True)

    def verdict(self) -> TeamVerdict:
        return check(self.figures, self.team_format, self.legality, self.pool_figures)

    def glory(self) -> tuple[int, int] | None:
        """What both sides would start with against a full team of level 12 (1.3.5)."""
        level = sum(card.level for card in self.cards())
        return starting_glory(level, TOP, self.team_format) if 1 <= level <= TOP else None

    def document(self) -> Document:
        return Document(self.figures, self.name, self.team_format, self.legality_name, self.pool_figures)

    def candidates(self) -> list[Card]:
        """What can be added: the whole catalogue, or what is left of the pool."""
        if not self.is_limited:
            return list(catalogue().cards)
        left = Counter(self.pool_figures) - Counter(self.figures)
        return [card for slug in left if (card := catalogue().get(slug))]

    def completion(self) -> Completion:
        """With what else it could be completed: sums and sizes are looked at, and no more than the rules allow."""
        if self.is_limited:
            left = Counter(self.pool_figures) - Counter(self.figures)
            rest = [card for slug in left.elements() if (card := catalogue().get(slug))]
            return Completion(rest, exactly=False)
        allowed = [card for card in catalogue().cards if self.legality.allows(card)]
        return Completion([card for card in allowed for _copy in range(COPIES[card.colour])], exactly=True)

    def against(self, card: Card) -> TeamVerdict:
        """The verdict with one more figure, to see which rule it would break."""
        return check((*self.figures, card.slug), self.team_format, self.legality, self.pool_figures)


def is_a_slug(word: str) -> bool:
    return len(word) <= LONGEST_SLUG and slug_re.match(word) is not None


def known(names: Sequence[str]) -> tuple[str, ...]:
    """Of a pool: what the catalogue holds, by its slugs."""
    return tuple(card.slug for name in names[:LARGEST_POOL] if (card := catalogue().find(name)))


def _pool(pk: str, user: Any) -> Pool | None:
    if not pk.isdecimal() or len(pk) > 18:
        return None
    return Pool.objects.visible_to(user).filter(pk=pk).first()

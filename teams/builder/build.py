"""The state of the team builder. All of it is in the URL, so that a link shares it, the back button undoes a step, and
no script is needed."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.core.validators import slug_re
from django.http import QueryDict
from django.urls import reverse

from rules.arena.public import COPIES, TOP, Completion
from rules.games import DEFAULT, OF_ARENA, Card, Catalogue, Legality, Ruleset, TeamVerdict
from rules.games import TeamList as Document
from teams.cards.services.facts import Version, cards_of
from teams.models import LARGEST_POOL, Pool, find_legality

MOST_FIGURES = 40
LONGEST_SLUG = 200
OF_COMPANY = {"too-many-figures", "level-too-high", "unique-hero-repeated", "several-versions", "too-many-copies"}
OF_COMPANY |= {"several-bosses", "banned", "expansion-not-legal", "not-in-pool", "not-in-the-box"}


@dataclass(frozen=True)
class Build:
    """A team being built, with the figures in the order in which they were added."""

    figures: tuple[str, ...] = ()
    name: str = ""
    ruleset: str = DEFAULT.slug
    team_format: str = "constructed"
    legality_name: str = "none"
    legality: Legality = DEFAULT.lists.profiles()["none"]
    pool: Pool | None = None
    pasted_pool: tuple[str, ...] = ()  # from a document; a pool chosen on the page takes precedence
    saved_as: int | None = None
    unknown: tuple[str, ...] = ()  # names in the URL that do not belong to this team
    surplus: int = 0
    pair_level: int | None = None  # of a team for four players, where the event sets another than the rules
    event: str = ""  # slug of the event to which the team can be submitted
    version: Version = None  # of the confirmed texts, whose levels and numbers count

    @classmethod
    def of(cls, request: QueryDict, user: Any, version: Version = None) -> "Build":
        """Build from a URL. Unknown names and surplus figures are left out and reported."""
        asked = request.getlist("f")
        found = [(name, DEFAULT.catalogue().find(name)) for name in asked[:MOST_FIGURES]]
        rules = OF_ARENA.get(request.get("rules", ""), DEFAULT)
        asked_for = request.get("legality", "") if rules.lists.knows_bans else ""
        legality = find_legality(asked_for) or rules.lists.profiles()["none"]
        team_format, pool, saved_as = request.get("format", ""), request.get("pool", ""), request.get("team", "")
        chosen = _pool(pool, user) if team_format == "limited" else None
        return cls(
            figures=tuple(card.slug for _name, card in found if card),
            name=request.get("name", "").replace("\0", "")[: DEFAULT.lists.longest_name],
            ruleset=rules.slug,
            team_format=team_format if team_format in rules.lists.formats else "constructed",
            legality_name=legality.name,
            legality=legality,
            pool=chosen,
            pasted_pool=known(request.getlist("p")) if team_format == "limited" and not chosen else (),
            saved_as=whole_number(saved_as),
            unknown=tuple(dict.fromkeys(name for name, card in found if card is None and name)),
            surplus=max(0, len(asked) - MOST_FIGURES),
            pair_level=level if (level := whole_number(request.get("pair", ""))) in rules.lists.pair_levels else None,
            event=slug if is_a_slug(slug := request.get("event", "")) else "",
            version=version,
        )

    def after(self, request: Mapping[str, str]) -> "Build":
        """Return the team after the figure was added or removed as a button of the page asks."""
        if "clear" in request:
            return replace(self, figures=())
        card = DEFAULT.catalogue().get(request.get("add", ""))
        if card and len(self.figures) < MOST_FIGURES:
            return replace(self, figures=(*self.figures, card.slug))
        out = request.get("out", "")
        if out in self.figures:
            place = len(self.figures) - 1 - self.figures[::-1].index(out)
            return replace(self, figures=self.figures[:place] + self.figures[place + 1 :])
        return self

    def url(self, **search: str) -> str:
        """Return the shortest URL of this team, without default values."""
        query = QueryDict(mutable=True)
        if self.figures:
            query.setlist("f", self.figures)
        for key, value, usual in (
            ("name", self.name, ""),
            ("rules", self.ruleset, DEFAULT.slug),
            ("format", self.team_format, "constructed"),
            ("legality", self.legality_name, "none"),
            ("pair", str(self.pair_level or ""), ""),
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
    def rules(self) -> Ruleset:
        return OF_ARENA[self.ruleset]

    def under(self, ruleset: str) -> "Build":
        """The same figures by other rules, in the same format or the one that all of them have."""
        team_format = self.team_format if self.team_format in OF_ARENA[ruleset].lists.formats else "constructed"
        changed = replace(self, ruleset=ruleset, team_format=team_format, pool=None, pasted_pool=())
        none = changed.rules.lists.profiles()["none"]
        return changed if changed.rules.lists.knows_bans else replace(changed, legality_name=none.name, legality=none)

    @property
    def is_limited(self) -> bool:
        return self.team_format == "limited"

    @property
    def is_of_duels(self) -> bool:
        return self.team_format in self.rules.lists.duel_formats

    @property
    def top(self) -> int:
        """The level that the figures have to add up to."""
        return TOP if self.is_of_duels else self.pair_level or self.rules.lists.pair_level

    @property
    def sizes(self) -> range:
        return self.rules.lists.team_sizes[self.team_format]

    @property
    def pool_figures(self) -> tuple[str, ...]:
        return tuple(self.pool.figures) if self.pool else self.pasted_pool

    @property
    def undo_state(self) -> tuple[object, ...]:
        """Everything that an undo restores: all but the name, which is typed beside the team."""
        return self.figures, self.ruleset, self.team_format, self.legality_name, self.pool_figures

    @property
    def catalogue(self) -> Catalogue:
        return cards_of(self.version)

    def cards(self) -> list[Card]:
        return [card for slug in self.figures if (card := self.catalogue.get(slug))]

    def timeline(self) -> list[Card]:
        """The cards in the order in which they will act (1.3.8); equal initiatives in the order in which they were
        added."""
        return sorted(self.cards(), key=lambda card: -card.initiative)

    def ties(self) -> list[int]:
        """Initiatives shared by several figures: their player chooses which goes first (2.4.3.b)."""
        counts = Counter(card.initiative for card in self.cards())
        return sorted((initiative for initiative, count in counts.items() if count > 1), reverse=True)

    def verdict(self) -> TeamVerdict:
        return self._checked(self.figures)

    def _checked(self, figures: Sequence[str]) -> TeamVerdict:
        return self.rules.lists.check(
            figures, self.team_format, self.legality, self.pool_figures, self.catalogue, pair_level=self.pair_level
        )

    def glory(self) -> tuple[int, int] | None:
        """The Gallons of Glory of both sides of a duel against a full team of level 12 (1.3.5)."""
        if not self.is_of_duels:
            return None
        level = sum(card.level for card in self.cards())
        return self.rules.lists.starting_glory(level, TOP, self.team_format) if 1 <= level <= TOP else None

    def document(self) -> Document:
        ruleset = self.rules.lists.in_documents
        return Document(
            self.figures, self.name, self.team_format, self.legality_name, self.pool_figures, ruleset=ruleset
        )

    def candidates(self) -> list[Card]:
        """The cards that can be added: the whole catalogue, or the rest of the pool."""
        if not self.is_limited:
            return list(self.catalogue.cards)
        left = Counter(self.pool_figures) - Counter(self.figures)
        return [card for slug in left if (card := self.catalogue.get(slug))]

    def completion(self) -> Completion:
        """Return the check whether the team can still be completed, with no more copies than the rules allow."""
        if self.is_limited:
            left = Counter(self.pool_figures) - Counter(self.figures)
            rest = [card for slug in left.elements() if (card := self.catalogue.get(slug))]
            return Completion(rest, exactly=False, sizes=self.sizes)
        allowed = [card for card in self.catalogue.cards if self.legality.allows(card)]
        if self.team_format == "box":
            box = [card for card in allowed if card.slug in self.rules.lists.box]
            return Completion(box, exactly=True, sizes=self.sizes)
        copies = [card for card in allowed for _copy in range(COPIES[card.colour])]
        return Completion(copies, exactly=True, sizes=self.sizes, top=self.top)

    def against(self, card: Card) -> TeamVerdict:
        """Return the verdict with one more figure, to find the rule that it would break."""
        return self._checked((*self.figures, card.slug))


def whole_number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 19 else None


def is_a_slug(word: str) -> bool:
    return len(word) <= LONGEST_SLUG and slug_re.match(word) is not None


def known(names: Sequence[str]) -> tuple[str, ...]:
    """Return the slugs of those figures of a pool that are in the catalogue."""
    return tuple(card.slug for name in names[:LARGEST_POOL] if (card := DEFAULT.catalogue().find(name)))


def _pool(pk: str, user: Any) -> Pool | None:
    if not pk.isdecimal() or len(pk) > 18:
        return None
    return Pool.objects.visible_to(user).filter(pk=pk).first()

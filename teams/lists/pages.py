"""Saved teams for pages: their cards with portraits, verdict and owner, the preview picture, and the list of public
teams."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, TextField
from django.db.models.functions import Cast
from django.http import QueryDict

from core.pages.pictures import BOX, INK, KAMA, ON_BOX, SURFACE, Picture
from rules.games import DEFAULT, Catalogue, Legality
from teams.cards.catalogue.dated_texts import title_of
from teams.cards.catalogue.portrait_pictures import draw_portrait
from teams.cards.catalogue.portraits import portrait_of
from teams.cards.catalogue.search import LONGEST_QUERY, Wanted
from teams.cards.services.facts import cards_now
from teams.lists.models import TeamListQuerySet
from teams.models import TeamList, find_legalities, find_legality
from teams.wording import VERDICTS, CardShown, counted, render_message, violations


@dataclass(frozen=True, slots=True)
class Portrait:
    """A figure in a row of small pictures: head, face, name and level."""

    head: str
    face: str
    name: str
    level: int


def portraits(cards: Iterable[CardShown]) -> tuple[Portrait, ...]:
    """Return the portraits, one for each copy."""
    found: list[Portrait] = []
    for card in cards:
        head, face = portrait_of(card.card.slug).split(".")
        found += [Portrait(head, face, card.name, card.card.level)] * card.copies
    return tuple(found)


def names_in_a_line(cards: list[CardShown]) -> str:
    return ", ".join(f"{card.name} × {card.copies}" if card.copies > 1 else card.name for card in cards)


def team_shown(team: TeamList) -> dict[str, Any]:
    legality = find_legality(team.legality)
    known = cards_now()
    verdict = team.verdict(legality, known)
    cards = counted(team.figures, known)
    return {
        "team": team,
        "legality_title": legality_title(team, legality),
        "cards": tuple(cards),
        "portraits": portraits(cards),
        "verdict": verdict,
        "verdict_word": VERDICTS[verdict.verdict],
        "violations": violations(verdict),
        "notes": [render_message(note.message) for note in verdict.notes],
    }


def legality_title(team: TeamList, legality: Legality | None) -> str:
    return str(title_of(legality)) if legality else team.legality


IN_A_ROW = 8
RADIUS = 56


def team_picture(title: str, by: str, about: str, figures: list[Portrait]) -> bytes:
    picture = Picture(BOX)
    picture.box((0, 610, 1200, 630), fill=KAMA)
    picture.text((80, 80), "Krosmaster", 34, fill=KAMA, font="head")
    picture.text((80, 180), title, 68, fill=ON_BOX, font="head", most=1040)
    picture.text((80, 260), by, 38, fill=ON_BOX, most=1040)
    for place, figure in enumerate(figures[:IN_A_ROW]):
        x, y = 80 + RADIUS + place * (2 * RADIUS + 20), 400
        picture.disc((x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS), fill=SURFACE, outline=KAMA, width=4)
        draw_portrait(picture, (x, y), RADIUS - 8, f"{figure.head}.{figure.face}")
        picture.disc((x + 24, y + 24, x + 60, y + 60), fill=KAMA)
        picture.middle((x + 42, y + 42), str(figure.level), 24, fill=INK)
    picture.text((80, 530), about, 32, fill=ON_BOX, most=1040)
    return picture.png()


ORDERS = {"new": ("-shared_at", "-pk"), "likes": ("-likes_count", "-shared_at", "-pk")}
MOST_CARDS = 30  # cards that a search of a few letters may match


@dataclass(frozen=True, slots=True)
class PublicTeams:
    """The filter and order of the list; invalid values in a request are ignored."""

    figure: str = ""
    order: str = "new"

    @classmethod
    def of(cls, request: Mapping[str, str]) -> "PublicTeams":
        figure = " ".join(request.get("figure", "").replace("\0", "").split())[:LONGEST_QUERY]
        order = request.get("sort", "")
        return cls(figure, order if order in ORDERS else "new")

    def teams(self) -> TeamListQuerySet:
        found = TeamList.objects.listed().with_likes().order_by(*ORDERS[self.order])
        if not self.figure:
            return found
        exact = DEFAULT.catalogue().find(self.figure)
        named = [exact] if exact else Wanted(words=self.figure).cards()[:MOST_CARDS]
        holds = Q(pk__in=[])
        for card in named:
            holds |= Q(figures_text__contains=f'"{card.slug}"')
        return found.annotate(figures_text=Cast("figures", TextField())).filter(holds)

    def numbers(self) -> list[int]:
        """Return the primary keys of all teams."""
        return list(self.teams().values_list("pk", flat=True))

    def query(self) -> str:
        """The query string for links to other pages."""
        asked = QueryDict(mutable=True)
        asked.update({key: value for key, value in (("figure", self.figure), ("sort", self.order)) if value})
        return asked.urlencode()


def rows(numbers: Sequence[int]) -> list[dict[str, Any]]:
    """Return rows with verdicts, in this order; the profiles of all teams are loaded together."""
    found = TeamList.objects.public().with_likes().in_bulk(numbers)
    shown = [found[pk] for pk in numbers if pk in found]
    legalities = find_legalities({team.legality for team in shown})
    known = cards_now()
    return [_row(team, legalities, known) for team in shown]


def _row(team: TeamList, legalities: Mapping[str, Any], known: Catalogue) -> dict[str, Any]:
    verdict = team.verdict(legalities.get(team.legality), known)
    cards = counted(team.figures, known)
    return {
        "team": team,
        "url": team.get_public_url(),
        "by": team.owner.shown_name,
        "portraits": portraits(cards),
        "figures": names_in_a_line(cards),
        "level": verdict.level,
        "initiative": verdict.initiative,
        "legal": verdict.is_legal,
        "word": VERDICTS[verdict.verdict],
    }

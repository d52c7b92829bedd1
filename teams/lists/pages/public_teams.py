"""The list of public teams: filtered by figure, the newest or the most liked first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, TextField
from django.db.models.functions import Cast
from django.http import QueryDict

from rules.games import DEFAULT
from teams.cards.catalogue.search import LONGEST_QUERY, Wanted
from teams.lists.models.lists import TeamListQuerySet
from teams.lists.pages.team_display import names_in_a_line, portraits
from teams.models import TeamList, find_legalities
from teams.wording import VERDICTS, counted

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
    return [_row(team, legalities) for team in shown]


def _row(team: TeamList, legalities: Mapping[str, Any]) -> dict[str, Any]:
    verdict = team.verdict(legalities.get(team.legality))
    cards = counted(team.figures)
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

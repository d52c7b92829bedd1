"""The end of an event: the final on the hall's screen, then the winners with their teams."""

import dataclasses

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import ngettext

from teams.wording import figures_with_counts
from tournaments.cut.services.bracket import bracket_of, is_unfinished
from tournaments.cut.services.seeding import final_ranks
from tournaments.lists.services.visibility import visible_list
from tournaments.models import Event, EventState, Match, Registration, Stage, Status
from tournaments.players.models.crews import members

FIRST = 4
FINALS = ("reset", "final")


@dataclasses.dataclass(frozen=True, slots=True)
class Placed:
    rank: int
    player: Registration
    team: str  # empty unless the list is public


@dataclasses.dataclass(frozen=True, slots=True)
class FinalMatch:
    match: Match
    sides: list[tuple[Registration, str]]  # players with their teams


def podium(event: Event) -> list[Placed]:
    """Return the first places once all is decided. Disqualified players keep their place but are not shown."""
    if not is_decided(event):
        return []
    ranked = [(rank, player) for rank, player in final_ranks(event) if player.status != Status.DISQUALIFIED]
    return [Placed(rank, player, team_for_everybody(player)) for rank, player in ranked[:FIRST]]


def is_decided(event: Event) -> bool:
    """Whether the event is finished or its bracket is complete: the hall need not wait for the organiser's button."""
    if event.state != EventState.CUT:
        return event.has_final_ranking
    bracket = bracket_of(event)
    return bracket is not None and not is_unfinished(bracket)


def winners(placed: list[Placed]) -> list[Registration]:
    """Return all players who share the first place."""
    return [row.player for row in placed if row.rank == 1]


def has_won(me: Registration) -> bool:
    return me.event.has_final_ranking and any(me in members(one) for one in winners(podium(me.event)))


def final_match(event: Event) -> FinalMatch | None:
    """Return the final, or the second final, while it is being played."""
    if event.state != EventState.CUT:
        return None
    finals = Match.objects.filter(round__event=event, round__stage=Stage.CUT, bracket_slot__in=FINALS, bye=False)
    match = finals.undecided().public().named().first()
    if match is None:
        return None
    players = match.seats()
    for player in players:
        player.event = event
    return FinalMatch(match, [(player, team_for_everybody(player)) for player in players])


def team_for_everybody(player: Registration) -> str:
    """Return the figures of a player's list if people who are not signed in may see it."""
    submitted = visible_list(player, AnonymousUser())
    return figures_with_counts(submitted.figures) if submitted else ""


def in_a_preview(event: Event, placed: list[Placed], sentence: str) -> str:
    """Return the text that chats and other sites show below a link to the event."""
    names = ", ".join(player.shown_name for player in winners(placed)) if event.has_final_ranking else ""
    if not names:
        return sentence
    players = event.registrations.taking_part().count()
    text = ngettext("%(names)s won, of %(number)s player.", "%(names)s won, of %(number)s players.", players)
    return text % {"names": names, "number": players}

"""What the public page of an event says of it: its settings, one sentence, places, location, prizes."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.db.models import Count
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.games import Legality
from teams.cards.catalogue.dated_texts import title_of
from tournaments.cut.services.prizes import prize_lines
from tournaments.events.services.schedule import Schedule, schedule_of
from tournaments.lists.services.legality import profile_of
from tournaments.models import Event, RewardBox, Status, TeamFormat
from tournaments.players.services.places import left_and_held_until, players_by_status
from tournaments.standings.services.ranking import order_of, titles_of
from tournaments.standings.services.shown_values import place_in_words

CLUBS = 8
MAP = "https://www.openstreetmap.org/search"
NOWHERE = {"online", "en ligne"}


def facts_of(event: Event) -> dict[str, Any]:
    """Return the settings as the page shows them, with suggestions for the current number of registrations."""
    number = players_by_status(event)
    legality, schedule, titles = _profile(event), schedule_of(event, number=number), titles_of(event)
    return {
        "event": event,
        "schedule": schedule,
        "team_format": str(TeamFormat(event.team_format).label),
        "rewards": str(RewardBox(event.rewards).label),
        "tie_breaks": ", ".join([str(titles.get(name, name)) for name in order_of(event)]),
        "legality": legality,
        "legality_title": title_of(legality) if legality else "",
        "sentence": in_one_sentence(event, schedule),
        "places": _places(event, number),
        "round_length": _("%(minutes)s minutes") % {"minutes": event.round_minutes},
        "points": " / ".join(map(str, event.scoring.awards)),
        "coming": number[Status.REGISTERED],
        "clubs": [] if event.has_started else clubs_of(event),
        "waiting": number[Status.WAITING],
        "map_link": map_link(event.place),
        "prizes": [(_ranks(first, last), prize) for first, last, prize in prize_lines(event.prizes)],
    }


def seen_before_it_exists(event: Event) -> dict[str, Any]:
    """Return what players will see first of an event that is being created."""
    is_dated = event.starts_at is not None
    event.starts_at = event.starts_at or timezone.now()
    schedule = schedule_of(event, players=max(event.capacity // event.format.players_a_seat, 1))
    return {"seen": event, "is_dated": is_dated, "sentence": in_one_sentence(event, schedule)}


def _profile(event: Event) -> Legality | None:
    return None if "legality" in event.lacks else profile_of(event)


def _places(event: Event, number: Mapping[str, int]) -> str:
    if not event.accepts_players:
        return str(event.capacity)
    free, held_until = left_and_held_until(event, number)
    left = max(free, 0)
    text = ngettext("%(n)s of %(all)s left", "%(n)s of %(all)s left", left) if left else _("all %(all)s are taken")
    said = text % {"n": left, "all": event.capacity}
    if not held_until:
        return said
    return said + _("; ") + _("one is held until %(time)s for somebody who left") % {"time": held_until}


def clubs_of(event: Event) -> list[tuple[str, int]]:
    """Return the clubs with the most players. Names stand on the list of players, which no search engine keeps."""
    clubs = event.registrations.registered().exclude(club="").values_list("club").annotate(players=Count("pk"))
    return list(clubs.order_by("-players", "club")[:CLUBS])


def in_one_sentence(event: Event, schedule: Schedule) -> str:
    """Describe format and rules in one sentence, for readers who skip the list below it."""
    parts = [_format(event), _rounds(event, schedule)]
    if event.cut_size:
        parts.append(_("then the top %(size)s") % {"size": event.cut_size})
    return f"{', '.join(parts)}{_('; ')}{event.points_in_words}."


def _format(event: Event) -> str:
    if event.is_limited:
        kind = event.get_limited_kind_display() if event.limited_kind else event.get_team_format_display()
        return _("Teams are built here (%(kind)s)") % {"kind": kind}
    profile = _profile(event)
    if profile is None or profile.name == "none":
        return str(event.format.words.bring)
    return _("Bring your own team (%(profile)s)") % {"profile": title_of(profile)}


def _rounds(event: Event, schedule: Schedule) -> str:
    return str(event.format.words.rounds % {"number": schedule.rounds, "minutes": event.round_minutes})


def map_link(place: str) -> str:
    """Return a search on the map, or nothing for an event without a venue."""
    if not place or "://" in place or place.strip().casefold() in NOWHERE:
        return ""
    return f"{MAP}?{urlencode({'query': place})}"


def _ranks(first: int, last: int) -> str:
    if not first:
        return ""
    if first == last:
        return place_in_words(first)
    return _("Places %(first)s to %(last)s") % {"first": first, "last": last}

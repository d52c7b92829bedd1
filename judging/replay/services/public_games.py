"""Public games: the event allows it, both players consented, the log is sound, and no hidden list is revealed.

A practice table belongs to no event: anyone who has its address may watch it, but it is never listed.
"""

import datetime as dt
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db.models import Exists, Min, OuterRef, Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils.translation import gettext_lazy as _

from core.errors import NotAllowed, Refused
from core.records import audit
from judging.cases.comparison.seat_matching import seating
from judging.entries import AS_PLAYED
from judging.models import Case, Report, Submission
from rules.games import DEFAULT, read
from tournaments.base.services.locking import event_lock
from tournaments.events.models.settings import EventState, ListsDuring
from tournaments.models import Match, Registration, Seat, players_of


def agree_to_public_games(*, registration_id: int, who: Any, agrees: bool) -> Registration:
    """Give or withdraw consent. Only the player can, not even the organiser; withdrawing is always possible."""
    event_id = Registration.objects.values_list("event_id", flat=True).get(pk=registration_id)
    with event_lock(event_id) as event:
        player = Registration.objects.named().select_for_update(of=("self",)).get(pk=registration_id)
        if not player.belongs_to(who):
            raise NotAllowed("not-yours", _("Only the player can decide this."))
        if agrees and not event.public_games:
            raise Refused("games-not-public", _("This event keeps its games private."))
        if player.public_games != agrees:
            player.public_games = agrees
            player.save(update_fields=["public_games"])
            action = "public-games-agreed" if agrees else "public-games-withdrawn"
            audit.record(action, who=who, subject=player, scope=event)
        return player


DEMONSTRATION = UUID("d3000000-0000-4000-8000-000000000039")
_DEMONSTRATION_FILE = Path(__file__).resolve().parents[2] / "data" / "demonstration-game.json"
RECENT = 50  # how many games can become the game of the day
SOUND = (Report.Verdict.VALID, Report.Verdict.UNVERIFIED)
OF_A_LOG = (
    "format",
    "ruleset",
    "mode",
    "crews",
    "team_level",
    "order",
    "team_format",
    "rewards",
    "arena",
    "board",
    "options",
    "challenges",
    "sides",
    "players",
    "first_player",
    "toss",
    "result",
)
NOT_SHOWN = "-"
OF_A_PLAYER = ("team", "timeline")


def public_logs() -> QuerySet[Submission]:
    """Return the logs that are public now. Any condition can cease to hold; then the page is as if it had never
    existed."""
    event = "match__round__event__"
    shown = Q(**{f"{event}lists_required": False}) | Q(**{f"{event}lists_during": ListsDuring.PUBLIC})
    over = Q(**{f"{event}state__in": [EventState.FINISHED, EventState.ARCHIVED]})
    playing = Q(**{f"{event}state__in": [EventState.RUNNING, EventState.CUT]})
    unsettled = Case.objects.unsettled().filter(match=OuterRef("match"))
    report = Report.objects.filter(submission=OuterRef("pk"), current=True, verdict__in=SOUND)
    allowed = {f"{event}public_games": True, f"{event}hidden_by_moderators": False}
    return (
        Submission.objects.filter(over | (playing & shown), **allowed)
        .filter(~Exists(_seats_without_consent()), match__bye=False, state=Submission.State.DONE, corrects__isnull=True)
        .filter(Exists(report), ~Exists(unsettled))
    )


def _seats_without_consent() -> QuerySet[Seat]:
    """Return seats of players without consent. Suspended and deleted accounts do not consent to anything."""
    active = Q(registration__user__isnull=True) | Q(registration__user__is_active=True)
    return Seat.objects.filter(match=OuterRef("match")).exclude(active, registration__public_games=True)


def is_public(log: Submission) -> bool:
    return public_logs().filter(pk=log.pk).exists()


def one_log_a_match(logs: QuerySet[Submission]) -> QuerySet[Submission]:
    """Keep one log per match, since both players may have submitted the same game."""
    firsts = logs.values("match").annotate(first=Min("pk")).values("first")
    return Submission.objects.filter(pk__in=firsts)


def for_strangers(content: bytes, match: Match) -> bytes:
    """Return the game without typed text: names as in the standings, no notes, reasons or unknown fields.

    Raise Malformed if it cannot be read.
    """
    document = json.loads(content)
    seats = seating(document, match)
    names = {side: seat.shown_name for side, seat in seats.items()}
    return json.dumps(without_typed_text(document, names), ensure_ascii=False).encode()


def without_typed_text(document: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Return the log with these names for its players. Raise Malformed if it cannot be read."""
    for action, way in read(document).unknown_fields:
        _delete_field(document if action is None else document["actions"][action], way)
    shown = {key: document[key] for key in OF_A_LOG if key in document}
    shown["players"] = {side: _player(document["players"][side], name) for side, name in names.items()}
    shown["actions"] = [_without_typed_text(action) for action in document["actions"]]
    return shown


def _delete_field(part: Any, way: str) -> None:
    """Delete an unknown field at any depth; the names on its path may contain slashes."""
    inside = dict(enumerate(part)) if isinstance(part, list) else part
    if not isinstance(inside, dict):
        return
    if way in inside:
        del part[way]
        return
    for name, inner in inside.items():
        if way.startswith(f"{name}/"):
            _delete_field(inner, way.removeprefix(f"{name}/"))


def _player(player: dict[str, Any], name: str) -> dict[str, Any]:
    return {"name": name} | {key: player[key] for key in OF_A_PLAYER if key in player}


def _without_typed_text(action: dict[str, Any]) -> dict[str, Any]:
    """Remove notes and reasons, which may name people and are only for players and judges."""
    shown = {key: value for key, value in action.items() if key != "note"}
    if AS_PLAYED in str(action.get("note", "")).splitlines():
        shown["note"] = AS_PLAYED
    return shown | {"reason": NOT_SHOWN} if "reason" in shown else shown


def demonstration_log() -> bytes:
    """Return the example game, which the site can show before the first event."""
    return _DEMONSTRATION_FILE.read_bytes()


@dataclass(frozen=True, slots=True)
class Wanted:
    """Search criteria for public games; empty ones are ignored."""

    figure: str = ""
    event: str = ""
    player: str = ""


def listed(wanted: Wanted) -> QuerySet[Submission]:
    """Return the found games, the newest first. Players shown by initials cannot be found by name."""
    found = public_logs()
    if wanted.event:
        found = found.filter(match__round__event__name__icontains=wanted.event)
    if wanted.player:
        found = found.filter(Exists(Seat.objects.filter(_is_called(wanted.player), match=OuterRef("match"))))
    if wanted.figure:
        found = found.filter(Exists(_reports_with(wanted.figure)))
    return _with_players(one_log_a_match(found)).order_by("-match__round__event__starts_at", "-pk")


def _with_players(games: QuerySet[Submission]) -> QuerySet[Submission]:
    return games.select_related("match__round__event").prefetch_related(players_of("match"))


def numbers_of(wanted: Wanted) -> list[int]:
    """Return the primary keys of the found games."""
    return list(listed(wanted).values_list("pk", flat=True))


def games_of(numbers: Sequence[int]) -> list[Submission]:
    """Return found games in this order."""
    found = {log.pk: log for log in _with_players(Submission.objects.filter(pk__in=numbers))} if numbers else {}
    return [found[pk] for pk in numbers if pk in found]


def _is_called(name: str) -> Q:
    player = "registration__"
    user = f"{player}user__"
    account = {f"{user}public_name__icontains": name, f"{user}is_minor": False, f"{user}hidden_by_moderators": False}
    guest = {f"{player}guest_name__icontains": name, f"{player}hidden_by_moderators": False}
    return (Q(**account) | Q(**guest)) & Q(**{f"{player}is_minor": False})


def _reports_with(figure: str) -> QuerySet[Report]:
    """Return reports with the figure. Headers contain teams by the slugs of their cards; unknown names find nothing."""
    card = DEFAULT.catalogue().find(figure)
    teams = Report.objects.filter(submission=OuterRef("pk"), current=True).annotate(
        header_text=Cast("header", TextField())
    )
    return teams.filter(header_text__contains=f'"{card.slug}"') if card else teams.none()


def game_of_the_day(day: dt.date) -> Submission | None:
    """Return one of the newest public games, a different one each day, the same for everyone."""
    newest = list(listed(Wanted()).values_list("pk", flat=True)[:RECENT])
    return listed(Wanted()).filter(pk=newest[day.toordinal() % len(newest)]).first() if newest else None

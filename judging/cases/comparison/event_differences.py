"""Comparison of a log with the event: its match and the locked lists. Differences are not broken rules."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext_noop as _

from judging.cases.comparison.seat_matching import Seated, is_called, seated_players
from judging.cases.models import Case
from rules.common.verdicts import Issue
from tournaments.lists.services.legality import profile_of
from tournaments.lists.services.lots import Lots, draw_of
from tournaments.models import Event, Match, Scenery

Difference = dict[str, Any]  # {"kind", "code", "message", "expected", "logged"}

# each code with the kind of its case
DIFFERENCES = {
    "ruleset-differs": (Case.Kind.LOG_VS_MATCH, _("The log was played by the rules of another game or edition.")),
    "format-differs": (Case.Kind.LOG_VS_MATCH, _("The log was played in another format.")),
    "rewards-differ": (Case.Kind.LOG_VS_MATCH, _("The log was played with the Demonic Rewards of another box.")),
    "scenery-differs": (Case.Kind.LOG_VS_MATCH, _("The log was played by another agreement about breaking scenery.")),
    "game-differs": (Case.Kind.LOG_VS_MATCH, _("The log is of the simple game, or this event of it.")),
    "favors-differ": (Case.Kind.LOG_VS_MATCH, _("Superior favors were played otherwise than in this event.")),
    "size-differs": (Case.Kind.LOG_VS_MATCH, _("A team in the log has another size than in this event.")),
    "board-differs": (Case.Kind.LOG_VS_MATCH, _("The log was played on another board than the one that was drawn.")),
    "challenges-differ": (Case.Kind.LOG_VS_MATCH, _("Other Divine Challenges lay open than were drawn.")),
    "sides-differ": (Case.Kind.LOG_VS_MATCH, _("The players sat at other sides of the board than were drawn.")),
    "arena-differs": (Case.Kind.LOG_VS_MATCH, _("The log was played in another arena.")),
    "player-differs": (Case.Kind.LOG_VS_MATCH, _("A player in the log is not playing this match.")),
    "team-differs": (Case.Kind.LOG_VS_LIST, _("The team in the log is not the submitted one.")),
    "team-not-legal-here": (Case.Kind.LOG_VS_MATCH, _("The team in the log is not legal in this event.")),
    "game-not-over": (Case.Kind.LOG_VS_RESULT, _("The log stops before the game is over, so it proves no result.")),
    "winner-differs": (Case.Kind.LOG_VS_RESULT, _("The log and the result name different winners.")),
    "players-differ": (Case.Kind.LOG_VS_RESULT, _("The log and the result differ in who came to the table.")),
    "places-differ": (Case.Kind.LOG_VS_RESULT, _("The log and the result differ in places.")),
    "mode-differs": (Case.Kind.LOG_VS_MATCH, _("The log is of another kind of game.")),
    "level-differs": (Case.Kind.LOG_VS_MATCH, _("The log was played with teams of another level.")),
    "glory-differs": (Case.Kind.LOG_VS_RESULT, _("The log and the result differ in GG.")),
    "glyphs-differ": (Case.Kind.LOG_VS_RESULT, _("The log and the result differ in glyphs.")),
}


def difference(code: str, expected: dict[str, Any], logged: dict[str, Any]) -> Difference:
    kind, message = DIFFERENCES[code]
    return {"kind": str(kind), "code": code, "message": message, "expected": expected, "logged": logged}


FOUR_PLAYER = "four-player"


def against_event(named: str, header: dict[str, Any], match: Match) -> list[Difference]:
    """Compare a log with its match. Of another ruleset nothing else can be compared."""
    if named and named != (expected := match.round.event.ruleset):
        return [difference("ruleset-differs", {"ruleset": expected}, {"ruleset": named})]
    return _of_game(header, match) if header else []


def _of_game(header: dict[str, Any], match: Match) -> list[Difference]:
    seated = seated_players(header, match)
    return [
        *_mode(header, match),
        *(_of_arena(header, match, seated) if "team_format" in header else ()),
        *(_of_blast(header, match, seated) if "challenges" in header else ()),
        *_arena(header, match),
        *_players(seated),
        *_teams(seated),
    ]


def _of_arena(header: dict[str, Any], match: Match, seated: list[Seated]) -> Iterator[Difference]:
    """Compare what the logs of one game alone name."""
    yield from _level(header, match) if header.get("mode") else _format(header, match)
    yield from _rewards(header, match)
    yield from _scenery(header, match)
    yield from _legality(header["team_format"], match.round.event, seated)


def _of_blast(header: dict[str, Any], match: Match, seated: list[Seated]) -> Iterator[Difference]:
    """Compare the kind of game, and what was drawn for the table (B-1.1, B-2.1, B-2.2, B-2.6)."""
    event, draw = match.round.event, draw_of(match.round.event)
    superior = event.superior_favors and not event.simple_game
    for code, expected, logged in (
        ("game-differs", {"simple_game": event.simple_game}, {"simple_game": not header["advanced"]}),
        ("favors-differ", {"superior": superior}, {"superior": header["superior"]}),
    ):
        if expected != logged:
            yield difference(code, expected, logged)
    for player in seated:
        if (size := player.team.total()) != event.team_size:
            seat = {"seat": player.place}
            yield difference("size-differs", seat | {"size": event.team_size}, seat | {"size": size})
    if draw is not None:
        yield from _of_draw(header, draw.of(match))


def _of_draw(header: dict[str, Any], lots: Lots) -> Iterator[Difference]:
    if lots.board and header["arena"] != lots.board:
        yield difference("board-differs", {"boards": lots.board}, {"boards": header["arena"]})
    if lots.challenges and sorted(header["challenges"]) != sorted(lots.challenges):
        yield difference("challenges-differ", {"challenges": [*lots.challenges]}, {"challenges": header["challenges"]})
    expected, logged = (
        sorted(lots.sides),
        sorted(header["sides"].values()),
    )  # who of the two sat where is nobody's matter
    if logged != expected:
        yield difference("sides-differ", {"sides": expected}, {"sides": logged})


def _format(header: dict[str, Any], match: Match) -> Iterator[Difference]:
    expected = match.round.event.team_format
    if header["team_format"] != expected:
        yield difference("format-differs", {"format": expected}, {"format": header["team_format"]})


def _mode(header: dict[str, Any], match: Match) -> Iterator[Difference]:
    """Logs of duels name none."""
    expected = match.format.mode_of_log
    if header.get("mode", expected) != expected:
        yield difference("mode-differs", {"mode": expected}, {"mode": header["mode"]})


def _level(header: dict[str, Any], match: Match) -> Iterator[Difference]:
    """9.1.2 names no level of teams, so the event's choice counts."""
    event = match.round.event
    usual = event.rules.lists.pair_level
    expected, logged = event.team_level or usual, header.get("team_level") or usual
    if expected != logged:
        yield difference("level-differs", {"level": expected}, {"level": logged})


def _rewards(header: dict[str, Any], match: Match) -> Iterator[Difference]:
    expected = match.round.event.rewards
    if header["rewards"] != expected:
        yield difference("rewards-differ", {"rewards": expected}, {"rewards": header["rewards"]})


def _scenery(header: dict[str, Any], match: Match) -> Iterator[Difference]:
    """The optional rule p27.12; reports from before it do not name it."""
    expected, logged = match.round.event.scenery, header.get("scenery", Scenery.FIXED)
    if logged != expected:
        yield difference("scenery-differs", {"scenery": expected}, {"scenery": logged})


def _arena(header: dict[str, Any], match: Match) -> Iterator[Difference]:
    allowed = [match.arena] if match.arena else match.round.event.arenas
    is_drawn = "challenges" in header
    if allowed and "arena" in header and not is_drawn and header["arena"] not in allowed:
        yield difference("arena-differs", {"arenas": allowed}, {"arenas": header["arena"]})


def _players(seated: list[Seated]) -> Iterator[Difference]:
    """Yield players who are somebody else: spelling varies, so only if both the name and the team differ."""
    for player in seated:
        listed = player.submitted is not None and Counter(player.submitted.figures) == player.team
        if not listed and not is_called(player.registration, player.name):
            yield difference("player-differs", {"seat": player.place}, {"player": player.name})


def _teams(seated: list[Seated]) -> Iterator[Difference]:
    for player in seated:
        listed = Counter(player.submitted.figures) if player.submitted else player.team
        if player.team != listed:
            missing, extra = sorted((listed - player.team).elements()), sorted((player.team - listed).elements())
            seat = {"seat": player.place}
            yield difference("team-differs", seat | {"missing": missing}, seat | {"extra": extra})


def _legality(team_format: str, event: Event, seated: list[Seated]) -> Iterator[Difference]:
    """Check teams of players without a list against format and legality profile of the event."""
    for player in seated:
        figures = sorted(player.team.elements())
        broken = _broken_here_only(figures, team_format, event) if player.submitted is None else []
        if broken:
            expected = {"seat": player.place, "format": event.team_format, "legality": profile_of(event).title}
            articles = sorted({violation.article or "" for violation in broken})
            concerned = sorted({figure for violation in broken for figure in violation.about}) or figures
            yield difference("team-not-legal-here", expected, {"articles": articles, "figures": concerned})


def _broken_here_only(figures: list[str], team_format: str, event: Event) -> list[Issue]:
    """Return the issues that only this event causes; the report has the others. Of a limited pool only the team is
    known."""
    here_format, level = (team_format, event.team_level) if team_format == FOUR_PLAYER else (event.team_format, None)
    lists = event.rules.lists
    everywhere = lists.check(figures, team_format, pool=figures, pair_level=level).violations
    here = lists.check(figures, here_format, profile_of(event), pool=figures, pair_level=level).violations
    return [violation for violation in here if violation not in everywhere]

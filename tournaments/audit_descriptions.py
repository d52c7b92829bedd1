"""Descriptions of the audit actions of an event, and names of its rows."""

from collections.abc import Iterable
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.records.audit_descriptions import Descriptions, Fact, Feedback, Name, describe, plain
from teams import audit_descriptions as teams
from tournaments.audit_descriptions_of_settings import SETTINGS, words_of_tally
from tournaments.events.models.formats import GAMES
from tournaments.events.models.settings import IllegalList
from tournaments.lists.models import DeckCheck
from tournaments.models import (
    Announcement,
    DuelOutcome,
    Ending,
    Event,
    EventState,
    PenaltyKind,
    Registration,
    Role,
    Round,
    Seat,
    Status,
)
from tournaments.players.models.name_rows import NameRow, name_columns


def plain_in_format(value: object) -> str:
    """Format a value without a description, for a text into which the names of the seats are still interpolated."""
    return str(value) if type(value) is int else plain(value).replace("%", "%%")


def seat_numbers(seats: object) -> str:
    """Format seats with numbers from 1."""
    if isinstance(seats, list) and all(type(seat) is int for seat in seats):
        return ", ".join(str(seat + 1) for seat in seats)
    return plain(seats)


ROUND = Fact(_("Round"))
STATUS = Fact(_("Status"), choices=dict(Status.choices))
ROLE = Fact(_("Role"), choices=dict(Role.choices))
PLAYERS = Fact(_("Players"), model="registration")
PAIRS = Fact(_("Pairings"), model="registration")
TEXT = Fact(_("Text"))
YES_NO = {True: _("yes"), False: _("no")}
OUTCOMES = {**dict(DuelOutcome.choices), DuelOutcome.A.value: _("%(a)s wins"), DuelOutcome.B.value: _("%(b)s wins")}
SCORE = {
    "outcome": Fact(_("Result"), choices=OUTCOMES, render=plain_in_format, of_seats=True),
    "glory_a": Fact("%(tally_a)s", render=plain_in_format, of_seats=True),
    "glory_b": Fact("%(tally_b)s", render=plain_in_format, of_seats=True),
    "ending": Fact(_("Decided by"), choices=dict(Ending.choices)),
    "places": Fact(_("Places, by seat")),
    "tallies": Fact("%(tallies)s", render=plain_in_format, of_seats=True),
    "absent": Fact(_("Seats whose players did not come"), render=seat_numbers),
    "heat": Fact(_("Demon turns and KOs")),
}

EVENT = {
    "event-created": describe(_("Event created"), name=Fact(_("Name"))),
    "event-imported": describe(
        _("Event imported"),
        Feedback(lists_changes=True),
        not_read=Fact(_("Unknown fields, not imported")),
        lacking=Fact(_("Settings that this game does not have, not imported")),
    ),
    "event-continues-elsewhere": describe(_("Event continues elsewhere"), address=Fact(_("Address"))),
    "event-continues-here": describe(_("Event continues here")),
    "links-handed-out": describe(_("Personal links handed out")),
    "import-agreed": describe(_("A moderator agreed to the imported event")),
    "import-refused": describe(_("A moderator refused the imported event")),
    "event-edited": describe(_("Event settings changed"), Feedback(lists_changes=True), **SETTINGS),
    "event-moved": describe(
        _("Event status changed"),
        Feedback(undo=_("Undo")),
        value=Fact(_("State"), choices=dict(EventState.choices)),
    ),
    "rounds-begun": describe(
        _("Rounds started"),
        Feedback(is_implied=True),
        swiss_rounds=Fact(_("Swiss rounds")),
        absent=Fact(_("No-shows"), model="registration"),
    ),
    "event-facts-changed": describe(_("Card texts of the event changed"), cards=Fact(_("Cards"))),
    "announced": describe(_("Announcement published"), Feedback(undo=_("Withdraw announcement")), text=TEXT),
    "announcement-withdrawn": describe(_("Announcement “%(subject)s” withdrawn"), Feedback(undo=_("Undo withdrawal"))),
    "announcement-shown-again": describe(_("Announcement “%(subject)s” shown again")),
    "clinch-published": describe(_("%(subject)s: qualified players published")),
    "staff-invited": describe(_("Staff member invited"), Feedback(undo=_("Revoke invitation")), role=ROLE),
    "staff-joined": describe(_("Staff member joined"), role=ROLE),
    "staff-left": describe(_("Staff member removed"), user=Fact(_("Who"), model="user"), role=ROLE),
    "invitation-revoked": describe(_("Staff invitation revoked"), role=ROLE),
    "does-not-play": describe(_("Said that they do not play in this event")),
    "reader-may-play": describe(_("Somebody who could open closed lists may play"), user=Fact(_("Who"), model="user")),
}
PEOPLE = {
    Status.REGISTERED: describe(_("%(subject)s registered"), status=STATUS),
    Status.REFUSED: describe(_("Registration of %(subject)s rejected"), status=STATUS),
    Status.WITHDRAWN: describe(_("%(subject)s withdrew"), Feedback(undo=_("Reinstate")), status=STATUS),
    Status.DROPPED: describe(_("%(subject)s dropped"), Feedback(undo=_("Reinstate")), status=STATUS),
    Status.DISQUALIFIED: describe(
        _("%(subject)s disqualified"), Feedback(undo=_("Undo disqualification")), status=STATUS
    ),
    "promoted": describe(_("%(subject)s moved up from the waiting list"), status=STATUS),
    "let-in": describe(_("%(subject)s let in from the waiting list"), status=STATUS),
    "place-freed": describe(_("Place held for %(subject)s freed"), status=STATUS),
    "claimed": describe(_("%(subject)s claimed the registration"), status=STATUS),
    "reinstated": describe(_("%(subject)s reinstated"), status=STATUS),
    "checked-in": describe(_("%(subject)s checked in"), status=STATUS),
    "check-in-undone": describe(_("Check-in of %(subject)s undone"), status=STATUS),
    "all-checked-in": describe(_("All players checked in"), players=Fact(_("Number"))),
    "all-check-in-undone": describe(_("Check-in of all players undone"), players=Fact(_("Number"))),
    "fee-paid": describe(_("%(subject)s paid the fee")),
    "fee-not-paid": describe(_("Payment of %(subject)s undone")),
    "player-edited": describe(_("%(subject)s's details edited"), Feedback(lists_changes=True)),
    "players-imported": describe(
        _("Players imported"), players=Fact(_("Number")), waiting=Fact(_("On the waiting list"))
    ),
    "import-undone": describe(
        _("Import of players undone"),
        players=Fact(_("Number")),
        removed=Fact(_("Removed")),
        kept=Fact(_("Kept"), model="registration"),
    ),
    "claim-link-renewed": describe(_("New claim link for %(subject)s")),
    "link-renewed": describe(_("New personal link for %(subject)s")),
    "penalty": describe(
        _("%(subject)s received a penalty"),
        kind=Fact(_("Penalty"), choices=dict(PenaltyKind.choices)),
        article=Fact(_("Article")),
    ),
    "penalty-revoked": describe(_("Penalty of %(subject)s revoked")),
    "kept-apart": describe(_("Pairing of two players forbidden"), Feedback(undo=_("Allow pairing")), players=PLAYERS),
    "may-meet": describe(_("Pairing of two players allowed again"), players=PLAYERS),
    "crew-formed": describe(_("Crew formed"), players=PLAYERS),
    "crew-disbanded": describe(_("Crew disbanded"), players=PLAYERS),
    "pods-drawn": describe(_("Pods drawn")),
    "pod-joined": describe(_("%(subject)s joined a pod"), pod=Fact(_("Pod")), seat=Fact(_("Seat"))),
    "pool-opened": describe(_("Pool “%(subject)s” created")),
    "empty-pools-removed": describe(_("Empty pools removed"), pools=Fact(_("Number"))),
}
LISTS = {
    "list-submitted": describe(_("List of %(subject)s submitted"), legal=Fact(_("Legal"), choices=YES_NO)),
    "list-replaced": describe(_("Locked list of %(subject)s replaced"), legal=Fact(_("Legal"), choices=YES_NO)),
    "lists-locked": describe(_("Lists locked"), Feedback(is_implied=True)),
    "lists-opened": describe(_("All closed lists opened"), minutes=Fact(_("Minutes"))),
    "list-opened": describe(_("Closed list of %(subject)s opened")),
    "lists-reminded": describe(_("Players without a list reminded"), mails=Fact(_("E-mails"))),
    "illegal-list": describe(
        _("List of %(subject)s was illegal at the deadline"),
        Feedback(is_welcome=False),
        then=Fact(_("Consequence"), choices=dict(IllegalList.choices)),
    ),
    "deck-checked": describe(
        _("Figures of %(subject)s checked"), outcome=Fact(_("Result"), choices=dict(DeckCheck.Outcome.choices))
    ),
}
ROUNDS = {
    "round-drafted": describe(_("Round paired (unpublished)"), Feedback(undo=_("Discard pairings")), number=ROUND),
    "draft-discarded": describe(_("Unpublished pairings discarded"), Feedback(undo=_("Pair again")), number=ROUND),
    "round-redrawn": describe(_("%(subject)s paired again")),
    "clubs-separated": describe(
        _("%(subject)s: clubs separated"),
        Feedback(undo=_("Restore pairings"), lists_changes=True),
        pairs=Fact(_("Pairs of one club")),
        tables=Fact(_("Tables changed")),
    ),
    "clubs-separation-undone": describe(_("%(subject)s: pairings from before clubs were separated")),
    "round-swapped": describe(_("%(subject)s: two players swapped"), Feedback(lists_changes=True), players=PLAYERS),
    "round-published": describe(_("%(subject)s published"), Feedback(undo=_("Unpublish round")), pairs=PAIRS),
    "round-unpublished": describe(_("%(subject)s unpublished"), Feedback(undo=_("Publish round")), pairs=PAIRS),
    "tables-redrawn": describe(_("%(subject)s: open tables re-paired"), Feedback(lists_changes=True), value=PAIRS),
    "demon-seated": describe(
        _("%(subject)s: Demon chosen"),
        player=Fact(_("Demon"), model="registration"),
        user=Fact(_("Demon of the staff"), model="user"),
        name=Fact(_("Demon")),
    ),
    "timer-started": describe(_("%(subject)s: timer started")),
    "timer-paused": describe(_("%(subject)s: timer paused")),
    "timer-resumed": describe(_("%(subject)s: timer resumed")),
    "table-extended": describe(_("%(subject)s: time added"), minutes=Fact(_("Minutes"))),
    "result-result": describe(_("%(subject)s: result reported"), **SCORE),
    "result-agrees": describe(_("%(subject)s: result confirmed"), **SCORE),
    "result-disputes": describe(_("%(subject)s: result disputed"), **SCORE),
    "result-takes-back": describe(_("%(subject)s: report withdrawn"), **SCORE),
    "result-settled": describe(_("%(subject)s: result final"), Feedback(undo=_("Correct result")), **SCORE),
    "result-corrected": describe(_("%(subject)s: result corrected"), Feedback(undo=_("Correct result")), **SCORE),
    "match-reopened": describe(_("%(subject)s reopened"), **SCORE),
    "result-withdrawn": describe(_("%(subject)s: result withdrawn together with the ruling that set it"), **SCORE),
}


OF_SEAT = ("match", "match__table", "match__bracket_slot", "round", "side", *name_columns("registration__"))
OF_NAME = ("number", "stage", "event__swiss_rounds", "event__cut_kind", "event__cut_seeds", "event__game")


def name_players(pks: Iterable[int]) -> dict[int, str]:
    players = Registration.objects.filter(pk__in=pks).values_list("pk", *name_columns())
    return {pk: NameRow._make(row).shown for pk, *row in players}


def name_pools(pks: Iterable[int]) -> dict[int, str]:
    """A pool of an event is named by its player, because its own name is that of the event; any other by its name."""
    players = Registration.objects.filter(pool__in=pks).named()
    return teams.name_pools(pks) | {player.pool_id: player.shown_name for player in players if player.pool_id}


def name_rounds(pks: Iterable[int]) -> dict[int, str]:
    return {row.pk: row.name for row in _rounds(pks)}


def _rounds(pks: Iterable[int]) -> Iterable[Round]:
    return Round.objects.filter(pk__in=pks).select_related("event").only(*OF_NAME)


def name_matches(pks: Iterable[int]) -> dict[int, str]:
    """Return the names of matches. Each round is read once, however many matches it has."""
    rows = Seat.objects.filter(match__in=pks).order_by("match", "number").values_list(*OF_SEAT)
    rounds = {row.pk: row for row in _rounds({row[3] for row in rows})}

    @cache
    def round_name(round_id: int, slot: str) -> str:
        return rounds[round_id].name_for([slot], in_sentence=False)

    at_table, bye = gettext("%(round)s, table %(table)s, %(players)s"), gettext("%(round)s, bye of %(a)s")
    found: dict[int, str] = {}
    for match, of_match in groupby(rows, key=itemgetter(0)):
        here = list(of_match)
        _match, table, slot, round_id, *_seat = here[0]
        values = {"round": round_name(round_id, slot), "table": table}
        seated = _names_of_sides(here)
        said = (bye if table is None else at_table) % {**values, "a": seated[0], "players": " – ".join(seated)}
        found[match] = Name(said, **_words_of_seats(rounds[round_id].event, *seated[:2]))
    return found


def _words_of_seats(event: Event, a: str, b: str = "") -> dict[str, str]:
    """Return what the facts of a score refer to."""
    tally = event.game_record.tally
    of_player = str(tally.of_player)
    tallies = {"tally_a": of_player % {"name": a}, "tally_b": of_player % {"name": b}, "tallies": str(tally.by_seat)}
    return {"a": a, "b": b, **tallies}


def _names_of_sides(seats: list[Any]) -> list[str]:
    """Return the names of the sides, with both names of partners."""
    sides: dict[int, str] = {}
    for _match, _table, _slot, _round, side, *columns in seats:
        name = NameRow._make(columns).shown
        sides[side] = f"{sides[side]} & {name}" if side in sides else name
    return list(sides.values())


def name_events(pks: Iterable[int]) -> dict[int, str]:
    rows = Event.objects.filter(pk__in=pks).values_list("pk", "name", "game")
    return {
        pk: Name(name, boards=str(GAMES[game].boards), **words_of_tally(GAMES[game].tally)) for pk, name, game in rows
    }


def name_announcements(pks: Iterable[int]) -> dict[int, str]:
    return dict(Announcement.objects.filter(pk__in=pks).values_list("pk", "text"))


WORDS = Descriptions(
    actions={**EVENT, **PEOPLE, **LISTS, **ROUNDS},
    namers={
        "registration": name_players,
        "pool": name_pools,
        "round": name_rounds,
        "match": name_matches,
        "event": name_events,
        "announcement": name_announcements,
    },
)

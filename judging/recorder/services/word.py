"""Whose word a recorded game is: which side entered what, what was taken back, and who has sealed the log.

At a practice table nobody asks.
"""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from core.errors import Refused
from judging.cases.comparison.seat_matching import seating
from judging.models import Recording, UndoneEntry
from tournaments.models import Guest, Match, Registration
from tournaments.rounds.models.matches import Seat

Author = int | str | None
MOST_UNDONE = 1_000  # taps of one game


@dataclass(frozen=True)
class Word:
    """The players on whose devices the game was entered, and those whose side has yet to seal the log."""

    entered_by: list[str]
    by_staff: bool
    waits_for: list[str]

    @property
    def is_sealed(self) -> bool:
        return not self.waits_for

    def __str__(self) -> str:
        if self.is_sealed:
            return _("Sealed by both sides")
        if len(self.entered_by) == 1 and not self.by_staff:
            return _("Entered by one side: %(player)s") % {"player": self.entered_by[0]}
        if not self.entered_by:
            return _("Entered by the staff, not by the players") if self.by_staff else _("Nothing entered yet")
        return _("Entered by several sides, not sealed by: %(players)s") % {"players": ", ".join(self.waits_for)}


def author_of(who: Any) -> Author:
    """Return how an entry names who made it: an account by its number, a personal link by that of its player."""
    if isinstance(who, Guest):
        return f"link-{who.registration_id}"
    return who.pk if who else None


def seat_of_author(match: Match, author: Author) -> Seat | None:
    """Return the seat of the player who made an entry; None for the staff and where nobody is known."""
    if author is None:
        return None
    return next(
        (seat for seat in match.seated() if author in (seat.registration.user_id, f"link-{seat.registration_id}")), None
    )


def name_of(recording: Recording, author: Author) -> str:
    seat = seat_of_author(recording.match, author) if recording.match else None
    if seat:
        return seat.registration.shown_name
    return str(User.objects.filter(pk=author).first() or "-") if isinstance(author, int) else "-"


def own_seat(match: Match, who: Any) -> Seat | None:
    return next((seat for seat in match.seated() if seat.registration.belongs_to(who)), None)


def require_own_entries(recording: Recording, who: Any) -> None:
    """Refuse players who would undo what the other side or the staff entered last."""
    match = recording.match
    own = own_seat(match, who) if match else None
    if match is None or own is None:
        return
    for author in recording.entered_by[len(recording.actions) - recording.last_tap :]:
        seat = seat_of_author(match, author)
        if author is not None and (seat is None or seat.side != own.side):
            raise _entered_by_another(seat)


def _entered_by_another(seat: Seat | None) -> Refused:
    if seat is None:
        return Refused("entered-by-staff", _("The staff entered this: ask them to undo it."))
    name = seat.registration.shown_name
    return Refused(
        "entered-by-another",
        _("%(player)s entered this: undo it on their device or with their personal link, or call a judge.")
        % {"player": name},
    )


def require_own_to_note(recording: Recording, who: Any) -> None:
    """Refuse a note to what the other side or the staff entered: it would stand in the log as if that was theirs."""
    if why_not_undone(recording, who):
        raise Refused(
            "entered-by-another",
            _("You can add a note to your own entries only, and somebody else entered this. Call a judge about it."),
        )


def entered_last(recording: Recording, who: Any) -> bool:
    """Whether the user's side entered all of the last tap."""
    return bool(recording.actions) and why_not_undone(recording, who) is None


def why_not_undone(recording: Recording, who: Any) -> Refused | None:
    try:
        require_own_entries(recording, who)
    except Refused as refusal:
        return refusal
    return None


def may_concede(recording: Recording, who: Any, letter: str) -> bool:
    """Whether the user may concede for this player: who plays concedes for nobody else."""
    match = recording.match
    if match is None or own_seat(match, who) is None:
        return True
    player = seating(recording.header, match).get(letter)
    return player is None or player.belongs_to(who)


def require_own_concession(recording: Recording, who: Any, actions: Iterable[Mapping[str, Any]]) -> None:
    """Refuse players who would concede for somebody else."""
    for action in actions:
        letter = str(action.get("player"))
        if action.get("do") == "concede" and not may_concede(recording, who, letter):
            assert recording.match is not None
            raise _concedes_for_another(seating(recording.header, recording.match)[letter])


def _concedes_for_another(player: Registration) -> Refused:
    return Refused(
        "concedes-for-another",
        _("Only %(player)s can concede for %(player)s: on their device or with their personal link. Or call a judge.")
        % {"player": player.shown_name},
    )


def keep_undone(recording: Recording, who: Any) -> None:
    """Keep for the judges what the last tap entered, before it is taken back."""
    if recording.match is None or not recording.actions:
        return
    if recording.undone.count() >= MOST_UNDONE:
        raise Refused("too-many-undone", _("No more can be undone in this game. Call a judge."))
    first = len(recording.actions) - recording.last_tap
    UndoneEntry.objects.create(
        recording=recording,
        number=first,
        actions=recording.actions[first:],
        entered_by=recording.entered_by[first:],
        undone_by=author_of(who),
    )


def seal_for(recording: Recording, who: Any) -> None:
    """Note that the player seals the log, without saving; of the staff no seal is asked."""
    own = own_seat(recording.match, who) if recording.match else None
    if own and own.registration_id not in recording.sealed_by:
        recording.sealed_by = [*recording.sealed_by, own.registration_id]


def word_of(recording: Recording) -> Word | None:
    """Return whose word the game is; None at a practice table."""
    if recording.match is None:
        return None
    match, authors = recording.match, dict.fromkeys(author for author in recording.entered_by if author is not None)
    seats = [seat_of_author(match, author) for author in authors]
    sides = {seat.side: seat.registration.shown_name for seat in reversed(match.seated())}
    return Word(
        entered_by=[sides[side] for side in dict.fromkeys(seat.side for seat in seats if seat)],
        by_staff=None in seats,
        waits_for=[name for side, name in sorted(sides.items()) if side not in recording.sealed_sides],
    )


def letters_of(recording: Recording, players: Container[int]) -> list[str]:
    """Return the letters of the sides that these players play, by the numbers of their registrations."""
    if recording.match is None:
        return []
    return [letter for letter, seat in seating(recording.header, recording.match).items() if seat.pk in players]


def say_who_ended(recording: Recording, entries: Iterable[dict[str, Any]]) -> None:
    """Name in the entries of the recorder whose device ended the turn of another player, or the game."""
    ended = [each for each in entries if recording.actions[each["index"]]["do"] in ("end-turn", "time")]
    match, known = recording.match, len(recording.entered_by)
    if match is None or not ended:
        return
    side_of = {seat.registration_id: seat.side for seat in match.seated()}
    sides = {letter: side_of.get(player.pk) for letter, player in seating(recording.header, match).items()}
    for entry in ended:
        index = entry["index"]
        seat = seat_of_author(match, recording.entered_by[index] if index < known else None)
        if seat and sides.get(entry["who"]) != seat.side:
            by = _("(entered by {player})").format(player=seat.registration.shown_name)
            entry["words"] = f"{entry['words']} {by}"


def may_seal(recording: Recording, who: Any) -> bool:
    """Whether the user's side has yet to seal the submitted log."""
    own = own_seat(recording.match, who) if recording.match and recording.is_closed else None
    if own is None or recording.match is None:
        return False
    return own.side not in recording.sealed_sides

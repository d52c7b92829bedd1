"""The reasons of a pairing: short facts with a code each, so that a page can show them in any language."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.common.messages import gettext_noop as _
from rules.common.messages import ngettext_noop as ngettext
from tournaments.core.pairing.players import Pair, Pairing, Player

REASON_TEXTS: dict[str, str | tuple[str, str]] = {
    "same-points": ngettext("both have {number} point", "both have {number} points"),
    "across-the-pod": _("{player} and {other} sit across the pod from each other"),
    "paired-down": ngettext(
        "{player} is paired down by {number} point, {other} up",
        "{player} is paired down by {number} points, {other} up",
    ),
    "odd-group": ngettext(
        "{player} has nobody on equal points",
        "{player} is in a group of {number} players on equal points, an odd number",
    ),
    "met-in-round": _("{player} has already played {other}, who is closer in points, in round {number}"),
    "met-before": _("{player} has already played {other}, who is closer in points"),
    "kept-apart": _("{player} must not play {other}, who is closer in points"),
    "others-need-each-other": ngettext(
        "{number} player closer in points could play {player}, but the round as a whole is better this way",
        "{number} players closer in points could play {player}, but the round as a whole is better this way",
    ),
    "floated-down": ngettext(
        "{player} has been paired down {number} time before", "{player} has been paired down {number} times before"
    ),
    "floated-up": ngettext(
        "{player} has been paired up {number} time before", "{player} has been paired up {number} times before"
    ),
    "floated-before": _("{player} has been paired {other} before ({number} times)"),  # in rounds of older versions
    "never-floated": _("{player} has never been paired down or up"),
    "rematch": _("rematch: no pairing of this round avoids one (rematches in total: {number})"),
    "forbidden-pair": _("forbidden pair: avoiding it would force a rematch (forbidden pairs in total: {number})"),
    "same-club": _("{player} and {other} belong to the same club"),
    "bye": _("{player} has the bye (byes so far: {number})"),
    "all-same-points": ngettext("all have {number} point", "all have {number} points"),
    "points-apart": ngettext("at most {number} point apart", "at most {number} points apart"),
    "met": ngettext("{player} and {other} have met before", "{player} and {other} have met {number} times before"),
    "forbidden": _("{player} and {other} should not meet, but no other seating keeps all such pairs apart"),
    "three": _("table of three"),
    "three-before": ngettext(
        "{player} has sat at a table of three before", "{player} has sat at a table of three {number} times before"
    ),
    "bye-fewest": _("bye: for those who had fewest of them, then the fewest points"),
    "bye-lowest": ngettext(
        "no player with as few byes has less than {number} point",
        "no player with as few byes has less than {number} points",
    ),
    "bye-late": _("{player} arrived late for this round, but no other choice was possible"),
    "bye-passed-over": ngettext(
        "{number} player was ahead for the bye, but that would force a rematch or a forbidden pair",
        "{number} players were ahead for the bye, but that would force a rematch or a forbidden pair",
    ),
}


@dataclass(frozen=True, slots=True)
class Reason:
    code: str
    player: str
    other: str | None = None
    number: int | None = None

    def __str__(self) -> str:
        texts = REASON_TEXTS[self.code]
        text = texts if isinstance(texts, str) else texts[self.number != 1]
        return text.format(player=self.player, other=self.other, number=self.number)


@dataclass(frozen=True, slots=True)
class Explanation:
    about: tuple[str, ...]  # the ids of a pair, or of the player with the bye
    reasons: tuple[Reason, ...]


def explain(players: Iterable[Player], pairing: Pairing, *, forbidden: Iterable[Pair] = ()) -> list[Explanation]:
    round_ = _Round({player.id: player for player in players}, pairing, {frozenset(pair) for pair in forbidden})
    explanations = [Explanation(pair, tuple(round_.of_pair(*pair))) for pair in pairing.pairs]
    if pairing.bye is not None:
        explanations.append(Explanation((pairing.bye,), tuple(round_.of_bye(pairing.bye))))
    return explanations


class _Round:
    def __init__(self, players: dict[str, Player], pairing: Pairing, forbidden: set[frozenset[str]]) -> None:
        self.players, self.pairing, self.forbidden = players, pairing, forbidden
        self.scores = Counter(player.points for player in players.values())
        self.opposite = _opposite_seats([player for player in players.values() if player.id != pairing.bye])
        self.forbidden_for: dict[str, list[str]] = {}
        for one, other in sorted(map(sorted, forbidden)):
            self.forbidden_for.setdefault(one, []).append(other)
            self.forbidden_for.setdefault(other, []).append(one)

    def of_pair(self, one: str, other: str) -> Iterable[Reason]:
        high, low = self.players[one], self.players[other]
        if (one, other) in self.opposite:
            yield Reason("across-the-pod", one, other)
        if high.points == low.points:
            yield Reason("same-points", one, other, high.points)
        else:
            yield Reason("paired-down", one, other, high.points - low.points)
            yield from self._why_down(high, low)
            yield from (reason for player in (high, low) for reason in _earlier_floats(player))
        if other in high.met:
            yield Reason("rematch", one, other, self.pairing.rematches)
        if frozenset((one, other)) in self.forbidden:
            yield Reason("forbidden-pair", one, other, self.pairing.forbidden)
        if high.shares_a_club(low):
            yield Reason("same-club", one, other)

    def _why_down(self, high: Player, low: Player) -> Iterable[Reason]:
        if self._group_size(high) % 2:
            yield Reason("odd-group", high.id, number=self._group_size(high))
        barred = set()
        for index, name in enumerate(high.met):
            if self._is_closer(high, low, name):
                barred.add(name)
                by_rounds = not high.byes and not high.late and self._both_list_meeting(index, high.id, name)
                number = index + 1 if by_rounds else None
                yield Reason("met-in-round" if by_rounds else "met-before", high.id, name, number)
        for name in self.forbidden_for.get(high.id, ()):
            if self._is_closer(high, low, name) and name not in barred:
                barred.add(name)
                yield Reason("kept-apart", high.id, name)
        closer = sum(count for points, count in self.scores.items() if low.points < points <= high.points) - 1
        if closer > len(barred):
            yield Reason("others-need-each-other", high.id, number=closer - len(barred))

    def _both_list_meeting(self, index: int, one: str, other: str) -> bool:
        """Whether both players list their meeting at the same index. One-sided meetings come last in the other player's
        list."""
        return self.players[other].met[index : index + 1] == (one,)

    def _group_size(self, high: Player) -> int:
        bye = self.players[self.pairing.bye] if self.pairing.bye is not None else None
        return self.scores[high.points] - (bye is not None and bye.points == high.points)

    def _is_closer(self, high: Player, low: Player, name: str) -> bool:
        return name in self.players and low.points < self.players[name].points <= high.points

    def of_bye(self, name: str) -> Iterable[Reason]:
        player = self.players[name]
        yield Reason("bye", name, number=player.byes)
        ahead = sum(other.bye_order < player.bye_order for other in self.players.values())
        if ahead:
            yield Reason("bye-passed-over", name, number=ahead)
        elif player.just_arrived:
            yield Reason("bye-late", name)
        else:
            yield Reason("bye-lowest", name, number=player.points)


def _opposite_seats(paired: Sequence[Player]) -> set[Pair]:
    """Return who sits opposite whom, either way round, if all have a seat at a draft pod and none has played."""
    if not all(player.seat and not player.met for player in paired):
        return set()
    names = [player.id for player in sorted(paired, key=lambda player: player.seat or 0)]
    half = len(names) // 2
    pairs = [*zip(names[:half], names[half:], strict=True)]
    return {*pairs, *((other, one) for one, other in pairs)}


def _earlier_floats(player: Player) -> Iterable[Reason]:
    times = Counter(player.floats)
    for direction, number in sorted(times.items()):
        yield Reason(f"floated-{direction}", player.id, number=number)
    if not times:
        yield Reason("never-floated", player.id)

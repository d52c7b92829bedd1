"""Names of rounds: “Round 3”, and in the top cut “Quarter-finals”, “Semi-finals”, “Final”.

In a double elimination winners and losers play at the same time: “Winners' semi-finals · Losers' round 2”.
"""

import re
from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.events.models.settings import CutKind

Text = str | Promise
# names in a single elimination by number of matches: alone, and within a sentence
BY_MATCHES: dict[int, tuple[Text, Text]] = {
    1: (_("Final"), _("the final")),
    2: (_("Semi-finals"), _("the semi-finals")),
    4: (_("Quarter-finals"), _("the quarter-finals")),
    # each a text of its own: French counts the matches, “8es de finale”
    8: (_("Round of 16"), _("the round of 16")),
    16: (_("Round of 32"), _("the round of 32")),
    32: (_("Round of 64"), _("the round of 64")),
    64: (_("Round of 128"), _("the round of 128")),
}
WINNERS_BY_MATCHES: dict[int, tuple[Text, Text]] = {
    1: (_("Winners' final"), _("the winners' final")),
    2: (_("Winners' semi-finals"), _("the winners' semi-finals")),
    4: (_("Winners' quarter-finals"), _("the winners' quarter-finals")),
}
LOSERS_FROM_THE_END: dict[int, tuple[Text, Text]] = {
    0: (_("Losers' final"), _("the losers' final")),
    1: (_("Losers' semi-final"), _("the losers' semi-final")),
}
OF_ONE_MATCH: dict[str, tuple[Text, Text]] = {
    "reset": (_("Second final"), _("the second final")),
    "final": BY_MATCHES[1],
    "third": (_("Third place"), _("the match for third place")),
}
TABLE_SLOT = re.compile(r"T([0-9]+)\.")  # in a cut at tables of four (tournaments/core/fours/cut.py)
SLOT = re.compile(r"([WL])([0-9]+)\.")


def name_of_round(
    number: int,
    *,
    is_cut: bool,
    event: tuple[int | None, str, list[int]],
    slots: Iterable[str],
    in_sentence: bool = False,
) -> str:
    """Return the name of a round. `event`: number of Swiss rounds, kind of cut and seeds; `slots`: those of the matches
    concerned."""
    swiss_rounds, kind, seeds = event
    if not is_cut:
        return str(_("round %(n)s") if in_sentence else _("Round %(n)s")) % {"n": number}
    place, slots = number - (swiss_rounds or 0), list(slots)
    if slots == ["third"]:
        names = OF_ONE_MATCH["third"]
    elif "final" in slots and kind == CutKind.SINGLE:
        names = OF_ONE_MATCH["final"]
    elif slots and (of_four := TABLE_SLOT.match(slots[0])):
        names = names_at_tables(len(seeds), int(of_four[1]))
    elif kind == CutKind.SINGLE:
        names = single_elimination_names(len(seeds), place)
    else:
        return double_elimination_name(slots, len(seeds), place, in_sentence=in_sentence)
    return str(names[in_sentence])


def single_elimination_names(players: int, place: int) -> tuple[Text, Text]:
    """Return the names of a single elimination's round, given its position; each round halves the bracket."""
    matches = max(1, _size(players) >> max(place, 1))
    most = {"players": 2 * matches}
    return BY_MATCHES.get(matches) or (_("Round of %(players)s") % most, _("the round of %(players)s") % most)


def names_at_tables(players: int, wave: int) -> tuple[Text, Text]:
    """Return the names of a round of a cut at tables of four, given its position; a quarter of the players advances."""
    left = players >> 2 * (wave - 1)
    most = {"players": left}
    return BY_MATCHES[2] if left == 16 else (_("Round of %(players)s") % most, _("the round of %(players)s") % most)


def title_of_stage(slot: str, matches: int, *, kind: str, seeds: int) -> Text:
    """Return the title of matches of a bracket that are played at the same time, given the slot of the first."""
    if table := TABLE_SLOT.match(slot):
        return names_at_tables(seeds, int(table[1]))[0]
    if slot.startswith("W") and kind == CutKind.SINGLE:
        return single_elimination_names(2 * matches, 1)[0]
    return double_elimination_names(slot, seeds)[0]


def double_elimination_name(slots: Iterable[str], players: int, place: int, *, in_sentence: bool) -> str:
    """Return the name of all matches that are played at the same time, winners first."""
    names = [double_elimination_names(slot, players) for slot in sorted(set(slots), key=_winners_first) if slot]
    said = list(dict.fromkeys(str(each[in_sentence]) for each in names))
    if not said:
        unknown = _("round %(n)s of the top cut") if in_sentence else _("Top cut, round %(n)s")
        return str(unknown) % {"n": place}
    return (", " if in_sentence else " · ").join(said)


def double_elimination_names(slot: str, players: int) -> tuple[Text, Text]:
    """Return the names of one match by its slot: “W2.1”, “L3.2”, “final” (tournaments/core/bracket_plan.py)."""
    found = SLOT.match(slot)
    if not found:
        return OF_ONE_MATCH.get(slot, (slot, slot))
    number, rounds = int(found[2]), _size(players).bit_length() - 1
    values = {"n": number}
    if found[1] == "W":
        named = WINNERS_BY_MATCHES.get(1 << (rounds - number)) if number <= rounds else None
        return named or (_("Winners' round %(n)s") % values, _("winners' round %(n)s") % values)
    named = LOSERS_FROM_THE_END.get(2 * (rounds - 1) - number)
    return named or (_("Losers' round %(n)s") % values, _("losers' round %(n)s") % values)


def _winners_first(slot: str) -> tuple[int, str]:
    return ("WL".find(slot[:1]) % 3, slot)


def _size(players: int) -> int:
    """Return the size of the bracket: the next power of two."""
    return 1 << max(players - 1, 0).bit_length()

"""What people call a round: “Round 3”, and in the top cut “Quarter-finals”, “Semi-finals”, “Final”."""

from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models.settings import CutKind

Text = str | Promise
BY_MATCHES: dict[int, tuple[Text, Text]] = {  # of one round of single elimination: alone, and within a sentence
    1: (_("Final"), _("the final")),
    2: (_("Semi-finals"), _("the semi-finals")),
    4: (_("Quarter-finals"), _("the quarter-finals")),
}
FINALS: dict[str, tuple[Text, Text]] = {
    "reset": (_("Second final"), _("the second final")),
    "final": BY_MATCHES[1],
}


def name_of_round(
    number: int,
    *,
    is_cut: bool,
    event: tuple[int | None, str, list[int]],
    slots: Iterable[str],
    in_sentence: bool = False,
) -> str:
    """`event`: its number of Swiss rounds, its kind of cut and the seeds. `slots` are for double elimination."""
    swiss_rounds, kind, seeds = event
    if not is_cut:
        return str(_("round %(n)s") if in_sentence else _("Round %(n)s")) % {"n": number}
    place = number - (swiss_rounds or 0)
    single = kind == CutKind.SINGLE
    names = single_elimination_names(len(seeds), place) if single else double_elimination_names(slots, place)
    return str(names[in_sentence])


def single_elimination_names(players: int, place: int) -> tuple[Text, Text]:
    """Of the round at this place of a cut with so many players: each round halves the bracket."""
    matches = max(1, (1 << max(players - 1, 0).bit_length()) >> max(place, 1))
    most = {"players": 2 * matches}
    return BY_MATCHES.get(matches) or (_("Last %(players)s") % most, _("the last %(players)s") % most)


def double_elimination_names(slots: Iterable[str], place: int) -> tuple[Text, Text]:
    """Winners and losers play at the same time, so that only the finals have a name of their own."""
    found = next((names for slot, names in FINALS.items() if slot in set(slots)), None)
    return found or (_("Top cut, round %(n)s") % {"n": place}, _("round %(n)s of the top cut") % {"n": place})

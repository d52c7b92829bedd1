"""Values of the standings as pages and prints show them; files and the API have them as computed."""

from decimal import Decimal

from django.utils.formats import number_format
from django.utils.translation import gettext as _

PERCENTAGES = frozenset({"omw", "oomw", "opponents-share"})


def shown_value(value: str, code: str) -> str:
    """Format a value in the reader's language, what is called a percentage or a share as one: 58.33%, 58,33 %."""
    if not value:
        return ""
    if code not in PERCENTAGES:
        return str(number_format(value))
    return _("%(percent)s%%") % {"percent": number_format(Decimal(value) * 100, 2)}


def place_in_words(rank: int) -> str:
    """Return "1st place" or "11th place"; in French "1re place", whoever won it."""
    if rank == 1:
        return _("1st place")
    ending = 0 if rank % 100 in {11, 12, 13} else rank % 10
    texts = {1: _("%(rank)sst place"), 2: _("%(rank)snd place"), 3: _("%(rank)srd place")}
    return texts.get(ending, _("%(rank)sth place")) % {"rank": rank}

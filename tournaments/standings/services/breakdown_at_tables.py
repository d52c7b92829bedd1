"""Texts that explain how the tie-breaks at tables of four were calculated."""

import re

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.core.breakdown import Breakdown, Part
from tournaments.core.fours.scoring import Scoring
from tournaments.standings.services.shown_values import shown_value

HOW: dict[str, str | Promise] = {
    "sum": gettext_lazy("sum of these"),
    "random": gettext_lazy("drawn at random at registration"),
}
WHY: dict[str, str | Promise] = {
    "bye": gettext_lazy("bye"),
    "no-show": gettext_lazy("did not come"),
    "missed": gettext_lazy("round missed"),
}
PLACE = re.compile(r"(?P<place>\d+)(?P<shared>=?)/(?P<seats>\d+)")


def how_at_tables(work: Breakdown, scoring: Scoring) -> str | Promise:
    floor = shown_value(f"{float(scoring.least_share):.4f}", "opponents-share")
    if work.how == "mean":
        text = _("mean of their shares: points over the most that their tables could give, each at least %(floor)s")
        return text % {"floor": floor}
    if work.how == "floor":
        return _("nobody met yet: %(floor)s") % {"floor": floor}
    return HOW.get(work.how, work.how)


def why_at_tables(part: Part, scoring: Scoring) -> str | Promise:
    if found := PLACE.fullmatch(part.why):
        text = _("shared place %(place)s of %(seats)s") if found["shared"] else _("place %(place)s of %(seats)s")
        return text % {"place": found["place"], "seats": found["seats"]}
    if part.why == "floor":
        return _("raised to the least share")
    if part.why.endswith(" cap"):
        return _("%(glory)s GG, of which %(cap)s count") % {
            "glory": part.why.removesuffix(" cap"),
            "cap": scoring.glory_cap,
        }
    return _("%(glory)s GG") % {"glory": part.why} if part.why.isdigit() else WHY.get(part.why, part.why)

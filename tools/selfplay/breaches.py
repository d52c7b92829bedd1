"""Every way in which a legal log can be spoiled."""

from tools.selfplay import casting, header, market, moving, rolling, summoning, turns
from tools.selfplay.breach import Breach, HeaderBreach

BREACHES: tuple[Breach, ...] = (
    *turns.BREACHES,
    *moving.BREACHES,
    *market.BREACHES,
    *casting.BREACHES,
    *rolling.BREACHES,
    *summoning.BREACHES,
)
HEADER_BREACHES: tuple[HeaderBreach, ...] = header.BREACHES
ALL: tuple[HeaderBreach | Breach, ...] = (*HEADER_BREACHES, *BREACHES)

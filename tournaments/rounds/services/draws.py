"""The draws of a round: recorded with what they were made from, shown to everyone, and who may repeat one."""

from collections.abc import Iterable, Set
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Invalid, NotAllowed
from tournaments.models import Draw, Event, Registration, Right, Round, Status
from tournaments.rounds.models.rounds import LONGEST_REASON

OUT = (Status.WITHDRAWN, Status.REFUSED)


def draws_of(drawn: Round) -> "QuerySet[Draw]":
    """Return the draws of a round, the first one first, without the long documents."""
    return Draw.objects.filter(event=drawn.event_id, number=drawn.number).select_related("by").defer("document")


def record_draw(drawn: Round, document: dict[str, Any], *, who: User | None, why: str) -> None:
    Draw.objects.create(
        event_id=drawn.event_id,
        number=drawn.number,
        by=who,
        why=why,
        seed=drawn.seed,
        separates_clubs=drawn.separates_clubs,
        document=document | {"players": _with_numbered_clubs(document["players"])},
    )


def _with_numbered_clubs(players: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """A draw asks which clubs are the same, not for their names, which go with an account that is erased."""
    numbers: dict[str, str] = {}

    def numbered(club: str | None) -> str | None:
        return numbers.setdefault(club, str(len(numbers) + 1)) if club else None

    return [
        player | {name: numbered(player[name]) for name in ("club", "other_club") if name in player}
        for player in players
    ]


def draw_in_use(drawn: Round, draws: Iterable[Draw]) -> Draw | None:
    """Return the draw from which the pairings come; None for rounds of the cut and those from a file."""
    now = (drawn.seed, drawn.separates_clubs)
    return next((draw for draw in reversed([*draws]) if (draw.seed, draw.separates_clubs) == now), None)


def may_read_document(draw: Draw, rights: Set[Right]) -> bool:
    """Whether somebody with these rights reads what the draw was made from. Whom the staff keep apart and who lives
    together is for those who run the rounds."""
    return Right.RUN_ROUNDS in rights or not draw.keeps_apart


def checked_reason(why: str) -> str:
    """Return the reason, which everyone can read."""
    if not why.strip():
        raise Invalid("reason-missing", _("Please give a reason. Everybody can read it."))
    return why.strip()[:LONGEST_REASON]


def refuse_player_who_draws_again(event: Event, who: User) -> None:
    """Refuse to draw again with another seed for somebody who plays, and name the way out if nobody else can."""
    if Registration.objects.of_person(who.pk).filter(event=event).exclude(status__in=OUT).exists():
        text = _(
            "You play in this event, so somebody else on the staff pairs again. If players came or left since, discard "
            "the pairings with a reason and pair the round: that keeps the seed of the draw."
        )
        raise NotAllowed("plays-here", text)

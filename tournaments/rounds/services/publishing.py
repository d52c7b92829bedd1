"""Publishing a round, and unpublishing it while no table has started."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Refused
from tournaments.base.services.locking import claim_form_key, event_lock, require_version
from tournaments.mail.services.mail import notify_pairings
from tournaments.models import Registration, Round, RoundState, Stage
from tournaments.results.services.forfeits import forfeit_open_matches
from tournaments.rounds.services.check import refuse_bad_round, refuse_open_pools
from tournaments.rounds.services.lookup import (
    changed_round,
    event_of,
    refuse_published,
    round_to_change,
)
from tournaments.rounds.services.pairing import close_last_round, reopen_previous_round


def publish_round(*, round_id: int, who: User, seen_version: int | None = None, key: str = "") -> Round:
    """Publish the version that the organiser has seen; refuse if the pairings have changed since."""
    with event_lock(event_of(round_id)) as event:
        unpublished = round_to_change(round_id, event, who)
        if not claim_form_key(event, key, "publish"):
            return unpublished
        refuse_published(unpublished)
        require_version(unpublished, seen_version)
        refuse_bad_round(event, unpublished)
        refuse_open_pools(event, unpublished)
        close_last_round(event, before=unpublished.number)
        unpublished.state, unpublished.published_at = RoundState.PUBLISHED, timezone.now()
        unpublished.save()
        if unpublished.stage == Stage.CUT:
            _forfeit_for_players_who_left(unpublished, who)
        notify_pairings(event, unpublished)
        return changed_round(event, unpublished, "round-published", who, after={"pairs": _pairs_with_byes(unpublished)})


def _forfeit_for_players_who_left(published: Round, who: User) -> None:
    """Forfeit bracket matches of players who left, because they follow from the results. Swiss rounds are paired again
    instead."""
    for player in Registration.objects.seated_in(published):
        if not player.can_play:
            forfeit_open_matches(player, who=who, why=str(_("left the event")))


def unpublish_round(*, round_id: int, who: User, why: str, seen_version: int | None = None, key: str = "") -> Round:
    """Unpublish a round and reopen the previous one; refused once the timer has run or a table has reported."""
    with event_lock(event_of(round_id)) as event:
        published = round_to_change(round_id, event, who)
        if not claim_form_key(event, key, "unpublish"):
            return published
        if published.state != RoundState.PUBLISHED or published.has_begun():
            raise Refused("round-has-begun", _("This round has started and can no longer be unpublished."))
        require_version(published, seen_version)
        published.state, published.published_at = RoundState.UNPUBLISHED, None
        reopen_previous_round(event, published)
        return changed_round(
            event, published, "round-unpublished", who, before={"pairs": _pairs_with_byes(published)}, why=why
        )


def _pairs_with_byes(unpublished: Round) -> list[list[int | None]]:
    """Return the players of each match; a bye has None as the opponent."""
    seated, least = unpublished.matches.by_table().seat_lists().values(), unpublished.event.format.least_in_a_game
    return [[*players, *[None] * (least - len(players))] for players in seated]

"""What goes back when a ruling is replaced, told to the judge before it is done."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from judging.models import Ruling
from judging.pages.readable import seat_names, winners
from tournaments.models import Match, Result, Status
from tournaments.services.restoring import Stood, restorable


def what_goes_back(ruling: Ruling | None) -> list[str]:
    return [*_player(ruling), *_matches(ruling), *_rest(ruling)] if ruling else []


def _player(ruling: Ruling) -> Iterator[str]:
    was, player = ruling.moved.get("player"), ruling.penalised
    if was and player and player.status == Status.DISQUALIFIED:
        told = _("%(player)s is no longer disqualified: %(status)s. Rounds missed meanwhile stay lost.")
        yield told % {"player": player.full_name, "status": Status(was["status"]).label}


def _matches(ruling: Ruling) -> Iterator[str]:
    changed = [stood for stood in ruling.moved.get("matches", []) if restorable(stood)]
    yield from map(_match, changed)
    if changed:
        yield _("Pairings that are published stay as they are.")


def _match(stood: Stood) -> str:
    match = Match.objects.named().get(pk=stood["match"])
    if stood["result"] is None:
        return _("%(match)s, round %(round)s: there is no result again.") % {
            "match": match,
            "round": match.round.number,
        }
    result = Result.objects.get(pk=stood["result"])
    return _("%(match)s, round %(round)s: %(winner)s, %(a)s : %(b)s counts again.") % {
        "match": match,
        "round": match.round.number,
        "winner": winners(seat_names(match, in_full=True))[result.outcome],
        "a": result.glory_a,
        "b": result.glory_b,
    }


def _rest(ruling: Ruling) -> Iterator[str]:
    if ruling.penalty_kind and ruling.penalised:
        told = {"penalty": ruling.get_penalty_kind_display(), "player": ruling.penalised.full_name}
        yield _("The penalty is taken back: %(penalty)s (%(player)s).") % told
    if ruling.corrected_log:
        yield _("The corrected log no longer counts.")

"""Public teams: shared by their owner, liked and copied by others."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.profile.models import User
from core.errors import Refused
from core.pages.throttle import seconds_to_wait
from core.records import audit
from teams.lists.services.lists import save_list
from teams.models import Sharing, TeamFormat, TeamLike, TeamList

DAY = 24 * 3600
A_DAY = {"share": 50, "like": 200, "copy": 50}


def _refuse_many(who: User, what: str) -> None:
    if seconds_to_wait(f"team-{what}:{who.pk}", A_DAY[what], DAY):
        raise Refused("too-many-today", _("You have done this many times today. Please try again tomorrow."))


@transaction.atomic
def set_sharing(*, team: TeamList, who: User, sharing: str) -> TeamList:
    """Change the sharing, as the owner. Making a team private invalidates its URL for good, and is never refused."""
    row = TeamList.objects.select_for_update().get(pk=team.pk)
    if row.sharing == sharing:
        return row
    if sharing != Sharing.PRIVATE:
        _refuse_sharing(row, who)
    before = row.sharing
    row.share(sharing)
    row.save(update_fields=["sharing", "share_code", "shared_at"])
    audit.record("team-shared", who=who, subject=row, before={"sharing": before}, after={"sharing": sharing})
    return row


def _refuse_sharing(team: TeamList, who: User) -> None:
    if team.hidden_by_moderators:
        raise Refused("hidden-by-moderators", _("The moderators have hidden this team."))
    if team.team_format != TeamFormat.CONSTRUCTED:
        said = _("Only constructed teams can be shared: a limited team would show its pool.")
        raise Refused("only-constructed", said)
    if not team.figures:
        raise Refused("team-empty", _("Add figures before you share this team."))
    _refuse_many(who, "share")


@transaction.atomic
def set_like(*, team: TeamList, who: User, liked: bool) -> None:
    """Set or remove a like. Repeated or concurrent requests count once."""
    if not liked:
        TeamLike.objects.filter(team=team, user=who).delete()
        return
    if team.owner_id == who.pk:
        raise Refused("own-team", _("This is your own team."))
    row = _public_row(team)
    if TeamLike.objects.filter(team=row, user=who).exists():
        return
    _refuse_many(who, "like")
    TeamLike.objects.create(team=row, user=who)


@transaction.atomic
def copy_team(*, team: TeamList, who: User) -> TeamList:
    """Create a private copy of the team, which names its source."""
    _refuse_many(who, "copy")
    User.objects.select_for_update().get(pk=who.pk)  # as in `save_list`, and before the other team is locked
    row = _public_row(team)
    return save_list(owner=who, document=row.document(), copied_from=row)


def _public_row(team: TeamList) -> TeamList:
    """Lock the team; refuse if it has become private or was deleted."""
    row = TeamList.objects.public().select_for_update(of=("self",)).filter(pk=team.pk).first()
    if row is None:
        raise Refused("not-public", _("This team is not public any more."))
    return row

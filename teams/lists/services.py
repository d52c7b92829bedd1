"""Saving team lists; public teams are shared by their owner, liked and copied by others."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.profile.models import User
from core.errors import Invalid, Refused
from core.pages.throttle import seconds_to_wait
from core.records import audit
from rules.common.names import HIDDEN
from rules.games import DEFAULT
from rules.games import TeamList as Document
from teams.models import LARGEST_POOL, Pool, Sharing, TeamFormat, TeamLike, TeamList


def slugs_of(figures: Sequence[str]) -> list[str]:
    found = [DEFAULT.catalogue().find(figure) for figure in figures]
    if None in found:
        raise Refused("unknown-figure", _("Some figures are not in the catalogue."))
    return [card.slug for card in found if card]


MOST_LISTS = 300
LARGEST_LIST = 60  # leaves room for drafts; a team has at most 8


@transaction.atomic
def save_list(
    *,
    owner: User,
    document: Document,
    team: TeamList | None = None,
    from_pool: Pool | None = None,
    copied_from: TeamList | None = None,
) -> TeamList:
    """Save a new list or change a saved one. If the name is taken, a number is appended."""
    if len(document.figures) > LARGEST_LIST or len(document.pool) > LARGEST_POOL:
        raise Refused("list-too-large", _("A saved list can hold 60 figures, and a pool 300."))
    if HIDDEN.search(document.name):
        raise Invalid("invalid-character", _("The name contains an invalid character."), fields=["name"])
    User.objects.select_for_update().get(pk=owner.pk)  # two windows that save at once get two names
    if team is None:
        _refuse_too_many(owner)
    team = team or TeamList(owner=owner, copied_from=copied_from)
    team.name = _free_name(owner, document.name.strip() or str(_("My team")), team.pk or 0)
    team.ruleset = document.ruleset or DEFAULT.slug
    team.team_format, team.legality = document.team_format, document.legality
    team.figures, team.pool = slugs_of(document.figures), slugs_of(document.pool)
    team.from_pool = from_pool
    team.save()
    return team


def _refuse_too_many(owner: User) -> None:
    if TeamList.objects.of(owner).count() >= MOST_LISTS:
        raise Refused("too-many-lists", _("You have reached the maximum number of lists. Delete one first."))


def delete_list(*, team: TeamList) -> None:
    """Delete a list. For a while it can be restored as it was, with its link and likes."""
    TeamList.objects.filter(pk=team.pk).update(removed_at=timezone.now())


@transaction.atomic
def restore_list(*, team: TeamList) -> TeamList:
    """Restore a deleted list. If its name is taken by now, a number is appended."""
    owner = User.objects.select_for_update().get(pk=team.owner_id)
    row: TeamList = TeamList.with_deleted.select_for_update().get(pk=team.pk)
    if row.removed_at is None:
        return row
    _refuse_too_many(owner)
    row.name, row.removed_at = _free_name(owner, row.name, row.pk), None
    row.save(update_fields=["name", "removed_at"])
    return row


def _free_name(owner: User, wanted: str, pk: int) -> str:
    longest = TeamList._meta.get_field("name").max_length or 200
    taken = set(TeamList.objects.of(owner).exclude(pk=pk).values_list("name", flat=True))
    tries = [wanted[:longest], *(f"{wanted[: longest - 6]} ({n})" for n in range(2, MOST_LISTS + 3))]
    return next(name for name in tries if name not in taken)


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
    if team.team_format == TeamFormat.LIMITED:
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

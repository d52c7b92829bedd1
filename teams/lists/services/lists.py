"""Saving team lists."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from accounts.profile.models import User
from core.errors import Invalid, Refused
from rules.common.names import HIDDEN
from rules.games import TeamList as Document
from teams.lists.services.figures import slugs_of
from teams.models import LARGEST_POOL, Pool, TeamFormat, TeamList

MOST_LISTS = 300
LARGEST_LIST = 60  # leaves room for drafts; a team has at most 8
NOT_KEPT = gettext_noop("A list for four players can be checked, but not opened in the builder or saved.")


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
    if document.team_format not in TeamFormat.values:
        raise Refused("format-not-kept", _(NOT_KEPT))
    if HIDDEN.search(document.name):
        raise Invalid("invalid-character", _("The name contains an invalid character."), fields=["name"])
    User.objects.select_for_update().get(pk=owner.pk)  # two windows that save at once get two names
    if team is None and TeamList.objects.of(owner).count() >= MOST_LISTS:
        raise Refused("too-many-lists", _("You have reached the maximum number of lists. Delete one first."))
    team = team or TeamList(owner=owner, copied_from=copied_from)
    team.name = _free_name(owner, document.name.strip() or str(_("My team")), team.pk or 0)
    team.team_format, team.legality = document.team_format, document.legality
    team.figures, team.pool = slugs_of(document.figures), slugs_of(document.pool)
    team.from_pool = from_pool
    team.save()
    return team


def _free_name(owner: User, wanted: str, pk: int) -> str:
    longest = TeamList._meta.get_field("name").max_length or 200
    taken = set(TeamList.objects.of(owner).exclude(pk=pk).values_list("name", flat=True))
    tries = [wanted[:longest], *(f"{wanted[: longest - 6]} ({n})" for n in range(2, MOST_LISTS + 3))]
    return next(name for name in tries if name not in taken)

"""Who may do what with teams: "player" owns one that is in the list of public teams, "judge" has a private one."""

from uuid import uuid4

from rules.arena.teamlist import TeamList as Document
from teams.lists.services import save_list, set_sharing
from tests.permissions.routes import ROLES, World
from tests.tournaments.worlds import a_user

PREFIXES = (
    *("teams:public-team", "teams:like-team", "teams:copy-team", "teams:share-team", "teams:team"),
    *("teams:list", "teams:export-json", "teams:export-txt", "teams:save"),
)
FIGURES = ("queen-of-the-tofus", "bill-tell", "oscar-kass", "bad-aboum")


def world() -> World:
    people = {role: a_user() for role in ROLES}
    people["site-staff"] = a_user(is_superuser=True, is_staff=True)
    team = save_list(owner=people["player"], document=Document(FIGURES, "Shared"))
    team = set_sharing(team=team, who=people["player"], sharing="listed")
    private = save_list(owner=people["judge"], document=Document(FIGURES, "Private"))
    arguments = {"pk": team.pk, "uuid": team.share_code, "teams:export-txt pk": private.pk}
    arguments["teams:public-team-sheet uuid"] = uuid4()
    arguments["teams:team-sheet pk"] = private.pk
    posts = {"teams:share-team": {"sharing": "link"}, "teams:like-team": {"liked": "yes"}}
    return World({**people, "anonymous": None}, arguments, posts)


#                                    anon out  play oppo judg conf head scor orga own  fown site
TABLE = """
GET   teams:public-teams             +    +    +    +    +    +    +    +    +    +    +    +
GET   teams:public-team              +    +    +    +    +    +    +    +    +    +    +    +
GET   teams:public-team-picture      +    +    +    +    +    +    +    +    +    +    +    +
# An address that no team has, or has no more.
GET   teams:public-team-sheet        0    0    0    0    0    0    0    0    0    0    0    0
POST  teams:like-team                L    +    +    +    +    +    +    +    +    +    +    +
POST  teams:copy-team                L    +    +    +    +    +    +    +    +    +    +    +
GET   teams:list                     +    +    +    +    +    +    +    +    +    +    +    +
POST  teams:save                     L    +    +    +    +    +    +    +    +    +    +    +
GET   teams:team                     L    0    +    0    0    0    0    0    0    0    0    0
POST  teams:share-team               L    0    +    0    0    0    0    0    0    0    0    0
POST  teams:delete                   L    0    +    0    0    0    0    0    0    0    0    0
GET   teams:export-json              L    0    +    0    0    0    0    0    0    0    0    0
# The private one of "judge".
GET   teams:team-sheet               L    0    0    0    +    0    0    0    0    0    0    0
GET   teams:export-txt               L    0    0    0    +    0    0    0    0    0    0    0
"""

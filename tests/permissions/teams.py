"""Who may do what with teams, pools and legality profiles: "player" owns one of each, the team in the list of public
teams; "judge" has a private team."""

from uuid import uuid4

from rules.arena.teamlist import TeamList as Document
from rules.games import DEFAULT
from teams.lists.services import save_list, set_sharing
from teams.models import LegalityProfile, Pool
from tests.permissions.routes import ROLES, World
from tests.tournaments.worlds import a_user

PREFIXES = ("teams:", "team-", "pool-", "card-", "legality-")
OF_POOLS = (
    *("teams:pool", "teams:enter-pool", "teams:confirm-pool", "teams:send-back-pool", "teams:reopen-pool"),
    *("teams:delete-pool", "teams:restore-pool", "pool-detail", "pool-confirm", "pool-register"),
)
FIGURES = ("queen-of-the-tofus", "bill-tell", "oscar-kass", "bad-aboum")


def world() -> World:
    people = {role: a_user() for role in ROLES}
    people["site-staff"] = a_user(is_superuser=True, is_staff=True)
    team = save_list(owner=people["player"], document=Document(FIGURES, "Shared"))
    team = set_sharing(team=team, who=people["player"], sharing="listed")
    private = save_list(owner=people["judge"], document=Document(FIGURES, "Private"))
    pool = Pool.objects.create(owner=people["player"], name="sealed", figures=["bill-tell"])
    LegalityProfile.objects.create(owner=people["player"], slug="mine", title="mine")
    arguments = {"pk": team.pk, "uuid": team.share_code, "teams:export-txt pk": private.pk, "slug": "mine"}
    arguments |= {f"{route} pk": pool.pk for route in OF_POOLS} | {"code": pool.code}
    arguments |= dict.fromkeys(("teams:card slug", "card-detail slug"), "bill-tell")
    arguments["name"] = next(iter(DEFAULT.lists.profiles()))
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
POST  teams:restore                  L    0    +    0    0    0    0    0    0    0    0    0
GET   teams:export-json              L    0    +    0    0    0    0    0    0    0    0    0
# The private one of "judge".
GET   teams:team-sheet               L    0    0    0    +    0    0    0    0    0    0    0
GET   teams:export-txt               L    0    0    0    +    0    0    0    0    0    0    0
# The limited pool and the legality profile of "player".
GET   teams:cards                    +    +    +    +    +    +    +    +    +    +    +    +
GET   teams:card                     +    +    +    +    +    +    +    +    +    +    +    +
GET   teams:build                    +    +    +    +    +    +    +    +    +    +    +    +
POST  teams:build                    +    +    +    +    +    +    +    +    +    +    +    +
GET   teams:paste                    +    +    +    +    +    +    +    +    +    +    +    +
POST  teams:paste                    +    +    +    +    +    +    +    +    +    +    +    +
GET   teams:pools                    L    +    +    +    +    +    +    +    +    +    +    +
POST  teams:pools                    L    +    +    +    +    +    +    +    +    +    +    +
GET   teams:pool                     L    0    +    0    0    0    0    0    0    0    0    +
GET   teams:enter-pool               L    +    +    +    +    +    +    +    +    +    +    +
POST  teams:enter-pool               L    +    +    +    +    +    +    +    +    +    +    +
POST  teams:confirm-pool             L    0    +    0    0    0    0    0    0    0    0    +
POST  teams:send-back-pool           L    0    +    0    0    0    0    0    0    0    0    +
POST  teams:reopen-pool              L    0    +    0    0    0    0    0    0    0    0    +
POST  teams:delete-pool              L    0    +    0    0    0    0    0    0    0    0    0
POST  teams:restore-pool             L    0    +    0    0    0    0    0    0    0    0    0
GET   teams:profiles                 +    +    +    +    +    +    +    +    +    +    +    +
GET   teams:new-profile              L    +    +    +    +    +    +    +    +    +    +    +
POST  teams:new-profile              L    +    +    +    +    +    +    +    +    +    +    +
GET   teams:profile                  +    +    +    +    +    +    +    +    +    +    +    +
GET   teams:change-profile           L    0    +    0    0    0    0    0    0    0    0    0
POST  teams:change-profile           L    0    +    0    0    0    0    0    0    0    0    0
POST  team-check                     +    +    +    +    +    +    +    +    +    +    +    +
GET   card-list                      +    +    +    +    +    +    +    +    +    +    +    +
GET   card-detail                    +    +    +    +    +    +    +    +    +    +    +    +
GET   legality-list                  +    +    +    +    +    +    +    +    +    +    +    +
GET   team-list                      L    +    +    +    +    +    +    +    +    +    +    +
POST  team-list                      L    +    +    +    +    +    +    +    +    +    +    +
GET   team-detail                    L    0    +    0    0    0    0    0    0    0    0    0
PUT   team-detail                    L    0    +    0    0    0    0    0    0    0    0    0
DELETE team-detail                    L    0    +    0    0    0    0    0    0    0    0    0
GET   pool-list                      L    +    +    +    +    +    +    +    +    +    +    +
POST  pool-list                      L    +    +    +    +    +    +    +    +    +    +    +
GET   pool-detail                    L    0    +    0    0    0    0    0    0    0    0    +
POST  pool-confirm                   L    0    +    0    0    0    0    0    0    0    0    +
POST  pool-register                  L    0    0    0    0    0    0    0    0    0    0    0
GET   legality-detail                +    +    +    +    +    +    +    +    +    +    +    +
"""

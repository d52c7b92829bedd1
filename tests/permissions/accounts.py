"""Who may do what with an account: the token and the session in the addresses are the player's. Nobody here has typed
a password, so what needs a fresh sign-in asks for one before it looks whose it is."""

from allauth.usersessions.models import UserSession

from accounts.models import ApiToken, ModerationCase
from accounts.moderation.services import appeal_path
from tests.permissions import tournaments
from tests.permissions.routes import World

PREFIXES = ("accounts:",)


def world(found: World | None = None) -> World:
    """Of the people of an event."""
    found = found or tournaments.world()
    player = found.people["player"]
    token, _secret = ApiToken.issue(owner=player, name="x", scopes=["read"])
    session = UserSession.objects.create(user=player, ip="203.0.113.7", session_key="x" * 32)
    case = ModerationCase.objects.create(kind="tournaments.event", subject_id=1)
    link = appeal_path(case).split("/")[2]
    arguments = {
        "accounts:moderation-case pk": case.pk,
        "accounts:appeal token": link,
        "accounts:withdraw-token pk": token.pk,
        "accounts:end-session pk": session.pk,
        "key": "unknown",
        "page": "events/the-event/",
    }
    return World(found.people, arguments, {"accounts:tokens": {"name": "x", "scopes": "read"}})


TABLE = """
#                                  anon outs play oppo judg conf head keep orga owne fore site
GET   accounts:me                  L    +    +    +    +    +    +    +    +    +    +    +
POST  accounts:me                  L    +    +    +    +    +    +    +    +    +    +    +
GET   accounts:my-data             L    F    F    F    F    F    F    F    F    F    F    F
POST  accounts:my-data             L    F    F    F    F    F    F    F    F    F    F    F
GET   accounts:kept                L    +    +    +    +    +    +    +    +    +    +    +
GET   accounts:tokens              L    +    +    +    +    +    +    +    +    +    +    +
POST  accounts:tokens              L    F    F    F    F    F    F    F    F    F    F    F
POST  accounts:withdraw-token      L    F    F    F    F    F    F    F    F    F    F    F
GET   accounts:devices             L    +    +    +    +    +    +    +    +    +    +    +
POST  accounts:end-session         L    0    +    0    0    0    0    0    0    0    0    0
POST  accounts:end-other-sessions  L    +    +    +    +    +    +    +    +    +    +    +
GET   accounts:send-again          L    F    F    F    F    F    F    F    F    F    F    F
GET   accounts:delete              L    F    F    F    F    F    F    F    F    F    F    F
POST  accounts:delete              L    F    F    F    F    F    F    F    F    F    F    F
GET   accounts:security-log        L    F    F    F    F    F    F    F    F    F    F    F
GET   accounts:security-log-file   L    F    F    F    F    F    F    F    F    F    F    F
# Of these people only superusers moderate.
GET   accounts:report              +    +    +    +    +    +    +    +    +    +    +    +
POST  accounts:report              +    +    +    +    +    +    +    +    +    +    +    +
GET   accounts:moderation          L    -    -    -    -    -    -    -    -    -    -    +
GET   accounts:moderation-case     L    -    -    -    -    -    -    -    -    -    -    +
POST  accounts:moderation-case     L    -    -    -    -    -    -    -    -    -    -    +
GET   accounts:appeal              +    +    +    +    +    +    +    +    +    +    +    +
POST  accounts:appeal              +    +    +    +    +    +    +    +    +    +    +    +
GET   accounts:live                +    +    +    +    +    +    +    +    +    +    +    +
GET   accounts:live-versions       +    +    +    +    +    +    +    +    +    +    +    +
"""

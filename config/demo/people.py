"""The people of the demonstration: invented names, four of them with a password, and the teams that they share."""

from dataclasses import dataclass
from typing import Any

from accounts.models import User
from rules.games import TeamList as Document
from teams.lists.services import copy_team, save_list, set_like, set_sharing
from teams.models import Sharing, TeamList
from tools.selfplay.rng import Rng
from tools.selfplay.teams import random_team
from tournaments.events.models.settings import Mode
from tournaments.models import MailChoice, MatchState, RoundState, Seat

PASSWORD = "krosmaster"  # noqa: S105 - printed for the person who makes the demonstration, refused in production
FIRST = (
    "Amélie", "Bastien", "Chloé", "Dani", "Élodie", "Félix", "Gaëlle", "Hugo", "Inès", "Jérôme", "Kenza", "Léo",
    "Maëlys", "Noé", "Océane", "Pierre", "Quentin", "Renée", "Sébastien", "Théo", "Ursula", "Violette", "Wassim", "Zoé",
)  # fmt: skip
LAST = ("O'Shun", "Lefèvre", "Martin", "d'Arcy", "Nguyễn", "Schröder", "van den Berg", "Benoît-Roux")
CLUBS = ("Amakna Dice", "Les Bouftous", "Pandala Arena", "")


@dataclass(frozen=True, slots=True)
class Hosts:
    organiser: User
    head_judge: User
    judge: User
    player: User


def hosts() -> Hosts:
    return Hosts(
        organiser=_with_password("organiser", "Olga Organiser"),
        head_judge=_with_password("judge", "Jules Judge"),
        judge=person("demo-floor-judge", "Flora Floor"),
        player=_with_password("player", "Dani O'Shun"),
    )


def players(size: int) -> list[User]:
    """The player who can sign in, and as many others as requested."""
    names = [f"{FIRST[n % len(FIRST)]} {LAST[(n // len(FIRST) + n) % len(LAST)]}" for n in range(size - 1)]
    return [hosts().player, *(person(f"demo-{n}", name, is_minor=n % 11 == 5) for n, name in enumerate(names, 1))]


def _with_password(username: str, name: str) -> User:
    return _let_sign_in(person(f"demo-{username}", name))


def _let_sign_in(user: User) -> User:
    user.set_password(PASSWORD)
    user.save()
    return user


def opponent_now(player: User) -> User:
    """Let the opponent of the player's open duel sign in too, so that two phones can be tried at one table."""
    waiting = Seat.objects.exclude(match__state=MatchState.DONE).filter(match__round__state=RoundState.PUBLISHED)
    own = waiting.filter(registration__user=player, match__bye=False, match__round__event__mode=Mode.DUEL)
    seat = own.order_by("match_id")[0]
    (opponent,) = seat.match.others(seat.registration)
    assert opponent.user
    return _let_sign_in(opponent.user)


def person(username: str, name: str, *, is_minor: bool = False) -> User:
    user, created = User.objects.get_or_create(
        username=username,
        defaults={
            "email": f"{username.removeprefix('demo-')}@demo.example",
            "public_name": name,
            "is_minor": is_minor,
            "password": "!",
        },
    )
    if created:  # nobody reads the e-mails of a demonstration
        MailChoice.objects.create(user=user, registration=False, deadline=False)
    return user


def user_of(seat: Any) -> User:
    user: User = seat.user
    return user


TEAM_NAMES = ("Tofu Rush", "Four of a Kind", "Pandala Wall", "Demon Sprint")


def shared_teams(hosts: Hosts) -> list[TeamList]:
    """The player who can sign in owns the first one and has a copy of the second."""
    rng = Rng("shared teams")
    people = players(8)
    teams = []
    for owner, name in zip(people, TEAM_NAMES, strict=False):
        saved = save_list(owner=owner, document=Document(tuple(random_team(rng)), name))
        teams.append(set_sharing(team=saved, who=owner, sharing=Sharing.LISTED))
    for place, team in enumerate(teams):
        for person in people[len(TEAM_NAMES) + place :]:
            set_like(team=team, who=person, liked=True)
    copy_team(team=teams[1], who=hosts.player)
    return teams

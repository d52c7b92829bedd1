"""Saved teams of the demonstration: some are shared and some have likes."""

from config.demo.people import Hosts, players
from rules.games import TeamList as Document
from teams.lists.services import copy_team, save_list, set_like, set_sharing
from teams.models import Sharing, TeamList
from tools.selfplay.rng import Rng
from tools.selfplay.teams import random_team

NAMES = ("Tofu Rush", "Four of a Kind", "Pandala Wall", "Demon Sprint")


def shared_teams(hosts: Hosts) -> list[TeamList]:
    """The player who can sign in owns the first one and has a copy of the second."""
    rng = Rng("shared teams")
    people = players(8)
    teams = []
    for owner, name in zip(people, NAMES, strict=False):
        saved = save_list(owner=owner, document=Document(tuple(random_team(rng)), name))
        teams.append(set_sharing(team=saved, who=owner, sharing=Sharing.LISTED))
    for place, team in enumerate(teams):
        for person in people[len(NAMES) + place :]:
            set_like(team=team, who=person, liked=True)
    copy_team(team=teams[1], who=hosts.player)
    return teams

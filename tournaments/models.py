"""Models of events, one file for each theme."""

from tournaments.events.models.events import Announcement, Event, MailChoice, OnceKey, Series, Topic
from tournaments.events.models.settings import (
    Appeals,
    EventState,
    PenaltyKind,
    RecordedGames,
    RewardBox,
    Scenery,
    TeamFormat,
    TieBreak,
)
from tournaments.events.models.staff import Right, Role, Staff, StaffInvitation, rights_of
from tournaments.lists.models import DeckCheck, FactsPin, ListReader, ListReading, SubmittedList
from tournaments.mail.models import DailyIntroductions, GivenUp, Introduction, OptOut, OutgoingMail, digest_of
from tournaments.players.models.crews import Crew, PartnerLink
from tournaments.players.models.players import (
    ForbiddenPair,
    Guest,
    Penalty,
    PlayerImport,
    Registration,
    Status,
    account_of,
)
from tournaments.results.models import DuelOutcome, Ending, Result, ResultReport
from tournaments.rounds.models.matches import Match, MatchState, NotADuel
from tournaments.rounds.models.rounds import Draw, Round, RoundDetails, RoundState, Stage
from tournaments.rounds.models.seats import Seat, players_of

__all__ = [
    "Announcement",
    "Appeals",
    "Crew",
    "DailyIntroductions",
    "DeckCheck",
    "Draw",
    "DuelOutcome",
    "Ending",
    "Event",
    "EventState",
    "FactsPin",
    "ForbiddenPair",
    "GivenUp",
    "Guest",
    "Introduction",
    "ListReader",
    "ListReading",
    "MailChoice",
    "Match",
    "MatchState",
    "NotADuel",
    "OnceKey",
    "OptOut",
    "OutgoingMail",
    "PartnerLink",
    "Penalty",
    "PenaltyKind",
    "PlayerImport",
    "RecordedGames",
    "Registration",
    "Result",
    "ResultReport",
    "RewardBox",
    "Right",
    "Role",
    "Round",
    "RoundDetails",
    "RoundState",
    "Scenery",
    "Seat",
    "Series",
    "Staff",
    "StaffInvitation",
    "Stage",
    "Status",
    "SubmittedList",
    "TeamFormat",
    "TieBreak",
    "Topic",
    "account_of",
    "digest_of",
    "players_of",
    "rights_of",
]

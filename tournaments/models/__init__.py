"""Models of events, one file for each theme."""

from tournaments.models.announcements import Announcement, MailChoice, Topic
from tournaments.models.crews import Crew, PartnerLink
from tournaments.models.draws import Draw
from tournaments.models.events import Event
from tournaments.models.facts import FactsPin
from tournaments.models.forbidden_pairs import ForbiddenPair
from tournaments.models.form_keys import OnceKey
from tournaments.models.guests import Guest, account_of
from tournaments.models.list_readers import ListReader, ListReading
from tournaments.models.lists import DeckCheck, SubmittedList
from tournaments.models.mails import DailyIntroductions, GivenUp, Introduction, OptOut, OutgoingMail, digest_of
from tournaments.models.matches import Match, MatchState, NotADuel
from tournaments.models.penalties import Penalty
from tournaments.models.player_imports import PlayerImport
from tournaments.models.players import Registration, Status
from tournaments.models.results import Ending, Outcome, Result, ResultReport
from tournaments.models.rounds import Round, RoundState, Stage, large_columns
from tournaments.models.seats import Seat, players_of
from tournaments.models.series import Series
from tournaments.models.settings import PenaltyKind, RecordedGames, RewardBox, TeamFormat, TieBreak
from tournaments.models.staff import Right, Role, Staff, StaffInvitation, rights_of, roles_of
from tournaments.models.states import EventState

__all__ = [
    "Announcement",
    "Crew",
    "DailyIntroductions",
    "DeckCheck",
    "Draw",
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
    "Outcome",
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
    "RoundState",
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
    "large_columns",
    "players_of",
    "rights_of",
    "roles_of",
]

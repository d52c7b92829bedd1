"""Which form sets up the table of a match."""

from collections.abc import Mapping
from typing import Any

from judging.recorder.forms.blast import BlastTableForm
from judging.recorder.forms.duels import MatchForm
from judging.recorder.forms.quest import QuestTableForm
from judging.recorder.forms.tables import MatchTableForm
from rules.games import BLAST, QUEST
from tournaments.models import Match
from tournaments.rounds.models.matches import PLAYERS_OF_A_DUEL

OF_OTHER_GAMES: Mapping[str, Any] = {QUEST.game: QuestTableForm, BLAST.game: BlastTableForm}


def match_form(
    match: Match, viewer: Any, data: Any = None
) -> MatchForm | MatchTableForm | QuestTableForm | BlastTableForm:
    if match.round.event.game in OF_OTHER_GAMES:
        return OF_OTHER_GAMES[match.round.event.game](data, match=match, viewer=viewer)
    form = MatchForm if len(match.players()) == PLAYERS_OF_A_DUEL else MatchTableForm
    return form(data, match=match, viewer=viewer)

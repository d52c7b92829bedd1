"""What was handed in about a match holds its pairing: the round is not taken back, the table not drawn again."""

import pytest

from core.errors import Refused
from judging.logs.services.submission import submit_log
from tests.judging.people import a_hall, table_1, user
from tests.tournaments import worlds
from tournaments.models import Role
from tournaments.rounds.services.publishing import unpublish_round
from tournaments.rounds.services.re_pairing import open_tables

pytestmark = pytest.mark.django_db


def test_a_round_with_a_submitted_log_is_not_unpublished():
    hall = a_hall()
    keeper = worlds.staff(hall, Role.OWNER, "olga")
    submit_log(content=b"{}", submitter=user("ana"), match=table_1())
    with pytest.raises(Refused) as refused:
        unpublish_round(round_id=table_1().round_id, who=keeper, why="wrong hall")
    assert refused.value.code == "round-has-begun"


def test_a_table_with_a_submitted_log_is_not_redrawn():
    a_hall()
    assert open_tables(table_1().round) == [table_1()]
    submit_log(content=b"{}", submitter=user("ana"), match=table_1())
    assert open_tables(table_1().round) == []

"""What grows with the players of a round is a row of its own; the migration moves it there and back."""

from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.tournaments.worlds import a_round, an_event
from tournaments.models import Round, RoundDetails

BEFORE, AFTER = ("tournaments", "0050_words_of_organisers"), ("tournaments", "0051_details_of_rounds")
KEPT = {"reasons": {"3": [["rematch", 3, 4, 1]]}, "frozen_standings": [{"player": 3}], "clinch": {"3": "in"}}


def migrate(*targets: tuple[str, str]) -> None:
    MigrationExecutor(connection).migrate(list(targets))


def rounds_before() -> list[dict[str, Any]]:
    then = MigrationExecutor(connection).loader.project_state([BEFORE]).apps.get_model("tournaments", "Round")
    return list(then.objects.order_by("number").values(*KEPT))


@pytest.mark.django_db(transaction=True)
def test_migrating_moves_the_details_there_and_back():
    event = an_event()
    full, empty = Round.objects.create(event=event, number=1), Round.objects.create(event=event, number=2)
    full.keep(**KEPT)
    try:
        migrate(BEFORE)
        assert rounds_before() == [KEPT, {"reasons": {}, "frozen_standings": None, "clinch": None}]
        migrate(AFTER)
        assert list(RoundDetails.objects.values("pk", *KEPT)) == [{"pk": full.pk, **KEPT}]
    finally:
        migrate(*MigrationExecutor(connection).loader.graph.leaf_nodes())
    assert empty.details.reasons == {}


@pytest.mark.django_db
def test_a_query_for_rounds_reads_no_details(django_assert_num_queries):
    played = a_round(an_event())
    played.keep(frozen_standings=[{"player": 1}])
    with django_assert_num_queries(1) as asked:
        list(Round.objects.filter(pk=played.pk))
    assert "frozen_standings" not in asked.captured_queries[0]["sql"]
    assert Round.objects.get(pk=played.pk).details.frozen_standings == [{"player": 1}]

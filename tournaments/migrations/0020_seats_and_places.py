"""Seats say who meets whom, and a score is a list of places and one of tallies.

Everything is filled from the columns of before, turned back and compared; at the first difference nothing is changed.
There is no way back but a backup of before. The table of outcomes is written out here: it stays when the program goes on.
"""

from collections import defaultdict

from django.db import migrations, models
from django.db.models import F, Q

PLACES = {"a": [1, 2], "b": [2, 1], "draw": [1, 1], "both-lose": [2, 2]}
AT_ONCE = 1000


class Difference(Exception):
    """The new columns do not say what the old ones said."""


def move_over(apps, schema_editor):
    match, seat, registration = (apps.get_model("tournaments", name) for name in ("Match", "Seat", "Registration"))
    refuse_strange_seats(match, seat)
    fill_seats(match, seat)
    compare_seats(match, seat)
    for name in ("Result", "ResultReport"):
        score = apps.get_model("tournaments", name)
        refuse_scores_of_byes(score)
        fill_scores(score)
        compare_scores(score)
    if schema_editor.connection.vendor == "postgresql":  # or the tables cannot be altered: checks of new rows wait
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        schema_editor.execute("SET CONSTRAINTS ALL DEFERRED")


def refuse_strange_seats(match, seat):
    """A seat of somebody who does not play there, in another round, or of a player at two tables of one round."""
    strange = seat.objects.exclude(Q(registration=F("match__a")) | Q(registration=F("match__b"), match__b__isnull=False))
    for pk in (strange | seat.objects.exclude(round=F("match__round"))).order_by("pk").values_list("match", flat=True)[:1]:
        raise Difference(f"match {pk}: somebody sits there who does not play there in this round")
    seen = set()
    for pk, round_, *players in match.objects.order_by("pk").values_list("pk", "round", "a", "b"):
        for player in players:
            if player is not None and (round_, player) in seen:
                raise Difference(f"match {pk}: player {player} sits at another table of this round too")
            seen.add((round_, player))


def fill_seats(match, seat):
    match.objects.filter(b__isnull=True).update(bye=True)
    for number, side in ((1, "a"), (2, "b")):
        seat.objects.filter(registration=F(f"match__{side}")).update(number=number, side=number)
        without = match.objects.exclude(**{side: None}).exclude(pk__in=seat.objects.filter(number=number).values("match"))
        rows = without.values_list("pk", "round", side)
        seat.objects.bulk_create(
            [
                seat(match_id=pk, round_id=round_, registration_id=player, number=number, side=number)
                for pk, round_, player in rows
            ],
            batch_size=AT_ONCE,
        )


def compare_seats(match, seat):
    found = defaultdict(list)
    count = 0
    for pk, *row in seat.objects.order_by("match", "number", "pk").values_list(
        "match", "round", "registration", "number", "side"
    ):
        found[pk].append(tuple(row))
        count += 1
    for pk, round_, a, b, bye in match.objects.order_by("pk").values_list("pk", "round", "a", "b", "bye"):
        expected = [(round_, player, number, number) for number, player in ((1, a), (2, b)) if player is not None]
        if found[pk] != expected or bye != (b is None):
            raise Difference(f"match {pk}: seats {found[pk]}, but {expected} was written (round, player, number, side)")
    expected = match.objects.count() + match.objects.filter(b__isnull=False).count()
    if count != expected:
        raise Difference(f"{count} seats, but {expected} players sit at matches")


def refuse_scores_of_byes(score):
    for pk in score.objects.filter(match__b__isnull=True).values_list("match", flat=True)[:1]:
        raise Difference(f"match {pk}: a bye has a score")


def fill_scores(score):
    """The same score of many matches is written at once."""
    said = score.objects.order_by("outcome", "glory_a", "glory_b").values_list("outcome", "glory_a", "glory_b").distinct()
    for outcome, a, b in list(said):
        rows = score.objects.filter(outcome=outcome, glory_a=a, glory_b=b)
        if outcome not in PLACES:
            raise Difference(f"match {rows.earliest('pk').match_id}: no duel ends with {outcome!r}")
        rows.update(places=PLACES[outcome], tallies=[a, b])


def compare_scores(score):
    outcomes = {tuple(places): outcome for outcome, places in PLACES.items()}
    count = 0
    columns = ("match", "outcome", "glory_a", "glory_b", "places", "tallies")
    for pk, outcome, a, b, places, tallies in score.objects.order_by("pk").values_list(*columns):
        count += 1
        if [outcomes.get(tuple(places or ())), *(tallies or ())] != [outcome, a, b]:
            raise Difference(f"match {pk}: {places} and {tallies}, but {outcome} {a}:{b} was written")
    if count != score.objects.count():
        raise Difference(f"{count} rows of {score._meta.label} were compared, of {score.objects.count()}")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0019_recorded_games")]

    operations = [
        migrations.AddField("match", "bye", models.BooleanField(default=False)),
        migrations.AddField("seat", "number", models.PositiveSmallIntegerField(null=True)),
        migrations.AddField("seat", "side", models.PositiveSmallIntegerField(null=True)),
        migrations.AddField(
            "seat", "role", models.CharField(choices=[("player", "player")], default="player", max_length=8)
        ),
        migrations.AddField("result", "places", models.JSONField(null=True)),
        migrations.AddField("result", "tallies", models.JSONField(null=True)),
        migrations.AddField("resultreport", "places", models.JSONField(null=True)),
        migrations.AddField("resultreport", "tallies", models.JSONField(null=True)),
        migrations.RunPython(move_over),
        migrations.RemoveConstraint("match", "nobody_meets_oneself"),
        migrations.RemoveConstraint("match", "a_table_for_two_and_none_for_a_bye"),
        migrations.RemoveField("match", "a"),
        migrations.RemoveField("match", "b"),
        *(
            migrations.RemoveField(model, name)
            for model in ("result", "resultreport")
            for name in ("outcome", "glory_a", "glory_b")
        ),
        *(
            migrations.AlterField(model, name, models.JSONField())
            for model in ("result", "resultreport")
            for name in ("places", "tallies")
        ),
        migrations.AlterField("seat", "number", models.PositiveSmallIntegerField()),
        migrations.AlterField("seat", "side", models.PositiveSmallIntegerField()),
        migrations.AlterModelOptions("seat", {"ordering": ["number"]}),
        migrations.AddConstraint(
            "match",
            models.CheckConstraint(
                condition=models.Q(("bye", True), ("table__isnull", True))
                | models.Q(("bye", False), ("table__isnull", False)),
                name="no_table_for_a_bye_and_one_for_the_others",
            ),
        ),
        migrations.AddConstraint("seat", models.UniqueConstraint(fields=("match", "number"), name="seat_once_a_match")),
    ]

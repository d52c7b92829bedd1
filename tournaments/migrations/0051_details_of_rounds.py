"""What grows with the players of a round moves into a table of its own."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

NAMES = ("reasons", "frozen_standings", "clinch")
NOTHING = {"reasons": {}, "frozen_standings__isnull": True, "clinch__isnull": True}


def move(apps: Any, _schema: Any) -> None:
    rounds = apps.get_model("tournaments", "Round").objects.exclude(**NOTHING).order_by("pk")
    details = apps.get_model("tournaments", "RoundDetails").objects
    for pk, *values in rounds.values_list("pk", *NAMES).iterator(chunk_size=50):
        details.create(round_id=pk, **dict(zip(NAMES, values, strict=True)))


def move_back(apps: Any, _schema: Any) -> None:
    rounds = apps.get_model("tournaments", "Round").objects
    details = apps.get_model("tournaments", "RoundDetails").objects.order_by("pk")
    for pk, *values in details.values_list("pk", *NAMES).iterator(chunk_size=50):
        rounds.filter(pk=pk).update(**dict(zip(NAMES, values, strict=True)))


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0050_words_of_organisers")]

    operations = [
        migrations.CreateModel(
            name="RoundDetails",
            fields=[
                (
                    "round",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="kept_details",
                        serialize=False,
                        to="tournaments.round",
                    ),
                ),
                ("reasons", models.JSONField(blank=True, default=dict)),
                ("frozen_standings", models.JSONField(blank=True, null=True)),
                ("clinch", models.JSONField(blank=True, null=True)),
            ],
        ),
        migrations.RunPython(move, move_back),
        migrations.RemoveField(model_name="round", name="reasons"),
        migrations.RemoveField(model_name="round", name="frozen_standings"),
        migrations.RemoveField(model_name="round", name="clinch"),
    ]

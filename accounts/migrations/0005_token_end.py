"""Every token has an end: those that are there live for 90 days from the day of the upgrade."""

import datetime as dt

from django.db import migrations, models
from django.utils import timezone

USUAL_LIFE = dt.timedelta(days=90)


def give_an_end(apps, schema_editor):
    tokens = apps.get_model("accounts", "ApiToken").objects.filter(expires_at=None)
    tokens.update(expires_at=timezone.now() + USUAL_LIFE)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_topic_changed")]

    operations = [
        migrations.AddField(
            model_name="apitoken",
            name="expires_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="apitoken",
            name="told_at",
            field=models.DateTimeField(help_text="When its owner was told that it ends", null=True),
        ),
        migrations.RunPython(give_an_end, migrations.RunPython.noop, elidable=True),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("judging", "0019_light_logs"),
    ]

    operations = [
        migrations.AddField(
            model_name="recording",
            name="copied",
            field=models.JSONField(
                db_default=[],
                default=list,
                help_text="Spells that were copied from cards which the site does not know.",
            ),
        ),
    ]

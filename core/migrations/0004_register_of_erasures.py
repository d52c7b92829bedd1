import django.utils.timezone
from django.db import migrations, models

from core.database import append_only


def guard(apps, schema_editor):
    append_only.guard_but_for_erasure(schema_editor)


def unguard(apps, schema_editor):
    append_only.guard_against_erasure_too(schema_editor)


class Migration(migrations.Migration):
    dependencies = [("core", "0003_domainevent_auditentry_request")]

    operations = [
        migrations.CreateModel(
            name="Erasure",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=64, unique=True)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("done_at", models.DateTimeField(null=True)),
            ],
            options={"ordering": ["pk"]},
        ),
        migrations.RunPython(guard, unguard),
    ]

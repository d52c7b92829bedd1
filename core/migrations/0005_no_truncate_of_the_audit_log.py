from django.db import migrations

from core.database import append_only


def guard(apps, schema_editor):
    append_only.guard_against_truncate(schema_editor)


def unguard(apps, schema_editor):
    append_only.unguard_against_truncate(schema_editor)


class Migration(migrations.Migration):
    dependencies = [("core", "0004_register_of_erasures")]

    operations = [migrations.RunPython(guard, unguard)]

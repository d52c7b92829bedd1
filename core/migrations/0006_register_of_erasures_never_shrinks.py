from django.db import migrations

from core.database import append_only


def guard(apps, schema_editor):
    append_only.guard_erasures(schema_editor)


def unguard(apps, schema_editor):
    append_only.unguard_erasures(schema_editor)


class Migration(migrations.Migration):
    dependencies = [("core", "0005_no_truncate_of_the_audit_log")]

    operations = [migrations.RunPython(guard, unguard)]

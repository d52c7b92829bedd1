from django.db import migrations

from core.database import append_only


def forwards(apps, schema_editor):
    append_only.guard(schema_editor, table="accounts_journalentry")


def backwards(apps, schema_editor):
    append_only.unguard(schema_editor, table="accounts_journalentry")


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_tokens_and_topics")]
    operations = [migrations.RunPython(forwards, backwards)]

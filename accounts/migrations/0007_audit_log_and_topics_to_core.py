"""The audit log and the live topics belong to core now; their rows stay."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("accounts", "0006_names_in_one_line"), ("core", "0001_initial")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.DeleteModel("JournalEntry"), migrations.DeleteModel("Topic")]
        )
    ]

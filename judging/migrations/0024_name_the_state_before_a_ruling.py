from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("judging", "0023_said_by_guests")]

    operations = [migrations.RenameField("ruling", "moved", "state_before")]

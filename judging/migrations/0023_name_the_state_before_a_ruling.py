from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("judging", "0022_differences")]

    operations = [migrations.RenameField("ruling", "moved", "state_before")]

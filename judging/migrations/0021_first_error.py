from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("judging", "0020_copied_spells")]
    operations = [migrations.RenameField("report", "slip", "first_error")]

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("judging", "0021_first_error")]
    operations = [
        migrations.RenameField("report", "disagreements", "differences"),
        migrations.RenameField("comparison", "disagreements", "differences"),
    ]

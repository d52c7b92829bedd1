from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0031_times_that_may_be_given")]

    operations = [
        migrations.AddField(
            model_name="round",
            name="separates_clubs",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('judging', '0032_verdict_not_validated'),
    ]

    operations = [
        migrations.AddField(
            model_name='recording',
            name='joined_by',
            field=models.JSONField(db_default=[], default=list, help_text='The players who have opened the recorder on a device of their own.'),
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0014_user_manager")]

    operations = [
        migrations.RenameField(model_name="apitoken", old_name="told_at", new_name="expiry_notified_at"),
        migrations.AlterField(
            model_name="apitoken",
            name="expiry_notified_at",
            field=models.DateTimeField(help_text="When its owner was notified that it expires", null=True),
        ),
    ]

"""The audit log and the live topics come over from accounts: their tables stay where they are until 0002."""

import django.db.models.deletion
import django.db.models.functions.datetime
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [("accounts", "0006_names_in_one_line")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="AuditEntry",
                    fields=[
                        ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                        ("at", models.DateTimeField(auto_now_add=True, db_index=True)),
                        ("action", models.CharField(max_length=60)),
                        ("scope", models.CharField(blank=True, max_length=60)),
                        ("subject", models.CharField(max_length=60)),
                        ("before", models.JSONField(null=True)),
                        ("after", models.JSONField(null=True)),
                        ("why", models.TextField(blank=True)),
                        ("who", models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        "db_table": "accounts_journalentry",
                        "ordering": ["-at", "-pk"],
                        "indexes": [
                            models.Index(fields=["scope", "-at"], name="accounts_jo_scope_ea3033_idx"),
                            models.Index(fields=["subject", "-at"], name="accounts_jo_subject_68521b_idx"),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Topic",
                    fields=[
                        ("name", models.CharField(max_length=80, primary_key=True, serialize=False)),
                        ("version", models.PositiveBigIntegerField(default=1)),
                        ("changed", models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), default=django.utils.timezone.now)),
                    ],
                    options={"db_table": "accounts_topic"},
                ),
            ],
        ),
    ]

from django.conf import settings
from django.db import migrations, models
from django.db.models.functions import Now
from django.utils import timezone

from core.database import append_only


def keep_former_names(_apps, schema_editor):
    """Both tables below began in accounts, and PostgreSQL keeps the names of indexes and constraints that were made before a
    table is renamed. Django would make them at the end."""
    if schema_editor.connection.vendor == "postgresql":
        for statement in schema_editor.deferred_sql:
            schema_editor.execute(statement)
        schema_editor.deferred_sql.clear()


class Migration(migrations.Migration):
    replaces = [
        ("core", "0001_initial"),
        ("core", "0002_own_tables"),
        ("core", "0003_domainevent_auditentry_request"),
        ("core", "0004_register_of_erasures"),
        ("core", "0005_no_truncate_of_the_audit_log"),
        ("core", "0006_register_of_erasures_never_shrinks"),
    ]
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="DomainEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60)),
                ("handler", models.CharField(max_length=120)),
                ("payload", models.JSONField()),
                ("attempts", models.PositiveIntegerField(default=0)),
                ("due_at", models.DateTimeField(db_index=True)),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(auto_now_add=True, db_index=True)),
                ("who", models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("action", models.CharField(max_length=60)),
                ("scope", models.CharField(blank=True, max_length=60)),
                ("subject", models.CharField(max_length=60)),
                ("before", models.JSONField(null=True)),
                ("after", models.JSONField(null=True)),
                ("why", models.TextField(blank=True)),
                ("request", models.CharField(blank=True, db_default="", max_length=64)),
            ],
            options={
                "db_table": "accounts_journalentry",
                "ordering": ["-at", "-pk"],
                "indexes": [models.Index(fields=["scope", "-at"], name="audit_scope_at"), models.Index(fields=["subject", "-at"], name="audit_subject_at")],
            },
        ),
        migrations.CreateModel(
            name="Erasure",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=64, unique=True)),
                ("at", models.DateTimeField(default=timezone.now)),
                ("done_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Topic",
            fields=[
                ("name", models.CharField(max_length=80, primary_key=True, serialize=False)),
                ("version", models.PositiveBigIntegerField(default=1)),
                ("changed", models.DateTimeField(db_default=Now(), default=timezone.now)),
            ],
            options={"db_table": "accounts_topic"},
        ),
        migrations.RunPython(keep_former_names, migrations.RunPython.noop),
        migrations.AlterModelTable("auditentry", None),
        migrations.AlterModelTable("topic", None),
        migrations.RunPython(append_only.guard, migrations.RunPython.noop),
    ]

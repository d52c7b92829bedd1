from django.conf import settings
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.db import migrations, models
from django.utils import timezone

from core.text.email_addresses import usual_letters
from core.text.names import one_line


class Migration(migrations.Migration):
    replaces = [
        ("accounts", "0001_initial"),
        ("accounts", "0002_tokens_and_topics"),
        ("accounts", "0003_journal_append_only"),
        ("accounts", "0004_topic_changed"),
        ("accounts", "0005_token_end"),
        ("accounts", "0006_names_in_one_line"),
        ("accounts", "0007_audit_log_and_topics_to_core"),
        ("accounts", "0008_wording"),
        ("accounts", "0009_scope_names"),
        ("accounts", "0010_encrypt_second_factors"),
        ("accounts", "0011_former_names"),
        ("accounts", "0012_moderation"),
        ("accounts", "0013_security_log"),
        ("accounts", "0014_user_manager"),
        ("accounts", "0015_expiry_notified_at"),
        ("accounts", "0016_addresses_in_usual_letters"),
        ("accounts", "0017_suspensions"),
        ("accounts", "0018_open_suspensions"),
    ]
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="User",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                ("is_superuser", models.BooleanField(default=False, help_text="Designates that this user has all permissions without explicitly assigning them.", verbose_name="superuser status")),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "A user with that username already exists."},
                        help_text="Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.",
                        max_length=150,
                        unique=True,
                        validators=[UnicodeUsernameValidator()],
                        verbose_name="username",
                    ),
                ),
                ("first_name", models.CharField(blank=True, max_length=150, verbose_name="first name")),
                ("last_name", models.CharField(blank=True, max_length=150, verbose_name="last name")),
                ("is_staff", models.BooleanField(default=False, help_text="Designates whether the user can log into this admin site.", verbose_name="staff status")),
                (
                    "is_active",
                    models.BooleanField(default=True, help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.", verbose_name="active"),
                ),
                ("date_joined", models.DateTimeField(default=timezone.now, verbose_name="date joined")),
                ("email", models.EmailField(max_length=254, unique=True, validators=[usual_letters], verbose_name="e-mail address")),
                ("public_name", models.CharField(help_text="Shown in pairings and standings.", max_length=80, validators=[one_line], verbose_name="public name")),
                ("locale", models.CharField(blank=True, max_length=8, verbose_name="language")),
                ("time_zone", models.CharField(blank=True, max_length=64, verbose_name="time zone")),
                ("is_minor", models.BooleanField(default=False, help_text="Other players then see your initials instead of your name.", verbose_name="under age")),
                ("hidden_by_moderators", models.BooleanField(db_default=False, default=False, editable=False)),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True, help_text="Specific permissions for this user.", related_name="user_set", related_query_name="user", to="auth.permission", verbose_name="user permissions"
                    ),
                ),
            ],
            options={
                "verbose_name": "user",
                "verbose_name_plural": "users",
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="FormerName",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("user", models.ForeignKey(on_delete=models.CASCADE, related_name="former_names", to=settings.AUTH_USER_MODEL)),
                ("name", models.CharField(max_length=80)),
                ("until", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [models.UniqueConstraint(fields=("user", "name"), name="former_name_once")],
            },
        ),
        migrations.CreateModel(
            name="ModerationCase",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=60)),
                ("subject_id", models.PositiveBigIntegerField()),
                ("owner", models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("state", models.CharField(choices=[("open", "to be decided"), ("decided", "decided"), ("appealed", "appealed"), ("closed", "closed")], default="open", max_length=10)),
                ("opened_at", models.DateTimeField(auto_now_add=True)),
                ("outcome", models.CharField(blank=True, choices=[("kept", "stays as it is"), ("hidden", "hidden"), ("suspended", "hidden, and the account suspended")], max_length=10)),
                ("why", models.TextField(blank=True, verbose_name="reason")),
                ("decided_by", models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("decided_at", models.DateTimeField(null=True)),
                ("appeal", models.TextField(blank=True, verbose_name="appeal")),
                ("appealed_at", models.DateTimeField(null=True)),
                ("appeal_granted", models.BooleanField(null=True)),
                ("appeal_why", models.TextField(blank=True, verbose_name="reason")),
                ("appeal_decided_by", models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("closed_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["opened_at", "pk"],
                "permissions": [("moderate", "Can moderate")],
                "constraints": [models.UniqueConstraint(condition=models.Q(("state", "open")), fields=("kind", "subject_id"), name="one_open_case_of_a_thing")],
            },
        ),
        migrations.CreateModel(
            name="ContentReport",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("case", models.ForeignKey(on_delete=models.CASCADE, related_name="reports", to="accounts.moderationcase")),
                ("reporter", models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="your e-mail address")),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("insult", "insult, hate or threat"),
                            ("pretends", "pretends to be somebody else"),
                            ("private", "private data of somebody"),
                            ("spam", "advertising or fraud"),
                            ("other", "something else"),
                        ],
                        max_length=10,
                        verbose_name="what is wrong",
                    ),
                ),
                ("text", models.TextField(blank=True, max_length=2000, verbose_name="what you want to say")),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["at", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Suspension",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("user", models.ForeignKey(on_delete=models.CASCADE, related_name="suspensions", to=settings.AUTH_USER_MODEL)),
                ("case", models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name="suspensions", to="accounts.moderationcase")),
                ("by", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("suspended_at", models.DateTimeField(default=timezone.now)),
                ("lifted_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["suspended_at", "pk"],
            },
        ),
        migrations.CreateModel(
            name="SecurityEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(auto_now_add=True, db_index=True)),
                ("action", models.CharField(max_length=60)),
                ("user", models.ForeignKey(null=True, on_delete=models.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("name", models.CharField(blank=True, max_length=255)),
                ("address", models.GenericIPAddressField(null=True)),
                ("device", models.CharField(blank=True, max_length=200)),
            ],
            options={
                "ordering": ["-at", "-pk"],
                "permissions": [("read_security_log", "Can read the security log")],
            },
        ),
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("owner", models.ForeignKey(on_delete=models.CASCADE, related_name="api_tokens", to=settings.AUTH_USER_MODEL)),
                ("name", models.CharField(max_length=60, validators=[one_line], verbose_name="name of the token")),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("scopes", models.JSONField(default=list)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("last_used_on", models.DateField(null=True)),
                ("expires_at", models.DateTimeField(null=True)),
                ("expiry_notified_at", models.DateTimeField(help_text="When its owner was notified that it expires", null=True)),
            ],
            options={
                "ordering": ["-created_at"],
            },
        ),
    ]

from django.conf import settings
from django.db import migrations, models
from django.utils import timezone

from core.text.names import one_line
from teams.pools.models import new_code, only_known_figures


class Migration(migrations.Migration):
    replaces = [
        ("teams", "0001_initial"),
        ("teams", "0002_pools_in_the_charge_of_an_event"),
        ("teams", "0003_names_in_one_line"),
        ("teams", "0004_wording"),
        ("teams", "0005_facts_that_people_bring"),
        ("teams", "0006_public_teams"),
        ("teams", "0007_pictures_of_cards"),
        ("teams", "0008_why_a_pool_was_returned"),
        ("teams", "0009_times_that_may_be_given"),
    ]
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="FactRevision",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=[("text", "card text"), ("summon", "summon"), ("reward", "Demonic Reward"), ("board", "arena")], max_length=8, verbose_name="kind")),
                ("slug", models.CharField(max_length=100)),
                ("body", models.JSONField()),
                ("source", models.CharField(blank=True, max_length=500, validators=[one_line], verbose_name="source")),
                ("proposed_by", models.ForeignKey(on_delete=models.PROTECT, related_name="proposed_facts", to=settings.AUTH_USER_MODEL, verbose_name="proposed by")),
                ("proposed_at", models.DateTimeField(auto_now_add=True)),
                ("replaces", models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="replaced_by", to="teams.factrevision")),
                ("pack", models.CharField(blank=True, db_index=True, max_length=64)),
            ],
            options={
                "ordering": ["-pk"],
                "permissions": [("confirm_facts", "confirms and rejects the card texts that others bring")],
                "indexes": [models.Index(fields=["kind", "slug"], name="facts_about")],
            },
        ),
        migrations.CreateModel(
            name="FactDecision",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("revision", models.OneToOneField(on_delete=models.PROTECT, related_name="decision", to="teams.factrevision")),
                ("outcome", models.CharField(choices=[("confirmed", "confirmed"), ("rejected", "rejected"), ("withdrawn", "withdrawn")], max_length=10)),
                ("by", models.ForeignKey(on_delete=models.PROTECT, related_name="decided_facts", to=settings.AUTH_USER_MODEL)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("why", models.CharField(blank=True, max_length=500, validators=[one_line], verbose_name="reason")),
            ],
            options={
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="FactPhotograph",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("revision", models.OneToOneField(on_delete=models.PROTECT, related_name="photograph", to="teams.factrevision")),
                ("uploaded_by", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("content", models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name="FactsSnapshot",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(db_index=True, max_length=64)),
                ("content", models.BinaryField()),
                ("facts", models.PositiveIntegerField()),
                ("decision", models.OneToOneField(null=True, on_delete=models.PROTECT, related_name="snapshot", to="teams.factdecision")),
                ("made_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="LegalityProfile",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("owner", models.ForeignKey(on_delete=models.PROTECT, related_name="legality_profiles", to=settings.AUTH_USER_MODEL)),
                ("slug", models.SlugField(max_length=80, unique=True)),
                ("title", models.CharField(max_length=120, validators=[one_line], verbose_name="title")),
                ("based_on", models.CharField(default="none", max_length=80, verbose_name="made from")),
                ("expansions", models.JSONField(default=list, verbose_name="legal expansions")),
                ("banned", models.JSONField(blank=True, default=list, verbose_name="banned figures")),
                ("bosses", models.JSONField(blank=True, default=list, verbose_name="figures that count as Boss")),
                ("note", models.TextField(blank=True, max_length=2000, verbose_name="note")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("changed_at", models.DateTimeField(auto_now=True)),
            ],
            options={
                "ordering": ["title", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Pool",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("owner", models.ForeignKey(null=True, on_delete=models.CASCADE, related_name="pools", to=settings.AUTH_USER_MODEL)),
                ("name", models.CharField(max_length=120, validators=[one_line], verbose_name="name")),
                ("figures", models.JSONField(blank=True, default=list, validators=[only_known_figures])),
                ("state", models.CharField(choices=[("open", "being entered"), ("registered", "waiting for its owner's check"), ("locked", "checked and locked")], default="open", max_length=10)),
                ("home", models.CharField(blank=True, db_default="", max_length=200)),
                ("code", models.CharField(default=new_code, max_length=16, unique=True)),
                ("registered_by", models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name="entered_pools", to=settings.AUTH_USER_MODEL)),
                ("returned_because", models.CharField(blank=True, db_default="", default="", max_length=500)),
                ("created_at", models.DateTimeField(default=timezone.now, editable=False)),
                ("locked_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["-created_at", "-pk"],
                "permissions": [("judge_pools", "sees every pool and the level it allows, and can open a locked one")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("locked_at__isnull", False), ("state", "locked")), models.Q(models.Q(("state", "locked"), _negated=True), ("locked_at__isnull", True)), _connector="OR"
                        ),
                        name="locked_pool_says_when",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="TeamList",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("owner", models.ForeignKey(on_delete=models.CASCADE, related_name="team_lists", to=settings.AUTH_USER_MODEL)),
                ("name", models.CharField(max_length=200, validators=[one_line], verbose_name="name")),
                ("team_format", models.CharField(choices=[("constructed", "Constructed"), ("limited", "Limited")], default="constructed", max_length=12, verbose_name="format")),
                ("legality", models.CharField(default="none", max_length=80, verbose_name="legality profile")),
                ("figures", models.JSONField(default=list)),
                ("pool", models.JSONField(blank=True, default=list)),
                ("from_pool", models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name="+", to="teams.pool")),
                (
                    "sharing",
                    models.CharField(
                        choices=[("private", "only you"), ("link", "anyone with the link"), ("listed", "everyone, in the list of public teams")],
                        db_default="private",
                        default="private",
                        max_length=8,
                        verbose_name="who sees this team",
                    ),
                ),
                ("share_code", models.UUIDField(editable=False, null=True, unique=True)),
                ("shared_at", models.DateTimeField(editable=False, null=True)),
                ("hidden_by_moderators", models.BooleanField(db_default=False, default=False, editable=False)),
                ("copied_from", models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name="copies", to="teams.teamlist")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("changed_at", models.DateTimeField(auto_now=True)),
            ],
            options={
                "ordering": ["-changed_at", "-pk"],
                "constraints": [models.UniqueConstraint(fields=("owner", "name"), name="one_list_of_a_name")],
            },
        ),
        migrations.CreateModel(
            name="TeamLike",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("team", models.ForeignKey(on_delete=models.CASCADE, related_name="likes", to="teams.teamlist")),
                ("user", models.ForeignKey(on_delete=models.CASCADE, related_name="team_likes", to=settings.AUTH_USER_MODEL)),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["-at", "-pk"],
                "constraints": [models.UniqueConstraint(fields=("team", "user"), name="one_like_of_a_person")],
            },
        ),
        migrations.CreateModel(
            name="CardPicture",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.CharField(max_length=80, unique=True)),
                ("large", models.BinaryField()),
                ("small", models.BinaryField()),
                ("alt", models.CharField(max_length=160, validators=[one_line], verbose_name="what the picture shows")),
                ("uploaded_by", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("removed_at", models.DateTimeField(null=True)),
                ("hidden_by_moderators", models.BooleanField(db_default=False, default=False, editable=False)),
            ],
        ),
    ]

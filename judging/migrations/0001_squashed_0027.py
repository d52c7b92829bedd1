import uuid

from django.conf import settings
from django.db import migrations, models
from django.utils import timezone


class Migration(migrations.Migration):
    replaces = [
        ("judging", "0001_initial"),
        ("judging", "0002_recording"),
        ("judging", "0003_finding_sentences"),
        ("judging", "0004_what_a_ruling_moved"),
        ("judging", "0005_queue_in_turn"),
        ("judging", "0006_further_keys"),
        ("judging", "0007_one_case_follows_the_logs"),
        ("judging", "0008_mark_what_is_in_use"),
        ("judging", "0009_wording"),
        ("judging", "0010_judge_entries"),
        ("judging", "0011_report_ended"),
        ("judging", "0012_logs_of_guests"),
        ("judging", "0013_proof"),
        ("judging", "0014_declared_glory"),
        ("judging", "0015_recording_taps"),
        ("judging", "0016_reports_name_their_facts"),
        ("judging", "0017_hidden_by_moderators"),
        ("judging", "0018_desk"),
        ("judging", "0019_light_logs"),
        ("judging", "0020_copied_spells"),
        ("judging", "0021_first_error"),
        ("judging", "0022_differences"),
        ("judging", "0023_said_by_guests"),
        ("judging", "0024_name_the_state_before_a_ruling"),
        ("judging", "0025_logs_are_checked"),
        ("judging", "0026_result_unchanged"),
        ("judging", "0027_cases_opened_by_the_staff"),
    ]
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tournaments", "0001_squashed_0039"),
    ]

    operations = [
        migrations.CreateModel(
            name="Submission",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uuid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("match", models.ForeignKey(blank=True, null=True, on_delete=models.PROTECT, related_name="submissions", to="tournaments.match")),
                ("submitter", models.ForeignKey(on_delete=models.PROTECT, related_name="submissions", to=settings.AUTH_USER_MODEL)),
                ("guest", models.ForeignKey(blank=True, null=True, on_delete=models.PROTECT, related_name="submissions", to="tournaments.registration")),
                ("key", models.CharField(max_length=200, verbose_name="idempotency key")),
                ("sha256", models.CharField(max_length=64)),
                ("size", models.PositiveIntegerField()),
                ("source", models.CharField(choices=[("page", "page"), ("api", "API"), ("recorder", "recorder"), ("correction", "judge's correction")], max_length=12)),
                ("address", models.GenericIPAddressField(blank=True, null=True, verbose_name="from where")),
                ("received_at", models.DateTimeField(auto_now_add=True)),
                ("corrects", models.ForeignKey(blank=True, null=True, on_delete=models.PROTECT, related_name="corrections", to="judging.submission")),
                ("judge_entries", models.JSONField(blank=True, db_default=[], default=list)),
                (
                    "state",
                    models.CharField(
                        choices=[("queued", "waiting"), ("running", "being checked"), ("done", "checked"), ("needs_human", "needs an organiser"), ("unprocessable", "could not be checked")],
                        default="queued",
                        max_length=14,
                    ),
                ),
                ("priority", models.PositiveSmallIntegerField(choices=[(0, "round in play"), (1, "match"), (2, "no match"), (3, "checked again")], default=2)),
                ("queued_at", models.DateTimeField(default=timezone.now)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("lease_until", models.DateTimeField(blank=True, null=True)),
                ("lease_token", models.UUIDField(blank=True, null=True)),
                ("trouble", models.TextField(blank=True, verbose_name="what went wrong last")),
                ("content", models.BinaryField(help_text="The bytes as they came.")),
            ],
            options={
                "ordering": ["-received_at", "-pk"],
                "indexes": [models.Index(fields=["state", "priority", "queued_at", "id"], name="queue_in_turn"), models.Index(fields=["match", "state"], name="judging_sub_match_i_887c25_idx")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("corrects__isnull", True), ("guest__isnull", True), ("match__isnull", False)), fields=("match", "submitter", "key"), name="one_log_a_key_and_match"
                    ),
                    models.UniqueConstraint(condition=models.Q(("guest__isnull", False)), fields=("match", "guest", "key"), name="one_log_a_key_and_guest"),
                    models.UniqueConstraint(condition=models.Q(("guest__isnull", False)), fields=("match", "guest", "sha256"), name="same_bytes_once_a_guest"),
                    models.UniqueConstraint(condition=models.Q(("match__isnull", True)), fields=("submitter", "key"), name="one_log_a_key_without_match"),
                    models.UniqueConstraint(
                        condition=models.Q(("corrects__isnull", True), ("guest__isnull", True), ("match__isnull", False)), fields=("match", "submitter", "sha256"), name="same_bytes_once_a_match"
                    ),
                    models.UniqueConstraint(condition=models.Q(("match__isnull", True)), fields=("submitter", "sha256"), name="same_bytes_once_without_match"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("lease_token__isnull", False), ("lease_until__isnull", False), ("state", "running")),
                            models.Q(models.Q(("state", "running"), _negated=True), ("lease_token__isnull", True), ("lease_until__isnull", True)),
                            _connector="OR",
                        ),
                        name="a_lease_while_running_only",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("submission", models.ForeignKey(on_delete=models.PROTECT, related_name="reports", to="judging.submission")),
                (
                    "verdict",
                    models.CharField(
                        choices=[
                            ("valid", "valid"),
                            ("unverified", "no infringement found, some effects not verified"),
                            ("ledger", "score checked, play not recorded"),
                            ("invalid", "not legal"),
                            ("malformed", "not a game log"),
                            ("unprocessable", "could not be checked"),
                        ],
                        max_length=13,
                    ),
                ),
                ("ended", models.BooleanField(db_default=False, default=False, help_text="The game in this log is over.")),
                ("body", models.JSONField()),
                ("sentences", models.JSONField(db_default=[], default=list, help_text="What each finding says, with its facts apart.")),
                ("descriptions", models.JSONField(db_default=[], default=list, help_text="What was done at each finding, with the figures and numbers involved.")),
                ("first_error", models.JSONField(db_default={}, default=dict, help_text="The first error of the findings, for lists: what was done, and why not.")),
                ("differences", models.JSONField(default=list)),
                ("header", models.JSONField(default=dict, help_text="What the log says of itself: format, arena, teams, result.")),
                ("proved_percent", models.PositiveSmallIntegerField(help_text="Share of the actions that were proved; none for a log without a game.", null=True)),
                ("claims", models.JSONField(db_default=[], default=list, help_text="Card texts that nobody has entered, as far as this game shows them.")),
                ("steps", models.TextField(blank=True, help_text="A short digest of each action, to compare two logs.")),
                ("engine", models.CharField(max_length=60)),
                ("data_version", models.CharField(max_length=64)),
                ("facts", models.CharField(blank=True, db_default="", db_index=True, help_text="The digest of the card texts of the event.", max_length=64)),
                ("milliseconds", models.PositiveIntegerField(default=0)),
                ("current", models.BooleanField(default=True)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_index=True)),
            ],
            options={
                "ordering": ["-pk"],
                "constraints": [models.UniqueConstraint(condition=models.Q(("current", True)), fields=("submission",), name="one_current_report")],
            },
        ),
        migrations.CreateModel(
            name="FurtherKey",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("submission", models.ForeignKey(on_delete=models.PROTECT, related_name="further_keys", to="judging.submission")),
                ("key", models.CharField(max_length=200, verbose_name="idempotency key")),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("submission", "key"), name="further_key_once")],
            },
        ),
        migrations.CreateModel(
            name="Case",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("event", models.ForeignKey(on_delete=models.PROTECT, related_name="cases", to="tournaments.event")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("judge-call", "judge called to a table"),
                            ("disputed-result", "result disputed"),
                            ("invalid-log", "illegal move in game log"),
                            ("unprocessable-log", "game log could not be checked"),
                            ("log-vs-list", "log differs from team list"),
                            ("log-vs-match", "log differs from match"),
                            ("log-vs-result", "log differs from result"),
                            ("logs-differ", "two logs differ"),
                            ("believed-result", "result taken on trust"),
                            ("texts-differ", "spell differs between games"),
                            ("declared-glory", "GG declared by the players"),
                            ("illegal-list", "illegal team list"),
                            ("staff", "opened by the staff"),
                        ],
                        max_length=20,
                        verbose_name="kind",
                    ),
                ),
                ("cause", models.CharField(help_text="What it was opened for: “match:7”, “match:7/by:3”.", max_length=80)),
                ("match", models.ForeignKey(blank=True, null=True, on_delete=models.PROTECT, related_name="cases", to="tournaments.match")),
                ("registration", models.ForeignKey(blank=True, null=True, on_delete=models.PROTECT, related_name="cases", to="tournaments.registration")),
                ("submission", models.ForeignKey(blank=True, null=True, on_delete=models.PROTECT, related_name="cases", to="judging.submission")),
                ("other_submission", models.ForeignKey(blank=True, null=True, on_delete=models.PROTECT, related_name="+", to="judging.submission")),
                ("team_list", models.ForeignKey(blank=True, null=True, on_delete=models.PROTECT, related_name="cases", to="tournaments.submittedlist")),
                ("opened_by", models.ForeignKey(blank=True, null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("opened_at", models.DateTimeField(auto_now_add=True)),
                (
                    "status",
                    models.CharField(
                        choices=[("open", "open"), ("ruled", "ruled"), ("appealed", "appealed"), ("closed", "closed by the head judge")],
                        db_index=True,
                        default="open",
                        max_length=10,
                        verbose_name="status",
                    ),
                ),
                ("claimed_by", models.ForeignKey(blank=True, null=True, on_delete=models.PROTECT, related_name="claimed_cases", to=settings.AUTH_USER_MODEL)),
                ("claimed_at", models.DateTimeField(blank=True, null=True)),
                ("coming_at", models.DateTimeField(blank=True, help_text="When its judge said that they are coming.", null=True)),
            ],
            options={
                "ordering": ["-opened_at", "-pk"],
                "indexes": [models.Index(fields=["event", "status"], name="judging_cas_event_i_3fd5eb_idx")],
                "constraints": [
                    models.UniqueConstraint(condition=models.Q(("kind", "illegal-list")), fields=("kind", "cause"), name="one_case_a_cause"),
                    models.UniqueConstraint(
                        condition=models.Q(("status__in", ["open", "appealed"]), models.Q(("kind", "illegal-list"), _negated=True)), fields=("kind", "cause"), name="one_unsettled_case_a_cause"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("claimed_at__isnull", True), ("claimed_by__isnull", True)), models.Q(("claimed_at__isnull", False), ("claimed_by__isnull", False)), _connector="OR"
                        ),
                        name="a_claim_has_its_time",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Statement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("by", models.ForeignKey(blank=True, null=True, on_delete=models.PROTECT, related_name="%(class)ss", to=settings.AUTH_USER_MODEL)),
                ("guest", models.ForeignKey(blank=True, null=True, on_delete=models.PROTECT, related_name="%(class)ss", to="tournaments.registration")),
                ("case", models.ForeignKey(on_delete=models.PROTECT, related_name="statements", to="judging.case")),
                ("text", models.TextField(max_length=4000, verbose_name="statement")),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["pk"],
                "abstract": False,
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(models.Q(("by__isnull", False), ("guest__isnull", True)), models.Q(("by__isnull", True), ("guest__isnull", False)), _connector="OR"),
                        name="statement_has_an_author",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Comparison",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("report", models.ForeignKey(on_delete=models.PROTECT, related_name="comparisons", to="judging.report")),
                ("result", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="tournaments.result")),
                ("differences", models.JSONField(default=list)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [models.UniqueConstraint(fields=("report", "result"), name="a_report_and_a_result_once")],
            },
        ),
        migrations.CreateModel(
            name="Recording",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uuid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("replay_uuid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("match", models.ForeignKey(blank=True, null=True, on_delete=models.PROTECT, related_name="recordings", to="tournaments.match")),
                ("started_by", models.ForeignKey(blank=True, null=True, on_delete=models.SET_NULL, related_name="recordings", to=settings.AUTH_USER_MODEL)),
                (
                    "dice",
                    models.CharField(choices=[("recorded", "we roll on the table and tap the faces"), ("rolled", "the site rolls for us")], default="recorded", max_length=8, verbose_name="dice"),
                ),
                ("header", models.JSONField(help_text="The log without its actions and its result.")),
                ("actions", models.JSONField(default=list)),
                ("taps", models.JSONField(db_default=[], default=list, help_text="How many actions each tap entered: a walk is undone as one.")),
                ("copied", models.JSONField(db_default=[], default=list, help_text="Spells that were copied from cards which the site does not know.")),
                ("version", models.PositiveIntegerField(default=1)),
                ("recent", models.JSONField(default=list, help_text="What devices called their last entries: none counts twice.")),
                ("started_at", models.DateTimeField(auto_now_add=True)),
                ("changed_at", models.DateTimeField(auto_now=True)),
                ("hidden_by_moderators", models.BooleanField(db_default=False, default=False, editable=False)),
                ("submission", models.ForeignKey(blank=True, null=True, on_delete=models.PROTECT, related_name="recordings", to="judging.submission")),
            ],
            options={
                "ordering": ["-changed_at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Ruling",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("case", models.ForeignKey(on_delete=models.PROTECT, related_name="rulings", to="judging.case")),
                ("judge", models.ForeignKey(on_delete=models.PROTECT, related_name="rulings", to=settings.AUTH_USER_MODEL)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "remedy",
                    models.CharField(
                        choices=[
                            ("dismiss", "no infringement"),
                            ("stands", "result unchanged"),
                            ("correct-log", "game log corrected"),
                            ("correct-result", "result corrected"),
                            ("replay-game", "game replayed"),
                            ("together", "ruled together with another case of this table"),
                            ("withdrawn", "ruling withdrawn"),
                        ],
                        max_length=16,
                        verbose_name="effect on the result",
                    ),
                ),
                ("details", models.JSONField(default=dict, help_text="The corrected result, or what the correction sets.")),
                ("state_before", models.JSONField(db_default={}, default=dict, help_text="What stood before it, to be put back.")),
                (
                    "penalty_kind",
                    models.CharField(
                        blank=True,
                        choices=[("caution", "caution"), ("warning", "warning"), ("game-loss", "game loss"), ("match-loss", "match loss"), ("disqualification", "disqualification")],
                        max_length=20,
                        verbose_name="penalty",
                    ),
                ),
                ("penalised", models.ForeignKey(blank=True, null=True, on_delete=models.PROTECT, related_name="rulings_against", to="tournaments.registration")),
                ("penalty", models.OneToOneField(blank=True, null=True, on_delete=models.PROTECT, related_name="ruling", to="tournaments.penalty")),
                ("article", models.CharField(blank=True, max_length=20, verbose_name="article")),
                ("reason", models.TextField(help_text="For the judges and the audit log.", max_length=4000, verbose_name="reason")),
                ("message", models.TextField(help_text="Both players can read this.", max_length=4000, verbose_name="to the players")),
                ("corrected_log", models.ForeignKey(blank=True, null=True, on_delete=models.PROTECT, related_name="ruled_by", to="judging.submission")),
                ("is_final", models.BooleanField(default=False)),
                ("supersedes", models.OneToOneField(blank=True, null=True, on_delete=models.PROTECT, related_name="superseded_by", to="judging.ruling")),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("penalised__isnull", True), ("penalty__isnull", True), ("penalty_kind", "")),
                            models.Q(models.Q(("penalty_kind", ""), _negated=True), ("penalised__isnull", False)),
                            _connector="OR",
                        ),
                        name="a_penalty_has_a_person",
                    ),
                    models.UniqueConstraint(condition=models.Q(("supersedes__isnull", True)), fields=("case",), name="one_first_ruling_a_case"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Appeal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("by", models.ForeignKey(blank=True, null=True, on_delete=models.PROTECT, related_name="%(class)ss", to=settings.AUTH_USER_MODEL)),
                ("guest", models.ForeignKey(blank=True, null=True, on_delete=models.PROTECT, related_name="%(class)ss", to="tournaments.registration")),
                ("case", models.OneToOneField(on_delete=models.PROTECT, related_name="appeal", to="judging.case")),
                ("against", models.OneToOneField(on_delete=models.PROTECT, related_name="appeal", to="judging.ruling")),
                ("text", models.TextField(max_length=4000, verbose_name="why")),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "abstract": False,
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(models.Q(("by__isnull", False), ("guest__isnull", True)), models.Q(("by__isnull", True), ("guest__isnull", False)), _connector="OR"),
                        name="appeal_has_an_author",
                    )
                ],
            },
        ),
    ]

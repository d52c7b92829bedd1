from django.conf import settings
from django.db import migrations, models
from django.db.models.functions import Lower, Now
from django.utils import timezone

from core.text.email_addresses import usual_letters
from core.text.markdown import MarkdownField, RenderedField
from core.text.names import one_line
from teams.pools.models import only_known_figures
from tournaments.events.models.limits import NumberFrom, possible_date
from tournaments.events.models.events import points_of_a_league_day
from tournaments.events.models.settings import (
    default_penalty_ladder,
    default_points_by_place,
    default_tie_breaks,
    new_seed,
)
from tournaments.events.models.staff import in_a_week
from tournaments.events.models.staff import new_token as new_token_of_staff
from tournaments.lists.models import new_salt, only_a_verdict
from tournaments.players.models.crews import end_of_link
from tournaments.players.models.players import end_of_claim_link
from tournaments.players.models.players import new_token as new_token_of_players


class Migration(migrations.Migration):
    replaces = [
        ("tournaments", "0001_initial"),
        ("tournaments", "0002_mail_of_rulings"),
        ("tournaments", "0003_pools_and_pods"),
        ("tournaments", "0004_lists_are_read_before_they_are_taken_in"),
        ("tournaments", "0005_words_set_aside"),
        ("tournaments", "0006_limits_of_numbers"),
        ("tournaments", "0007_outbox_that_gives_up"),
        ("tournaments", "0008_rendered_texts"),
        ("tournaments", "0009_start_snapshot_in_use_by_ruling"),
        ("tournaments", "0010_wording"),
        ("tournaments", "0011_reward_box"),
        ("tournaments", "0012_places_held_after_leaving"),
        ("tournaments", "0013_believed_glory_limit"),
        ("tournaments", "0014_facts_pinned_to_events"),
        ("tournaments", "0015_cancelling_and_contact"),
        ("tournaments", "0016_names_allowed_claim_ends_staff_factor"),
        ("tournaments", "0017_hidden_by_moderators"),
        ("tournaments", "0018_public_games"),
        ("tournaments", "0019_recorded_games"),
        ("tournaments", "0020_seats_and_places"),
        ("tournaments", "0021_event_modes"),
        ("tournaments", "0022_seats_of_absent_players"),
        ("tournaments", "0023_crews"),
        ("tournaments", "0024_texts_for_any_number_of_seats"),
        ("tournaments", "0025_partner_links"),
        ("tournaments", "0026_addresses_in_usual_letters"),
        ("tournaments", "0027_venue_and_most_players"),
        ("tournaments", "0028_unpublished_events_and_rounds"),
        ("tournaments", "0029_number_of_names"),
        ("tournaments", "0030_rejected_registrations"),
        ("tournaments", "0031_times_that_may_be_given"),
        ("tournaments", "0032_rounds_that_separate_clubs"),
        ("tournaments", "0033_player_imports"),
        ("tournaments", "0034_list_readers"),
        ("tournaments", "0035_reason_of_a_replaced_list"),
        ("tournaments", "0036_events_that_go_on_elsewhere"),
        ("tournaments", "0037_imported_events"),
        ("tournaments", "0038_said_of_check_in"),
        ("tournaments", "0039_draws"),
    ]
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("teams", "0001_squashed_0009"),
    ]

    operations = [
        migrations.CreateModel(
            name="Series",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=120, validators=[one_line], verbose_name="name")),
                ("slug", models.SlugField(max_length=140, unique=True)),
                ("owner", models.ForeignKey(on_delete=models.PROTECT, related_name="series", to=settings.AUTH_USER_MODEL)),
                ("description", MarkdownField(blank=True, help_text="Markdown.", max_length=50000, verbose_name="description")),
                ("description_html", RenderedField(db_default="", default="", editable=False, source="description")),
                ("points_by_rank", models.JSONField(default=points_of_a_league_day, verbose_name="points by rank")),
                ("points_for_taking_part", models.PositiveSmallIntegerField(default=1, validators=[NumberFrom(0, 9999)], verbose_name="points for taking part")),
                ("best_of", models.PositiveSmallIntegerField(blank=True, help_text="Leave empty to count all.", null=True, validators=[NumberFrom(1, 999)], verbose_name="results that count")),
            ],
            options={
                "verbose_name_plural": "series",
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("cancelled_at", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "cancelled_from",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("draft", "unpublished"),
                            ("announced", "announced"),
                            ("registration", "registration open"),
                            ("check-in", "check-in"),
                            ("running", "running"),
                            ("cut", "top cut"),
                            ("finished", "finished"),
                            ("cancelled", "cancelled"),
                            ("archived", "archived"),
                        ],
                        db_default="",
                        default="",
                        editable=False,
                        max_length=12,
                    ),
                ),
                ("cancelled_because", models.CharField(blank=True, db_default="", default="", editable=False, max_length=300, verbose_name="reason of the cancellation")),
                ("imported_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("imported_by", models.ForeignKey(blank=True, editable=False, null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("awaits_moderator", models.BooleanField(db_default=False, default=False, editable=False)),
                ("import_refused_because", models.CharField(blank=True, db_default="", default="", editable=False, max_length=500, verbose_name="reason of the refusal")),
                (
                    "swiss_rounds",
                    models.PositiveSmallIntegerField(
                        blank=True, help_text="Leave empty to use the recommendation for the attendance at round 1.", null=True, validators=[NumberFrom(1, 30)], verbose_name="Swiss rounds"
                    ),
                ),
                ("cut_size", models.PositiveSmallIntegerField(blank=True, null=True, validators=[NumberFrom(0, 10000)], verbose_name="top cut")),
                ("cut_points", models.PositiveSmallIntegerField(blank=True, null=True, validators=[NumberFrom(0, 9999)], verbose_name="or every player with this many points")),
                ("cut_kind", models.CharField(choices=[("single", "single elimination"), ("double", "double elimination")], default="single", max_length=8, verbose_name="cut")),
                ("cut_seeds", models.JSONField(blank=True, default=list)),
                ("third_place", models.BooleanField(default=False, verbose_name="match for third place")),
                ("first_round", models.CharField(choices=[("random", "at random"), ("rating", "by rating"), ("club", "clubs separated")], default="random", max_length=8, verbose_name="round 1")),
                ("club_rounds", models.PositiveSmallIntegerField(default=0, validators=[NumberFrom(0, 30)], verbose_name="rounds in which clubs are separated")),
                (
                    "pod_rounds",
                    models.PositiveSmallIntegerField(db_default=0, default=0, help_text="Limited events only.", validators=[NumberFrom(0, 30)], verbose_name="rounds paired inside the pods"),
                ),
                ("pods_seed", models.PositiveBigIntegerField(blank=True, null=True)),
                ("points_win", models.PositiveSmallIntegerField(default=3, validators=[NumberFrom(0, 9999)], verbose_name="points for a win")),
                ("points_draw", models.PositiveSmallIntegerField(default=1, validators=[NumberFrom(0, 9999)], verbose_name="points for a draw")),
                ("points_loss", models.PositiveSmallIntegerField(default=0, validators=[NumberFrom(0, 9999)], verbose_name="points for a loss")),
                ("points_by_place", models.JSONField(db_default=[6, 3, 1, 0], default=default_points_by_place, verbose_name="points by place")),
                (
                    "bye_points",
                    models.PositiveSmallIntegerField(
                        blank=True, help_text="At tables of four. Leave empty for the points of second place.", null=True, validators=[NumberFrom(0, 9999)], verbose_name="points for a bye"
                    ),
                ),
                ("tables_of_three", models.BooleanField(db_default=True, default=True, help_text="Without them up to three players have a bye in each round.", verbose_name="tables of three")),
                ("tie_breaks", models.JSONField(default=default_tie_breaks, verbose_name="tie-breaks")),
                ("glory_cap", models.PositiveSmallIntegerField(default=6, validators=[NumberFrom(0, 9999)], verbose_name="cap of the GG difference of a match")),
                ("name", models.CharField(max_length=120, validators=[one_line], verbose_name="name")),
                ("slug", models.SlugField(max_length=140, unique=True)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("draft", "unpublished"),
                            ("announced", "announced"),
                            ("registration", "registration open"),
                            ("check-in", "check-in"),
                            ("running", "running"),
                            ("cut", "top cut"),
                            ("finished", "finished"),
                            ("cancelled", "cancelled"),
                            ("archived", "archived"),
                        ],
                        db_index=True,
                        default="draft",
                        max_length=12,
                    ),
                ),
                ("created_at", models.DateTimeField(default=timezone.now, editable=False)),
                ("series", models.ForeignKey(blank=True, null=True, on_delete=models.PROTECT, related_name="events", to="tournaments.series", verbose_name="series")),
                ("place", models.CharField(blank=True, max_length=200, validators=[one_line], verbose_name="venue")),
                (
                    "contact",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="An e-mail address, a phone number or a link. Everybody sees it.",
                        max_length=200,
                        validators=[one_line],
                        verbose_name="contact",
                    ),
                ),
                ("elsewhere_since", models.DateTimeField(blank=True, editable=False, null=True)),
                ("elsewhere_at", models.CharField(blank=True, db_default="", editable=False, max_length=200)),
                ("links_are_new", models.BooleanField(db_default=False, default=False, editable=False)),
                ("time_zone", models.CharField(default="UTC", max_length=64, verbose_name="time zone")),
                ("starts_at", models.DateTimeField(validators=[possible_date], verbose_name="starts")),
                ("ends_at", models.DateTimeField(blank=True, null=True, validators=[possible_date], verbose_name="venue closes")),
                ("registration_opens_at", models.DateTimeField(blank=True, null=True, validators=[possible_date], verbose_name="registration opens")),
                ("registration_closes_at", models.DateTimeField(blank=True, null=True, validators=[possible_date], verbose_name="registration closes")),
                ("capacity", models.PositiveIntegerField(default=32, validators=[NumberFrom(2, 10000)], verbose_name="most players")),
                ("needs_approval", models.BooleanField(default=False, verbose_name="staff approve each registration")),
                ("has_waiting_list", models.BooleanField(default=True, verbose_name="waiting list")),
                ("entry_fee", models.CharField(blank=True, help_text="As announced, for example “5 €”.", max_length=40, validators=[one_line], verbose_name="entry fee")),
                ("minimum_age", models.PositiveSmallIntegerField(blank=True, null=True, validators=[NumberFrom(0, 120)], verbose_name="minimum age")),
                ("asks_guardian", models.BooleanField(default=False, verbose_name="minors need a guardian's note")),
                ("hidden_by_moderators", models.BooleanField(db_default=False, default=False, editable=False)),
                (
                    "staff_second_factor",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="Without one, a member of the staff sees and does no more than a visitor, also through the API.",
                        verbose_name="staff need a second factor",
                    ),
                ),
                ("description", MarkdownField(blank=True, help_text="Markdown.", max_length=50000, verbose_name="description")),
                ("description_html", RenderedField(db_default="", default="", editable=False, source="description")),
                ("house_rules", MarkdownField(blank=True, help_text="Markdown.", max_length=50000, verbose_name="house rules")),
                ("house_rules_html", RenderedField(db_default="", default="", editable=False, source="house_rules")),
                ("prizes", models.TextField(blank=True, help_text="One line per rank: “1: trophy”, “2-4: booster”.", verbose_name="prizes")),
                (
                    "mode",
                    models.CharField(
                        choices=[("duel", "one against one"), ("free-for-all", "four players, each for themselves"), ("two-v-two", "two against two")],
                        db_default="duel",
                        default="duel",
                        max_length=12,
                        verbose_name="mode",
                    ),
                ),
                (
                    "team_level",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Events with four players at a table only. Leave empty for the level in the rules.",
                        null=True,
                        validators=[NumberFrom(2, 12)],
                        verbose_name="level of a team",
                    ),
                ),
                ("team_format", models.CharField(choices=[("constructed", "constructed"), ("limited", "limited")], default="constructed", max_length=12, verbose_name="format")),
                ("limited_kind", models.CharField(blank=True, choices=[("sealed", "sealed boosters"), ("draft", "draft")], max_length=8, verbose_name="limited by")),
                ("legality", models.CharField(default="none", max_length=80, verbose_name="legality profile")),
                ("pinned_legality", models.JSONField(blank=True, null=True)),
                (
                    "rewards",
                    models.CharField(
                        choices=[("second", "second box: granite, jade, silver"), ("original", "first box: granite, jade, gold")],
                        db_default="second",
                        default="second",
                        max_length=8,
                        verbose_name="Demonic Rewards",
                    ),
                ),
                ("arenas", models.JSONField(blank=True, default=list, verbose_name="arenas")),
                ("lists_required", models.BooleanField(default=True, verbose_name="players submit team lists")),
                ("list_deadline", models.DateTimeField(blank=True, null=True, validators=[possible_date], verbose_name="list deadline")),
                ("lists_locked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "illegal_list",
                    models.CharField(choices=[("judge", "is decided by a judge"), ("drop", "drops the player")], default="judge", max_length=8, verbose_name="illegal list at the deadline"),
                ),
                (
                    "tells_level",
                    models.BooleanField(db_default=False, default=False, help_text="Limited events only; judges always see it.", verbose_name="tell players the highest level of their pool"),
                ),
                (
                    "lists_during",
                    models.CharField(
                        choices=[("private", "visible to staff only"), ("opponent", "visible to the current opponent"), ("public", "public")],
                        default="opponent",
                        max_length=8,
                        verbose_name="lists during the event",
                    ),
                ),
                ("lists_after", models.CharField(choices=[("private", "stay private"), ("public", "public")], default="public", max_length=8, verbose_name="lists after the event")),
                (
                    "public_games",
                    models.BooleanField(
                        db_default=False, default=False, help_text="A game is public once all its players have agreed. Minors are shown by their initials.", verbose_name="games may be public"
                    ),
                ),
                (
                    "believed_glory_limit",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="A log with more GG than this from effects taken on trust opens a case. Leave empty to open one only when the winner would change without them.",
                        null=True,
                        validators=[NumberFrom(0, 9999)],
                        verbose_name="GG on trust allowed in a match",
                    ),
                ),
                (
                    "recorded_games",
                    models.CharField(
                        choices=[("none", "not recorded"), ("ledger", "at least the score"), ("full", "every move")],
                        db_default="full",
                        default="full",
                        max_length=6,
                        verbose_name="games of the rounds are recorded",
                    ),
                ),
                (
                    "recorded_cut_games",
                    models.CharField(
                        choices=[("none", "not recorded"), ("ledger", "at least the score"), ("full", "every move")],
                        db_default="full",
                        default="full",
                        max_length=6,
                        verbose_name="games of the cut are recorded",
                    ),
                ),
                ("penalty_ladder", models.JSONField(default=default_penalty_ladder, verbose_name="penalty ladder")),
                ("seed", models.PositiveBigIntegerField(default=new_seed)),
                ("round_minutes", models.PositiveSmallIntegerField(default=60, validators=[NumberFrom(1, 600)], verbose_name="minutes per round")),
                ("break_minutes", models.PositiveSmallIntegerField(default=10, validators=[NumberFrom(0, 1440)], verbose_name="minutes between rounds")),
                ("no_show_minutes", models.PositiveSmallIntegerField(default=10, validators=[NumberFrom(0, 1440)], verbose_name="no-show after (minutes)")),
                (
                    "check_in_minutes",
                    models.PositiveSmallIntegerField(
                        default=60,
                        help_text="Players are told this time. Check-in opens for them when you start it.",
                        validators=[NumberFrom(0, 10080)],
                        verbose_name="check-in opens (minutes before the start)",
                    ),
                ),
                ("first_table", models.PositiveSmallIntegerField(default=1, validators=[NumberFrom(1, 9999)], verbose_name="number of the first table")),
                ("start_snapshot", models.JSONField(blank=True, editable=False, null=True)),
            ],
            options={
                "ordering": ["-starts_at", "pk"],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("capacity__gte", 1)), name="event_has_places"),
                    models.CheckConstraint(condition=models.Q(("ends_at__isnull", True), ("ends_at__gt", models.F("starts_at")), _connector="OR"), name="event_ends_after_it_starts"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Announcement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("event", models.ForeignKey(on_delete=models.CASCADE, related_name="announcements", to="tournaments.event")),
                ("text", models.CharField(max_length=500, verbose_name="announcement")),
                ("by", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("at", models.DateTimeField(default=timezone.now, editable=False)),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["-at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="MailChoice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("user", models.OneToOneField(on_delete=models.CASCADE, related_name="mail_choice", to=settings.AUTH_USER_MODEL)),
                ("registration", models.BooleanField(default=True, verbose_name="my registration")),
                ("pairing", models.BooleanField(default=False, verbose_name="my pairing in each round")),
                ("deadline", models.BooleanField(default=True, verbose_name="deadlines of team lists")),
                ("announcement", models.BooleanField(default=False, verbose_name="announcements of the organiser")),
                ("ruling", models.BooleanField(db_default=True, default=True, verbose_name="rulings in my matches")),
            ],
        ),
        migrations.CreateModel(
            name="Crew",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("event", models.ForeignKey(on_delete=models.CASCADE, related_name="crews", to="tournaments.event")),
                ("name", models.CharField(blank=True, max_length=80, validators=[one_line], verbose_name="name")),
                ("draw", models.PositiveSmallIntegerField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="PlayerImport",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("event", models.ForeignKey(on_delete=models.CASCADE, related_name="player_imports", to="tournaments.event")),
                ("key", models.CharField(max_length=64)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["-pk"],
                "constraints": [models.UniqueConstraint(fields=("event", "key"), name="player_import_once")],
            },
        ),
        migrations.CreateModel(
            name="Registration",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("event", models.ForeignKey(on_delete=models.PROTECT, related_name="registrations", to="tournaments.event")),
                ("user", models.ForeignKey(blank=True, null=True, on_delete=models.PROTECT, related_name="registrations", to=settings.AUTH_USER_MODEL)),
                ("guest_name", models.CharField(blank=True, max_length=80, validators=[one_line], verbose_name="name")),
                ("hidden_by_moderators", models.BooleanField(db_default=False, default=False, editable=False)),
                (
                    "name_allowed",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="Tick this if another player's name is the same or looks the same, and they are two people.",
                        verbose_name="two people have this name",
                    ),
                ),
                ("full_name_number", models.PositiveSmallIntegerField(editable=False, null=True)),
                ("shown_name_number", models.PositiveSmallIntegerField(editable=False, null=True)),
                ("guest_email", models.EmailField(blank=True, max_length=254, validators=[usual_letters], verbose_name="e-mail address")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("pending", "awaiting approval"),
                            ("waiting", "on the waiting list"),
                            ("registered", "registered"),
                            ("absent", "no-show"),
                            ("dropped", "dropped"),
                            ("disqualified", "disqualified"),
                            ("withdrawn", "withdrawn"),
                            ("refused", "rejected"),
                        ],
                        db_index=True,
                        default="registered",
                        max_length=12,
                    ),
                ),
                ("created_at", models.DateTimeField(default=timezone.now, editable=False)),
                ("queued_at", models.DateTimeField(blank=True, null=True)),
                ("checked_in_at", models.DateTimeField(blank=True, null=True)),
                ("paid", models.BooleanField(default=False, verbose_name="paid")),
                ("is_minor", models.BooleanField(default=False, verbose_name="under age")),
                ("guardian", models.CharField(blank=True, max_length=200, verbose_name="guardian's note")),
                ("club", models.CharField(blank=True, max_length=80, validators=[one_line], verbose_name="club")),
                ("household", models.CharField(blank=True, max_length=80, validators=[one_line], verbose_name="household")),
                ("rating", models.PositiveIntegerField(blank=True, null=True, validators=[NumberFrom(0, 100000)], verbose_name="rating")),
                ("fixed_table", models.PositiveSmallIntegerField(blank=True, null=True, validators=[NumberFrom(1, 9999)], verbose_name="fixed table")),
                ("entered_round", models.PositiveSmallIntegerField(default=1)),
                ("left_after_round", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("held_until", models.DateTimeField(blank=True, editable=False, null=True)),
                ("left_from", models.JSONField(blank=True, editable=False, null=True)),
                ("manual_rank", models.PositiveIntegerField(blank=True, null=True, validators=[NumberFrom(0, 10000)], verbose_name="manual order")),
                ("manual_why", models.CharField(blank=True, max_length=200, verbose_name="reason for the manual order")),
                ("public_games", models.BooleanField(db_default=False, default=False, editable=False, verbose_name="agrees that their games are public")),
                ("note", models.CharField(blank=True, max_length=300, verbose_name="staff note")),
                ("pool", models.OneToOneField(blank=True, null=True, on_delete=models.SET_NULL, related_name="registration", to="teams.pool", verbose_name="pool")),
                ("pod", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("pod_seat", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("crew", models.ForeignKey(blank=True, null=True, on_delete=models.PROTECT, related_name="members", to="tournaments.crew")),
                ("crew_seat", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("wished_partner", models.ForeignKey(blank=True, editable=False, null=True, on_delete=models.SET_NULL, related_name="asked_by", to="tournaments.registration")),
                ("imported", models.ForeignKey(blank=True, editable=False, null=True, on_delete=models.SET_NULL, related_name="players", to="tournaments.playerimport")),
                ("imported_line", models.CharField(blank=True, db_default="", editable=False, max_length=16)),
                ("lot", models.PositiveBigIntegerField(default=0)),
                ("link_token", models.CharField(default=new_token_of_players, max_length=40, unique=True)),
                ("claim_token", models.CharField(default=new_token_of_players, max_length=40, unique=True)),
                ("claim_until", models.DateTimeField(blank=True, default=end_of_claim_link, editable=False, null=True)),
            ],
            options={
                "ordering": ["pk"],
                "indexes": [models.Index(fields=["event", "status"], name="tournaments_event_i_8683d6_idx")],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "user"), name="player_registered_once"),
                    models.UniqueConstraint(
                        models.F("event"), Lower("guest_name"), condition=models.Q(models.Q(("guest_name", ""), _negated=True), ("name_allowed", False)), name="guest_name_once_an_event"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(models.Q(("user__isnull", True), models.Q(("guest_name", ""), _negated=True)), models.Q(("user__isnull", False), ("guest_name", "")), _connector="OR"),
                        name="registration_has_a_person",
                    ),
                    models.UniqueConstraint(fields=("event", "pod", "pod_seat"), name="pod_seat_once_an_event"),
                    models.CheckConstraint(
                        condition=models.Q(models.Q(("pod__isnull", True), ("pod_seat__isnull", True)), models.Q(("pod__isnull", False), ("pod_seat__isnull", False)), _connector="OR"),
                        name="pod_has_a_seat",
                    ),
                    models.UniqueConstraint(fields=("crew", "crew_seat"), name="crew_seat_once_a_crew"),
                    models.CheckConstraint(
                        condition=models.Q(models.Q(("crew__isnull", True), ("crew_seat__isnull", True)), models.Q(("crew__isnull", False), ("crew_seat__in", [1, 2])), _connector="OR"),
                        name="crew_has_two_seats",
                    ),
                    models.CheckConstraint(condition=models.Q(models.Q(("status", "waiting"), _negated=True), ("queued_at__isnull", False), _connector="OR"), name="waiting_since_a_time"),
                ],
            },
        ),
        migrations.CreateModel(
            name="PartnerLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("player", models.OneToOneField(on_delete=models.CASCADE, related_name="partner_link", to="tournaments.registration")),
                ("token", models.CharField(default=new_token_of_players, editable=False, max_length=40, unique=True)),
                ("valid_until", models.DateTimeField(default=end_of_link, editable=False)),
            ],
        ),
        migrations.CreateModel(
            name="Draw",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("event", models.ForeignKey(on_delete=models.CASCADE, related_name="draws", to="tournaments.event")),
                ("number", models.PositiveSmallIntegerField()),
                ("at", models.DateTimeField(default=timezone.now)),
                ("by", models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("why", models.CharField(blank=True, max_length=500, verbose_name="reason")),
                ("discarded_because", models.CharField(blank=True, max_length=500, verbose_name="reason")),
                ("seed", models.PositiveBigIntegerField()),
                ("separates_clubs", models.BooleanField(default=False)),
                ("document", models.JSONField()),
            ],
            options={
                "ordering": ["pk"],
                "indexes": [models.Index(fields=["event", "number"], name="draws_of_a_round")],
            },
        ),
        migrations.CreateModel(
            name="FactsPin",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("event", models.ForeignKey(on_delete=models.CASCADE, related_name="facts_pins", to="tournaments.event")),
                ("snapshot", models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="teams.factssnapshot")),
                ("by", models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("why", models.CharField(blank=True, max_length=500, validators=[one_line])),
                ("changes", models.JSONField(default=list)),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="ForbiddenPair",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("event", models.ForeignKey(on_delete=models.CASCADE, related_name="forbidden_pairs", to="tournaments.event")),
                ("first", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="tournaments.registration")),
                ("second", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="tournaments.registration")),
                ("why", models.CharField(blank=True, max_length=200, verbose_name="reason")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("first", "second"), name="forbidden_pair_once"),
                    models.CheckConstraint(condition=models.Q(("first__lt", models.F("second"))), name="forbidden_pair_in_order"),
                ],
            },
        ),
        migrations.CreateModel(
            name="OnceKey",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("event", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="tournaments.event")),
                ("key", models.CharField(max_length=64)),
                ("action", models.CharField(max_length=40)),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("event", "key"), name="form_handled_once")],
            },
        ),
        migrations.CreateModel(
            name="ListReader",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("event", models.ForeignKey(on_delete=models.CASCADE, related_name="list_readers", to="tournaments.event")),
                ("user", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("declared_at", models.DateTimeField(default=timezone.now)),
                ("may_play_since", models.DateTimeField(null=True)),
                ("may_play_by", models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("may_play_why", models.CharField(blank=True, max_length=500, verbose_name="reason")),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "user"), name="list_reader_once_an_event"),
                    models.CheckConstraint(condition=models.Q(("may_play_since__isnull", True), models.Q(("may_play_why", ""), _negated=True), _connector="OR"), name="list_reader_plays_for_a_reason"),
                ],
            },
        ),
        migrations.CreateModel(
            name="ListReading",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("reader", models.ForeignKey(on_delete=models.CASCADE, related_name="readings", to="tournaments.listreader")),
                ("player", models.ForeignKey(null=True, on_delete=models.CASCADE, related_name="+", to="tournaments.registration")),
                ("at", models.DateTimeField(default=timezone.now)),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="SubmittedList",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("registration", models.ForeignKey(on_delete=models.PROTECT, related_name="lists", to="tournaments.registration")),
                ("name", models.CharField(blank=True, max_length=80, validators=[one_line], verbose_name="name")),
                ("figures", models.JSONField(validators=[only_known_figures])),
                ("pool", models.JSONField(null=True, validators=[only_known_figures])),
                ("level", models.PositiveSmallIntegerField(default=0)),
                ("initiative", models.PositiveSmallIntegerField(default=0)),
                ("legal", models.BooleanField()),
                ("verdict", models.JSONField(validators=[only_a_verdict])),
                ("submitted_at", models.DateTimeField(default=timezone.now, editable=False)),
                ("submitted_by", models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("why", models.CharField(blank=True, db_default="", max_length=500, validators=[one_line], verbose_name="reason")),
                ("superseded_at", models.DateTimeField(null=True)),
                ("locked_at", models.DateTimeField(null=True)),
                ("salt", models.CharField(default=new_salt, max_length=32)),
                ("commitment", models.CharField(blank=True, max_length=64)),
                ("revealed_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(condition=models.Q(("superseded_at__isnull", True)), fields=("registration",), name="one_current_list"),
                    models.CheckConstraint(condition=models.Q(("locked_at__isnull", True), models.Q(("commitment", ""), _negated=True), _connector="OR"), name="locked_list_is_committed"),
                ],
            },
        ),
        migrations.CreateModel(
            name="DeckCheck",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("submitted", models.ForeignKey(on_delete=models.PROTECT, related_name="checks", to="tournaments.submittedlist")),
                ("by", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("at", models.DateTimeField(default=timezone.now, editable=False)),
                ("seen", models.JSONField(default=list, validators=[only_known_figures])),
                ("outcome", models.CharField(choices=[("matches", "the figures match the list"), ("differs", "the figures differ from the list")], max_length=8, verbose_name="result")),
                ("note", models.TextField(blank=True, verbose_name="note")),
            ],
            options={
                "ordering": ["-at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="OutgoingMail",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("event", models.ForeignKey(on_delete=models.CASCADE, related_name="mails", to="tournaments.event")),
                ("to", models.EmailField(max_length=254)),
                ("subject", models.CharField(max_length=200)),
                ("body", models.TextField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("due_at", models.DateTimeField(db_default=Now(), default=timezone.now)),
                ("failed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "reason",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("address", "The mail server takes no e-mails for this address. Is it written correctly?"),
                            ("content", "The mail server did not take this e-mail."),
                            ("tries", "It could not be delivered in two days of trying."),
                            ("outage", "This site’s mail server could not be reached for three days."),
                            ("waited", "It waited for two weeks and could not be sent within the daily limit."),
                        ],
                        db_default="",
                        max_length=8,
                    ),
                ),
                ("introduces", models.BooleanField(db_default=False, default=False)),
                ("organiser", models.ForeignKey(blank=True, null=True, on_delete=models.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("registration", models.ForeignKey(blank=True, null=True, on_delete=models.CASCADE, related_name="+", to="tournaments.registration")),
            ],
            options={
                "ordering": ["pk"],
                "indexes": [models.Index(fields=["failed_at", "due_at"], name="mail_due")],
            },
        ),
        migrations.CreateModel(
            name="Introduction",
            fields=[
                ("key", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("batch", models.CharField(db_index=True, max_length=32)),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name="DailyIntroductions",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("organiser", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("day", models.DateField()),
                ("sent", models.PositiveIntegerField(default=0)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("organiser", "day"), name="introductions_counted_once_a_day")],
            },
        ),
        migrations.CreateModel(
            name="OptOut",
            fields=[
                ("digest", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("event", models.ForeignKey(on_delete=models.PROTECT, related_name="rounds", to="tournaments.event")),
                ("number", models.PositiveSmallIntegerField()),
                ("stage", models.CharField(choices=[("swiss", "Swiss"), ("cut", "top cut")], default="swiss", max_length=8)),
                ("state", models.CharField(choices=[("draft", "unpublished"), ("published", "published"), ("closed", "closed")], default="draft", max_length=12)),
                ("version", models.PositiveIntegerField(default=1)),
                ("seed", models.PositiveBigIntegerField(default=0)),
                ("rematches", models.PositiveSmallIntegerField(default=0)),
                ("separates_clubs", models.BooleanField(db_default=False, default=False)),
                ("reasons", models.JSONField(blank=True, default=dict)),
                ("frozen_standings", models.JSONField(blank=True, null=True)),
                ("clinch", models.JSONField(blank=True, null=True)),
                ("published_at", models.DateTimeField(blank=True, null=True)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                ("minutes", models.PositiveSmallIntegerField(default=60)),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("paused_at", models.DateTimeField(blank=True, null=True)),
                ("paused_seconds", models.PositiveIntegerField(default=0)),
            ],
            options={
                "ordering": ["event", "number"],
                "constraints": [models.UniqueConstraint(fields=("event", "number"), name="round_number_once")],
            },
        ),
        migrations.CreateModel(
            name="Match",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round", models.ForeignKey(on_delete=models.PROTECT, related_name="matches", to="tournaments.round")),
                ("table", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("bye", models.BooleanField(default=False)),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "in progress"), ("reported", "reported by one player"), ("disputed", "disputed"), ("done", "settled")], db_index=True, default="open", max_length=12
                    ),
                ),
                ("version", models.PositiveIntegerField(default=1)),
                ("bracket_slot", models.CharField(blank=True, max_length=12)),
                ("manual_why", models.CharField(blank=True, max_length=300)),
                ("extra_seconds", models.PositiveIntegerField(default=0)),
                ("arena", models.CharField(blank=True, max_length=60)),
                ("in_use", models.BooleanField(db_default=False, default=False, editable=False)),
            ],
            options={
                "verbose_name_plural": "matches",
                "constraints": [
                    models.UniqueConstraint(fields=("round", "table"), name="table_once_a_round"),
                    models.UniqueConstraint(condition=models.Q(("bracket_slot", ""), _negated=True), fields=("round", "bracket_slot"), name="bracket_slot_once_a_round"),
                    models.CheckConstraint(
                        condition=models.Q(models.Q(("bye", True), ("table__isnull", True)), models.Q(("bye", False), ("table__isnull", False)), _connector="OR"),
                        name="no_table_for_a_bye_and_one_for_the_others",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round", models.ForeignKey(on_delete=models.CASCADE, related_name="seats", to="tournaments.round")),
                ("registration", models.ForeignKey(on_delete=models.PROTECT, related_name="seats", to="tournaments.registration")),
                ("match", models.ForeignKey(on_delete=models.CASCADE, related_name="seat_rows", to="tournaments.match")),
                ("number", models.PositiveSmallIntegerField()),
                ("side", models.PositiveSmallIntegerField()),
                ("role", models.CharField(choices=[("player", "player"), ("partner", "partner")], default="player", max_length=8)),
            ],
            options={
                "ordering": ["number"],
                "constraints": [models.UniqueConstraint(fields=("round", "registration"), name="player_once_a_round"), models.UniqueConstraint(fields=("match", "number"), name="seat_once_a_match")],
            },
        ),
        migrations.CreateModel(
            name="Penalty",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("registration", models.ForeignKey(on_delete=models.PROTECT, related_name="penalties", to="tournaments.registration")),
                ("match", models.ForeignKey(blank=True, null=True, on_delete=models.PROTECT, related_name="penalties", to="tournaments.match")),
                (
                    "kind",
                    models.CharField(
                        choices=[("caution", "caution"), ("warning", "warning"), ("game-loss", "game loss"), ("match-loss", "match loss"), ("disqualification", "disqualification")],
                        max_length=20,
                        verbose_name="penalty",
                    ),
                ),
                ("article", models.CharField(blank=True, max_length=20, verbose_name="article")),
                ("why", models.TextField(verbose_name="reason")),
                ("by_ruling", models.BooleanField(db_default=False, default=False, editable=False)),
                ("by", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("at", models.DateTimeField(default=timezone.now, editable=False)),
                ("revokes", models.OneToOneField(blank=True, null=True, on_delete=models.PROTECT, related_name="revoked_by", to="tournaments.penalty")),
            ],
            options={
                "verbose_name_plural": "penalties",
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="ResultReport",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("places", models.JSONField()),
                ("tallies", models.JSONField()),
                (
                    "ending",
                    models.CharField(
                        choices=[
                            ("glory", "Gallons of Glory"),
                            ("krosmasters", "the last Krosmaster in play"),
                            ("concession", "concession"),
                            ("walkover", "concession without a game"),
                            ("time", "time"),
                            ("intentional-draw", "intentional draw"),
                            ("no-show", "no-show"),
                            ("drop", "opponent dropped"),
                            ("ruling", "ruling of a judge"),
                        ],
                        default="glory",
                        max_length=20,
                        verbose_name="how the game ended",
                    ),
                ),
                ("absent", models.JSONField(db_default=[], default=list)),
                ("match", models.ForeignKey(on_delete=models.PROTECT, related_name="reports", to="tournaments.match")),
                ("by", models.ForeignKey(on_delete=models.PROTECT, related_name="reports", to="tournaments.registration")),
                ("says", models.CharField(choices=[("result", "reports"), ("agrees", "confirms"), ("disputes", "disputes"), ("takes-back", "withdraws report")], default="result", max_length=12)),
                ("note", models.CharField(blank=True, max_length=300, verbose_name="note")),
                ("at", models.DateTimeField(default=timezone.now, editable=False)),
                ("set_aside_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Result",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("places", models.JSONField()),
                ("tallies", models.JSONField()),
                (
                    "ending",
                    models.CharField(
                        choices=[
                            ("glory", "Gallons of Glory"),
                            ("krosmasters", "the last Krosmaster in play"),
                            ("concession", "concession"),
                            ("walkover", "concession without a game"),
                            ("time", "time"),
                            ("intentional-draw", "intentional draw"),
                            ("no-show", "no-show"),
                            ("drop", "opponent dropped"),
                            ("ruling", "ruling of a judge"),
                        ],
                        default="glory",
                        max_length=20,
                        verbose_name="how the game ended",
                    ),
                ),
                ("absent", models.JSONField(db_default=[], default=list)),
                ("match", models.ForeignKey(on_delete=models.PROTECT, related_name="results", to="tournaments.match")),
                ("source", models.CharField(choices=[("players", "the players"), ("staff", "staff"), ("ruling", "ruling"), ("system", "event rules")], max_length=10)),
                ("by", models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("at", models.DateTimeField(default=timezone.now, editable=False)),
                ("why", models.TextField(blank=True)),
                ("superseded_at", models.DateTimeField(blank=True, null=True)),
                ("is_correction", models.BooleanField(default=False)),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [models.UniqueConstraint(condition=models.Q(("superseded_at__isnull", True)), fields=("match",), name="one_standing_result_a_match")],
            },
        ),
        migrations.CreateModel(
            name="Staff",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("event", models.ForeignKey(on_delete=models.CASCADE, related_name="staff", to="tournaments.event")),
                ("user", models.ForeignKey(on_delete=models.PROTECT, related_name="event_roles", to=settings.AUTH_USER_MODEL)),
                (
                    "role",
                    models.CharField(
                        choices=[("owner", "owner"), ("organiser", "organiser"), ("scorekeeper", "scorekeeper"), ("head-judge", "head judge"), ("judge", "judge")], max_length=12, verbose_name="role"
                    ),
                ),
                ("since", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "verbose_name_plural": "staff",
                "ordering": ["pk"],
                "constraints": [models.UniqueConstraint(fields=("event", "user", "role"), name="staff_role_once")],
            },
        ),
        migrations.CreateModel(
            name="StaffInvitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("event", models.ForeignKey(on_delete=models.CASCADE, related_name="invitations", to="tournaments.event")),
                (
                    "role",
                    models.CharField(
                        choices=[("owner", "owner"), ("organiser", "organiser"), ("scorekeeper", "scorekeeper"), ("head-judge", "head judge"), ("judge", "judge")], max_length=12, verbose_name="role"
                    ),
                ),
                ("token", models.CharField(default=new_token_of_staff, max_length=48, unique=True)),
                ("invited_by", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("expires_at", models.DateTimeField(default=in_a_week)),
                ("accepted_by", models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("revoked_at", models.DateTimeField(null=True)),
            ],
        ),
    ]

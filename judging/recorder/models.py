"""Recordings: games that are being recorded while they are played."""

from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from core.errors import Refused
from judging.entries import last_tap, taps_after, without_last_tap


class Recording(models.Model):
    """The header of a log and its actions so far. `version` grows with each change, for optimistic locking.

    A practice table has no match: everyone who has its address may record. `replay_uuid` is the address to share, which
    is read-only.
    """

    class Dice(models.TextChoices):
        RECORDED = "recorded", _("we roll on the table and tap the faces")
        ROLLED = "rolled", _("the site rolls for us")

    uuid = models.UUIDField(default=uuid4, unique=True, editable=False)
    replay_uuid = models.UUIDField(default=uuid4, unique=True, editable=False)
    match = models.ForeignKey(
        "tournaments.Match", null=True, blank=True, on_delete=models.PROTECT, related_name="recordings"
    )
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="recordings"
    )
    dice = models.CharField(_("dice"), max_length=8, choices=Dice, default=Dice.RECORDED)
    header = models.JSONField(help_text=_("The log without its actions and its result."))
    actions = models.JSONField(default=list)
    taps = models.JSONField(
        default=list, db_default=[], help_text=_("How many actions each tap entered: a walk is undone as one.")
    )
    entered_by = models.JSONField(
        default=list,
        db_default=[],
        help_text=_("The account on whose device, or the personal link with which, each action was entered."),
    )
    sealed_by = models.JSONField(
        default=list, db_default=[], help_text=_("The players who have said that the submitted log is their game.")
    )
    joined_by = models.JSONField(
        default=list, db_default=[], help_text=_("The players who have opened the recorder on a device of their own.")
    )
    copied = models.JSONField(
        default=list, db_default=[], help_text=_("Spells that were copied from cards which the site does not know.")
    )
    version = models.PositiveIntegerField(default=1)
    recent = models.JSONField(default=list, help_text=_("What devices called their last entries: none counts twice."))
    started_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)
    hidden_by_moderators = models.BooleanField(default=False, db_default=False, editable=False)
    submission = models.ForeignKey(
        "judging.Submission", null=True, blank=True, on_delete=models.PROTECT, related_name="recordings"
    )

    stopped: Refused | None = None  # why the walk that was just entered ended early; not stored

    class Meta:
        ordering = ["-changed_at", "-pk"]

    def __str__(self) -> str:
        return " – ".join(self.names.values())

    def get_absolute_url(self) -> str:
        return reverse("judging:record_light" if self.is_light else "judging:record", args=[self.uuid])

    @property
    def is_light(self) -> bool:
        """Whether only the score is recorded: turns, KOs, GG and what brings them."""
        return self.header.get("detail", "full") != "full"

    @property
    def topic(self) -> str:
        return f"recording:{self.uuid}"

    @property
    def names(self) -> dict[str, str]:
        return {side: player.get("name") or side for side, player in self.header["players"].items()}

    @property
    def order(self) -> list[str]:
        """The players of a game of three or four in turn order; of a duel, by their letters."""
        return list(self.header.get("order") or "AB")

    @property
    def sides(self) -> list[tuple[str, str]]:
        """The letter and name of each player, in the order in which they are shown."""
        return [(side, self.names[side]) for side in self.order]

    @property
    def players_named(self) -> str:
        return " – ".join(name for _side, name in self.sides)

    @property
    def is_closed(self) -> bool:
        """Whether the log was submitted: from then on judges rely on it, and it cannot change."""
        return self.submission_id is not None

    @property
    def is_sealed(self) -> bool:
        """Whether a player of every side has said that the submitted log is their game."""
        sides = {seat.side for seat in self.match.seated()} if self.match and self.is_closed else set()
        return bool(sides) and sides == self.sealed_sides

    @property
    def sealed_sides(self) -> set[int]:
        seats = self.match.seated() if self.match else []
        return {seat.side for seat in seats if seat.registration_id in self.sealed_by}

    @property
    def settles_match(self) -> bool:
        """Whether its match is settled with it: confirmed, sealed by every side, valid, and no case is open."""
        if self.match is None or self.submission is None or not (self.match.is_done and self.is_sealed):
            return False
        is_valid = self.submission.reports.filter(current=True, verdict="valid").exists()
        return is_valid and not self.match.cases.unsettled().exists()

    @property
    def rolls(self) -> bool:
        return self.dice == self.Dice.ROLLED

    @property
    def dice_key(self) -> str:
        """The secret from which the dice of the site follow: each recording has its own."""
        return salted_hmac("judging.recorder.dice", str(self.uuid)).hexdigest()

    def note_tap(self, before: list[Any], entered: int) -> None:
        self.taps = taps_after(self.taps, before, entered)

    @property
    def last_tap(self) -> int:
        """The number of actions that Undo removes."""
        return last_tap(self.taps, self.actions)

    def note_author(self, author: int | str | None) -> None:
        """Note who entered the actions that have come since the last time, and forget those that were undone."""
        known = self.entered_by[: len(self.actions)]
        self.entered_by = [*known, *[author] * (len(self.actions) - len(known))]

    def take_back(self) -> None:
        """Remove what the last tap entered, without saving."""
        self.taps, self.actions = without_last_tap(self.taps, self.actions)

    def seconds(self) -> int:
        return int((timezone.now() - self.started_at).total_seconds())

    def document(self, result: dict[str, Any] | None = None) -> dict[str, Any]:
        """Return the game log in the format `krosmaster-log/1` or `/2`."""
        return {**self.header, "actions": self.actions, **({"result": result} if result else {})}


class UndoneEntry(models.Model):
    """What a tap had entered at the table of a match before it was undone: judges see it."""

    recording = models.ForeignKey(Recording, on_delete=models.CASCADE, related_name="undone")
    number = models.PositiveIntegerField(help_text=_("How many actions stood before it."))
    actions = models.JSONField()
    entered_by = models.JSONField(help_text=_("As in the recording."))
    undone_by = models.JSONField(null=True, help_text=_("On whose device it was undone."))
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.recording} {self.number + 1}"

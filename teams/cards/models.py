"""Card texts and boards contributed by people: proposed, confirmed by a second person, and never edited, only
replaced. And pictures of cards added by the club, which do not affect any game."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.database.append_only import WrittenOnce
from core.text.names import one_line
from rules.games import DEFAULT, Fact, facts_of_game


class FactKind(models.TextChoices):
    TEXT = "text", _("card text")
    SUMMON = "summon", _("summon")
    REWARD = "reward", _("Demonic Reward")
    BOARD = "board", _("arena")
    FIGHTER = "fighter", _("Krosmaster")
    MINION = "minion", _("Minion")
    FAVOR = "favor", _("favor")
    CHALLENGE = "challenge", _("challenge")
    SCENARIO = "scenario", _("scenario")
    DASHBOARD = "dashboard", _("dashboard")
    MOB = "mob", _("mob")
    ITEM = "item", _("item")


def kind_title(game: str, kind: str) -> str:
    """Return what a kind is called in its game: a board of Arena is an arena."""
    if kind == FactKind.BOARD and game != DEFAULT.game:
        return gettext("board")
    return str(FactKind(kind).label) if kind in FactKind.values else kind


def edit_url(game: str, kind: str, slug: str = "") -> str:
    """Return the page on which a card or board is entered; without a slug, a new one."""
    step, about = ("edit", [kind, slug]) if slug else ("new", [kind])
    if game == DEFAULT.game:
        return reverse(f"teams:{step}-fact", args=about)
    return reverse(f"teams:{step}-fact-of-game", args=[game, *about])


def query_of(game: str) -> str:
    """Return how the address of a list of facts ends; those of the default game need nothing."""
    return "" if game == DEFAULT.game else f"?game={game}"


def facts_url(game: str) -> str:
    return f"{reverse('teams:facts')}{query_of(game)}"


class FactOutcome(models.TextChoices):
    CONFIRMED = "confirmed", _("confirmed")
    REJECTED = "rejected", _("rejected")
    WITHDRAWN = "withdrawn", _("withdrawn")


class FactRevisionQuerySet(models.QuerySet["FactRevision"]):
    def current(self) -> "FactRevisionQuerySet":
        """Filter the revision of each card or board that was confirmed last."""
        later = FactDecision.objects.filter(
            outcome=FactOutcome.CONFIRMED,
            revision__game=OuterRef("game"),
            revision__kind=OuterRef("kind"),
            revision__slug=OuterRef("slug"),
            pk__gt=OuterRef("decision__pk"),
        )
        return self.filter(Q(decision__outcome=FactOutcome.CONFIRMED), ~Exists(later)).order_by("kind", "slug")

    def of_game(self, game: str) -> "FactRevisionQuerySet":
        return self.filter(game=game)

    def waiting(self) -> "FactRevisionQuerySet":
        """Filter proposals that nobody has confirmed, rejected or withdrawn."""
        return self.filter(decision__isnull=True)

    def about(self, game: str, kind: str, slug: str) -> "FactRevisionQuerySet":
        return self.filter(game=game, kind=kind, slug=slug)

    def with_people(self) -> "FactRevisionQuerySet":
        return self.select_related("proposed_by", "decision__by")


class FactRevision(WrittenOnce):
    """A proposal by one person for one card or board; docs/facts.md says what `body` holds for each game."""

    game = models.CharField(_("game"), max_length=20, default=DEFAULT.game, db_default=DEFAULT.game)
    kind = models.CharField(_("kind"), max_length=12, choices=FactKind)
    slug = models.CharField(max_length=DEFAULT.facts.longest_slug)
    body = models.JSONField()
    source = models.CharField(_("source"), max_length=DEFAULT.facts.longest_source, blank=True, validators=[one_line])
    proposed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="proposed_facts", verbose_name=_("proposed by")
    )
    proposed_at = models.DateTimeField(auto_now_add=True)
    replaces = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="replaced_by")
    pack = models.CharField(max_length=64, blank=True, db_index=True)  # the digest of the file that contained it

    objects = FactRevisionQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["kind", "slug"], name="facts_about")]
        permissions = [("confirm_facts", "confirms and rejects the card texts that others bring")]

    def __str__(self) -> str:
        return f"{self.kind}:{self.slug} {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("teams:fact", args=[self.pk])

    @property
    def key(self) -> str:
        return f"{self.kind}:{self.slug}"

    @property
    def title(self) -> str:
        """The title of the card or board."""
        card = DEFAULT.catalogue().get(self.slug) if self.kind == FactKind.TEXT else None
        if card is not None:
            return card.full_name
        name = self.body.get("name") if isinstance(self.body, dict) else None
        return name if isinstance(name, str) else self.slug

    @property
    def kind_title(self) -> str:
        return kind_title(self.game, self.kind)

    @property
    def edit_url(self) -> str:
        return edit_url(self.game, self.kind, self.slug)

    @property
    def outcome(self) -> str:
        """The outcome of the decision; empty while the proposal waits."""
        decision = getattr(self, "decision", None)
        return decision.outcome if decision else ""

    def entry(self) -> dict[str, Any]:
        return {"kind": self.kind, "slug": self.slug, "body": self.body, "source": self.source}

    def fact(self, summons: Any = None) -> Fact:
        """Return the parsed fact. Raise InvalidValue if this version of the site can no longer read it."""
        return facts_of_game(self.game).read_fact(self.entry(), summons)


class FactDecision(WrittenOnce):
    """The decision on a proposal."""

    revision = models.OneToOneField(FactRevision, on_delete=models.PROTECT, related_name="decision")
    outcome = models.CharField(max_length=10, choices=FactOutcome)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="decided_facts")
    at = models.DateTimeField(auto_now_add=True)
    why = models.CharField(_("reason"), max_length=500, blank=True, validators=[one_line])

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.revision} {self.outcome}"


class FactPhotograph(models.Model):
    """A photograph of the card, for reviewers only, without metadata. It is deleted with its owner's account."""

    revision = models.OneToOneField(FactRevision, on_delete=models.PROTECT, related_name="photograph")
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    content = models.BinaryField()

    def __str__(self) -> str:
        return f"photograph of {self.revision}"


class FactsSnapshot(WrittenOnce):
    """All confirmed facts of a game at one moment, as one document against which logs are validated."""

    game = models.CharField(max_length=20, default=DEFAULT.game, db_default=DEFAULT.game)
    digest = models.CharField(max_length=64, db_index=True)
    content = models.BinaryField()
    facts = models.PositiveIntegerField()
    decision = models.OneToOneField(FactDecision, null=True, on_delete=models.PROTECT, related_name="snapshot")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.digest[:12]


LONGEST_ALT = 160


@dataclass(frozen=True)
class ShownPicture:
    """The URL of a picture and its alternative text."""

    slug: str
    pk: int
    alt: str

    def address(self, size: str) -> str:
        return reverse("teams:card-picture", args=[self.slug, self.pk, size])

    @property
    def large(self) -> str:
        return self.address("large")

    @property
    def small(self) -> str:
        return self.address("small")


class CardPictureQuerySet(models.QuerySet["CardPicture"]):
    def shown(self) -> "CardPictureQuerySet":
        return self.filter(removed_at__isnull=True, hidden_by_moderators=False)

    def without_content(self) -> "CardPictureQuerySet":
        return self.defer("large", "small")


class CardPicture(models.Model):
    """The picture of a card. Replacing it creates a new row, so that a URL never shows two pictures."""

    slug = models.CharField(max_length=80, unique=True)
    large = models.BinaryField()
    small = models.BinaryField()
    alt = models.CharField(_("what the picture shows"), max_length=LONGEST_ALT, validators=[one_line])
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    removed_at = models.DateTimeField(null=True)
    hidden_by_moderators = models.BooleanField(default=False, db_default=False, editable=False)

    objects = CardPictureQuerySet.as_manager()

    def __str__(self) -> str:
        return self.slug

    def get_absolute_url(self) -> str:
        return self.as_shown().large

    @staticmethod
    def shown_by_card() -> dict[str, ShownPicture]:
        shown = CardPicture.objects.shown().values_list("slug", "pk", "alt")
        return {slug: ShownPicture(slug, pk, alt) for slug, pk, alt in shown}

    @property
    def is_shown(self) -> bool:
        return self.removed_at is None and not self.hidden_by_moderators

    def as_shown(self) -> ShownPicture:
        return ShownPicture(self.slug, self.pk, self.alt)

    def content(self, size: str) -> Any:
        return bytes(self.small if size == "small" else self.large)

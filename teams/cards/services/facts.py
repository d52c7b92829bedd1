"""Card texts and boards: anyone proposes them, a second person with the right confirms them. They are never edited,
only replaced."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from django.db import models, transaction
from django.utils.translation import gettext_lazy as _

from accounts.profile.models import User
from core.errors import Invalid, NotAllowed, Refused
from core.records.audit import record
from core.text.names import HIDDEN
from rules.common.fields import InvalidValue
from rules.games import DEFAULT, RULESETS, Catalogue, Fact, GameFacts, Text, facts_of_game
from teams.cards.models import FactDecision, FactKind, FactOutcome, FactRevision, FactsSnapshot

MAY_CONFIRM = ("teams.confirm_facts", "accounts.moderate")
BACKEND = "django.contrib.auth.backends.ModelBackend"
MOST_NAMED = 12
MOST_WAITING = 1_000  # undecided proposals per person; a pack of the whole catalogue fits
LONGEST_WHY = 500


class Unreadable(Invalid):
    """A fact that the rules cannot read: `wrong` has the code, the text and the pointer to the field."""

    def __init__(self, wrong: InvalidValue) -> None:
        super().__init__(wrong.code, str(wrong.message), pointer=wrong.pointer)
        self.wrong = wrong


# -- what is known --------------------------------------------------------------------------------------------


def game_named(name: str) -> str:
    """Return the game of this slug, the default one without a name. Refuse what is no game, with those there are."""
    games = list(dict.fromkeys(ruleset.game for ruleset in RULESETS.values()))
    if name and name not in games:
        said = _("%(field)s: “%(name)s” is not known here. One of these is expected: %(choices)s.")
        text = said % {"field": "game", "name": name[:40], "choices": ", ".join(games)}
        raise Invalid("not-a-choice", text, pointer="/game", fields=["game"], choices=games)
    return name or DEFAULT.game


def known_summons() -> set[str]:
    """Return the summons that a text may name: built in or confirmed."""
    confirmed = FactRevision.objects.current().of_game(DEFAULT.game).filter(kind=FactKind.SUMMON)
    return {*DEFAULT.facts.built_in().texts.summons, *confirmed.values_list("slug", flat=True)}


def revisions_about(game: str, kind: str, slug: str) -> list[FactRevision]:
    """Return all revisions of a card or board with their people, the latest first."""
    return list(FactRevision.objects.about(game, kind, slug).with_people())


def confirmed_last(revisions: Iterable[FactRevision]) -> FactRevision | None:
    confirmed = [row for row in revisions if row.outcome == FactOutcome.CONFIRMED]
    return max(confirmed, key=lambda row: row.decision.pk, default=None)


def current_entries(game: str = DEFAULT.game) -> list[dict[str, Any]]:
    """Return the confirmed facts of a game as used in play, without their sources."""
    return [played(row.kind, row.slug, row.body) for row in FactRevision.objects.of_game(game).current()]


def played(kind: str, slug: str, body: Any) -> dict[str, Any]:
    return {"kind": kind, "slug": slug, "body": body}


def current_snapshot(game: str = DEFAULT.game) -> FactsSnapshot | None:
    """Return all confirmed facts of a game as one document, created once after each confirmation, or None if there are
    none."""
    last = _confirmed(game).first()
    if last is None:
        return None
    if known := FactsSnapshot.objects.filter(decision=last).first():
        return known
    return FactsSnapshot.objects.get_or_create(decision=last, defaults=_as_row(current_entries(game), game))[0]


def current_content(game: str = DEFAULT.game) -> bytes:
    """Return the content of the current snapshot, for pages, which must not create one; empty if there are no facts."""
    last = _confirmed(game).select_related("snapshot").first()
    if last is not None and hasattr(last, "snapshot"):
        return bytes(last.snapshot.content)
    entries = current_entries(game)
    return facts_of_game(game).content_of(entries) if entries else b""


def _confirmed(game: str) -> models.QuerySet[FactDecision]:
    return FactDecision.objects.filter(outcome=FactOutcome.CONFIRMED, revision__game=game)


def current_facts() -> GameFacts:
    """Return the built-in facts with the confirmed ones."""
    content = current_content()
    return DEFAULT.facts.known_from(content) if content else DEFAULT.facts.built_in()


def snapshot_of(entries: Iterable[Mapping[str, Any]], game: str = DEFAULT.game) -> FactsSnapshot:
    """Return the snapshot of these facts; equal facts of a game share a row."""
    row = _as_row([*entries], game)
    same = FactsSnapshot.objects.filter(game=game, digest=row["digest"]).first()
    return same or FactsSnapshot.objects.create(**row)


def _as_row(entries: Sequence[Mapping[str, Any]], game: str) -> dict[str, Any]:
    facts = facts_of_game(game)
    return {
        "game": game,
        "digest": facts.digest_of(entries),
        "content": facts.content_of(entries),
        "facts": len(entries),
    }


# -- proposing ------------------------------------------------------------------------------------------------


@transaction.atomic
def propose(
    *,
    who: User,
    entry: Mapping[str, Any],
    game: str = DEFAULT.game,
    pack: str = "",
    summons: Iterable[str] | None = None,
) -> FactRevision:
    """Propose a fact. Refuse it if the rules cannot read it, or if it is nothing new."""
    User.objects.select_for_update().get(pk=who.pk)  # the same form sent twice at once makes one proposal
    fact = _readable(game, entry, known_summons() if summons is None else summons)
    _refuse_too_many(who)
    _refuse_second(game, fact.kind, fact.slug)
    about = FactRevision.objects.about(game, fact.kind, fact.slug)
    current = about.current().first()
    if _printed_now(game, fact, current) == fact.printed and (
        current is None or _words(current.body) == _words(fact.body)
    ):
        raise Refused("nothing-new", _("This is what the site already says of it."))
    same = next((row for row in about.waiting() if row.body == fact.body), None)
    if same is not None and same.proposed_by_id == who.pk:
        return same  # the same form was sent twice
    if same is not None:
        raise Refused("already-proposed", _("Exactly this has already been proposed and waits for a second person."))
    row = FactRevision.objects.create(
        game=game,
        kind=fact.kind,
        slug=fact.slug,
        body=fact.body,
        source=fact.source,
        proposed_by=who,
        replaces=current,
        pack=pack,
    )
    record("fact-proposed", who=who, subject=row, after=_recorded(row))
    return row


def _recorded(row: FactRevision) -> dict[str, str]:
    return {"game": row.game, "kind": row.kind, "card": row.slug}


def _printed_now(game: str, fact: Fact, current: FactRevision | None) -> object:
    """Return what the site says of it, confirmed or built in; None if there is nothing readable."""
    if current is not None:
        try:
            return current.fact(known_summons()).printed
        except InvalidValue:
            return None
    if game != DEFAULT.game:
        built_in = facts_of_game(game).built_in_entries().get(fact.key)
        return facts_of_game(game).read_fact(built_in).printed if built_in else None
    texts = DEFAULT.facts.built_in().texts
    by_kind: Mapping[str, Mapping[str, object]] = {
        "text": texts.figures, "summon": texts.summons, "reward": texts.rewards,
    }  # fmt: skip
    return by_kind.get(fact.kind, {}).get(fact.slug)


def says_the_same(one: Fact, other: Fact) -> bool:
    """Whether two facts mean the same, however they are written. Texts of tokens beyond the primitives are compared
    too."""
    return one.printed == other.printed and _words(one.body) == _words(other.body)


def _words(body: Mapping[str, Any]) -> object:
    return body.get("words")


def _readable(game: str, entry: Mapping[str, Any], summons: Iterable[str]) -> Fact:
    facts = facts_of_game(game)
    try:
        fact = facts.read_fact(dict(entry), summons)
        if fact.kind not in facts.kinds:
            raise facts.kind_not_kept()
        return fact
    except InvalidValue as wrong:
        raise Unreadable(wrong) from None


def _refuse_second(game: str, kind: str, slug: str) -> None:
    """Refuse another one of a kind of which a game has one: all dashboards of a box are alike."""
    if kind not in facts_of_game(game).once:
        return
    other = FactRevision.objects.of_game(game).current().filter(kind=kind).exclude(slug=slug).first()
    if other is not None:
        said = _("The site has one already, called %(slug)s, and a game has one only: correct that one.")
        raise Refused("one-is-enough", said % {"slug": other.slug})


def _refuse_too_many(who: User) -> None:
    if FactRevision.objects.waiting().filter(proposed_by=who).count() >= MOST_WAITING:
        raise Refused(
            "too-many-proposals", _("You have 1,000 proposals waiting. Let others confirm some of them first.")
        )


# -- deciding -------------------------------------------------------------------------------------------------


def may_confirm(who: Any) -> bool:
    """Whether somebody may confirm for the whole site: a reviewer or a moderator."""
    return bool(who.is_authenticated and any(map(who.has_perm, MAY_CONFIRM)))


def reviewers_of(revision: FactRevision) -> list[User]:
    """Return the people who may confirm a proposal for the whole site."""
    having = [User.objects.with_perm(each, backend=BACKEND) for each in MAY_CONFIRM]
    people = (having[0] | having[1]).exclude(pk=revision.proposed_by_id).distinct().order_by("username")
    return list(people[:MOST_NAMED])


def waiting_for(who: User) -> int:
    """Return how many proposals of others wait for a second person."""
    return FactRevision.objects.waiting().exclude(proposed_by=who).count()


@transaction.atomic
def confirm(*, revision: FactRevision, who: User) -> FactDecision:
    """Confirm a proposal, as a second person who has seen the card or the photograph."""
    _require_second_person(revision, who)
    row = _waiting_row(revision)
    try:
        row.fact(known_summons())
    except InvalidValue as wrong:
        raise Refused("not-readable", str(wrong.message)) from None
    _refuse_second(row.game, row.kind, row.slug)
    return _decide(row, FactOutcome.CONFIRMED, who, "")


@transaction.atomic
def reject(*, revision: FactRevision, who: User, why: str) -> FactDecision:
    _require_second_person(revision, who)
    if not why.strip():
        raise Invalid("reason-missing", _("Say why, so that the next person does not make the same mistake."))
    return _decide(_waiting_row(revision), FactOutcome.REJECTED, who, why)


@transaction.atomic
def withdraw(*, revision: FactRevision, who: User) -> FactDecision:
    if revision.proposed_by_id != who.pk:
        raise NotAllowed("not-yours", _("Only the person who proposed this can withdraw it."))
    return _decide(_waiting_row(revision), FactOutcome.WITHDRAWN, who, "")


@transaction.atomic
def confirm_pack(*, pack: str, who: User) -> int:
    """Confirm all waiting proposals of one file that somebody else made, summons first because texts refer to them."""
    rows = FactRevision.objects.waiting().filter(pack=pack).exclude(proposed_by=who)
    done = 0
    for row in sorted(rows, key=lambda row: (row.kind != "summon", row.pk)):
        confirm(revision=row, who=who)
        done += 1
    return done


def _require_second_person(revision: FactRevision, who: User) -> None:
    if not may_confirm(who):
        raise NotAllowed("may-not-confirm", _("Only reviewers can confirm or reject card texts."))
    if revision.proposed_by_id == who.pk:
        raise NotAllowed("own-proposal", _("Another person has to confirm what you proposed."))


def _waiting_row(revision: FactRevision) -> FactRevision:
    row = FactRevision.objects.select_for_update(of=("self",)).get(pk=revision.pk)
    if row.outcome:
        raise Refused("already-decided", _("Somebody has already decided about this proposal."))
    return row


def _decide(row: FactRevision, outcome: FactOutcome, who: User, why: str) -> FactDecision:
    if len(why) > LONGEST_WHY or HIDDEN.search(why):
        raise Invalid("reason-unreadable", _("Give a reason in one line of at most 500 characters."))
    decision = FactDecision.objects.create(revision=row, outcome=outcome, by=who, why=why.strip())
    record(f"fact-{outcome.value}", who=who, subject=row, after=_recorded(row), why=why.strip())
    return decision


Version = tuple[int, dt.datetime] | None  # the last confirmation, which changed what is known


def version_now() -> Version:
    """Return the current version with one short query, so that texts are only read again when it changes."""
    return FactDecision.objects.filter(outcome=FactOutcome.CONFIRMED).values_list("pk", "at").first()


@lru_cache(maxsize=2)
def texts_of(version: Version) -> Mapping[str, Text]:
    """Return the texts by card slug, without those that this version of the site cannot read."""
    texts = dict(DEFAULT.facts.built_in().texts.figures)
    brought = FactRevision.objects.current().filter(kind=FactKind.TEXT) if version else FactRevision.objects.none()
    summons = known_summons() if version else set()
    for row in brought:
        texts.pop(row.slug, None)
        try:
            printed = row.fact(summons).printed
        except InvalidValue:
            continue
        if isinstance(printed, Text):
            texts[row.slug] = printed
    return texts


@lru_cache(maxsize=2)
def cards_of(version: Version) -> Catalogue:
    """Return the cards with the levels, numbers and colours that confirmed texts correct."""
    corrected = {slug: text.front for slug, text in texts_of(version).items() if text.front}
    return DEFAULT.catalogue().with_printed(corrected) if corrected else DEFAULT.catalogue()


def cards_now() -> Catalogue:
    return cards_of(version_now())

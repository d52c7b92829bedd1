"""The card texts used by an event: the current ones until it starts, then the pinned ones, which
can be added, corrected or withdrawn while it is played."""

import json
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from accounts.models import User
from core.errors import Invalid, Refused
from core.pages import live
from core.records.audit import record
from core.text.names import HIDDEN
from rules.common.facts import document_of
from rules.common.messages import message
from rules.common.verdicts import Issue, Malformed
from rules.games import DEFAULT, Card, Fact, Text, facts_of_game
from teams.cards.catalogue.completeness import actions_proved, how_known
from teams.cards.catalogue.open_facts import OpenCard, open_facts_of_teams
from teams.cards.services.facts import LONGEST_WHY, current_snapshot, played, snapshot_of
from teams.cards.services.packs import read_kept
from teams.models import FactOutcome, FactRevision, FactsSnapshot
from teams.wording import render_message
from tournaments.base.services.locking import event_lock, require
from tournaments.events.models.events import staffed_by
from tournaments.events.models.staff import RIGHTS
from tournaments.lists.services.event_facts import facts_for, pin_of
from tournaments.models import Event, EventState, FactsPin, Match, Registration, Right, Staff, SubmittedList


def pin_facts(event: Event, *, who: User | None) -> None:
    """Pin the current card texts at the start of round 1, so that later confirmations do not affect this event's
    logs."""
    FactsPin.objects.create(event=event, snapshot=current_snapshot(event.game), by=who)


def snapshot_for(event: Event | None, game: str = DEFAULT.game) -> FactsSnapshot | None:
    """Return the snapshot against which logs of this event are validated, or those of a game outside of events, besides
    the built-in data."""
    if event is None:
        return current_snapshot(game)
    if not event.has_started:
        return current_snapshot(event.game)
    pin = pin_of(event)
    return pin.snapshot if pin else None


def snapshot_for_match(match: Match | None, game: str = DEFAULT.game) -> FactsSnapshot | None:
    return snapshot_for(match.round.event if match else None, game)


def stands_on_other_facts(match: Match | None, digest: str) -> bool:
    """Whether the event's card texts were changed while a log of it was being validated."""
    if match is None:
        return False
    now = snapshot_for_match(match)
    return digest != (now.digest if now else "")


def exported_facts(event: Event) -> dict[str, Any]:
    """Return the pinned card texts as a document, with the reason of the last change; nothing before the start."""
    pin = pin_of(event)
    if pin is None:
        return {}
    return {"facts": {"why": pin.why, "document": document_of(entries_of(pin.snapshot).values(), event.game)}}


def import_facts(event: Event, imported: Mapping[str, Any] | None, *, who: User) -> None:
    """Pin the card texts of an imported event. Facts that cannot be read here are stored anyway, and reports name
    them."""
    if imported is None:
        return
    try:
        _refuse_other_game(event, imported["document"])
        _facts, problems = read_kept(imported["document"])
        for problem in (each for each in problems if each.code == "kind-not-kept"):
            raise Malformed(problem.pointer or "", problem.code, problem.message)
    except Malformed as malformed:
        text = _("The card texts of this file cannot be read: %(why)s")
        raise Invalid(malformed.code, text % {"why": render_message(malformed.message)}) from None
    entries = imported["document"]["facts"]
    snapshot = snapshot_of(entries, event.game) if entries else None
    pin = FactsPin(event=event, snapshot=snapshot, by=who, why=imported.get("why", ""))
    pin.clean_fields(exclude=["event", "snapshot", "by", "changes"])
    pin.save()


def _refuse_other_game(event: Event, document: Any) -> None:
    named = document.get("game") if isinstance(document, dict) else None
    if isinstance(named, str) and named != event.game:
        said = message(
            gettext_noop("these facts are of {named}, but the event is of {game}"), named=named, game=event.game
        )
        raise Malformed("/facts/document/game", "other-game", said)


def entries_of(snapshot: FactsSnapshot | None) -> dict[str, dict[str, Any]]:
    """Return the entries of a snapshot by kind and slug."""
    if snapshot is None:
        return {}
    document = json.loads(bytes(snapshot.content))
    return {f"{entry['kind']}:{entry['slug']}": entry for entry in document["facts"]}


@dataclass(frozen=True, slots=True)
class CardKnown:
    """A card of the submitted teams: how many teams have it, and how much of its text is known."""

    card: Card
    teams: int
    known: str  # "whole", "partly" or "not"


@dataclass(frozen=True, slots=True)
class EventKnown:
    cards: tuple[CardKnown, ...]
    open_facts: tuple[OpenCard, ...]  # of them, and of what they summon
    percent: int  # about so many of the actions of its games will be proved

    @property
    def whole(self) -> int:
        return sum(each.known == "whole" for each in self.cards)

    @property
    def lacking(self) -> list[CardKnown]:
        return [each for each in self.cards if each.known != "whole"]


def has_card_texts(event: Event) -> bool:
    """Whether the cards of its game come with the site, so that it can say what is missing of those in its teams."""
    return event.rules.facts.tables is None


def known_of_event(event: Event) -> EventKnown:
    """Return the cards of the submitted teams, the most frequent first."""
    lists = SubmittedList.objects.current().filter(registration__event=event)
    teams = Counter(slug for figures in lists.values_list("figures", flat=True) for slug in set(figures))
    facts = facts_for(event)
    all_texts, cards = facts.texts, facts.cards
    texts = all_texts.figures
    known = [_known(card, count, texts.get(slug)) for slug, count in teams.items() if (card := cards.get(slug))]
    ordered = tuple(sorted(known, key=lambda each: (-each.teams, each.card.full_name)))
    open_facts = tuple(open_facts_of_teams(teams, all_texts))
    return EventKnown(ordered, open_facts, actions_proved((texts.get(each.card.slug), each.teams) for each in known))


def _known(card: Card, teams: int, text: Text | None) -> CardKnown:
    return CardKnown(card, teams, how_known(text))


BUILT_IN = "built-in:"  # prefix of a choice: this key no longer uses a text that people entered
MOST_DIGITS = 18  # digits of a number that the database can store
Entry = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Choice:
    """A text that the event can adopt. `row` is None for the built-in text, or for no text at all."""

    value: str
    title: str
    row: FactRevision | None
    is_built_in: bool = False


def newer_choices(event: Event) -> list[Choice]:
    """Return the texts that were confirmed or proposed since and that the event does not use already."""
    held = entries_of(snapshot_for(event))
    rows = [
        *FactRevision.objects.of_game(event.game).current().with_people(),
        *FactRevision.objects.of_game(event.game).waiting().with_people(),
    ]
    return [_choice(row) for row in rows if _as_entry(row) != held.get(row.key)]


def earlier_choices(event: Event) -> list[Choice]:
    """Return earlier confirmed texts and, for each text in use, the choice to do without it."""
    held = entries_of(snapshot_for(event))
    pins = FactsPin.objects.filter(event=event).order_by("pk").values_list("changes", flat=True)
    keys = {*held, *(change["key"] for changes in pins for change in changes)}
    if not keys:
        return []
    current = set(FactRevision.objects.of_game(event.game).current().values_list("pk", flat=True))
    confirmed = FactRevision.objects.of_game(event.game).filter(decision__outcome=FactOutcome.CONFIRMED).with_people()
    former = confirmed.filter(slug__in={key.partition(":")[2] for key in keys}).exclude(pk__in=current)
    rows = [row for row in former if row.key in keys and _as_entry(row) != held.get(row.key)]
    without = [
        Choice(f"{BUILT_IN}{key}", _title(event.game, key, entry), None, _is_built_in(event.game, key))
        for key, entry in held.items()
    ]
    return sorted([*map(_choice, rows), *without], key=lambda each: each.title.casefold())


def _choice(row: FactRevision) -> Choice:
    return Choice(str(row.pk), row.title, row)


def _title(game: str, key: str, entry: Entry) -> str:
    kind, _colon, slug = key.partition(":")
    return FactRevision(game=game, kind=kind, slug=slug, body=entry["body"]).title


def _is_built_in(game: str, key: str) -> bool:
    if game != DEFAULT.game:
        return key in facts_of_game(game).built_in_entries()
    kind, _colon, slug = key.partition(":")
    texts = DEFAULT.facts.built_in().texts
    by_kind: Mapping[str, Container[str]] = {"text": texts.figures, "summon": texts.summons, "reward": texts.rewards}
    return slug in by_kind.get(kind, ()) or (kind == "board" and DEFAULT.facts.built_in().board(slug) is not None)


def _as_entry(row: FactRevision) -> dict[str, Any]:
    return played(row.kind, row.slug, row.body)


def change_facts(*, event_id: int, who: User, chosen: Sequence[str], why: str) -> FactsPin:
    """Adopt the chosen texts for the event. Subscribers validate the logs that depend on them again."""
    with event_lock(event_id) as event:
        require(event, who, Right.RULE, Right.EDIT_EVENT)
        entries, changes = _changed(event, who, chosen, why)
        pin = FactsPin.objects.create(
            event=event,
            snapshot=snapshot_of(entries.values(), event.game) if entries else None,
            by=who,
            why=why.strip(),
            changes=changes,
        )
        cards = [change["title"] for change in changes]
        record("event-facts-changed", who=who, subject=pin, scope=event, after={"cards": cards}, why=why.strip())
        live.notify(*event.topics("lists"))
        return pin


@transaction.atomic
def preview_facts(*, event: Event, who: User, chosen: Sequence[str], why: str) -> tuple[bytes, FactsPin]:
    """Return the card texts of the event if the chosen ones were adopted, and the pin, which is not stored. Refuse what
    `change_facts` would refuse."""
    entries, changes = _changed(event, who, chosen, why)
    content = event.rules.facts.content_of([*entries.values()]) if entries else b""
    return content, FactsPin(event=event, why=why.strip(), changes=changes)


def _changed(
    event: Event, who: User, chosen: Sequence[str], why: str
) -> tuple[Mapping[str, Entry], list[dict[str, Any]]]:
    """Return the entries with the chosen texts, and the changes that they make."""
    _refuse_change(event, chosen, why)
    held = entries_of(snapshot_for(event))
    taken = _chosen_texts(event.game, chosen, held)
    _refuse_own(taken, who)
    changed = {key: row for key, row in taken.items() if (_as_entry(row) if row else None) != held.get(key)}
    if not changed:
        raise Refused("nothing-new", _("The event already uses these card texts."))
    without = {key: entry for key, entry in held.items() if key not in changed}
    entries = without | {key: _as_entry(row) for key, row in changed.items() if row}
    return entries, _changes(event.game, changed, held, _facts_by_key(event.game, held), _readable(event.game, entries))


def _refuse_change(event: Event, chosen: Sequence[str], why: str) -> None:
    if not event.has_started:
        raise Refused(
            "not-started", _("Until round 1 starts, the event uses every card text as soon as it is confirmed.")
        )
    if not chosen:
        raise Invalid("nothing-chosen", _("Choose at least one card."), fields=["revisions"])
    if not why.strip() or len(why) > LONGEST_WHY or HIDDEN.search(why):
        raise Invalid("reason-missing", _("Give a reason in one line of at most 500 characters."), fields=["why"])


def _chosen_texts(game: str, chosen: Sequence[str], held: Mapping[str, Entry]) -> dict[str, FactRevision | None]:
    """Return the chosen text for each card key; None is the built-in one."""
    taken: dict[str, FactRevision | None] = {}
    for key, title, row in [*_revisions(game, chosen), *_chosen_removals(game, chosen, held)]:
        if key in taken:
            said = _("You have chosen two texts of %(card)s: choose one of them.")
            raise Invalid("chosen-twice", said % {"card": title}, fields=["revisions"])
        taken[key] = row
    return taken


def _refuse_own(taken: Mapping[str, FactRevision | None], who: User) -> None:
    """What the site has not confirmed needs two people of the event: who proposed it, and another one."""
    for row in taken.values():
        if row and not row.outcome and row.proposed_by_id == who.pk:
            said = _("%(card)s: another person of the staff has to confirm what you proposed.")
            raise Refused("own-proposal", said % {"card": row.title}, fields=["revisions"])


def _revisions(game: str, chosen: Sequence[str]) -> Iterator[tuple[str, str, FactRevision]]:
    numbers = {int(each) for each in chosen if each.isascii() and each.isdecimal() and len(each) <= MOST_DIGITS}
    rows = list(
        FactRevision.objects.of_game(game).filter(pk__in=numbers).select_for_update(of=("self",)).order_by("pk")
    )
    others = [each for each in chosen if not each.startswith(BUILT_IN)]
    if len(rows) < len(set(others)):
        raise Invalid("nothing-chosen", _("Choose from the texts below."), fields=["revisions"])
    for row in rows:
        if row.outcome not in ("", FactOutcome.CONFIRMED):
            said = _("%(card)s: this text was withdrawn or rejected. Choose another one, or none.")
            raise Refused("not-open", said % {"card": row.title}, fields=["revisions"])
        yield row.key, row.title, row


def _chosen_removals(game: str, chosen: Sequence[str], held: Mapping[str, Entry]) -> Iterator[tuple[str, str, None]]:
    for key in sorted({each.removeprefix(BUILT_IN) for each in chosen if each.startswith(BUILT_IN)}):
        if key in held:
            yield key, _title(game, key, held[key]), None


def _readable(game: str, entries: Mapping[str, Entry]) -> dict[str, Fact]:
    facts, problems = _read_again(game, entries)
    for problem in problems:
        message = _("%(card)s cannot be used here: %(problem)s.")
        said = render_message(problem.message)
        raise Refused("not-readable", message % {"card": problem.about[0], "problem": said}, fields=["revisions"])
    return {fact.key: fact for fact in facts}


def _facts_by_key(game: str, entries: Mapping[str, Entry]) -> dict[str, Fact]:
    """Return the facts that the event used, as far as they can still be read."""
    facts, _problems = _read_again(game, entries)
    return {fact.key: fact for fact in facts}


def _read_again(game: str, entries: Mapping[str, Entry]) -> tuple[list[Fact], list[Issue]]:
    facts = facts_of_game(game)
    return facts.read_all(json.loads(json.dumps(facts.document_of(entries.values()))))


def _changes(
    game: str,
    changed: Mapping[str, FactRevision | None],
    held: Mapping[str, Entry],
    before: Mapping[str, Fact],
    after: Mapping[str, Fact],
) -> list[dict[str, Any]]:
    return [
        FactsPin.change(
            key,
            row.pk if row else None,
            title=row.title if row else _title(game, key, held[key]),
            also=sorted({*_other_keys(game, key, before.get(key), after.get(key))} - {key}),
        )
        for key, row in sorted(changed.items())
    ]


def _other_keys(game: str, key: str, *facts: Fact | None) -> Iterator[str]:
    """Yield the other names by which a log may refer to a token or an arena, before or after the change."""
    kind, _colon, slug = key.partition(":")
    if kind not in ("reward", "board") or game != DEFAULT.game:
        return
    built_in = DEFAULT.facts.built_in()
    came_with_the_site: Any = built_in.texts.rewards.get(slug) if kind == "reward" else built_in.board(slug)
    printed: list[Any] = [came_with_the_site, *(fact.printed for fact in facts if fact)]
    for each in filter(None, printed):
        yield from (f"{kind}:{name}" for name in (each.slug, *each.also))


IN_PROGRESS = (EventState.RUNNING, EventState.CUT)
ROLES = tuple(role for role, rights in RIGHTS.items() if rights & {Right.RULE, Right.EDIT_EVENT})


@dataclass(frozen=True, slots=True)
class EventConfirmers:
    """The staff of an event who may use a proposal there, and whether the reader is one of them."""

    event: Event
    people: Sequence[User]
    may_confirm: bool


def confirmers_in_events(row: FactRevision, reader: User) -> list[EventConfirmers]:
    """Return who may confirm the proposal in each event in progress in which the reader plays or works."""
    if row.outcome or not reader.is_authenticated:
        return []
    plays = Registration.objects.of(reader).registered().values("event")
    in_progress = Event.objects.filter(state__in=IN_PROGRESS)
    works = set(in_progress.filter(staffed_by(reader), staff__role__in=ROLES).values_list("pk", flat=True))
    events = in_progress.filter(pk__in=works) | in_progress.filter(pk__in=plays)
    found = []
    for event in events.order_by("name", "pk"):
        staff = (
            Staff.objects.filter(event=event, role__in=ROLES).exclude(user=row.proposed_by_id).select_related("user")
        )
        people = list(dict.fromkeys(each.user for each in staff))
        found.append(EventConfirmers(event, people, event.pk in works and reader in people))
    return found

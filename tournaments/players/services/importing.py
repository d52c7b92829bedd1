"""Importing the players of a sheet: the lines without an error come in, the others stay to be corrected.
A whole import can be undone, except for players with whom something has happened since."""

import csv
import dataclasses
import datetime as dt
import hashlib
import io
import secrets
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from django.db.models import PROTECT, Count, Exists, F, Max, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from core.errors import Invalid, Refused
from core.pages import live
from core.records.audit import AuditEntry, key, record, record_many
from core.text.lookalikes import NAME_LIKE_ANOTHER, Names
from core.text.names import as_sorted
from tournaments.base.services.locking import event_lock, require
from tournaments.events.models.events import EventQuerySet
from tournaments.events.models.staff import RIGHTS
from tournaments.lists.services.pods import seat_late_player
from tournaments.lists.services.reading import refuse_reader
from tournaments.mail.services.introductions import withdraw_introductions
from tournaments.mail.services.mail import introduce_strangers
from tournaments.models import (
    Crew,
    Event,
    EventState,
    ForbiddenPair,
    Match,
    PartnerLink,
    PlayerImport,
    Registration,
    Right,
    Role,
    Seat,
    Staff,
    Status,
    SubmittedList,
)
from tournaments.players.models.name_rows import NameRow, name_columns
from tournaments.players.services.checked_lines import (
    NOTHING_CHOSEN,
    Choices,
    PlayerLine,
    namesake_errors,
    read_players,
)
from tournaments.players.services.crews import join_by_name
from tournaments.players.services.names import number_names
from tournaments.players.services.places import (
    free_for_new,
    next_round,
    places_left,
    refuse_before_waiting,
    refuse_full,
)
from tournaments.players.services.registration import promote_waiting, refuse_late_players


def add_guests(event: Event, *, who: User, about: Sequence[dict[str, Any]]) -> list[Registration]:
    """Add guests. Call under the event's lock, with names that are not taken."""
    refuse_late_players(event)
    refuse_reader(event, addresses=[fields.get("guest_email", "") for fields in about])
    if event.has_started and places_left(event) >= len(about):
        refuse_before_waiting(event, players=len(about))
    free = free_for_new(event)
    if free < len(about):
        refuse_full(event)
    enters = next_round(event) if event.state == EventState.RUNNING else None
    added = [_guest(event, fields, waits=place >= free, enters=enters) for place, fields in enumerate(about)]
    Registration.objects.bulk_create(added)
    _seat_in_pods(event, added, who)
    record_many("registered", who=who, subjects=added, scope=event, after=[{"status": one.status} for one in added])
    introduce_strangers(event, added)
    waiting = sum(player.status == Status.WAITING for player in added)
    after = {"players": len(added), **({"waiting": waiting} if waiting else {})}
    record("players-imported", who=who, subject=event, scope=event, after=after)
    live.notify(*event.topics("players"))
    return added


def _guest(event: Event, fields: dict[str, Any], *, waits: bool, enters: int | None) -> Registration:
    player = Registration(event=event, lot=secrets.randbits(48), **fields)
    if waits:
        player.status, player.queued_at = Status.WAITING, timezone.now()
    if enters is not None:
        player.entered_round, player.checked_in_at = enters, player.created_at
    return player


def _seat_in_pods(event: Event, added: list[Registration], who: User) -> None:
    if event.pods_seed is not None and event.state == EventState.RUNNING:
        for player in added:
            seat_late_player(event, player, who=who)


BATCH = 250  # players in one transaction, so that the lock is held briefly even on a busy machine


@dataclasses.dataclass(frozen=True)
class Imported:
    """What an import has done."""

    added: list[Registration]
    before: int  # players who came in by an earlier sending of the same form
    left_out: int
    finished: frozenset[str]  # the keys of the lines that are imported or left out
    rest: list[PlayerLine]  # lines with errors

    @property
    def waiting(self) -> int:
        return sum(player.status == Status.WAITING for player in self.added)


def import_players(
    *, event_id: int, who: User, text: str, key: str = "", choices: Choices = NOTHING_CHOSEN
) -> Imported:
    """Import the lines that have no error and are not left out, in batches, each a transaction.

    A line comes in once, however often the form with this `key` is sent; so an interrupted import can be sent again.
    """
    mark = _digest(key or secrets.token_hex(16))
    with event_lock(event_id) as event:
        require(event, who, Right.MANAGE_PLAYERS)
    again = PlayerImport.objects.filter(event=event, key=mark).first()
    _refuse_undone(again)
    latest = _latest(event)
    read = read_players(event, text, choices, again=again)
    lines = [line for line in read.lines if line.key not in choices.left_out]
    done, good = _marks_of(again), [line for line in lines if not line.errors]
    new = [line for line in good if _mark(mark, line) not in done]
    if not good:
        raise _nothing_to_import(lines)
    if len(new) > BATCH and free_for_new(event) < len(new):  # a single batch is refused as a whole anyway
        refuse_full(event)
    added, taken, names = [], [], Names()
    for start in range(0, len(new), BATCH):
        with event_lock(event_id) as event:
            require(event, who, Right.MANAGE_PLAYERS)
            import_row, is_new = PlayerImport.objects.get_or_create(event=event, key=mark)
            _refuse_undone(import_row)
            _add_names_after(event, latest, names, import_row)
            done = set() if is_new else _marks_of(import_row)
            batch, refused = _split(new[start : start + BATCH], names, done, mark)
            added += _add_batch(event, batch, who, import_row, mark)
            taken += refused
            latest = _latest(event)
            if start + BATCH >= len(new):
                number_names(event)
    rest = sorted([*taken, *(line for line in lines if line.errors)], key=lambda line: line.number)
    finished = {line.key for line in read.lines} - {line.key for line in rest}
    return Imported(
        added=added,
        before=len(good) - len(added) - len(taken),
        left_out=len(read.lines) - len(lines),
        finished=frozenset(finished),
        rest=rest,
    )


def _nothing_to_import(lines: Sequence[PlayerLine]) -> Refused:
    if not lines:
        return Invalid("no-lines", _("There are no players in these lines."))
    if all(line.only_namesake for line in lines):
        text = _("Tick the box if they are different people; otherwise leave them out.")
        return Refused(NAME_LIKE_ANOTHER, text, fields=["different_people"])
    errors = [{"message": f"{line.number}: {', '.join(text for _field, text in line.errors)}"} for line in lines]
    return Invalid("faulty-lines", _("None of these lines can be imported."), errors=errors)


def _refuse_undone(earlier: PlayerImport | None) -> None:
    if earlier is not None and earlier.undone_at is not None:
        raise Refused("import-undone", _("This import was undone. Preview the players again to import them."))


def _add_names_after(event: Event, latest: int, names: Names, own: PlayerImport) -> None:
    """Add the names registered since the file was checked or since the previous batch. Only these are read, so that
    later batches hold the lock no longer than the first."""
    for player in event.registrations.filter(pk__gt=latest).exclude(imported=own).named():
        names.add(player.plain_name)


def _split(
    lines: Sequence[PlayerLine], names: Names, done: Collection[str], mark: str
) -> tuple[list[PlayerLine], list[PlayerLine]]:
    """Return the lines to import now, and those whose name was registered after the file was checked."""
    new = [line for line in lines if _mark(mark, line) not in done]
    wrong = {line.key: list(namesake_errors(line.fields["guest_name"], names)) for line in new}
    taken = [line for line in new if wrong[line.key] and "name_allowed" not in line.fields]
    refused = [dataclasses.replace(line, errors=wrong[line.key], namesake=True) for line in taken]
    return [line for line in new if line not in taken], refused


def _add_batch(
    event: Event, lines: Sequence[PlayerLine], who: User, import_row: PlayerImport, mark: str
) -> list[Registration]:
    if not lines:
        return []
    about = [
        {name: value for name, value in line.fields.items() if name != "crew"}
        | {"imported": import_row, "imported_line": _mark(mark, line)}
        for line in lines
    ]
    added = add_guests(event, who=who, about=about)
    for player, line in zip(added, lines, strict=True):
        if "crew" in line.fields:
            join_by_name(event, player, line.fields["crew"], who=who)
    return added


def _marks_of(earlier: PlayerImport | None) -> set[str]:
    return set(earlier.players.values_list("imported_line", flat=True)) if earlier else set()


def _mark(mark: str, line: PlayerLine) -> str:
    """Return what is stored of a line to recognise it, from which nothing of it can be read."""
    return salted_hmac(mark, line.key).hexdigest()[:16]


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def _latest(event: Event) -> int:
    return event.registrations.aggregate(pk=Max("pk"))["pk"] or 0


MANAGE = [role for role in Role.values if Right.MANAGE_PLAYERS in RIGHTS[role]]


def earlier_events(event: Event, user: Any) -> EventQuerySet:
    """Return other events whose players this person manages."""
    run = Staff.objects.filter(user=user, role__in=MANAGE).values("event")
    others = Event.objects.filter(pk__in=run, registrations__isnull=False).exclude(pk=event.pk)
    return others.distinct().order_by("-starts_at")


def players_as_lines(earlier: Event, event: Event) -> str:
    """Return players of the earlier event who are not registered here, without their payment, which begins anew."""
    here = {player.plain_name.casefold() for player in event.registrations.named()}
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\n")
    writer.writerow(["name", "email", "club", "household", "rating", "minor"])
    for player in sorted(earlier.registrations.taking_part().named(), key=lambda row: as_sorted(row.full_name)):
        if player.plain_name.casefold() not in here:
            cells = (player.plain_name, player.email, player.club, player.household)
            minor = "yes" if player.is_of_minor else ""
            writer.writerow([*cells, "" if player.rating is None else player.rating, minor])
    return out.getvalue()


HAS_NOT_LEFT = (Status.REGISTERED, Status.WAITING)
BY_HAND = ("player-edited", "fee-paid", "fee-not-paid", "let-in")
DETAILS_CHANGED = gettext_lazy("details changed")
REASONS = {
    "is_seated": gettext_lazy("paired"),
    "has_list": gettext_lazy("list submitted"),
    "is_claimed": gettext_lazy("registration claimed"),
    "has_checked_in": gettext_lazy("checked in"),
    "has_pool": gettext_lazy("in a pod, or with a pool"),
    "is_protected": gettext_lazy("penalty or case"),
}


MOST_NAMED = 20  # players in a question or a message


class OpenImport(NamedTuple):
    pk: int
    at: dt.datetime
    players: int
    going: list[str] = []  # names of those whom the undo removes

    @property
    def asks(self) -> str:
        """Return the question before the undo: how many go, who, and how many stay."""
        number, stay = len(self.going), self.players - len(self.going)
        asks = ngettext(
            "Remove %(number)s player again: %(names)s.", "Remove %(number)s players again: %(names)s.", number
        )
        asks %= {"number": number, "names": first_names(self.going)}
        if not stay:
            return asks
        stays = ngettext(
            "%(number)s player with whom something has happened since stays.",
            "%(number)s players with whom something has happened since stay.",
            stay,
        )
        return f"{asks} {stays % {'number': stay}}"


def first_names(names: list[str]) -> str:
    """Return the names, or the first of many and how many more there are."""
    more = len(names) - MOST_NAMED
    if more <= 0:
        return ", ".join(names)
    others = ngettext("%(number)s more", "%(number)s more", more) % {"number": more}
    return ", ".join([*names[:MOST_NAMED], others])


@dataclasses.dataclass(frozen=True)
class Undone:
    gone: list[str]
    kept: list[tuple[str, str]]  # each player's name, and what has happened

    @property
    def removed(self) -> int:
        return len(self.gone)


def _happened() -> dict[str, Q]:
    """Return what keeps a player, apart from their status and what the staff changed by hand."""
    mine = OuterRef("pk")
    protecting = [each for each in Registration._meta.related_objects if each.on_delete is PROTECT]
    rows = [each.related_model._base_manager.filter(**{each.field.name: mine}) for each in protecting]
    return {
        "is_seated": Q(Exists(Seat.objects.filter(registration=mine))),
        "has_list": Q(Exists(SubmittedList.objects.filter(registration=mine))),
        "is_claimed": Q(user__isnull=False),
        "has_checked_in": Q(checked_in_at__gt=F("created_at")),  # late entries are checked in as they come in
        "has_pool": Q(pool__isnull=False) | Q(pod__isnull=False),
        "is_protected": Q(*(Exists(each) for each in rows), _connector=Q.OR),
    }


def _untouched(event: Event) -> QuerySet[Registration]:
    players = event.registrations.filter(status__in=HAS_NOT_LEFT)
    return players.exclude(Q(*_happened().values(), _connector=Q.OR))


def imports_to_undo(event: Event) -> list[OpenImport]:
    """Return the imports of which somebody can still be removed, the latest first."""
    if event.is_over:
        return []
    found = event.player_imports.filter(undone_at=None).annotate(number=Count("players"))
    imports = [OpenImport(*row) for row in found.values_list("pk", "at", "number")]
    if not imports:
        return []
    changed: dict[str, dt.datetime] = dict(_changes_by_hand(event).order_by("at").values_list("subject", "at"))
    at, going = {each.pk: each.at for each in imports}, defaultdict(list)
    for pk, own, *name in _untouched(event).filter(imported__in=at).values_list("pk", "imported", *name_columns()):
        since = changed.get(f"registration:{pk}")
        if since is None or since < at[own]:
            going[own].append(NameRow._make(name).full)
    return [each._replace(going=sorted(going[each.pk], key=as_sorted)) for each in imports if each.pk in going]


def _changes_by_hand(event: Event) -> QuerySet[AuditEntry]:
    return AuditEntry.objects.filter(scope=key(event), action__in=BY_HAND)


def undo_import(*, event_id: int, who: User, import_id: int) -> Undone | None:
    """Remove the players of an import, except those with whom something has happened. None if it was undone before."""
    with event_lock(event_id) as event:
        require(event, who, Right.MANAGE_PLAYERS)
        own = event.player_imports.get(pk=import_id)
        if own.undone_at is not None:
            return None
        if event.is_over:
            raise Refused("event-is-over", _("This event is over."))
        why = dict(_kept(event, own))
        kept = list(event.registrations.filter(pk__in=why).named())
        removed = event.registrations.filter(imported=own).exclude(pk__in=why)
        gone = sorted((player.full_name for player in removed.named()), key=as_sorted)
        if not gone:
            raise Refused("import-in-use", _("Something has happened with every player of this import since."))
        _remove(event, removed, who)
        own.undone_at = timezone.now()
        own.save(update_fields=["undone_at"])
        record(
            "import-undone",
            who=who,
            subject=event,
            scope=event,
            after={"players": len(gone), "removed": gone, "kept": sorted(why)},  # no row names the removed any more
        )
        introduce_strangers(event, kept)  # an e-mail to a shared address waited under the name of who was removed
        number_names(event)
        promote_waiting(event, who=who)
        live.notify(*event.topics("players"))
        names = sorted(((player.full_name, why[player.pk]) for player in kept), key=lambda one: as_sorted(one[0]))
        return Undone(gone, names)


def _kept(event: Event, own: PlayerImport) -> Iterator[tuple[int, str]]:
    """Yield each player who stays, and why."""
    changed = set(_changes_by_hand(event).filter(at__gte=own.at).values_list("subject", flat=True))
    for player in own.players.annotate(**_happened()):
        reasons = [str(reason) for name, reason in REASONS.items() if getattr(player, name)]
        if player.status not in HAS_NOT_LEFT:
            reasons.append(player.get_status_display())
        if key(player) in changed:
            reasons.append(str(DETAILS_CHANGED))
        if reasons:
            yield player.pk, reasons[0]


def _remove(event: Event, removed: QuerySet[Registration], who: User) -> None:
    """Remove players in a number of queries that does not depend on theirs, and what belongs to them alone."""
    withdraw_introductions(event, removed)
    crews = list(event.crews.filter(members__in=removed).distinct())
    ForbiddenPair.objects.filter(Q(first__in=removed) | Q(second__in=removed)).delete()
    PartnerLink.objects.filter(player__in=removed).delete()
    Match.objects.filter(demon__in=removed).update(demon=None)
    Registration.objects.filter(wished_partner__in=removed).update(wished_partner=None)
    removed._raw_delete(removed.db)
    left = list(event.registrations.filter(crew__in=crews))
    event.registrations.filter(crew__in=crews).update(crew=None, crew_seat=None)
    Crew.objects.filter(pk__in=[crew.pk for crew in crews]).delete()
    if left:
        players = sorted(player.pk for player in left)
        record("crew-disbanded", who=who, subject=event, scope=event, after={"players": players})
        live.notify(*(player.topic for player in left))

"""Packs: all facts as one file, JSON or TOML with a digest, for export and import between sites."""

import json
import re
from codecs import BOM_UTF8
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import tomli_w
from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from accounts.profile.models import User
from core.errors import Invalid, Refused
from core.files.bounded_child import Unreadable, ask
from rules.common.fields import InvalidValue
from rules.common.messages import message
from rules.common.strictjson import loads
from rules.common.verdicts import Issue, Malformed
from rules.games import DEFAULT, Fact, facts_of, facts_of_game, title_of_game
from teams.cards.services.facts import known_summons, propose, says_the_same
from teams.models import FactRevision
from teams.wording import render_message

FORMATS = ("json", "toml")
UNREADABLE = {
    "too-large": _("This file takes too much time or memory: split it, or save it as JSON."),
    "busy": _("Other files are being read at the moment. Send this one again in a minute."),
}
TOML_TABLE = re.compile(rb"\s*\[{1,2}[A-Za-z_][\w.-]*\]")  # an array of JSON begins with a bracket too


@dataclass(frozen=True, slots=True)
class PackRow:
    """One fact of a file: `state` is "new", "same", "waiting" or "conflict"; `standing` is what the site says now."""

    fact: Fact
    title: str
    state: str
    stands: FactRevision | None
    standing: Fact | None

    @property
    def can_be_taken(self) -> bool:
        return self.state in ("new", "conflict")


@dataclass(frozen=True, slots=True)
class Pack:
    game: str
    digest: str
    rows: tuple[PackRow, ...]
    problems: tuple[Issue, ...]
    content: str  # as JSON, to be submitted again with the selection

    def count(self, state: str) -> int:
        return sum(row.state == state for row in self.rows)


def exported(form: str, game: str = DEFAULT.game) -> bytes:
    """Return every confirmed fact of a game with its source; equal facts give equal files."""
    rows = FactRevision.objects.of_game(game).current()
    document = facts_of_game(game).document_of([row.entry() for row in rows])
    if form == "toml":
        return tomli_w.dumps(document, multiline_strings=True).encode()
    return (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode()


def preview(data: bytes, built_in: Mapping[str, Any], who: User, game: str = DEFAULT.game) -> Pack:
    """Return what importing this file of a game would change. Raise Invalid, with the place, if it is not such a
    file."""
    try:
        document = _document(data, who.pk)
        _refuse_other_game(document, game)
        summons = known_summons()
        facts, problems = facts_of_game(game).read_kept(document, summons)
    except Malformed as malformed:
        raise Invalid(malformed.code, _in_words(malformed), pointer=malformed.pointer) from None
    of_game = FactRevision.objects.of_game(game)
    current = {row.key: row for row in of_game.current().with_people()}
    waiting: dict[str, list[Any]] = {}
    for row in of_game.waiting():
        waiting.setdefault(row.key, []).append(row.body)
    rows = []
    for fact in facts:
        stands = current.get(fact.key)
        standing = _standing(game, fact, stands.body if stands else built_in.get(fact.key), summons)
        rows.append(_row(game, fact, stands, standing, waiting.get(fact.key, [])))
    digest = facts_of_game(game).digest_of([fact.as_dict() for fact in facts])
    return Pack(game, digest, tuple(rows), tuple(problems), json.dumps(_without_digest(document), ensure_ascii=False))


def read_kept(document: Any) -> tuple[list[Any], list[Issue]]:
    """Return the facts of a document and what is wrong in it, with those kinds of its game that a site keeps."""
    return facts_of(document).facts.read_kept(document)


def _refuse_other_game(document: Any, game: str) -> None:
    """Refuse facts of another game than the one they are brought for. Raise Malformed for a game that nobody knows."""
    named = facts_of(document)
    if named.game != game:
        text = _("This file is for %(named)s. Here you import for %(kept)s: import it with that game.")
        titles = {"named": title_of_game(named.game), "kept": title_of_game(game)}
        raise Invalid("other-game", text % titles, pointer="/game", named=named.game, choices=[game])


def content_of_file(data: bytes) -> tuple[str, bytes]:
    """Return the game of a file of facts, and them in the form used for logs. Raise Malformed unless all of them can be
    read."""
    document = _document(data)
    ruleset = facts_of(document)
    _facts, problems = ruleset.facts.read_all(document)
    for problem in problems:
        raise Malformed(problem.pointer or "", problem.code, problem.message)
    return ruleset.game, ruleset.facts.content_of(document["facts"])


def _in_words(malformed: Malformed) -> str:
    said = render_message(malformed.message)
    return f"{malformed.pointer}: {said}" if malformed.pointer else f"{said[:1].upper()}{said[1:]}."


def _row(game: str, fact: Fact, stands: FactRevision | None, standing: Fact | None, waiting: Iterable[Any]) -> PackRow:
    if standing is not None and says_the_same(fact, standing):
        state = "same"
    elif fact.body in waiting:
        state = "waiting"
    else:
        state = "new" if stands is None and standing is None else "conflict"
    title = FactRevision(game=game, kind=fact.kind, slug=fact.slug, body=fact.body).title
    return PackRow(fact, title, state, stands, standing)


def _standing(game: str, fact: Fact, body: Any, summons: Collection[str]) -> Fact | None:
    """Return what the site says of the same card or board; None if nothing, or nothing readable."""
    try:
        row = FactRevision(game=game, kind=fact.kind, slug=fact.slug, body=body)
        return row.fact(summons) if body is not None else None
    except InvalidValue:
        return None


def _without_digest(document: Any) -> Any:
    """Remove the digest, which is wrong after some of the facts could not be read."""
    return {name: value for name, value in document.items() if name != "digest"}


@transaction.atomic
def take_in(*, pack: Pack, who: User, chosen: Collection[str]) -> int:
    """Propose each chosen fact; skip those that were added in the meantime."""
    summons = known_summons() | {row.fact.slug for row in pack.rows if row.fact.kind == "summon"}
    taken = 0
    for row in pack.rows:
        if row.fact.key in chosen and row.can_be_taken:
            propose(who=who, entry=row.fact.as_dict(), game=pack.game, pack=pack.digest, summons=summons)
            taken += 1
    if not taken:
        raise Refused("nothing-chosen", _("Choose at least one card that is new or differs."))
    return taken


def _document(data: bytes, who: int | None = None) -> Any:
    """Parse JSON, or TOML by conversion to JSON."""
    if len(data) > DEFAULT.facts.max_bytes:
        said = message(gettext_noop("{size} bytes; the limit is {most}"), size=len(data), most=DEFAULT.facts.max_bytes)
        raise Malformed("", "too-large", said)
    data = data.removeprefix(BOM_UTF8)
    if not data.strip():
        raise Malformed("", "empty", message(gettext_noop("the file is empty")))
    if TOML_TABLE.match(data) or not data.lstrip().startswith((b"{", b"[")):
        data = _as_json(data, who)
    return loads(data, max_bytes=4 * DEFAULT.facts.max_bytes, max_depth=DEFAULT.facts.max_depth)


def _as_json(data: bytes, who: int | None) -> bytes:
    try:
        data.decode()
        parsed = ask("teams.cards.services.toml_child", data, who=who)
    except UnicodeDecodeError as error:
        raise Malformed("", "not-utf8", message(gettext_noop("byte {place} is not UTF-8"), place=error.start)) from None
    except Unreadable as unreadable:
        refusal = Refused if unreadable.code == "busy" else Invalid
        raise refusal(unreadable.code, UNREADABLE[unreadable.code]) from None
    if "json" in parsed:
        return str(parsed["json"]).encode()
    said = message(gettext_noop("neither JSON nor TOML: {problem}"), problem=parsed["problem"])
    raise Malformed("", "not-a-pack", said)

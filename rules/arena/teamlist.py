"""Reads team lists: `krosmaster-team/1` documents and pasted text. Strict, and every error is reported at once."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from rules.arena.cards import Catalogue, catalogue
from rules.arena.laws import LAWS
from rules.arena.laws.arena_2_7 import ARENA_2_7
from rules.arena.laws.arena_2013 import ARENA_2013
from rules.arena.legality import Legality, profiles
from rules.arena.team import MOST_ERRORS, check
from rules.common import strictjson
from rules.common.fields import (
    Fields,
    InvalidValue,
    Schema,
    Shape,
    anything,
    every_wrong,
    nullable,
    one_of,
    reported_as,
    text,
)
from rules.common.lists import looks_like_json, parts_of
from rules.common.messages import Message, gettext_noop
from rules.common.messages import message as _
from rules.common.names import HIDDEN, nearest, printable
from rules.common.verdicts import Issue, Malformed, TeamVerdict, UnreadableListError

FORMAT = "krosmaster-team/1"
TEAM_FORMATS = tuple(ARENA_2_7.team_rules)
MAX_BYTES = 1_000_000
MAX_DEPTH = 32
MOST_FIGURES = 20_000
MOST_UNKNOWN_FIELDS = 20
LONGEST_TEAM_NAME = 200

LINE = re.compile(r"(?:(?P<count>\d{1,9})(?:[x×]\s*|\s+[x×]\s+))?(?P<name>.+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TeamList:
    """What a list says, before anybody holds it to the rules."""

    figures: tuple[str, ...]
    name: str = ""
    team_format: str = "constructed"
    legality: str = "none"
    pool: tuple[str, ...] = ()
    unknown_fields: tuple[str, ...] = ()
    ruleset: str | None = None  # that of 2.7, where it names none

    def check(
        self, legality: Legality | None = None, known: Catalogue | None = None, *, pair_level: int | None = None
    ) -> TeamVerdict:
        """The verdict under the profile that the list names, or under another one (an event's, an organiser's own).
        `known` is the catalogue with figures that people have brought."""
        profile = legality or profiles()[self.legality]
        laws = LAWS[self.ruleset or ARENA_2_7.slug]
        verdict = check(self.figures, self.team_format, profile, self.pool, known, pair_level=pair_level, laws=laws)
        return replace(verdict, notes=(*verdict.notes, *map(_unread, self.unknown_fields)))

    def as_dict(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            **({"ruleset": self.ruleset} if self.ruleset else {}),
            "name": self.name,
            "team_format": self.team_format,
            "legality": self.legality,
            "figures": list(self.figures),
            **({"pool": self._pool} if "pool" in of_ruleset({"ruleset": self.ruleset}) else {}),
        }

    @property
    def _pool(self) -> list[str] | None:
        return list(self.pool) if self.team_format == "limited" else None

    def as_text(self) -> str:
        """One figure a line as its card is called, copies counted; what parse_text reads again."""
        title = [f"# {' '.join(self.name.split())}"] if self.name else []
        copies = Counter(_printed(figure) for figure in self.figures)
        return "\n".join([*title, *(f"{n}x {name}" if n > 1 else name for name, n in copies.items())]) + "\n"


def _printed(figure: str) -> str:
    card = catalogue().find(figure)
    return card.full_name if card else figure


def read(
    data: bytes,
    *,
    legality: str = "none",
    team_format: str = "constructed",
    ruleset: str | None = None,
    own_profiles: Collection[str] = (),
) -> TeamList:
    """A JSON document if it looks like one, else text; all but the profiles is for text, which names none of it."""
    if looks_like_json(data):
        return parse_json(data, own_profiles)
    return parse_text(data, legality=legality, team_format=team_format, ruleset=ruleset)


def judge(data: bytes, *, legality: str = "none") -> TeamVerdict:
    """The verdict on a list as it came: malformed when it cannot be read."""
    try:
        return read(data, legality=legality).check()
    except UnreadableListError as unreadable:
        return unreadable.verdict


def parse_json(data: bytes, own_profiles: Collection[str] = ()) -> TeamList:
    try:
        document = strictjson.loads(data, max_bytes=MAX_BYTES, max_depth=MAX_DEPTH)
    except Malformed as malformed:
        raise UnreadableListError([_of_malformed(malformed)]) from None
    return parse_document(document, own_profiles)


def parse_document(document: object, own_profiles: Collection[str] = ()) -> TeamList:
    """A document that JSON has already been read into; `own_profiles` are legality profiles beside the dated ones."""
    if not isinstance(document, dict):
        raise UnreadableListError([_error("", "wrong-type", gettext_noop("A team list is a JSON object."))])
    if errors := list(_document_errors(document, own_profiles)):
        raise UnreadableListError(errors)
    return TeamList(
        figures=tuple(document["figures"]),
        name=document.get("name") or "",
        team_format=document["team_format"],
        legality=document.get("legality") or "none",
        pool=tuple(document.get("pool") or ()) if document["team_format"] == "limited" else (),
        unknown_fields=tuple(name for name in document if name not in of_ruleset(document))[:MOST_UNKNOWN_FIELDS],
        ruleset=document.get("ruleset"),
    )


def _unread(name: str) -> Issue:
    shown = printable(name)
    message = _("“{field}” is not a field of a team list, so it was not read.", field=shown)
    return Issue("warning", "unknown-field", message)


def parse_text(
    data: bytes,
    *,
    name: str = "",
    legality: str = "none",
    team_format: str = "constructed",
    ruleset: str | None = None,
) -> TeamList:
    """One figure a line or after a comma, `2x` before it allowed, `#` comments; one that stands at the top is the name,
    as on export."""
    if len(data) > MAX_BYTES:
        text = gettext_noop("{size} bytes; the limit is {limit}.")
        raise UnreadableListError([_error("", "too-large", text, size=len(data), limit=MAX_BYTES)])
    try:
        lines = data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise UnreadableListError(
            [_error("", "not-utf8", gettext_noop("Byte {place} is not UTF-8."), place=error.start)]
        ) from None
    figures = _figures_of(lines)
    if not figures:
        raise UnreadableListError([_error("", "empty", gettext_noop("The list contains no figures."))])
    name = name or HIDDEN.sub("", _title_of(lines))
    return TeamList(tuple(figures), name=name, team_format=team_format, legality=legality, ruleset=ruleset)


def _figures_of(lines: Sequence[str]) -> list[str]:
    figures: list[str] = []
    errors: list[Issue] = []
    for line in chain.from_iterable(map(parts_of, lines)):
        match = LINE.fullmatch(line)
        if match is None:
            continue
        count = int(match["count"] or 1)
        if count == 0 and len(errors) < MOST_ERRORS:
            text = gettext_noop("“{line}” stands for zero copies. Remove the line, or say how many.")
            errors.append(_error("", "no-copies", text, line=line.strip()[:80]))
        figures += [match["name"]] * min(count, MOST_FIGURES + 1)
        if len(figures) > MOST_FIGURES:
            raise UnreadableListError([_too_many("/figures")])
    if errors:
        raise UnreadableListError(errors)
    return figures


def _title_of(lines: Sequence[str]) -> str:
    first = next((line.strip() for line in lines if line.strip()), "")
    return first.removeprefix("#").strip()[:LONGEST_TEAM_NAME] if first.startswith("#") else ""


def _document_errors(document: dict[str, Any], own_profiles: Collection[str]) -> Iterator[Issue]:
    known = {*profiles(), *own_profiles}
    for wrong in every_wrong(document, fields_of(document, known)):
        alike: Collection[str] = ()
        if wrong.code == "unknown-legality" and isinstance(document["legality"], str):
            alike = nearest(document["legality"], known)
        yield Issue("error", wrong.code, wrong.message, wrong.pointer, nearest=tuple(alike))


def fields_of(document: Mapping[str, Any], known: Collection[str]) -> Fields:
    """A pool is read in Limited only; `known` are the legality profiles that a list may name."""
    fields = of_ruleset(document)
    if "pool" not in fields:
        return fields
    pool = FIGURES if document.get("team_format") == "limited" else anything
    needs_pool = pool is FIGURES
    return {**fields, "legality": (_one_of_profiles(known), False), "pool": (pool, needs_pool)}


def _one_of_profiles(known: Collection[str]) -> Shape:
    def check(value: Any) -> None:
        if value is not None and (type(value) is not str or value not in known):
            message = _("There is no such Boss and ban list. Known lists: {known}.", known=", ".join(profiles()))
            raise InvalidValue("unknown-legality", message)

    return Shape(check, LEGALITY.schema)


def _check_name(value: Any) -> None:
    if value is not None and (type(value) is not str or len(value) > LONGEST_TEAM_NAME):
        message = _("The name must be a text of at most {limit} characters.", limit=LONGEST_TEAM_NAME)
        raise InvalidValue("wrong-name", message)
    if value and HIDDEN.search(value):
        raise InvalidValue("invalid-character", _("The name contains an invalid character."))


def _check_figures(value: Any) -> None:
    if type(value) is not list:
        raise InvalidValue("wrong-type", _("A list of figures is expected."))
    if len(value) > MOST_FIGURES:
        raise InvalidValue("too-many-figures", _("Only {limit} figures are read.", limit=MOST_FIGURES))


VISIBLE = f"^{HIDDEN.pattern.replace('[', '[^', 1)}*$"
FIGURE = reported_as(text, "wrong-type", _("A figure must be named by a text."))
FIGURES = Shape(
    _check_figures, {"type": "array", "items": FIGURE, "maxItems": MOST_FIGURES}, entry=FIGURE
).named("figures")  # fmt: skip
LEGALITY = nullable(text)


def _check_no_legality(value: Any) -> None:
    if value not in (None, "none"):
        raise InvalidValue("not-in-ruleset", _("This rule book knows no bans: leave the legality out."))


NAME = {"type": "string", "maxLength": LONGEST_TEAM_NAME, "pattern": VISIBLE}
FIELDS: Fields = {
    "format": (reported_as(one_of(FORMAT), "wrong-format", _("The format must be {wanted}.", wanted=FORMAT)), True),
    "team_format": (
        reported_as(
            one_of(*TEAM_FORMATS),
            "wrong-team-format",
            _("The team format must be one of {known}.", known=", ".join(TEAM_FORMATS)),
        ),
        True,
    ),
    "ruleset": (one_of(*LAWS), False),
    "name": (Shape(_check_name, {"anyOf": [{"type": "null"}, NAME]}), False),
    "legality": (LEGALITY, False),
    "figures": (FIGURES, True),
    "pool": (anything, False),
}
OF_2013: Fields = {
    "team_format": (one_of(*ARENA_2013.team_rules), True),
    "legality": (Shape(_check_no_legality, {"enum": [None, "none"]}), False),
}
FIELDS_2013: Fields = {name: shape for name, shape in {**FIELDS, **OF_2013}.items() if name != "pool"}


BY_RULESET = {ARENA_2_7.slug: FIELDS, ARENA_2013.slug: FIELDS_2013}


def of_ruleset(document: Mapping[str, Any]) -> Fields:
    """Those of the ruleset that the document names, or those of 2.7."""
    named = document.get("ruleset")
    return BY_RULESET.get(named, FIELDS) if isinstance(named, str) else FIELDS


POOL_OF_LIMITED: Schema = {
    "if": {"properties": {"team_format": {"const": "limited"}}},
    "then": {"required": ["pool"], "properties": {"pool": FIGURES}},
}


def _too_many(pointer: str) -> Issue:
    return _error(pointer, "too-many-figures", gettext_noop("Only {limit} figures are read."), limit=MOST_FIGURES)


def _of_malformed(malformed: Malformed) -> Issue:
    return _error(malformed.pointer, malformed.code, "{reason}", reason=malformed.message)


def _error(pointer: str, code: str, text: str, **facts: object) -> Issue:
    return Issue("error", code, Message(text=text, facts=facts), pointer)

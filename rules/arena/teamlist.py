"""Reads team lists: `krosmaster-team/1` documents and pasted text. Strict, and everything wrong is told at once."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rules.arena.cards import catalogue
from rules.arena.legality import Legality, profiles
from rules.arena.team import MOST_ERRORS, TeamVerdict, check
from rules.common import strictjson
from rules.common.messages import Unreadable, gettext_noop
from rules.common.names import HIDDEN, nearest
from rules.common.verdicts import Malformed

FORMAT = "krosmaster-team/1"
TEAM_FORMATS = ("constructed", "limited")
MAX_BYTES = 1_000_000
MAX_DEPTH = 32
MOST_FIGURES = 20_000
LONGEST_TEAM_NAME = 200
BYTE_ORDER_MARK = b"\xef\xbb\xbf"

LINE = re.compile(r"(?:(?P<count>\d{1,9})(?:[x×]\s*|\s+[x×]\s+))?(?P<name>.+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TeamList:
    """What a list says, before anybody holds it to the rules."""

    figures: tuple[str, ...]
    name: str = ""
    team_format: str = "constructed"
    legality: str = "none"
    pool: tuple[str, ...] = ()

    def check(self, legality: Legality | None = None) -> TeamVerdict:
        """The verdict under the profile that the list names, or under another one (an event's, an organiser's own)."""
        return check(self.figures, self.team_format, legality or profiles()[self.legality], self.pool)

    def as_dict(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "name": self.name,
            "team_format": self.team_format,
            "legality": self.legality,
            "figures": list(self.figures),
            "pool": list(self.pool) if self.team_format == "limited" else None,
        }

    def as_text(self) -> str:
        """One figure a line as its card is called, copies counted; what parse_text reads again."""
        title = [f"# {' '.join(self.name.split())}"] if self.name else []
        copies = Counter(_printed(figure) for figure in self.figures)
        return "\n".join([*title, *(f"{n}x {name}" if n > 1 else name for name, n in copies.items())]) + "\n"


def _printed(figure: str) -> str:
    card = catalogue().find(figure)
    return card.full_name if card else figure


class UnreadableListError(Exception):
    """A list that cannot be read, with every reason."""

    def __init__(self, errors: Sequence[Unreadable]) -> None:
        super().__init__("; ".join(error.message for error in errors))
        self.errors = tuple(errors)

    @property
    def verdict(self) -> TeamVerdict:
        return TeamVerdict("malformed", errors=self.errors)


def read(data: bytes, *, legality: str = "none", own_profiles: Collection[str] = ()) -> TeamList:
    """A JSON document if it looks like one, else text; `legality` is for text, which names no profile."""
    if looks_like_json(data):
        return parse_json(data, own_profiles)
    return parse_text(data, legality=legality)


def looks_like_json(data: bytes) -> bool:
    return data.removeprefix(BYTE_ORDER_MARK).lstrip()[:1] in (b"{", b"[")


def judge(data: bytes, *, legality: str = "none") -> TeamVerdict:
    """The verdict on a list as it came: malformed when it cannot be read."""
    try:
        return read(data, legality=legality).check()
    except UnreadableListError as unreadable:
        return unreadable.verdict


def parse_json(data: bytes, own_profiles: Collection[str] = ()) -> TeamList:
    """The mark that some editors put before a text is passed over, as in the text form."""
    try:
        document = strictjson.loads(data.removeprefix(BYTE_ORDER_MARK), max_bytes=MAX_BYTES, max_depth=MAX_DEPTH)
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
    )


def parse_text(data: bytes, *, name: str = "", legality: str = "none") -> TeamList:
    """One figure a line, `2x` before it allowed, `#` comments; one that stands at the top is the name, as on export."""
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
    return TeamList(tuple(figures), name=name or HIDDEN.sub("", _title_of(lines)), legality=legality)


def _figures_of(lines: Sequence[str]) -> list[str]:
    figures: list[str] = []
    errors: list[Unreadable] = []
    for line in lines:
        match = LINE.fullmatch(line.split("#")[0].strip())
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


def _document_errors(document: dict[str, Any], own_profiles: Collection[str]) -> Iterator[Unreadable]:
    if document.get("format") != FORMAT:
        yield _error("/format", "wrong-format", gettext_noop("The format must be {wanted}."), wanted=FORMAT)
    if document.get("team_format") not in TEAM_FORMATS:
        yield _error(
            "/team_format", "wrong-team-format", gettext_noop("The team format must be constructed or limited.")
        )
    name = document.get("name")
    if name is not None and (not isinstance(name, str) or len(name) > LONGEST_TEAM_NAME):
        text = gettext_noop("The name must be a text of at most {limit} characters.")
        yield _error("/name", "wrong-name", text, limit=LONGEST_TEAM_NAME)
    elif name and HIDDEN.search(name):
        yield _error("/name", "invalid-character", gettext_noop("The name contains an invalid character."))
    yield from _legality_errors(document.get("legality"), {*profiles(), *own_profiles})
    yield from _figures_errors(document.get("figures"), "/figures")
    if document.get("team_format") == "limited":
        yield from _figures_errors(document.get("pool"), "/pool")


def _legality_errors(legality: object, known: set[str]) -> Iterator[Unreadable]:
    if legality is None or (isinstance(legality, str) and legality in known):
        return
    alike = tuple(nearest(legality, known)) if isinstance(legality, str) else ()
    text = gettext_noop("There is no such legality profile. Known profiles: {known}.")
    yield Unreadable(
        pointer="/legality", code="unknown-legality", text=text, facts={"known": ", ".join(profiles())}, nearest=alike
    )


def _figures_errors(figures: object, pointer: str) -> Iterator[Unreadable]:
    if not isinstance(figures, list):
        yield _error(pointer, "wrong-type", gettext_noop("A list of figures is expected."))
    elif len(figures) > MOST_FIGURES:
        yield _too_many(pointer)
    else:
        wrong = [place for place, figure in enumerate(figures) if not isinstance(figure, str)]
        for place in wrong[:20]:
            yield _error(f"{pointer}/{place}", "wrong-type", gettext_noop("A figure must be named by a text."))


def _too_many(pointer: str) -> Unreadable:
    return _error(pointer, "too-many-figures", gettext_noop("Only {limit} figures are read."), limit=MOST_FIGURES)


def _of_malformed(malformed: Malformed) -> Unreadable:
    return _error(malformed.pointer, malformed.code, "{reason}", reason=malformed.said)


def _error(pointer: str, code: str, text: str, **facts: object) -> Unreadable:
    return Unreadable(pointer=pointer, code=code, text=text, facts=facts)

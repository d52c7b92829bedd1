"""A call to a judge as its players see it, with the articles to which its words point: players often find the answer in
them before a judge is there."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from django.urls import reverse

from judging.cases.services.desk import open_call
from judging.models import Case
from judging.rights import plays_in
from judging.rulings.services.appeals import heard_by
from rules.common.articles import Article
from teams.wording import article_of
from tournaments.models import Match

MOST_ARTICLES = 3
SHORT = 3  # letters; shorter words must be typed as they stand here, longer ones may go on ("block", "blocked")

# beginnings of words, English and French, without accents; where groups are joined by "&" each must be there. What is
# named most exactly stands first: of "Does a bush block the line of sight?" the bush, then sight, then close combat
POINTS_TO: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("bush buisson", ("4.17.5.a", "4.15.9.b")),
    ("tree arbre", ("4.17.5.b", "4.15.9.a")),
    ("crate caisse", ("4.17.5.c",)),
    ("summon invocation invoqu & sight see seen vue voit voir", ("4.19.1.f",)),
    ("sight vue & block bloqu cut coup", ("4.15.9.a", "4.15.9.b")),
    ("sight see seen visible vue voit voir", ("4.15.9", "4.15.8")),
    ("initiative first commenc & tie tied tes equal same egal", ("1.3.1.a", "1.3.1.b")),
    ("trap piege & step walk move enter march entr pass", ("4.19.7.b", "4.19.7")),
    ("trap piege", ("4.19.7",)),
    ("bomb & step walk move enter block march entr pass bloqu", ("4.19.5.b", "4.19.5")),
    ("bomb explo", ("4.19.5.c", "4.19.5")),
    ("turret tourelle", ("4.19.6",)),
    ("reward recompens granit jade silver argent", ("4.7.6", "4.7.9")),
    ("gg glory gloire & buy bought achet", ("4.6.3",)),
    ("gg glory gloire", ("4.6.2", "4.6.3")),
    ("lock block dodge bloqu blocage esquiv combat", ("4.14.1", "4.14.2")),
    ("range reach distance portee", ("7.1.5", "4.15.7")),
    ("area zone croix cross hammer marteau & roll die dice jet des", ("4.16.2",)),
    ("area zone croix cross hammer marteau", ("4.16.1", "4.16.3")),
    ("double", ("5.2.3",)),
    ("tension reroll relanc", ("5.2.1", "5.2.2")),
    ("inspiration", ("5.3.1", "5.4.1")),
    ("dofus", ("1.6.2",)),
    ("armour armor armure", ("4.9.4.a",)),
    ("critical critique", ("4.9.3.a",)),
    ("ko dead dies mort meurt", ("4.10.2", "4.6.2")),
    ("kama coin", ("4.5.1", "6.3.3")),
    ("reveal revel", ("4.7.10",)),
    ("heal soin soign", ("4.10.5",)),
    ("summon invocation invoqu", ("4.19.1.g", "4.19.1.a", "4.19.9.c")),  # its turn, its cell, how many
    ("marker marqueur", ("4.11.5", "4.11.7")),
    ("once twice limit", ("4.8.3",)),
    ("cost pay ap pa cout", ("7.1.4",)),
    ("diagonal", ("4.17.2",)),
    ("move step mp deplac bouge marche pm", ("6.3.2", "4.17.2")),
    ("obstacle occup", ("4.17.3", "4.17.4")),
    ("turn tour & end ends ended over fin fini finir termin", ("5.6.1", "6.4.2", "6.4.1")),
    ("timeline order ordre", ("5.5.1",)),
    ("initiative", ("1.3.1",)),
    ("win wins won victory gagne victoire", ("1.4.1", "1.4.3")),
)


def call_context(match: Match | None, who: Any, *, call_url: str, cancel_url: str) -> dict[str, Any]:
    """Return the open call of the table, or the button that calls a judge."""
    called = open_call(match) if match else None
    return {
        "match": match,
        "called": called,
        "may_call": match is not None and match.round.is_open,
        "may_cancel": called is not None and called.is_only_called_by(who),
        "articles": call_articles(called),
        "heard_by": heard_by(called) if called else None,
        "call_url": call_url,
        "cancel_url": cancel_url,
    }


def call_of(match: Match, user: Any) -> dict[str, Any]:
    call_url, cancel_url = (reverse(f"judging:{name}", args=[match.pk]) for name in ("call_judge", "cancel_call"))
    return call_context(match, user, call_url=call_url, cancel_url=cancel_url)


def players_call(match: Match | None, user: Any) -> dict[str, Any]:
    """The same for a player of the match; nothing for all others."""
    return call_of(match, user) if match is not None and plays_in(match, user) else {}


def call_articles(case: Case | None) -> list[Article]:
    """Return the articles of the event's rules for an open call, in the reader's language."""
    if case is None or case.kind != Case.Kind.JUDGE_CALL or case.status != Case.Status.OPEN:
        return []
    words, rules = " ".join(case.statements.values_list("text", flat=True)), case.event.rules
    known, numbers = rules.articles("en"), dict.fromkeys(rules.cites(number, "") for number in articles_for(words))
    return [article for number in numbers if number in known and (article := article_of(number))]


def articles_for(text: str) -> list[str]:
    """Return the numbers of the articles to which the text points."""
    typed = set(re.findall(r"\w+", _without_accents(text)))
    return list(dict.fromkeys(_matching(typed)))[:MOST_ARTICLES]


def _matching(typed: set[str]) -> Iterator[str]:
    for groups, numbers in POINTS_TO:
        if all(_names(typed, beginnings.split()) for beginnings in groups.split("&")):
            yield from numbers


def _names(typed: set[str], beginnings: list[str]) -> bool:
    return any(_begins(word, each) for each in beginnings for word in typed)


def _begins(word: str, beginning: str) -> bool:
    return word == beginning if len(beginning) <= SHORT else word.startswith(beginning)


def _without_accents(text: str) -> str:
    return "".join(each for each in unicodedata.normalize("NFKD", text.lower()) if not unicodedata.combining(each))

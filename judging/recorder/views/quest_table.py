"""The table of a game of Quest for the recorder of the score: everybody's GG, and large buttons for what comes next."""

import json
from typing import Any

from django.utils.translation import gettext as _

from judging.board.unit_names import printed_title
from judging.logs.pages.quest_words import card_in_words, event_in_words, quest_in_words
from judging.models import Recording
from rules.quest.ledger.recording import DemonSheet, Table, table
from rules.quest.words import KROSMASTER, LONGEST_PATH

TEMPLATE = "judging/parts/quest_table.html"
QUESTS = ((1, 2), (1, 3), (2, 3), (3, 3))  # a personal quest, and the one that is drawn then
DEALT = ((1, 1, 2), (1, 2, 2))
BOSS, MOB = "boss", "mob"  # what stands in the log of a mob that nobody names


def quest_table(recording: Recording, account: Any) -> dict[str, Any]:
    stands, names = table(account), recording.names
    acting = stands.player or ""
    return {
        "table_template": TEMPLATE,
        "stands": stands,
        "over": account.ending is not None,
        "ending": account.ending,
        "winner": ", ".join(names[letter] for letter in account.winners),
        "player_name": names.get(acting, ""),
        "seats": [_seat(recording, account, stands, letter) for letter in recording.order],
        "dealing": [(names[letter], _deals(letter)) for letter in stands.undealt],
        "starts": [_starts(names[letter], letter) for letter in stands.next],
        "demon": _sheet(stands.demon, names),
        "quests": [(_entry(do="quest", kind="personal", value=value, next=drawn), value, drawn,
                    (value, drawn) in stands.quests) for value, drawn in QUESTS],
        "places": [_place(stands, place) for place in range(1, LONGEST_PATH + 1)],
        "mobs": [(_entry(do="kill", mob=slug), card_in_words(slug)) for slug in sorted(account.facts.mobs)],
        "another_mob": _entry(do="kill", mob=MOB),
        "boss": _entry(do="kill", mob=BOSS, boss=True),
        "of_the_demon": _entry(do="kill", mob=KROSMASTER, by_demon=True),
        "others": [(names[letter], _entry(do="kill", mob=KROSMASTER, player=letter))
                   for letter in recording.order if letter != acting and letter not in stands.conceded],
        "buys": _entry(do="buy-gg"),
        "flees": _entry(do="flee"),
        "rests": _entry(do="rest"),
        "story": _entry(do="uncover", what="story"),
        "dungeons": [(family, _entry(do="dungeon", family=family)) for family in account.log.families],
        "won": [(family, _entry(do="dungeon-won", family=family)) for family in _families_inside(stands)],
        "may_enter": [(letter, names[letter], letter == acting)
                      for letter in recording.order if letter not in stands.inside],
        "time": _entry(do="time"),
        "token": _token(account),
    }  # fmt: skip


def _seat(recording: Recording, account: Any, stands: Table, letter: str) -> dict[str, Any]:
    figure = account.seats[letter].figure
    return {
        "letter": letter,
        "name": recording.names[letter],
        "hero": printed_title(figure.slug) if figure else "",
        "gg": stands.gg[letter],
        "spaces": account.spaces,
        "acts": letter == stands.player,
        "inside": letter in stands.inside,
        "conceded": letter in stands.conceded,
        "holds_token": account.demon.holder == letter,
        "falls": _entry(do="ko", player=letter),
        "concedes": _entry(do="concede", player=letter),
    }


def _deals(letter: str) -> list[tuple[str, str]]:
    return [(", ".join(map(str, kept)), _entry(do="quests", player=letter, kept=kept)) for kept in DEALT]


def _starts(name: str, letter: str) -> dict[str, str]:
    return {
        "name": name,
        "adventure": _entry(do="turn", player=letter, mode="adventure"),
        "combat": _entry(do="turn", player=letter, mode="combat"),
    }


def _sheet(sheet: DemonSheet | None, names: dict[str, str]) -> dict[str, Any] | None:
    if sheet is None:
        return None
    entry = {"do": "demon", **({"player": sheet.player} if sheet.player else {})}
    return {
        "name": names.get(sheet.player or "", ""),
        "is_due": sheet.is_due,
        "entry": json.dumps(entry),
        "events": range(1, sheet.events + 1),
        "cards": [(card, event_in_words(card)) for card in sheet.cards],
        "may_have_mobs": sheet.may_have_mobs,
    }


def _place(stands: Table, place: int) -> dict[str, Any]:
    known = place <= len(stands.path)
    return {
        "number": place,
        "quest": quest_in_words(stands.path[place - 1]) if known else _("not drawn yet"),
        "is_next": place == stands.place,
        "entry": _entry(do="quest", kind="path", place=place),
    }


def _families_inside(stands: Table) -> list[str]:
    return sorted({family for family in stands.inside.values() if family})


def _token(account: Any) -> dict[str, str]:
    """For the script, which goes on without a connection: the order, and where the Demon token lies."""
    token = account.demon
    return {
        "order": " ".join(account.order),
        "out": " ".join(letter for letter in account.order if letter not in account.playing),
        "holder": token.holder or "",
        "active": "yes" if token.active else "",
        "played": "yes" if token.played else "",
        "last": account.lasts[-1] if account.lasts else "",
    }


def _entry(**fields: Any) -> str:
    return json.dumps(fields)

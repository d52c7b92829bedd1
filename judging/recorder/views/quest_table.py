"""The table of a game of Quest for the recorder of the score: everybody's GG, and large buttons for what comes next."""

import json
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from judging.board.unit_names import printed_title
from judging.logs.pages.quest_words import card_in_words, cover_in_words, event_in_words, quest_in_words, thing_in_words
from judging.models import Recording
from rules.quest.ledger.recording import DemonSheet, Table, table
from rules.quest.words import KROSMASTER, REPEATABLE, RESOURCES, resources

TEMPLATE = "judging/parts/quest_table.html"
QUESTS = ((1, 2), (1, 3), (2, 3), (3, 3))  # a personal quest, and the one that is drawn then
DEALT = ((1, 1, 2), (1, 2, 2))
CHANGE, AUCTION = "price-change", "auction"
DOFUS = "dofus"  # the face that brings one more
BOSS, MOB = "boss", "mob"  # what stands in the log of a mob that nobody names
PROSPECTED = "prospected"
QUEST_OF_SCENARIO = "scenario"  # at place 1 where nobody knows which it is
BESIDE = (
    "up",
    "down",
    PROSPECTED,
    "auction.to",
    "auction.kamas",
    "auction.item",
)  # asked beside a button, and no words of a log


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
        "places": [_place(stands, place) for place in range(1, account.places + 1)],
        "mobs": [(_entry(do="kill", mob=slug), card_in_words(slug)) for slug in sorted(account.facts.mobs)],
        "another_mob": _entry(do="kill", mob=MOB),
        "boss": _entry(do="kill", mob=BOSS, boss=True),
        "of_the_demon": _entry(do="kill", mob=KROSMASTER, by_demon=True),
        "others": [(names[letter], _entry(do="kill", mob=KROSMASTER, player=letter))
                   for letter in recording.order if letter != acting and letter not in stands.conceded],
        "asks_value": _asks_value(account, stands),
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
        "economy": _economy(recording, account, stands) if account.log.with_economy else None,
    }  # fmt: skip


def as_logged(action: Mapping[str, Any]) -> dict[str, Any]:
    """What is asked beside a button, as the log has it: what a card changed stands at the card, and what the die of
    Prospecting brought with that die."""
    asked = {name: action[name] for name in BESIDE if action.get(name)}
    plain = {name: value for name, value in action.items() if name not in BESIDE}
    if PROSPECTED in asked:
        return plain | {"extra": {"roll": DOFUS, "resource": asked[PROSPECTED]}}
    change = {name: asked[name] for name in ("up", "down") if name in asked}
    auction = {name.partition(".")[2]: value for name, value in asked.items() if name.startswith(AUCTION)}
    if str(auction.get("kamas", "")).isdecimal():
        auction["kamas"] = int(auction["kamas"])
    events = plain.get("events")
    for card, changed in ((CHANGE, change), (AUCTION, auction)):
        if changed and isinstance(events, list) and card in events:
            events = [
                {"event": card, **changed} if at == events.index(card) else each for at, each in enumerate(events)
            ]
    return plain | ({"events": events} if events is not None else {})


def _economy(recording: Recording, account: Any, stands: Table) -> dict[str, Any]:
    """What is asked of Kamas, bag and market, of whoever acts."""
    acting = account.seats.get(stands.player)
    dealt = [name for name in RESOURCES if name in resources(account.log.families)]
    bag = sorted(acting.bag) if acting else []
    prices = account.prices if account.are_prices_known else {}
    goods = [(name, thing_in_words(name)) for name in dict.fromkeys([*dealt, *bag])]
    return {
        "resources": [(name, thing_in_words(name)) for name in dealt],
        "prices": [(thing_in_words(name), prices[name]) for name in dealt if name in prices],
        "goods": goods,
        "trades": [("kamas", _("Kamas")), *goods],
        "prospects": [("kamas", _("Kamas")), *((name, thing_in_words(name)) for name in dealt)],
        "bidders": [(letter, recording.names[letter]) for letter in recording.order if letter not in stands.conceded],
        "items": sorted({*account.facts.items, *(name for name in bag if name not in RESOURCES)}),
        "farms": [(thing_in_words(what), _entry(do="farm", what=what)) for what in ("wood", "iron")],
        "picks": [(thing_in_words(what), _entry(do="pick-up", what=what)) for what in ("dung", "egg") if what in dealt],
        "uses": [(card_in_words(item), _entry(do="use", item=item)) for item in (acting.worn if acting else ())],
        "covers": [(cover_in_words(what), _entry(do="uncover", what=what)) for what in ("bag", "spell", "power")],
        "mobs": [*((card_in_words(slug), _entry(do="kill", mob=slug)) for slug in sorted(account.facts.mobs)),
                 (_("another mob"), _entry(do="kill", mob=MOB)), (_("boss"), _entry(do="kill", mob=BOSS, boss=True))],
        "others": [(letter, recording.names[letter]) for letter in recording.order
                   if letter != stands.player and letter not in stands.conceded],
        "moves": [("up", _("Price that rises")), ("down", _("Price that falls"))],
        "spent": account.turn.ap if acting else 0,
        "ap": acting.figure.ap if acting and acting.figure else None,
        **{do.replace("-", "_"): _entry(do=do) for do in ("market", "trade", "discard", "craft", "equip", "zaap")},
    }  # fmt: skip


def _seat(recording: Recording, account: Any, stands: Table, letter: str) -> dict[str, Any]:
    kept = account.seats[letter]
    figure = kept.figure
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
        "kamas": kept.kamas,
        "bag": ", ".join(f"{number} {thing_in_words(name)}" for name, number in sorted(kept.bag.items())),
        "worn": ", ".join(map(card_in_words, kept.worn)),
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


def _asks_value(account: Any, stands: Table) -> bool:
    """Whether nobody knows how many GG the next quest brings: the scenario's own, or a copy of it (Q-4.5)."""
    names = (QUEST_OF_SCENARIO, REPEATABLE)
    is_own = stands.place is not None and stands.place <= len(stands.path) and stands.path[stands.place - 1] in names
    return is_own and stands.path[0] == QUEST_OF_SCENARIO and account.scenario is None


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

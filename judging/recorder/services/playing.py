"""A game that is being recorded, checked against the rules one tap at a time.

It needs no database: the server does this with a stored game, and a phone without a connection does the same.
"""

import copy
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.errors import Invalid, Refused
from judging.board.unit_names import name_options, names_now, printed_title
from judging.entries import AS_PLAYED, taps_after, timed, without_last_tap
from judging.errors import IllegalEntry
from judging.recorder.services import blast
from judging.recorder.services.rolls import AnswersNeeded, complete_action, dice_of, draw, without_dice
from rules.common.fields import InvalidValue
from rules.common.verdicts import Illegal, Malformed
from rules.games import BLAST, DEFAULT, MAX_BYTES, CopiedSpell, Log, Position, of, read, ruleset_of
from teams.wording import render_message

MOST_ACTIONS = 5_000
LONGEST_NOTE = 500

Action = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Entry:
    """Input from a device: an action with its dice, the version that was shown, and an id chosen by the device.

    `following` are further actions of the same tap, such as the steps of a walk; `replaces`: instead of what the last
    tap entered; `waited`: how many seconds the entry was queued on the device.
    """

    id: str
    version: int
    action: Mapping[str, Any]
    as_played: bool = False
    following: tuple[Mapping[str, Any], ...] = ()
    replaces: bool = False
    waited: int = 0


def position_of(log: Log) -> Position:
    ruleset = ruleset_of(log)
    game = ruleset.positions.start(log)
    for index in range(len(log.actions)):
        ruleset.positions.step(game, log, index)
    return game


@dataclass(slots=True)
class Table:
    """A log without its result.

    `facts` are the card texts to use; `dice`: the secret key of the dice that the site rolls, else empty;
    `seconds`: how long the game has lasted; `copied`: spells copied from cards; `position`: what plays the log;
    `stopped`: why the walk that was just entered ended early.
    """

    header: Mapping[str, Any]
    actions: list[Action]
    taps: list[int]
    dice: str = ""
    facts: bytes = b""
    seconds: int = 0
    copied: list[dict[str, Any]] = field(default_factory=list)
    position: Callable[[Log], Position] = position_of
    stopped: IllegalEntry | None = field(default=None, init=False)

    def document(self) -> dict[str, Any]:
        return {**self.header, "actions": self.actions}

    def log(self) -> Log:
        """Return the log. Raise Malformed if it cannot be read."""
        log = read(self.document())
        ruleset = ruleset_of(log)
        return ruleset.with_facts(log, {ruleset.game: self.facts})

    def game(self) -> Position:
        """Return the current position. Entries marked as played are accepted leniently, with findings."""
        return self.position(self.log())


def copied_spells(rows: Iterable[Mapping[str, Any]]) -> list[CopiedSpell]:
    """Return the spells as the engine claims them, without those that this version of the site cannot read."""
    found = []
    for row in rows:
        try:
            found.append(DEFAULT.facts.read_copied_spell(row["card"], row["body"]))
        except InvalidValue:
            continue
    return found


def names_at(table: Table, game: Position) -> dict[str, str]:
    """Return the names of everything in the game, including copied spells."""
    copied = {spell["slug"]: spell["body"]["name"] for spell in table.copied}
    return copied | names_now(read(table.document()), game)


def check_shape(document: dict[str, Any]) -> Log:
    try:
        return read(document)
    except Malformed as wrong:
        raise Invalid("wrong-shape", render_message(wrong.message), pointer=wrong.pointer) from wrong


def enter_tap(table: Table, entry: Entry) -> None:
    """Enter one tap completely or not at all. Raise AnswersNeeded while dice are missing, IllegalEntry if the rules
    forbid it."""
    if entry.replaces:
        table.taps, table.actions = without_last_tap(table.taps, table.actions)
    before = table.actions
    if len(before) + 1 + len(entry.following) > MOST_ACTIONS:
        raise Refused("too-long", _("A log has at most 5,000 actions."))
    done = _play_entry(table, entry)
    check_shape(table.document() | {"actions": done})
    require_room(table.document())
    table.taps = taps_after(table.taps, before, len(done))


def require_room(document: dict[str, Any]) -> None:
    """Refuse a recording that is too large to be submitted as a log."""
    if len(json.dumps(document, ensure_ascii=False).encode()) > MAX_BYTES:
        raise Refused("too-long", _("The log is full: it has reached 2 MB."))


def with_note(actions: list[Action], note: str, author: str = "") -> list[Action]:
    """Add a note to the last action, for readers of the log, after its author's name. A line each: it replaces what
    the same person noted before, never that the action was entered as played, or what others noted."""
    if not actions:
        raise Refused("nothing-to-note", _("Choose the action that the note is about."))
    *earlier, last = actions
    begins = f"{author}: " if author else ""
    said = " ".join(note.split())[:LONGEST_NOTE]
    before = str(last.get("note", "")).splitlines()
    kept = [line for line in before if line == AS_PLAYED or (begins and not line.startswith(begins))]
    return [*earlier, {**last, "note": "\n".join([*kept, begins + said] if said else kept)}]


def _play_entry(table: Table, entry: Entry) -> list[Action]:
    """Play the actions of one tap in order. A walk ends where a Block or a trap holds the figure."""
    done: list[Action] = []
    for step, asked in enumerate((entry.action, *entry.following)):
        try:
            action = _checked_action(table, asked, as_played=entry.as_played)
        except AnswersNeeded as wanted:
            wanted.step = step
            raise
        except IllegalEntry as illegal:
            if not (done and done[-1].get("do") == asked.get("do") == "move"):
                raise
            table.stopped = illegal
            break
        action = timed(action, table.actions, now=table.seconds, waited=entry.waited)
        done.append(action)
        table.actions = [*table.actions, action]
    return done


def _checked_action(table: Table, asked: Mapping[str, Any], *, as_played: bool) -> Action:
    """Return the action, checked by the rules. An illegal one is marked and accepted if the players say it was played
    so."""
    sent = without_dice(asked) if table.dice else asked
    action = copy.deepcopy(dict(sent))
    try:
        play_by_the_rules(table, action)
    except IllegalEntry:
        if not as_played:
            raise
        return {name: value for name, value in sent.items() if name != "declined"} | {"note": AS_PLAYED}
    return action


def play_by_the_rules(table: Table, action: Action) -> None:
    """Play the action and add the dice that it used."""
    if of(table.header).game == BLAST.game:
        check_shape(table.document() | {"actions": [action]})
        blast.play(table.log(), action)
        return
    game = table.game()
    game.be_strict()
    if action.get("do") == "reveal" and _name_revealed_reward(table, game, action):
        game = _position_with_name(table, game)
        game.be_strict()
    if table.dice:
        _draw_token(game, action, table.dice)
        _ask_who_gets_it(table, game, action)
    dice = dice_of(table.dice, table.actions) if table.dice else None
    try:
        complete_action(of(table.header), game, action, dice=dice)
    except AnswersNeeded as wanted:
        name_options(wanted.asked, game, names_at(table, game))
        raise
    except Illegal as illegal:
        raise IllegalEntry(illegal, names_at(table, game)) from illegal
    except (KeyError, TypeError, ValueError, AttributeError) as unreadable:
        check_shape(table.document() | {"actions": [action]})
        raise Invalid("wrong-shape", _("This is not an action.")) from unreadable


def _name_revealed_reward(table: Table, game: Position, action: Action) -> bool:
    """Name a secretly bought reward in its purchase when it is revealed; return whether there was one."""
    unit = game.active
    unknown = of(table.header).facts.unknown_reward
    if unit is None or not any(reward.slug == unknown and not reward.face_up for reward in unit.rewards):
        return False
    if any(reward.slug == action.get("reward") for reward in unit.rewards):
        return False
    secret = {"do": "buy-reward", "to": unit.name, "reward": unknown}
    bought = [each for each in table.actions if secret.items() <= each.items()]
    rank = game.rank_of(str(action.get("reward")))
    fitting = [each for each in bought if rank in (None, each.get("rank"))]
    for each in (fitting or bought)[:1]:
        each["reward"] = action.get("reward")
    return bool(bought)


def _position_with_name(table: Table, before: Position) -> Position:
    """Return the position with the named token. Refuse a token that was seen elsewhere."""
    game = table.game()
    new = [found for found in game.findings if found.severity == "error" and found not in before.findings]
    for found in new[:1]:
        refusal = Illegal(found.article or "", found.code, found.message, logged=found.logged)
        raise IllegalEntry(refusal, names_now(read(table.document()), game))
    return game


def _ask_who_gets_it(table: Table, game: Position, action: Action) -> None:
    """4.7.7, 4.7.8: the site turns up the next token of a pile before it is said who gets the one bought face up."""
    if action.get("do") != "buy-reward" or action.get("face") != "up" or "to" in action:
        return
    carriers: list[str] = []
    refused: Illegal | None = None
    for unit in game.in_play(game.player):
        try:
            of(table.header).positions.played(game, {**action, "to": unit.name})
            carriers.append(unit.name)
        except Illegal as illegal:
            refused = illegal
    names = names_at(table, game)
    if refused and not carriers:
        raise IllegalEntry(refused, names) from refused
    if len(carriers) == 1:
        action["to"] = carriers[0]
    elif carriers:
        shows = draw(str(action.get("rank", "")), game.tokens, table.dice)
        title = gettext("The pile now shows %(next)s. Who gets %(bought)s?")
        facts = {"next": printed_title(shows), "bought": printed_title(str(action.get("reward")))}
        options = [[names.get(unit, unit), unit] for unit in carriers]
        raise AnswersNeeded(action, [{"kind": "said", "path": ["to"], "title": title % facts, "options": options}])


def _draw_token(game: Position, action: Action, key: str) -> None:
    """Draw the token that is turned up or bought face down, whatever the device names."""
    if action.get("do") == "flip" or (action.get("do") == "buy-reward" and action.get("face") == "down"):
        action["reward"] = draw(str(action.get("rank", "")), game.tokens, key)

"""Somebody who records a game by taps, as a person counts actions: a walk is one."""

import re
from collections import Counter
from typing import Any

from django.utils import translation

from benchmarks.likely import alone, kind_of, matched
from judging.board.unit_names import unit_title
from judging.recorder.board.likely import likely
from rules.arena.cards import catalogue
from rules.arena.log import read
from rules.arena.replay import start
from rules.arena.replay import step as replay
from tests.known_texts import reward_of, text_of

Action = dict[str, Any]
COUNTED_ROLLS = {"critical": "critical", "armour": "armour", "lock": "lock", "dodge": "dodge"}


def as_people_count(actions: list[Action]) -> list[list[Action]]:
    """The log's actions as steps: the steps of one walk are one."""
    steps: list[list[Action]] = []
    for action in actions:
        if steps and action["do"] == "move" == steps[-1][-1]["do"]:
            steps[-1].append(action)
        else:
            steps.append([action])
    return steps


def wins(dice: list[str] | dict[str, int], face: str) -> int:
    if isinstance(dice, dict):  # they were entered as an outcome
        return dice["successes"]
    return sum(die.split(">")[-1] == face for die in dice)


def in_language(language: str, text: str) -> str:
    with translation.override(language):
        return translation.gettext(text)


class Scribe:
    """Enters actions by tapping what the page shows in their language, counts the taps, and scrolls nowhere."""

    def __init__(self, page, recording, language: str = "en"):
        self.page = page
        self.language = language
        self.recording = recording
        self.taps = 0
        self.taps_for: Counter[str] = Counter()
        self.kind = ""
        self.entered = len(recording.actions)
        self.rolled: list[str] = []  # the faces of the Roll for Tension, and as the page shows them
        self.shown: list[str] = []
        self.begun: list[Action] = []  # the turn of a figure, or a purchase: entered with what comes next
        self.carrier = ""  # who gets the token bought face up, once the next one lies there (4.7.7)

    def tap(self, locator):
        locator.wait_for()
        while (box := locator.bounding_box()) is None:  # the page is just drawing it anew
            locator.wait_for()
        size = self.page.viewport_size
        assert box["y"] >= 0, f"{locator} would have to be scrolled to"
        assert box["y"] + box["height"] <= size["height"] + 1, f"{locator} would have to be scrolled to"
        self.taps += 1
        self.taps_for[self.kind] += 1
        locator.click()

    def button(self, text):
        return self.page.locator("[data-offers] button", has_text=text).first

    def cell(self, name):
        self.tap(self.page.locator(f"[data-cell={name}]"))

    def named(self, unit):
        for player in self.recording.header["players"].values():
            if unit in player["team"]:
                card = player["team"][unit]
                with translation.override(self.language):
                    return unit_title(card, catalogue().get(card).full_name)
        return unit

    def play(self, actions):
        """A whole game; answers how many steps it had."""
        steps = as_people_count(actions)
        for step, following in zip(steps, [*steps[1:], [{"do": ""}]], strict=True):
            if step[0]["do"] == "activate" and following[0]["do"] in ("move", "cast") and self.is_next(step[0]["unit"]):
                self.begun = step
            else:
                self.enter(step)
        return len(steps)

    def is_next(self, unit):
        """The board already answers for this figure."""
        return self.page.locator(f".timeline-figure.is-next[data-figure='{unit}']").count() > 0

    def enter(self, action):
        """One step; the dice that it asks for are answered until it has been taken."""
        steps = [action] if isinstance(action, dict) else action
        getattr(self, steps[0]["do"].replace("-", "_"))(steps[0] if len(steps) == 1 else steps)
        if self.carrier:
            self.begun += steps
            return
        self.entered += len(self.begun) + len(steps)
        self.begun = []
        self.answer(steps)

    def answer(self, steps):
        sheet = self.page.locator("[data-sheet]:not([hidden])")
        while True:
            self.page.wait_for_function(
                "(count) => Number(document.body.dataset.actions) >= count"
                " || !document.querySelector('[data-sheet]').hidden",
                arg=self.entered,
            )
            if self.written() >= self.entered:
                return
            path = sheet.get_attribute("data-path")
            if sheet.locator("[data-outcome]").count():
                self.tap_outcomes(sheet, path.split(" "), steps)
            else:
                self.tap_faces(sheet, path, steps[0])
            self.page.wait_for_function(
                "([path, count]) => document.querySelector('[data-sheet]').hidden"
                " || document.querySelector('[data-sheet]').dataset.path !== path"
                " || Number(document.body.dataset.actions) >= count",
                arg=[path, self.entered],
            )

    def written(self):
        return int(self.page.evaluate("document.body.dataset.actions ?? -1"))

    def tap_outcomes(self, sheet, paths, steps):
        """Of the step whose dice are asked for."""
        action = next(step for step in steps if step.get("blocks")) if paths[0].startswith("blocks") else steps[0]
        won = [wins(at(action, path), face_of(path)) for path in paths]
        together = sheet.locator(f"[data-outcome='{' '.join(map(str, won))}']")
        if sheet.locator(".outcome-rows").count():
            for number, count in enumerate(won):
                self.tap(sheet.locator(f"[data-outcome='{number} {count}']"))
        else:
            self.tap(together)

    def tap_faces(self, sheet, path, action):
        for die in at(action, path):
            self.tap(sheet.locator(f"[data-face='{die.split('>')[0]}']"))

    # -- the steps ----------------------------------------------------------------------------------------------------

    def place(self, action):
        chosen = self.button(in_language(self.language, "Place {unit}").format(unit=self.named(action["unit"])))
        if chosen.get_attribute("aria-pressed") != "true":
            self.tap(chosen)
        self.cell(action["cell"])

    def flip(self, action):
        """They are asked for one after the other; where the turn was to end, End turn asks for them."""
        tile = self.page.locator(f"[data-rewards] [data-reward='{reward_of(action['reward']).slug}']")
        if not self.page.locator("[data-rewards]:not([hidden])").count():
            self.tap_end()
        self.tap(tile)
        if self.carrier:
            self.give_to(self.carrier)
            self.carrier = ""

    def give_to(self, unit):
        """Asked where there is a choice."""
        carrier = self.page.locator("[data-sheet]").get_by_role("button", name=self.named(unit))
        if carrier.count():
            self.tap(carrier)

    def tension(self, action):
        if "reroll" in action:
            raise NotImplementedError
        pair = [die.split(">")[-1] for die in action["dice"]]
        either = [f"[data-pair='{one} {other}']" for one, other in (pair, pair[::-1])]
        shown = self.page.locator(", ".join(either)).first
        shown.wait_for()
        self.rolled, self.shown = pair, (shown.get_attribute("data-pair") or "").split(" ")
        self.tap(shown)

    def inspire(self, action):
        """The die with that face; a pair is shown in one order, whichever die fell first."""
        die = action["die"] if self.rolled == self.shown else 1 - action["die"]
        self.tap(self.page.locator(f"[data-inspire='{die} {action['unit']}']"))

    def activate(self, action):
        self.put_hand_away()
        can_act = self.page.locator(f"[data-figure][aria-label*='{in_language(self.language, 'can act now')}']")
        skips = can_act.first.get_attribute("data-figure") != action["unit"]
        self.tap(self.page.locator(f"[data-figure='{action['unit']}']"))
        if skips:
            self.skip_them()

    def skip_them(self):
        self.tap(self.page.locator("[data-sheet]").get_by_role("button", name=in_language(self.language, "Skip them")))

    def move(self, steps):
        self.cell((steps if isinstance(steps, dict) else steps[-1])["to"])

    def cast(self, action):
        """The enemy, and what was rolled with the spell; a tap more where the spells do not stand side by side.

        Where a tap would be a walk the spell is named first.
        """
        if self.walks_to(action["target"]):
            self.put_hand_away()
            self.tap(self.button(self.spell(action["spell"])))
            self.cell(action["target"])
            return
        targets = self.page.locator("[data-targets]:not([hidden])")
        if not self.stands_open_for(action):
            self.cell(action["target"])
        targets.wait_for()
        if not targets.locator(f"[data-block='{action['spell']}']").count():
            self.tap(targets.locator(f"[data-spell='{action['spell']}']"))
        self.outcome_of(action)

    def walks_to(self, cell) -> bool:
        said = self.page.locator(f".board [data-cell={cell}]").first.get_attribute("aria-label") or ""
        return in_language(self.language, "walk there, cells: {n}").partition("{")[0] in said

    def spell(self, slug) -> str:
        figures = (figure for player in self.recording.header["players"].values() for figure in player["team"].values())
        texts = (text for figure in figures if (text := text_of(figure)) and slug in text.spells)
        return next(texts).spells[slug].name

    def stands_open_for(self, action) -> bool:
        """After a cast at the same cell, or a walk that brought one enemy into reach."""
        return self.page.locator(f"[data-targets]:not([hidden])[data-target-cell={action['target']}]").count() > 0

    def put_hand_away(self):
        """It lies over the figures and what else can be done."""
        away = self.page.locator("[data-targets]:not([hidden]) .close-hand")
        if away.count():
            self.tap(away)

    def outcome_of(self, action):
        """Where the hand shows the outcomes of the spell."""
        block = self.page.locator(f"[data-targets]:not([hidden]) [data-block='{action['spell']}']")
        won = [wins(action["critical"], "critical")] if action.get("critical") else []
        won += [wins(dice, "armour") for dice in (action.get("armour") or {}).values() if dice]
        outcome = block.locator(f"[data-outcome='{' '.join(map(str, won))}']")
        self.tap(outcome if outcome.count() else block.locator("[data-cast]"))

    def collect(self, _action):
        self.put_hand_away()
        self.tap(self.page.locator("[data-slot=collect]"))

    def buy_glory(self, _action):
        self.put_hand_away()
        self.tap(self.page.locator("[data-slot=buy-glory]"))

    def buy_reward(self, action):
        self.put_hand_away()
        self.tap(self.page.locator("[data-slot=buy-reward]"))
        face = "Buy face down" if action["face"] == "down" else "Buy (?!face down).*"
        bought = re.compile(rf"{face} \({action['rank']} {action['pile']}\)", re.IGNORECASE)
        purchase = self.page.locator("[data-sheet]").get_by_role("button", name=bought)
        purchase.scroll_into_view_if_needed()  # each shows price and effect: the list of all may be longer than a phone
        self.tap(purchase)
        if action["face"] == "down":
            self.choose_reward(action["reward"])
        elif self.page.locator("[data-rewards]:not([hidden])").count():
            self.carrier = action["to"]
            return
        self.give_to(action["to"])

    def reveal(self, action):
        self.put_hand_away()
        self.tap(self.page.locator("[data-slot=reveal]"))
        if action.get("choose"):
            self.choose_reward(action["reward"])

    def choose_reward(self, reward):
        self.tap(self.page.locator(f"[data-rewards] [data-reward='{reward}']"))

    def end_turn(self, _action):
        if self.written() > self.entered:
            return  # it ended with the last token that was turned up
        self.tap_end()

    def tap_end(self):
        waits = self.page.locator(f"[data-figure][aria-label*='{in_language(self.language, 'can act now')}']").count()
        self.tap(self.page.locator("[data-end-turn]"))
        if waits:
            self.skip_them()


def at(action, path):
    for key in path.split("/"):
        action = action[int(key) if isinstance(action, list) else key]
    return action


def face_of(path):
    return next(part for part in reversed(path.split("/")) if part in COUNTED_ROLLS)


class Proposed(Scribe):
    """Takes what the recorder proposes wherever that is what comes next, or with the proposals switched off."""

    def __init__(self, page, recording, *, switched_on: bool):
        super().__init__(page, recording)
        self.switched_on = switched_on

    def go_on(self, table: "Table", ahead: list[Action]) -> int:
        """Enter what one choice of the player enters; answers how many actions of the game those are."""
        self.entered = len(table.actions)
        self.kind = kind_of(ahead)
        proposed = likely(table.game, table.actions) if self.proposes() else []
        lengths = [matched(each, ahead) for each in proposed]
        if (length := max(lengths, default=0)) == 0:
            steps = [*alone(ahead)]
            if steps[-1].get("face") == "up" and ahead[len(steps)]["do"] == "flip":
                steps.append(ahead[len(steps)])
            self.play(steps)
            return len(steps)
        self.kind += " proposed"
        chosen = lengths.index(length)
        self.tap(self.page.locator(f"[data-likely] [data-number='{chosen}']"))
        self.entered += len(proposed[chosen])
        rolled = [each for each in reversed(ahead[:length]) if each["do"] != "activate"]
        if rolled[0]["do"] == "cast" and self.hand_is_open():
            self.outcome_of(rolled[0])
        self.answer(rolled)
        return length

    def proposes(self) -> bool:
        """Not where the spells of the last target stand open: what comes next is one of them, or a tap on the board."""
        return self.switched_on and not self.page.locator("[data-targets]:not([hidden])").count()

    def hand_is_open(self) -> bool:
        """Outcomes of a spell are shown; not where its walk rolls first, or where the spell rolls nothing."""
        self.page.wait_for_function(
            "(count) => Number(document.body.dataset.actions) >= count"
            " || document.querySelector('[data-targets]:not([hidden]), [data-sheet]:not([hidden])')",
            arg=self.entered,
        )
        return self.page.locator("[data-targets]:not([hidden])").count() > 0


class Table:
    """The game as it is recorded, whose turn it is in it, and who enters it."""

    def __init__(self, recording):
        self.recording = recording
        self.game = start(read({**recording.header, "actions": []}))
        self.actions: list[Action] = []

    def follow(self) -> None:
        self.recording.refresh_from_db()
        log = read({**self.recording.header, "actions": self.recording.actions})
        for index in range(len(self.actions), len(log.actions)):
            replay(self.game, log, index)
        self.actions = self.recording.actions

    def player_of(self, action: Action) -> str:
        return self.game.units[action["unit"]].player if action["do"] == "place" else self.game.player

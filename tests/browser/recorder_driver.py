"""Whoever records a game by taps."""

from rules.arena.cards import catalogue
from rules.arena.texts import reward_of
from tests.browser import sample_game


class Scribe:
    """Enters actions by tapping what the page shows, and counts the taps."""

    def __init__(self, page, recording):
        self.page = page
        self.recording = recording
        self.taps = 0
        self.entered = 0

    def tap(self, locator):
        self.taps += 1
        locator.click()

    def button(self, text):
        return self.page.locator("[data-offers] button", has_text=text).first

    def cell(self, name):
        self.tap(self.page.locator(f"[data-cell={name}]"))

    def named(self, unit):
        for player in self.recording.header["players"].values():
            if unit in player["team"]:
                return catalogue().get(player["team"][unit]).full_name
        return unit

    def spell(self, slug):
        names = {spell.slug: spell.name for spell in sample_game.spells()}
        return names.get(slug, slug.title())

    def enter(self, action):
        getattr(self, action["do"].replace("-", "_"))(action)
        self.entered += 1
        self.answer_dice(action)

    def answer_dice(self, action):
        """Taps the faces as they are asked for, until the entry has been taken."""
        written = self.page.locator(f"body[data-actions='{self.entered}']")
        sheet = self.page.locator("[data-sheet]:not([hidden])")
        while True:
            written.or_(sheet).first.wait_for(state="attached")
            if written.count():
                return
            path = sheet.get_attribute("data-path")
            dice = action
            for key in path.split("/"):
                dice = dice[int(key) if isinstance(dice, list) else key]
            for die in dice:
                self.tap(sheet.locator(f"[data-face='{die.split('>')[0]}']"))
            self.page.wait_for_function(
                "([path, count]) => document.querySelector('[data-sheet]').hidden"
                " || document.querySelector('[data-sheet]').dataset.path !== path"
                " || document.body.dataset.actions === count",
                arg=[path, str(self.entered)],
            )

    def place(self, action):
        chosen = self.button(f"Place {self.named(action['unit'])}")
        if chosen.get_attribute("aria-pressed") != "true":
            self.tap(chosen)
        self.cell(action["cell"])

    def flip(self, action):
        self.tap(self.button(f"Flip {action['rank']} {action['pile']}"))
        self.choose_reward(reward_of(action["reward"]).slug)

    def tension(self, _action):
        self.tap(self.page.get_by_role("button", name="Tension", exact=True))

    def activate(self, action):
        self.tap(self.button(f"Activate {self.named(action['unit'])}"))

    def move(self, action):
        self.cell(action["to"])

    def cast(self, action):
        self.tap(self.button(self.spell(action["spell"])))
        self.cell(action["target"])

    def collect(self, _action):
        self.tap(self.button("Take a Kama"))

    def inspire(self, action):
        self.tap(self.button(f"Inspire: {action['face']}"))
        self.cell(self.cell_of(action["unit"]))

    def buy_glory(self, _action):
        self.tap(self.button("Buy a GG"))

    def buy_reward(self, action):
        self.tap(self.button(f"Buy face down ({action['rank']} {action['pile']})"))
        self.choose_reward(action["reward"])
        self.cell(self.cell_of(action["to"]))

    def reveal(self, action):
        self.tap(self.button("Reveal"))
        if action.get("choose"):
            self.choose_reward(action["reward"])

    def choose_reward(self, reward):
        self.taps += 2  # the list opens, one of it is chosen
        self.page.locator("[data-pick] select").select_option(reward)

    def cell_of(self, unit):
        row = self.page.locator(f"[data-unit-row={unit}] .unit-name .soft")
        return row.inner_text()

    def end_turn(self, _action):
        self.tap(self.button("End turn"))

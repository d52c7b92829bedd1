"""A game with cards that nobody has entered, as a table that has them before it would note it.

Each figure whose text the data lacks is given, for one game, the spells and powers of a printed one of its level, and a
summon whose numbers nobody knows the numbers and spells of a printed one. The game is played with them. What the data
cannot know is then `declared`: what such a spell prints and did, and a power where it acts. Only powers are given that
chapter 4.9 explains, and spells whose effects a declaration can name.
"""

import copy
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Any

from rules.arena.cards import catalogue
from rules.arena.cells import cell_name
from rules.arena.engine.copying import copied
from rules.arena.engine.state import Game
from rules.arena.engine.units import Unit
from rules.arena.facts import GameFacts
from rules.arena.log import Log, read
from rules.arena.other_values import POWERS
from rules.arena.printed import Spell, SummonText, Text
from rules.arena.recovery.reading import look_ahead
from rules.arena.replay import start, step
from rules.arena.texts import built_in
from rules.common.actions import Action
from tools.selfplay.game import game_with
from tools.selfplay.mutator import Document
from tools.selfplay.options import Worth
from tools.selfplay.rng import Rng

# what a declaration can say that a spell did, or that it says itself as injuries
DECLARABLE = frozenset(
    {
        *("markers", "pierce", "push", "attract", "retreat", "approach", "move-beside", "teleport", "switch"),
        *(
            "steal-health",
            "gain",
            "mend",
            "injure",
            "lose",
            "bonus",
            "bonus-each",
            "kamas",
            "lose-kamas",
            "steal-kamas",
        ),
    }
)
EFFECTS = ("injuries", "healed", "moved", "markers", "gained", "kamas")
Claim = dict[str, Any]


# -- what the cards say in this game ---------------------------------------------------------------------------


def drawn_facts(rng: Rng) -> GameFacts:
    facts = built_in()
    texts = facts.texts
    hidden = {
        card.slug: _figure(rng, card.slug, card.level) for card in catalogue().cards if _is_hidden(facts, card.slug)
    }
    summons = {slug: _summon(rng, text) for slug, text in texts.summons.items() if not text.known}
    drawn = replace(texts, figures={**texts.figures, **hidden}, summons={**texts.summons, **summons})
    return replace(facts, texts=drawn)


def _is_hidden(facts: GameFacts, card: str) -> bool:
    text = facts.texts.figures.get(card)
    return text is None or bool(text.lacks)


def _figure(rng: Rng, slug: str, level: int) -> Text:
    """Of a card that was seen in part: as it is, with a power of the other where one was not seen."""
    donor = built_in().texts.figures[rng.one_of(_donors(level))]
    seen = built_in().texts.figures.get(slug)
    plain = tuple(power for power in donor.powers if power in POWERS)
    if seen is None:
        return Text(slug, plain, _renamed(donor.spells, slug), None)
    powers = seen.powers if "spells" in seen.lacks else (*seen.powers, *plain)
    return replace(seen, powers=powers, missing=None, lacks=frozenset())


def _donors(level: int) -> tuple[str, ...]:
    """Figures of which nothing is missing, and whose spells can be declared."""
    texts = built_in().texts.figures
    return tuple(
        card.slug
        for card in catalogue().cards
        if card.level == level and (text := texts.get(card.slug)) is not None and not text.missing and not text.lacks
        if all(map(_can_be_declared, text.spells.values()))
    )


def _can_be_declared(spell: Spell) -> bool:
    said = {effect.do for effect in spell.effects} <= DECLARABLE
    return said and not (
        spell.unknown or spell.control or spell.words or spell.area_needs or spell.track or spell.invasion
    )


def _renamed(spells: Mapping[str, Spell], slug: str) -> dict[str, Spell]:
    """A name that no other card has."""
    own = {spell.slug: spell for spell in spells.values()}
    names = {f"{slug}-spell-{number}": spell for number, spell in enumerate(own.values(), start=1)}
    return {name: replace(spell, slug=name, name=name, also=()) for name, spell in names.items()}


def _summon(rng: Rng, text: SummonText) -> SummonText:
    """Of a kind of which no summon is known whole: as it is."""
    known = [each for each in built_in().texts.summons.values() if each.known and each.kind == text.kind]
    fitting = [
        each for each in known if {*each.powers} <= {*POWERS} and all(map(_can_be_declared, each.spells.values()))
    ]
    if not fitting:
        return text
    donor = rng.one_of(fitting)
    powers, spells = text.powers or donor.powers, text.spells or _renamed(donor.spells, text.slug)
    numbers = {name: getattr(donor if getattr(text, name) is None else text, name) for name in ("hp", "ap", "mp")}
    return replace(text, **numbers, powers=powers, spells=spells, known=True)


# -- what people enter who note the outcome of each roll and no faces -----------------------------------------


Events = list[dict[str, Any]]


def game_by_outcome(game: Document) -> Document:
    """What counted in each roll is what the engine counted: some count more than one face (Felinpossible)."""
    log = read(game)
    position, noted = start(log), []
    for index, action in enumerate(game["actions"]):
        position.event_log = []
        step(position, log, index)
        noted.append(by_outcome(action, position.event_log))
    return {**game, "actions": noted}


def by_outcome(action: Action, events: Events) -> Action:
    """The same action, with outcomes in place of faces."""
    noted = copy.deepcopy(action)
    for each in (noted, *noted.get("standby", ())):
        if "critical" in each:
            each["critical"] = _rolled(events, roll="critical")
        if "armour" in each:
            each["armour"] = {unit: _rolled(events, roll="armour", unit=unit) for unit in each["armour"]}
    for block in noted.get("blocks", ()):
        counted = _next(events, event="blocked", by=block["by"])
        block |= {power: {"successes": counted[power]} for power in ("lock", "dodge")}
    return noted


def _rolled(events: Events, **facts: str) -> dict[str, int]:
    return {"successes": _next(events, event="rolled", **facts)["successes"]}


def _next(events: Events, **facts: str) -> dict[str, Any]:
    """The first such event, which is used up: rolls are listed in the order in which they resolve."""
    found = next(each for each in events if facts.items() <= each.items())
    events.remove(found)
    return found


# -- the game, and what a table notes of it --------------------------------------------------------------------


@dataclass(frozen=True)
class Noted:
    document: Document
    untold: int | None  # the first action after which the table is not as the log says: nothing could declare it


def noted_game(seed: str, teams: list[list[str]], worth: Worth, *, faces: bool = False) -> Noted:
    """By the outcome of dice, or by faces."""
    rng = Rng(f"{seed}/cards")
    facts = drawn_facts(rng)
    played = game_with(facts, seed, teams, worth)
    log = replace(read(played), facts=facts)
    return _Noting(played, log, faces=faces).noted()


class _Noting:
    def __init__(self, played: Document, log: Log, *, faces: bool) -> None:
        self.played, self.log, self.faces = played, log, faces
        self.true = start(log)
        self.public = start(replace(log, facts=None))
        self.untold: int | None = None

    def noted(self) -> Noted:
        actions: list[Action] = []
        for index, action in enumerate(self.played["actions"]):
            before = copied(self.true)
            self.true.event_log = []
            step(self.true, self.log, index)
            noted = action if self.faces else by_outcome(action, [*self.true.event_log])
            actions.append(self._best(index, before, noted))
        return Noted({**self.played, "actions": actions}, self.untold)

    def _best(self, index: int, before: Game, action: Action) -> Action:
        """The first way to note the action after which the table is as it was."""
        tried = action
        for way in self._ways(before, action):
            trial = self._trial(index, way)
            if trial is not None and self._is_as_played(trial):
                self.public = trial
                return way
            tried = way
        self.untold = index if self.untold is None else self.untold
        self.public = self._trial(index, tried) or self.public
        return tried

    def _is_as_played(self, trial: Game) -> bool:
        unseen = {unit.name for unit in trial.units.values() if not unit.sure}
        return bool(_position(trial, unseen) == _position(self.true, unseen))

    def _trial(self, index: int, action: Action) -> Game | None:
        """None where the engine finds a fault."""
        trial = copied(self.public)
        actions = (*self.log.actions[:index], action)
        look_ahead(trial, replace(self.log, actions=(*actions, *self.log.actions[index + 1 :])))
        trial.claims.otherwise = frozenset({index}) if self._ends_unseen() else frozenset()
        step(trial, replace(self.log, actions=actions, facts=None), index)
        faults = [issue for issue in trial.findings if issue.severity == "error"]
        return None if faults else trial

    def _ends_unseen(self) -> bool:
        """A summon of unknown numbers fell or was held, which only a reading of the whole log can find."""
        ends = [event["unit"] for event in self.true.event_log or () if event["event"] in ("held", "knocked-out")]
        return any(name in self.public.units and not self.public.units[name].sure for name in ends)

    def _ways(self, before: Game, action: Action) -> Iterator[Action]:
        acting = before.active
        spell = acting.profile.spells.get(action.get("spell", "")) if acting else None
        claims: list[Claim] = []
        if acting and spell and action["do"] == "cast" and self._is_unseen(acting, spell):
            claims = [_claim(spell, before, self.true, acting)]
            action = _without_what_only_the_card_asks(action, acting.name)
        yield _declaring(action, claims)
        borne = self._borne_by_the_unseen() if acting and action["do"] == "cast" and not claims else {}
        if borne:
            yield _declaring(action, [{"injuries": borne}])
        plain = {name: value for name, value in action.items() if name not in ("critical", "armour")}
        if claims and "critical" in action:
            yield _declaring(plain, claims)
        for claim in claims:
            yield from (_declaring(action, [less]) for less in _without_what_others_did(claim))
            if "critical" in action:
                yield from (_declaring(plain, [less]) for less in _without_what_others_did(claim))
        powers = [*self._powers_that_may_act()]
        for number in (1, 2):
            for some in combinations(powers, number):
                yield _declaring(action, [*claims, *some])
        for claim in claims:
            for less, power in product(_without_what_others_did(claim), powers):
                yield _declaring(action, [less, power])

    def _borne_by_the_unseen(self) -> dict[str, int]:
        """Injuries that summons bore of which nobody knows how many they can bear."""
        borne: dict[str, int] = {}
        for event in self.true.event_log or ():
            name = event.get("unit")
            if event["event"] == "injured" and name in self.public.units and not self.public.units[name].sure:
                borne[name] = borne.get(name, 0) + event["amount"]
        return borne

    def _is_unseen(self, unit: Unit, spell: Spell) -> bool:
        seen = self.public.units.get(unit.name)
        return seen is None or spell.slug not in seen.profile.spells

    def _powers_that_may_act(self) -> Iterator[Claim]:
        for unit in self.true.pieces:
            seen = self.public.units.get(unit.name)
            if seen is not None and seen.in_play and "powers" in seen.profile.lacks:
                for power in sorted(unit.profile.powers - seen.powers):
                    yield {"power": power, "by": unit.name}


def _position(game: Game, unseen: Set[str]) -> Any:
    """What everybody sees on the table; of summons whose numbers nobody knows nothing is compared."""
    units = {
        unit.name: (unit.cell, unit.injuries, unit.ap_markers, unit.mp_markers, unit.range_markers)
        for unit in game.in_play()
        if unit.name not in unseen
    }
    acting = game.active
    gauges = (acting.name, acting.ap, acting.mp) if acting and acting.name not in unseen else None
    return units, gauges, game.glory, game.kamas, game.over


def _declaring(action: Action, claims: list[Claim]) -> Action:
    return {**action, "declared": claims} if claims else action


def _without_what_only_the_card_asks(action: Action, acting: str) -> Action:
    """Choices and effects on standby that no known text asks for."""
    action = {name: value for name, value in copy.deepcopy(action).items() if name not in ("choices", "coins")}
    standby = [each for each in action.pop("standby", ()) if each.get("by", acting) != acting]
    return {**action, "standby": standby} if standby else action


def _claim(spell: Spell, before: Game, after: Game, caster: Unit) -> Claim:
    """What the spell prints, and what it did."""
    cost = {"ap": spell.ap, "mp": spell.mp, "injuries": spell.injuries, "kamas": spell.kamas}
    ends = (
        {}
        if spell.range in ("close", "personal")
        else {"min": spell.least, "max": spell.most, "alterable": spell.alterable}
    )
    claim: Claim = {
        "cost": {name: amount for name, amount in cost.items() if amount},
        "range": {"kind": spell.range, **ends},
        "limit": spell.limit,
    }
    if spell.kind == "attack":
        claim |= {"element": spell.element, "damage": spell.amount}
    if spell.effects:
        claim["varies"] = True
    return claim | _done(before, after, caster, spell)


def _without_what_others_did(claim: Claim) -> Iterator[Claim]:
    """Powers that the site knows, or that act beside it, may have answered, or paid: what they do is no part of it."""
    did = [name for name in EFFECTS if name in claim]
    for number in (1, 2):
        for names in combinations(did, number):
            yield {name: what for name, what in claim.items() if name not in names}
    placed = claim.get("markers", {})
    for unit in placed if len(placed) > 1 else ():
        yield {**claim, "markers": {name: what for name, what in placed.items() if name != unit}}


def _done(before: Game, after: Game, caster: Unit, spell: Spell) -> Claim:
    did: dict[str, dict[str, Any]] = {name: {} for name in EFFECTS}
    for event in after.event_log or ():
        if event["event"] == "healed" or (event["event"] == "injured" and event["by"] == caster.name):
            of = did["injuries" if event["event"] == "injured" else "healed"]
            of[event["unit"]] = of.get(event["unit"], 0) + event["amount"]
        if event["event"] == "displaced" and not after.units[event["unit"]].in_play:
            did["moved"][event["unit"]] = event["cell"]  # and fell there
    for name, unit in after.units.items():
        was = before.units.get(name)
        if was is None or not unit.in_play:
            continue
        if unit.cell != was.cell:
            did["moved"][name] = cell_name(unit.cell)
        gauges = (("ap", "ap_markers"), ("mp", "mp_markers"), ("range", "range_markers"))
        changed = {gauge: getattr(unit, field) - getattr(was, field) for gauge, field in gauges}
        if any(changed.values()):
            did["markers"][name] = {gauge: amount for gauge, amount in changed.items() if amount}
    now, was = after.units[caster.name], before.units[caster.name]
    paid = {"ap": spell.ap or 0, "mp": spell.mp}
    gained = {gauge: getattr(now, gauge) - getattr(was, gauge) + cost for gauge, cost in paid.items()}
    if any(gained.values()):
        did["gained"][caster.name] = {gauge: amount for gauge, amount in gained.items() if amount}
    stocks = {player: after.kamas[player] - before.kamas[player] for player in after.kamas}
    did["kamas"] = {player: amount for player, amount in stocks.items() if amount}
    return {name: what for name, what in did.items() if what}

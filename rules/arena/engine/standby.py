"""Effects on standby (7.2.9): a single list, resolved one by one in the order chosen by the active player."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from rules.arena.cells import cell_name
from rules.arena.engine.claims.contradicted import Comparison, Position
from rules.arena.engine.claims.declarations import of_effect
from rules.arena.engine.claims.triggers import why_not_due
from rules.arena.engine.state import Game, Pending
from rules.arena.engine.units import Unit
from rules.arena.log_actions import LISTS_STANDBY
from rules.arena.printed import PowerText
from rules.common.actions import Action
from rules.common.messages import Message
from rules.common.messages import message as _
from rules.common.names import slugify
from rules.common.verdicts import DiceMissing

Resolver = Callable[[Game, Pending, Action], None]
RESOLVERS: Final[dict[str, Resolver]] = {}
OF_SPELLS: Final = ("explosion", "click", "steals-health")
OF_A_POWER: Final = "of a power"  # an explained power, waiting under its own name


def resolves(effect: str) -> Callable[[Resolver], Resolver]:
    """Register the function that resolves an effect on standby."""

    def register(resolver: Resolver) -> Resolver:
        RESOLVERS[effect] = resolver
        return resolver

    return register


Believer = Callable[[Game, Action], Pending | None]
BELIEVERS: Final[list[Believer]] = []


def believes(believer: Believer) -> Believer:
    """Register a function that knows which other effects may be on standby: powers of unknown cards."""
    BELIEVERS.append(believer)
    return believer


def _believed(game: Game, entry: Action) -> Pending | None:
    for believer in BELIEVERS:
        pending = believer(game, entry)
        if pending is not None:
            game.standby.append(pending)
            return pending
    return None


def listed(action: Action) -> Sequence[Action]:
    """The listed effects; the field is not read where it has no meaning."""
    if "standby" not in action:
        return ()
    return action["standby"] or () if action.get("do") in LISTS_STANDBY else ()


def resolve(game: Game, action: Action) -> None:
    """Resolve what the log lists, in its order, then what needs no dice. The rest was forgotten."""
    if game.standby or "standby" in action:
        _resolve_all(game, action, passed_over=False)


def resolve_passed_over(game: Game) -> None:
    """A unit that is passed over has no action that could list dice."""
    if game.standby:
        _resolve_all(game, {}, passed_over=True)


def _resolve_all(game: Game, action: Action, *, passed_over: bool) -> None:
    for entry in _out_of_place(game, listed(action)):
        meant = _meant(game, entry)
        if meant is not None:
            _run(game, meant, entry)
    while _waiting(game, action):
        if game.dealer is not None and not passed_over:
            _deal(game, action)
        else:
            _run_unlisted(game, passed_over)


def resolve_at_the_end(game: Game, action: Action) -> None:
    """6.4.1: what the end of a unit's turn triggered, before the next turn begins; as listed by the action, or
    automatically where no choice is needed."""
    for pending in [waiting for waiting in game.standby if waiting.at_end]:
        if pending not in game.standby or pending.lapsed:  # triggered by what was resolved before
            continue
        named = (entry for entry in listed(action) if _is_called(pending, entry["effect"]))
        entry = next((each for each in named if each.get("by", pending.source.name) == pending.source.name), {})
        if pending.rolls and not entry and game.dealer is not None and action.get("do") in LISTS_STANDBY:
            entry = _named_as(pending)
            action.setdefault("standby", []).append(entry)
        if entry:
            game.settled.append(entry)
        if entry or not (pending.may or pending.rolls):
            _run(game, pending, entry)
        elif pending.may:
            _pass(game, pending, action)
            game.standby.remove(pending)
        else:
            _report_not_resolved(game, pending)


def explode_at_once(game: Game) -> None:
    """Where explosions do not wait: one after the other as bombs fall, in the order and with the dice of the list."""
    while waiting := [
        pending for pending in game.standby if pending.effect == "explosion" and not pending.source.in_play
    ]:
        entry, pending = _next_of(game, waiting)
        if not entry and game.dealer is not None and game.action.get("do") in LISTS_STANDBY:
            entry = _named_as(pending)
            game.action.setdefault("standby", []).append(entry)
        if entry:
            run_at_once(game, pending, entry)
        else:
            game.policy.ask(DiceMissing(pending.article, {"standby": [_named_as(each) for each in waiting]}))
            _report_not_resolved(game, pending)


def take_at_once(game: Game, pending: Pending) -> Action | None:
    """The listed entry of an effect that its player may use and that waits for nothing; None where it is not used."""
    found = _next_of(game, [pending])[0]
    can_be_listed = game.action.get("do") in LISTS_STANDBY
    if not found and game.dealer is not None and can_be_listed and game.dealer.pick(2):
        found = _named_as(pending)
        game.action.setdefault("standby", []).append(found)
    if found:
        game.settled.append(found)
        game.resolved += 1
        return found
    _pass(game, pending, game.action)
    return None


def _next_of(game: Game, waiting: Sequence[Pending]) -> tuple[Action, Pending]:
    """The first listed entry for one of these; without one the first of them."""
    for entry in listed(game.action):
        if not any(entry is done for done in game.settled):
            for pending in waiting:
                if _is_called(pending, entry["effect"]) and entry.get("by") in (None, pending.source.name):
                    return entry, pending
    return {}, waiting[0]


def _named_as(pending: Pending) -> Action:
    return {"effect": pending.effect, "by": pending.source.name}


def run_at_once(game: Game, pending: Pending, entry: Action | None = None) -> None:
    """An effect that does not wait; the log may list it all the same."""
    found = entry or _next_of(game, [pending])[0]
    if found:
        game.settled.append(found)
    _run(game, pending, found)


def end_standby(game: Game, action: Action) -> None:
    """Somebody has won, so effects listed after that were not resolved any more."""
    game.standby.clear()
    if game.resolved < len(listed(action)):
        article = "1.4.1" if game.resolved else "7.2.8.c"
        message = _("The game was already over when this effect on standby would have been resolved.")
        game.fault(article, "game-is-over", message)


def _out_of_place(game: Game, entries_listed: Iterable[Action]) -> list[Action]:
    """Resolve the listed effects, and return those that were not on standby when their turn came."""
    entries = []
    for entry in entries_listed:
        if any(entry is done for done in game.settled):
            continue
        pending = _named(game, entry) or _believed(game, entry)
        if pending is not None:
            _run(game, pending, entry)
        else:
            entries.append(entry)
    return entries


def _meant(game: Game, entry: Action) -> Pending | None:
    """Report the effect once: it was listed too early or under a wrong name, so its dice are not missed as well; or
    there was none."""
    pending = _named(game, entry)
    article, message = _why_absent(game, entry)
    if pending is not None:
        article = "7.2.9.a"
        message = _("The {effect} of {unit} is listed too early.", effect=pending.effect, unit=pending.source.name)
    if not game.fault(article, "no-such-effect", message, logged={"effect": entry["effect"]}):
        return None
    return pending or _named(game, {"effect": entry["effect"]})


def _why_absent(game: Game, entry: Action) -> tuple[str, Message]:
    """The most specific article, and what is said of it; 7.2.9.a where nothing more is known of such an effect."""
    standing = [unit for unit in game.in_play() if entry.get("by") in (None, unit.name)]
    bombs, traps = ([unit for unit in standing if unit.kind == kind] for kind in ("bomb", "trap"))
    unit = game.units.get(entry.get("by", ""))
    if unit is not None and unit.is_powerless and entry["effect"] not in OF_SPELLS:
        return "4.18.3.c", _("{unit} has lost its powers: none of them has an effect on standby.", unit=unit.name)
    not_due = why_not_due(game, unit, slugify(entry["effect"])) if unit is not None else None
    if not_due is not None:
        return not_due
    if entry["effect"] == "counter" and unit is not None and "counter" not in unit.powers:
        return "4.9.15.a", _("{unit} has no Counter.", unit=unit.name)
    if entry["effect"] == "counter":
        who = entry.get("by", _("any unit"))
        return "4.9.15.a", _("No opposing unit has injured {unit} in its own player's turn.", unit=who)
    if entry["effect"] == "explosion" and (bombs or (unit is not None and unit.has_left)):
        return _why_it_does_not_explode(unit, bombs)
    if entry["effect"] == "click" and traps:
        return _why_it_does_not_click(game, traps)
    by = entry.get("by", _("any unit"))
    return "7.2.9.a", _("There is no {effect} of {unit} on standby.", effect=entry["effect"], unit=by)


def _why_it_does_not_explode(unit: Unit | None, bombs: list[Unit]) -> tuple[str, Message]:
    if unit is not None and unit.has_left:
        return "4.10.2.a", _("{unit} left with its summoner, so it does not explode.", unit=unit.name)
    return "4.19.5", _("{unit} is not KO'd, so it does not explode.", unit=bombs[0].name)


def _why_it_does_not_click(game: Game, traps: list[Unit]) -> tuple[str, Message]:
    """4.19.7.d: somebody was moved across it, or a bomb came onto it; otherwise nobody came onto it (4.19.7.c)."""
    for trap in traps:
        facts = {"unit": trap.name, "cell": cell_name(trap.cell)}
        if trap.cell in game.bodies and not game.bodies[trap.cell].is_character:
            return "4.19.7.d", _("{unit} does not click: what stands on {cell} is no character.", **facts)
        if trap.cell in game.crossed:
            return "4.19.7.d", _("{unit} does not click: what was moved across {cell} did not end there.", **facts)
    return "4.19.7.c", _("No character came to stand on the cell of {unit}.", unit=traps[0].name)


def _waiting(game: Game, action: Action) -> bool:
    for pending in game.standby:
        if pending.may:
            _pass(game, pending, action)
    game.standby = [pending for pending in game.standby if not pending.lapsed and not pending.may]
    return bool(game.standby)


def _pass(game: Game, pending: Pending, action: Action) -> None:
    """4.18.3: its player does not use it. The recorder is asked if the action could list it."""
    is_lost = pending.source.in_play and pending.power not in pending.source.powers
    if action.get("do") in LISTS_STANDBY and not pending.lapsed and not is_lost:
        game.passed.append(pending)


def _named(game: Game, entry: Action) -> Pending | None:
    effect, by = entry["effect"], entry.get("by")
    for pending in game.standby:
        if _is_called(pending, effect) and by in (None, pending.source.name):
            return pending
    return None


def _is_called(pending: Pending, effect: str) -> bool:
    """Whether the effect has that name, which for a power may be French."""
    return effect == pending.effect or (pending.answer is not None and slugify(effect) in names_of(pending.answer))


def names_of(power: PowerText) -> tuple[str, ...]:
    return power.slug, *power.also


def _run(game: Game, pending: Pending, entry: Action) -> None:
    game.standby.remove(pending)
    game.resolved += bool(entry)
    source = pending.source
    known = _of_a_known_text(game, pending, entry)
    if pending.power is None or not source.in_play or pending.power in source.powers:
        RESOLVERS[OF_A_POWER if pending.answer else pending.effect](game, pending, entry)
    if known is not None:
        known.report(game, known.contradictions(game))


def _of_a_known_text(game: Game, pending: Pending, entry: Action) -> Comparison | None:
    """What an entry declares although the site knows what the effect does."""
    if not entry.get("declared") or _reads_what_is_declared(pending):
        return None
    claim, _others = of_effect(entry, (pending.effect, slugify(entry["effect"])))
    cause = "spell" if pending.rolls else "power"
    return Comparison(pending.source, cause, entry["effect"], claim, Position(game, alone=True))


def _reads_what_is_declared(pending: Pending) -> bool:
    """Of powers that nobody has entered, and of mechanisms of whose spell the effects were never seen."""
    if pending.effect in ("click", "explosion"):
        return any("effects" in spell.unknown for spell in pending.source.profile.spells.values())
    return pending.effect == "claimed"


def _run_unlisted(game: Game, passed_over: bool) -> None:
    """Effects need not be listed where only one order is possible or no dice are needed."""
    pending = min(game.standby, key=lambda waiting: waiting.rolls)
    if not pending.rolls:
        _run(game, pending, {})
    else:
        if not passed_over:
            game.policy.ask(DiceMissing(pending.article, {"standby": [_named_as(other) for other in game.standby]}))
        _report_not_resolved(game, pending)


def _report_not_resolved(game: Game, pending: Pending) -> None:
    facts = {"effect": pending.answer.name if pending.answer else pending.effect, "unit": pending.source.name}
    message = _("{effect} of {unit} still has to be resolved, with its dice.", **facts)
    if game.fault(pending.article, "effect-not-resolved", message, expected={"effect": pending.effect}):
        game.standby.remove(pending)
    else:
        _run(game, pending, {})


def _deal(game: Game, action: Action) -> None:
    assert game.dealer is not None
    pending = game.standby[game.dealer.pick(len(game.standby))]
    entry = _named_as(pending)
    action.setdefault("standby", []).append(entry)
    _run(game, pending, entry)

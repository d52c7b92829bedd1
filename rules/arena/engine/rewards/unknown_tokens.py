"""Demonic Rewards that nobody has entered: what the log says of them, and what they may do where it says nothing.

A token is believed within the laws that hold for all of them (4.7.5, 4.7.9 to 4.7.11) and within what any known token
does (data/bounds.toml); whatever rests on one is listed by its name.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.arena import bounds
from rules.arena.engine.claims.names import is_of_the_rules, may_be_of_a_token
from rules.arena.engine.claims.words import WORDS
from rules.arena.engine.rewards.open_tokens import is_open, open_tokens
from rules.arena.engine.rewards.tokens import must_keep_rank
from rules.arena.engine.state import Game
from rules.arena.engine.units import Reward, Unit
from rules.arena.log_claims import names_players
from rules.arena.printed import ELEMENTS, UNKNOWN_REWARD, Characteristics, NextSpell, RewardText, SpellDamage
from rules.common.actions import Action
from rules.common.messages import message as _
from rules.common.names import slugify

STATED = ("kind", "equipment", "rank", "gives")
CHARACTERISTICS = ("ap", "mp", "hp", "range")


# -- what the log says ----------------------------------------------------------------------------------


def token_of(game: Game, slug: str) -> RewardText | None:
    """Its text: from the data, or from what the log has said of it so far."""
    claim = game.claims.tokens.get(slug)
    return game.texts.rewards.get(slug) or (_text(slug, claim) if claim else None)


def hear(game: Game, action: Action) -> None:
    """What an action says of a token is kept, and holds for all tokens of that name."""
    slug = action["reward"]
    stated = {name: action[name] for name in STATED if name in action and _is_of_the_token(action, name)}
    if slug in game.texts.rewards:
        _compare_with_the_text(game, slug, stated)
        return
    if slug == UNKNOWN_REWARD or not stated:
        return
    if "rank" in stated and game.tokens.setdefault(slug, stated["rank"]) != stated["rank"]:
        must_keep_rank(game, slug, stated["rank"])
        return
    before = game.claims.tokens.get(slug, {})
    for name, value in stated.items():
        if name in before and before[name] != value:
            _another_token(game, slug, name, before[name], value)
            return
    together = {**before, **stated}
    if _hangs_together(game, slug, together) and _is_within_bounds(game, slug, together):
        game.claims.tokens[slug] = together
        _explained_anew(game, slug)


def _compare_with_the_text(game: Game, slug: str, stated: Mapping[str, Any]) -> None:
    """4.7.5: of a known token nothing else is true than what its text says."""
    known, claimed = game.texts.rewards[slug], _text(slug, stated)
    wrong = {name for name in ("kind", "equipment") if name in stated and stated[name] != getattr(known, name)}
    if "gives" in stated and not _gives_the_same(known, claimed, stated["gives"]):
        wrong.add("gives")
    if wrong:
        message = _("The site knows {reward}: what the log says of it is not so.", reward=slug)
        game.fault("4.7.5", "declared-against-the-text", message, logged={name: stated[name] for name in sorted(wrong)})
    elif stated.keys() - {"rank"}:
        message = _("The site knows {reward}: what the log says of it changes nothing.", reward=slug)
        game.say("note", "declaration-not-needed", message)


def _gives_the_same(known: RewardText, claimed: RewardText, gives: Mapping[str, Any]) -> bool:
    """As far as the log says it; one of several printings is enough, and a Boost gives at once."""
    at_once = [effect.arguments for effect in known.effects if effect.do == "gain"]
    for gauge in gives.keys() & {"ap", "mp", "hp", "range"}:
        printed = [getattr(bonus, gauge) for bonus in (known.bonus, *known.printings)]
        if gives[gauge] not in (*printed, *(arguments.get(gauge) for arguments in at_once)):
            return False
    same = "damage" not in gives or claimed.damage == known.damage
    same &= "next" not in gives or claimed.following == known.following
    return same and {*claimed.powers} <= {*known.powers}


def _is_of_the_token(action: Action, name: str) -> bool:
    if name == "rank":
        return bool(action["do"] == "reveal")
    return name != "gives" or not names_players(action["gives"])


def _explained_anew(game: Game, slug: str) -> None:
    """What was said of a token holds for those that lie in play already."""
    text = token_of(game, slug)
    for unit in game.units.values():
        for reward in unit.rewards:
            if reward.slug == slug and (reward.text is None or reward.text.claimed):
                reward.text = text
                unit.refresh()


def _another_token(game: Game, slug: str, name: str, before: object, now: object) -> None:
    article = "1.3.7" if name == "rank" else "4.7.5"
    message = _("{reward}: {fact} is different here from what was said before.", reward=slug, fact=WORDS[name])
    game.fault(article, "another-text", message, expected={name: before}, logged={name: now})


def _hangs_together(game: Game, slug: str, claim: Mapping[str, Any]) -> bool:
    """4.7.11: a type is for Equipment; what lasts is for Buffs and Equipment, the next spell for Boosts."""
    kind = claim.get("kind", "equipment" if "equipment" in claim else None)
    gives = claim.get("gives", {})
    wrong = "equipment" in claim and kind != "equipment"
    wrong |= "next" in gives and kind not in (None, "boost")
    wrong |= kind == "boost" and any(name in gives for name in ("hp", "range", "powers", "damage"))
    if wrong:
        game.fault(
            "4.7.11",
            "token-contradicts-itself",
            _("{reward}: no token has this kind, type and effect together.", reward=slug),
        )
    return not wrong


def _is_within_bounds(game: Game, slug: str, claim: Mapping[str, Any]) -> bool:
    gives = claim.get("gives", {})
    strange = [power for power in gives.get("powers", ()) if not may_be_of_a_token(power)]
    if strange:
        message = _("{reward}: no token gives {powers}.", reward=slug, powers=strange)
        game.fault("4.7.5.b", "power-of-another-card", message, logged={"powers": strange})
        return False
    group = "once" if claim.get("kind") == "boost" else "lasting"
    amounts = {name: gives[name] for name in CHARACTERISTICS if name in gives}
    if "damage" in gives:
        amounts["damage"] = gives["damage"]["amount"]
    if "next" in gives:
        group, amounts["damage"] = "once", gives["next"]["damage"]
    counted = {name: len(set(gives.get(name, ()))) for name in ("powers", "spells")}
    loot = max((int(power[5:]) for power in _of_the_rules(gives) if power.startswith("loot-")), default=0)
    for name, amount in {**amounts, **counted, "loot": loot}.items():
        most = bounds.most("power" if name == "loot" else "lasting" if name in counted else group, name)
        if abs(amount) > most:
            facts = {"reward": slug, "amount": amount, "what": WORDS[name], "most": most}
            message = _(
                "{reward}: no known token gives so much ({what}: {amount}). At most {most} is believed.", **facts
            )
            game.fault("4.7.5", "beyond-any-token", message, expected={name: most}, logged={name: amount})
            return False
    return True


def _text(slug: str, claim: Mapping[str, Any]) -> RewardText:
    gives = claim.get("gives", {})
    kind = claim.get("kind") or ("equipment" if "equipment" in claim else "unknown")
    lasts = kind != "boost"
    amounts = {name: gives.get(name, 0) for name in CHARACTERISTICS}
    return RewardText(
        slug=slug,
        name=slug,
        also=(),
        kind=kind,
        equipment=claim.get("equipment"),
        rank=claim.get("rank"),
        bonus=Characteristics(**amounts) if lasts else Characteristics(),
        powers=_of_the_rules(gives),
        claimed_powers=tuple(slugify(name) for name in gives.get("powers", ()) if not is_of_the_rules(name)),
        damage=_damage(gives),
        following=_following(gives),
        effects=(),
        spells={},
        inferred={},
        claimed=True,
        explained="gives" in claim,
        claimed_spells=tuple(slugify(name) for name in gives.get("spells", ())),
    )


def _of_the_rules(gives: Mapping[str, Any]) -> tuple[str, ...]:
    """A token may also give a power of its own, which does what is declared where it acts."""
    return tuple(name for name in gives.get("powers", ()) if is_of_the_rules(name))


def _damage(gives: Mapping[str, Any]) -> tuple[SpellDamage, ...]:
    claim = gives.get("damage")
    if not claim:
        return ()
    elements = tuple(claim.get("elements", ELEMENTS))
    return (SpellDamage(amount=claim["amount"], elements=elements, close=claim.get("close", False)),)


def _following(gives: Mapping[str, Any]) -> NextSpell | None:
    claim = gives.get("next")
    if not claim:
        return None
    elements = tuple(claim.get("elements", ELEMENTS))
    return NextSpell(damage=claim["damage"], elements=elements, wait=claim.get("wait", False))


# -- what it may do where the log says nothing ----------------------------------------------------------


def most_of(reward: Reward, what: str) -> int:
    """How much of it one such token may give: more in the turn in which it is turned up."""
    if reward.text is not None and reward.text.kind == "boost":
        return bounds.most("once", what)
    lasting = bounds.most("lasting", what)
    return max(bounds.most("once", what), lasting) if reward.fresh else lasting


def draw(game: Game, unit: Unit, what: str, amount: int) -> bool:
    """Take so much from the open tokens of a unit, as far as they may give it in one turn; trust them for it."""
    if amount <= 0:
        return True
    tokens = open_tokens(unit)
    left = {id(token): most_of(token, what) - token.drawn.get(what, 0) for token in tokens}
    if sum(left.values()) < amount:
        return False
    for token in tokens:
        part = min(amount, left[id(token)])
        if part > 0:
            token.drawn = {**token.drawn, what: token.drawn.get(what, 0) + part}
            game.trust(token.slug)
            amount -= part
    return True


def tokens_reach(game: Game, unit: Unit, over: int) -> bool:
    """4.15.7: ranges that end so many cells further away; they do so for every spell of the turn."""
    tokens = open_tokens(unit)
    if sum(most_of(token, "range") for token in tokens) < over:
        return False
    for token in tokens:
        game.trust(token.slug)
    return True


def tokens_pay(game: Game, unit: Unit, gauge: str, cost: int) -> bool:
    """6.3.2, 6.3.3, 7.1.4: AP or MP that an open token may have given."""
    missing = cost - getattr(unit, gauge)
    if not unit.rewards or not draw(game, unit, gauge, missing):
        return False
    setattr(unit.believed, gauge, getattr(unit.believed, gauge) + max(0, missing))
    setattr(unit, gauge, cost)
    return True


def most_that_tokens_take(unit: Unit, what: str) -> int:
    return bounds.most("lasting", what) * len(open_tokens(unit))


def tokens_take(game: Game, unit: Unit, gauge: str) -> None:
    """4.7.5.b: what is left in the gauge was never there, since an open token takes that much away."""
    for token in open_tokens(unit):
        game.trust(token.slug)
    setattr(unit, gauge, 0)


def tokens_may_give(unit: Unit, what: str) -> bool:
    return any(most_of(token, what) > token.drawn.get(what, 0) for token in open_tokens(unit))


def note_turned_up(game: Game, unit: Unit, reward: Reward) -> None:
    """4.7.10: it is believed in what is said of it, and may have brought Kamas or GG where nothing is."""
    text = reward.text
    if text is not None and not text.claimed:
        return
    reward.fresh = True
    if is_open(reward):
        unit.unsure += bounds.most("once", "injuries")
        game.claims.owed[unit.player] += bounds.most("once", "kamas")
        game.claims.open_tokens.append((unit.player, reward.slug))
        game.claims.perhaps.append((unit.player, bounds.most("once", "glory"), reward.slug))


def doubt_the_damage(caster: Unit, targets: Iterable[Unit]) -> None:
    """7.2.7.c: open tokens of the caster may have added to what it did."""
    more = sum(most_of(token, "damage") for token in caster.rewards if is_open(token))
    for unit in targets:
        if more and unit.in_play:
            unit.unsure += more


def renew_tokens(unit: Unit) -> None:
    """What was drawn from open tokens counts turn by turn."""
    for reward in unit.rewards:
        if reward.drawn or reward.fresh:
            reward.fresh, reward.drawn = False, {name: n for name, n in reward.drawn.items() if name == "hp"}


def with_printings(text: RewardText | None) -> int:
    """How many HP more another printing of a token gives (both are legal until somebody says which is played)."""
    return 0 if text is None else max((other.hp - text.bonus.hp for other in text.printings), default=0)

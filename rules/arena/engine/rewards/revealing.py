"""Turning a Demonic Reward face up (4.7.10, 4.7.11)."""

from rules.arena.engine import standby
from rules.arena.engine.acting import acting_krosmaster
from rules.arena.engine.claims.declarations import of_spell
from rules.arena.engine.claims.declared import apply_outcomes
from rules.arena.engine.claims.learning import learn
from rules.arena.engine.claims.limits import Cause
from rules.arena.engine.claims.meaning import held
from rules.arena.engine.damage import knock_outs
from rules.arena.engine.markers import gain
from rules.arena.engine.rewards.given_tokens import given_beside
from rules.arena.engine.rewards.open_tokens import is_open
from rules.arena.engine.rewards.tokens import count_rewards, draw, name_of, note_bearer
from rules.arena.engine.rewards.unknown_tokens import hear, note_turned_up, token_of
from rules.arena.engine.state import Game
from rules.arena.engine.triggers import happens
from rules.arena.engine.units import Boost, Reward, Unit
from rules.arena.printed import UNKNOWN_REWARD, RewardText
from rules.common.actions import Action
from rules.common.messages import message as _
from rules.common.verdicts import Illegal

A_REVEAL = _("reveal a Demonic Reward")


def reveal(game: Game, action: Action) -> None:
    """4.7.10: once per turn of the Krosmaster, for no AP."""
    unit = acting_krosmaster(game, "6.3.7", A_REVEAL)
    hear(game, action)
    reward = _face_down(game, unit, name_of(game, action["reward"]))
    if unit.revealed and game.laws.one_reveal_a_turn:
        message = _("{unit} has already revealed a reward this turn.", unit=unit.name)
        game.fault("4.7.10", "revealed-twice", message)
    else:
        _check_equipment(game, unit, reward)
    unit.revealed = True
    if reward.believed:
        unit.believed.always = True
        game.rest_on_belief()
    _turn_up(unit, reward)
    count_rewards(game, unit)
    game.record_event("revealed", unit=unit.name, reward=reward.slug)
    note_turned_up(game, unit, reward)
    if reward.text is None or reward.text.claimed:
        _believe(game, unit, reward, action)
    elif reward.text.equipment != "technique":
        for effect in reward.text.effects:
            effect(game, unit, action)
    knock_outs(game)
    if game.explaining:
        happens(game, "reveals", unit)
    standby.resolve(game, action)


def _believe(game: Game, unit: Unit, reward: Reward, action: Action) -> None:
    """A token that nobody has entered does what is said of it."""
    game.trust(reward.slug)
    gives = game.claims.tokens.get(reward.slug, {}).get("gives", {})
    unit.believed.always |= not is_open(reward)
    if reward.text is not None and reward.text.kind == "boost":
        gain(game, unit, ap=gives.get("ap", 0), mp=gives.get("mp", 0))
    claim = {**given_beside(action, unit), **of_spell(action)}
    if claim:
        held(game, unit, "spell", f"token {reward.slug}", claim)
        learn(game, unit, "spell", f"token {reward.slug}", claim)
        apply_outcomes(game, claim, unit, Cause(reward.slug, unit.name))


def _face_down(game: Game, unit: Unit, slug: str) -> Reward:
    text = token_of(game, slug)
    for reward in unit.rewards:
        if not reward.face_up and reward.perhaps == slug:
            reward.slug, reward.text, reward.perhaps = slug, text, None
            return reward
    for reward in unit.rewards:
        if not reward.face_up and reward.slug == slug:
            return reward
    unseen = [reward for reward in unit.rewards if not reward.face_up and reward.slug == UNKNOWN_REWARD]
    if unseen:
        rank = game.rank_of(slug)
        fitting = [reward for reward in unseen if rank in (None, reward.rank)]
        return _now_seen(game, unit, (fitting or unseen)[0], slug)
    for reward in game.uncertain.unallocated:  # its allocation was a fault that has been told
        if reward.slug == slug:
            game.uncertain.unallocated.remove(reward)
            unit.rewards += (reward,)
            return reward
    message = _("{unit} has no {reward} face down.", unit=unit.name, reward=slug)
    if text is None:
        raise Illegal("4.7.10", "no-such-reward", message, logged={"reward": slug})
    game.fault("4.7.10", "no-such-reward", message, logged={"reward": slug})
    token = Reward(slug, text)
    unit.rewards += (token,)
    return token


def _now_seen(game: Game, unit: Unit, reward: Reward, slug: str) -> Reward:
    """Which token it is was only its player's to know (4.7.8); from here on it is one of its rank (1.3.7)."""
    if reward.rank is not None:
        draw(game, slug, reward.rank, bought=True)
    reward.slug, reward.text, reward.perhaps = slug, token_of(game, slug), None
    note_bearer(game, slug, unit)
    return reward


def _check_equipment(game: Game, unit: Unit, reward: Reward) -> None:
    """4.7.11: one of each type, Techniques aside; a Dofus and a Trophy do not go together."""
    kind = reward.text.equipment if reward.text else None
    if kind is None or kind == "technique":
        return
    worn = {text.equipment for text in unit.face_up()}
    if kind in worn:
        message = _("{unit} already has a {equipment} face up.", unit=unit.name, equipment=kind)
        game.fault("4.7.11.b", "equipment-of-same-type", message)
    elif kind in game.laws.worn_apart and worn & game.laws.worn_apart:
        message = _("{unit} already has a Dofus or a Trophy face up.", unit=unit.name)
        game.fault("4.7.11.c", "dofus-and-trophy", message)


def _turn_up(unit: Unit, reward: Reward) -> None:
    """Boosts are consumed; Buffs and Equipment lie face up, and gains count at once (4.7.5)."""
    ap, mp = unit.most_ap, unit.most_mp
    reward.face_up = True
    if reward.text is not None and reward.text.kind == "boost" and not is_open(reward):
        unit.rewards = tuple(other for other in unit.rewards if other is not reward)
        give_boost(unit, reward.text)
    unit.refresh()
    if ap is not None and unit.most_ap is not None and unit.most_ap != ap:
        unit.ap = max(0, unit.ap + unit.most_ap - ap)
    if mp is not None and unit.most_mp is not None and unit.most_mp != mp:
        unit.mp = max(0, unit.mp + unit.most_mp - mp)


def give_boost(unit: Unit, text: RewardText) -> None:
    """What a Boost leaves for the next spell (4.7.5.a)."""
    if text.following or text.spells:
        unit.boosts += (Boost(text),)

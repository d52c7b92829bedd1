"""The words that stand for what is printed on cards, each with its article and its meaning (docs/card-texts.md)."""

LIMITS = {
    "unlimited": "4.8.3: black, as often as the AP last.",
    "turn": "7.1.3.a: blue, once a turn.",
    "target": "7.1.3.b: purple, once a turn for each target.",
    "game": "7.1.3.c: red, once a game.",
    "unknown": "The colour was never seen: the spell is never refused for its limit.",
}
RANGES = {
    "close": "4.15.2: the four cells beside the caster, never changed.",
    "ranged": "4.15.3: from `min` to `max` cells away.",
    "line": "4.15.4: from `min` to `max` cells away, in the caster's row or column.",
    "unseen": "4.15.5: from `min` to `max` cells away, without a line of sight.",
    "personal": "4.15.6: the caster's own cell.",
    "unknown": "The range was never seen: the spell is never refused for its range.",
}
AREAS = {
    "cross": "4.16.3: the four cells beside the target too.",
    "square": "4.16.3: the eight cells around the target too.",
    "hammer": "4.16.3: the cells left and right of the target and the one behind it too.",
    "staff": "4.16.3: the cells left and right of the target too.",
    "shovel": "4.16.3: the cell behind the target too.",
    "hand": "4.16.3: the two cells behind the target too.",
    "breath": "4.16.3: the three cells behind the target too.",
    "multiple": "7.2.3.c: every cell at which the spell could be aimed.",
}
WORDS_ONLY = {
    "opponent-in-line": "4.15.4: another opposing unit stands in the row or column of the opponent aimed at.",
    "demon-cell": "4.7.6: the spell is aimed at a Demon cell.",
    "less-initiative": "2.4.1: a target has less initiative than the caster, or none.",
    "tree": "4.15.9: the spell is aimed at a tree.",
    "turned-over": "The caster's card has been turned over.",
}
BODIES = {
    "mob": "4.19.4: a character that moves and casts.",
    "bomb": "4.19.5: casts its Explosion when it is KO.",
    "trap": "4.19.7: casts its Click on who ends on it.",
    "turret": "4.19.6: casts and never moves.",
    "tombstone": "4.19.8: is no obstacle, and is hurt by Profanation only.",
    "mechanism": "4.19.1.e: any other summon without MP.",
    "unknown": "It was never seen: taken for a mob, of which the players are believed whether it locks.",
}

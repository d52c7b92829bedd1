"""The faces of a die (1.6.1), and the faces to which a double one is turned (1.6.2)."""

from typing import Final

PLAIN: Final = ("critical", "armour", "lock", "dodge")
FACES = (*PLAIN, "critical/dodge", "dofus")
TURNS = {"critical/dodge": ("critical", "dodge"), "dofus": PLAIN}

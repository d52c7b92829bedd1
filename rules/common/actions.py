"""An action of a log: a mapping of fields, of which `do` names the kind."""

from typing import Any

Action = dict[str, Any]

"""An action as a log has it and as the engine plays it: its fields by name; `do` says which it is."""

from typing import Any

Action = dict[str, Any]

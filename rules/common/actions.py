"""An action as a log has it and as the engine plays it: its fields by name, told apart by `do`."""

from typing import Any

Action = dict[str, Any]

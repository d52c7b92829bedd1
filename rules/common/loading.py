"""Lazily loaded parts of a game, so that importing the registry does not import every game."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def names_from(module: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """A module-level `__getattr__` (PEP 562). `homes` maps each module to the names that it defines."""
    home_of = {name: home for home, names in homes.items() for name in names.split()}

    def load(name: str) -> Any:
        if name not in home_of:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        return getattr(import_module(home_of[name]), name)

    return load


class LoadedRuleset:
    """A ruleset whose module is imported when it is first used."""

    def __init__(self, slug: str, module: str) -> None:
        self.slug = slug
        self._module = module

    def __getattr__(self, name: str) -> Any:
        """Load the record and keep the attribute, so that this runs once for each name."""
        if name.startswith("__"):  # copy and pickle ask for these before the object is filled
            raise AttributeError(name)
        value = getattr(import_module(self._module).RULESETS[self.slug], name)
        setattr(self, name, value)
        return value

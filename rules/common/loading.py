"""What a module offers and loads when it is first used, so that who imports the module does not import a game."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def names_from(module: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a module (PEP 562). `homes` says which of its names each module has."""
    home_of = {name: home for home, names in homes.items() for name in names.split()}

    def load(name: str) -> Any:
        if name not in home_of:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        return getattr(import_module(home_of[name]), name)

    return load


class LoadedRuleset:
    """A ruleset by its slug and the module that has its record, imported when something is first asked of it."""

    def __init__(self, slug: str, module: str) -> None:
        self.slug = slug
        self._module = module

    def __getattr__(self, name: str) -> Any:
        """Of what the record has and this has not yet: it is kept, so that this is called once for each name."""
        if name.startswith("__"):  # asked by copy and pickle, of a ruleset that they have not filled yet
            raise AttributeError(name)
        value = getattr(import_module(self._module).RULESETS[self.slug], name)
        setattr(self, name, value)
        return value

"""What a page asks of a request, written down while it answers: names of parameters, forms and serializers.

So fields are found by running the pages, and no list of them has to be kept.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from django.forms import BaseForm
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from rest_framework.serializers import Serializer


class Asked:
    def __init__(self) -> None:
        self.names: set[str] = set()
        self.forms: list[BaseForm] = []
        self.serializers: list[Serializer] = []


class NotedDict(dict[str, Any]):
    """What `QueryDict.dict()` gives, still telling which names are read."""

    asked: Asked

    def get(self, name: str, otherwise: Any = None) -> Any:
        self.asked.names.add(name)
        return super().get(name, otherwise)

    def __contains__(self, name: object) -> bool:
        self.asked.names.add(str(name))
        return super().__contains__(name)

    def __getitem__(self, name: str) -> Any:
        self.asked.names.add(name)
        return super().__getitem__(name)

    def __or__(self, other: Any) -> Any:
        both = NotedDict(super().__or__(other))
        both.asked = self.asked
        return both


@contextmanager
def recording(asked: Asked) -> Iterator[None]:
    with (
        _noting_names(asked),
        _noting(BaseForm, "full_clean", asked.forms),
        _noting(Serializer, "to_internal_value", asked.serializers),
    ):
        yield


@contextmanager
def _noting(kind: type, method: str, seen: list[Any]) -> Iterator[None]:
    original = getattr(kind, method)

    def noted(self: Any, *args: Any, **kwargs: Any) -> Any:
        seen.append(self)
        return original(self, *args, **kwargs)

    with mock.patch.object(kind, method, noted):
        yield


@contextmanager
def _noting_names(asked: Asked) -> Iterator[None]:
    """`get` of a MultiValueDict goes through its item. The same kind of dictionary maps Django's own URLs: not ours."""
    kinds = {method: getattr(MultiValueDict, method) for method in ("__getitem__", "getlist", "__contains__")}

    def noting(method: str) -> Any:
        def noted(self: Any, name: Any, *more: Any) -> Any:
            asked.names.add(name)
            return kinds[method](self, name, *more)

        return mock.patch.object(QueryDict, method, noted, create=True)

    def plain(self: Any) -> Any:
        held = NotedDict(MultiValueDict.dict(self))
        held.asked = asked
        return held

    whole = mock.patch.object(QueryDict, "dict", plain, create=True)
    with noting("__getitem__"), noting("getlist"), noting("__contains__"), whole:
        yield

"""Refusals specific to recording games; all others are in `core.errors`."""

from collections.abc import Mapping
from http import HTTPStatus

from core.errors import Refused
from rules.common.verdicts import Illegal
from teams.wording import render_message


class TooLarge(Refused):
    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE


class TooMany(Refused):
    status = HTTPStatus.TOO_MANY_REQUESTS


class WrongEncoding(Refused):
    status = HTTPStatus.UNSUPPORTED_MEDIA_TYPE


class IllegalEntry(Refused):
    """A rule forbids the entry, which can still be entered as played; the article says why."""

    status = HTTPStatus.UNPROCESSABLE_ENTITY

    def __init__(self, illegal: Illegal, names: Mapping[str, str]) -> None:
        super().__init__(illegal.code, render_message(illegal.message, names), article=illegal.article)

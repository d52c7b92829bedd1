"""How the API parses requests and reports errors: strict JSON, and a stable code with every error."""

from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from rest_framework.exceptions import APIException, ErrorDetail, ParseError
from rest_framework.parsers import BaseParser
from rest_framework.response import Response
from rest_framework.views import exception_handler

from core.errors import NotAllowed, Refused, as_document
from rules.common import strictjson
from rules.common.verdicts import Malformed

DEEPEST = 32


class StrictJSONParser(BaseParser):
    """Parses the body with rules.common.strictjson, which checks depth, size and encoding before building anything."""

    media_type = "application/json"

    def parse(self, stream: IO[bytes], media_type: Any = None, parser_context: Any = None) -> Any:
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        try:
            return strictjson.loads(stream.read(limit + 1), max_bytes=limit, max_depth=DEEPEST)
        except Malformed as refusal:
            raise ParseError(str(refusal), code=refusal.code) from refusal


def answer_with_code(error: Exception, context: dict[str, Any]) -> Response | None:
    """{"code", "detail"}; for invalid fields {"code": "invalid", "fields": {field: [{"code", "detail"}]}}.

    The framework writes its codes with underscores, the site with hyphens; programs always see hyphens.
    """
    if isinstance(error, Refused | NotAllowed):
        return Response(as_document(error), status=error.status)
    response = exception_handler(error, context)
    if response is None:
        return None
    if not isinstance(error, APIException):  # Django's own 403 and 404, already converted by the framework
        response.data = _with_codes(response.data["detail"])
    elif isinstance(error.detail, ErrorDetail):
        response.data = _with_codes(error.detail)
    else:
        response.data = {"code": "invalid", "fields": _with_codes(error.detail)}
    return response


def _with_codes(detail: Any) -> Any:
    if isinstance(detail, ErrorDetail):
        return {"code": str(detail.code).replace("_", "-"), "detail": str(detail)}
    if isinstance(detail, Mapping):
        return {field: _with_codes(inner) for field, inner in detail.items()}
    return [_with_codes(inner) for inner in detail]

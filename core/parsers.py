from typing import IO, Any

from rest_framework.authentication import get_authorization_header
from rest_framework.exceptions import UnsupportedMediaType
from rest_framework.parsers import BaseParser
from rest_framework.request import Request, is_form_media_type


class RawBody(BaseParser):
    """The body as it came: the rules read it themselves, and answer for it. A subclass says how much there may be."""

    media_type = "*/*"
    most_bytes: int

    def parse(self, stream: IO[bytes], media_type: Any = None, parser_context: Any = None) -> Any:
        """One byte more than is taken, so that a body that is too large is seen to be.

        A program may call its document a form, as curl does by itself. A browser that is signed in sends a form
        because some page made it, and the key of the form is not looked for in a document."""
        if is_form_media_type(media_type or "") and comes_from_a_session(parser_context["request"]):
            raise UnsupportedMediaType(media_type)
        return stream.read(self.most_bytes + 1)


def comes_from_a_session(request: Request) -> bool:
    return request._request.user.is_authenticated and not get_authorization_header(request)

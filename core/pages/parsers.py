from typing import IO, Any

from rest_framework.authentication import get_authorization_header
from rest_framework.exceptions import UnsupportedMediaType
from rest_framework.parsers import BaseParser
from rest_framework.request import Request, is_form_media_type


class RawBody(BaseParser):
    """Passes the request body on unparsed, for documents that the rules read themselves. Subclasses set the
    size limit."""

    media_type = "*/*"
    most_bytes: int

    def parse(self, stream: IO[bytes], media_type: Any = None, parser_context: Any = None) -> Any:
        """Read one byte more than the limit, so that a body that is too large is recognised.

        A program may send its document with the content type of a form, as curl does by default. From a signed-in
        browser such a request may be another site's form, and a document has no CSRF token, so it is refused."""
        if is_form_media_type(media_type or "") and comes_from_a_session(parser_context["request"]):
            raise UnsupportedMediaType(media_type)
        return stream.read(self.most_bytes + 1)


def comes_from_a_session(request: Request) -> bool:
    return request._request.user.is_authenticated and not get_authorization_header(request)

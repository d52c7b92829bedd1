from typing import IO, Any

from rest_framework.parsers import BaseParser


class RawBody(BaseParser):
    """Passes the request body on unparsed, for documents that the rules read themselves. Subclasses set the
    size limit."""

    media_type = "*/*"
    most_bytes: int

    def parse(self, stream: IO[bytes], media_type: Any = None, parser_context: Any = None) -> Any:
        """Read one byte more than the limit, so that a body that is too large is recognised."""
        return stream.read(self.most_bytes + 1)

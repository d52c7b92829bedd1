from typing import IO, Any

from rest_framework.parsers import BaseParser


class RawBody(BaseParser):
    """The body as it came: the rules read it themselves, and answer for it. A subclass says how much there may be."""

    media_type = "*/*"
    most_bytes: int

    def parse(self, stream: IO[bytes], media_type: Any = None, parser_context: Any = None) -> Any:
        """One byte more than is taken, so that a body that is too large is seen to be."""
        return stream.read(self.most_bytes + 1)

"""One value that a field can be sent."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Value:
    """`usual`: one of the few that .ci/run sends too. `harsh`: seen to break what takes it, so .ci/run also sends it in
    one field alone. Bytes go out as they are, as a browser would never encode them."""

    sent: str | bytes
    why: str
    usual: bool = False
    harsh: bool = False

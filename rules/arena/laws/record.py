"""The record of a ruleset of Arena."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Laws:
    slug: str
    title: str
    engine: str  # named by every report; another number where a report of the same log would change

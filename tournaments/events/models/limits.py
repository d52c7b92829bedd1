"""Limits of numbers and dates that people enter, much narrower than the columns allow."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.utils.deconstruct import deconstructible
from django.utils.translation import gettext_lazy as _

FIRST_YEAR, LAST_YEAR = 1980, 2200
HIGHEST_RATING = 100_000
HIGHEST_TABLE = 9999
LOWEST_TEAM_LEVEL, HIGHEST_TEAM_LEVEL = 2, 12  # of teams with two figures
HERO_LEVEL = 3  # of each Krosmaster of Quest
LOWEST_HERO, HIGHEST_HERO = 1, 6
SMALLEST_TEAM, LARGEST_TEAM = 2, 5  # of Blast (B-1.1)
MOST_IN_A_CREW = 4  # of heats; in two against two it is two
MOST_CHALLENGES = 3  # that lie open (B-2.6)
MOST_PLAYERS = 10_000
MOST_ROUNDS = 30
MOST_POINTS = 9999
MOST_OF_A_REASON = 300
A_DAY, A_WEEK = 24 * 60, 7 * 24 * 60  # in minutes


@deconstructible
class NumberFrom(MaxValueValidator):
    """Validates a whole number between two limits. As a MaxValueValidator, it replaces the one Django adds for the
    column."""

    message = _("Enter a number from %(least)s to %(most)s.")
    code = "number-out-of-range"

    def __init__(self, least: int, most: int) -> None:
        super().__init__(most)
        self.least, self.most = least, most

    def __call__(self, value: Any) -> None:
        if not self.least <= value <= self.most:
            raise ValidationError(self.message, self.code, {"least": self.least, "most": self.most, "value": value})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NumberFrom) and (self.least, self.most) == (other.least, other.most)

    def __hash__(self) -> int:
        return hash((self.least, self.most))


def possible_date(value: Any) -> None:
    """Refuse dates in years that some time zones or calendars cannot show."""
    if not FIRST_YEAR <= value.year <= LAST_YEAR:
        limits = {"first": FIRST_YEAR, "last": LAST_YEAR}
        raise ValidationError(_("Enter a date from %(first)s to %(last)s."), "date-out-of-range", limits)

"""URL converters for the actions of buttons."""

from django.urls import register_converter


class OneOf:
    regex = ""

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class ClockChange(OneOf):
    regex = "start|pause|resume"


class PoolStep(OneOf):
    regex = "open|lock|return|unlock"


class SeatOrder(OneOf):
    regex = "by-name|by-table"


class Winner(OneOf):
    regex = "a|b|draw|places"


class ReportStep(OneOf):
    regex = "report|confirm|dispute|take-back"


class PartnerStep(OneOf):
    regex = "choose|decline|leave|undo|link|withdraw"


PARTNER_STEP = "partner_step"
REPORT_STEP, WINNER = "report_step", "winner"
POOL_STEP, SEAT_ORDER = "pool_step", "seat_order"
CLOCK_CHANGE = "clock_change"
register_converter(PartnerStep, PARTNER_STEP)
register_converter(ReportStep, REPORT_STEP)
register_converter(Winner, WINNER)
register_converter(PoolStep, POOL_STEP)
register_converter(SeatOrder, SEAT_ORDER)
register_converter(ClockChange, CLOCK_CHANGE)

"""What can be done by one button, as a part of an address."""

from django.urls import register_converter


class OneOf:
    regex = ""

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class RoundChange(OneOf):
    regex = "publish|redraw|discard|unpublish"


class ClockChange(OneOf):
    regex = "start|pause|resume"


class PoolStep(OneOf):
    regex = "open|lock|return|unlock"


class SeatOrder(OneOf):
    regex = "by-name|by-table"


class Winner(OneOf):
    regex = "a|b|draw"


class ReportStep(OneOf):
    regex = "report|confirm|dispute|take-back"


REPORT_STEP, WINNER = "report_step", "winner"
register_converter(ReportStep, REPORT_STEP)
register_converter(Winner, WINNER)
register_converter(PoolStep, "pool_step")
register_converter(SeatOrder, "seat_order")
register_converter(RoundChange, "round_change")
register_converter(ClockChange, "clock_change")

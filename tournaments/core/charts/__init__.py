"""Charts as SVG, rendered on the server from labels and numbers.

No styles and no scripts inside: the classes are coloured in static/css/charts.css. Every chart carries its title
and a description for screen readers; all texts come from the caller, in the reader's language.
"""

from tournaments.core.charts.bars import Length, Use, round_lengths, use_and_win_rate
from tournaments.core.charts.races import Line, points_race, race_legend

__all__ = ["Length", "Line", "Use", "points_race", "race_legend", "round_lengths", "use_and_win_rate"]

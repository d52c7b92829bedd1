"""Charts as SVG, rendered on the server from labels and numbers.

The SVG contains no styles or scripts: static/css/charts.css colours its classes. Every chart has a title and a
description for screen readers. The caller passes all texts in the reader's language.
"""

from tournaments.core.charts.bars import Length, Use, round_lengths, use_and_win_rate
from tournaments.core.charts.races import Line, Mark, points_race, race_legend

__all__ = ["Length", "Line", "Mark", "Use", "points_race", "race_legend", "round_lengths", "use_and_win_rate"]

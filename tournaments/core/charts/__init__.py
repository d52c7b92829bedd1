"""Charts that say something at a glance, drawn as SVG on the server: words and numbers in, text out.

No styles and no scripts inside: the classes are coloured in static/css/charts.css. Every chart carries its title
and a sentence for those who do not see it; all words come from the caller, in the reader's language.
"""

from tournaments.core.charts.bars import Length, Use, round_lengths, use_and_win_rate
from tournaments.core.charts.races import Line, points_race, race_key

__all__ = ["Length", "Line", "Use", "points_race", "race_key", "round_lengths", "use_and_win_rate"]

from django.urls import path

from tournaments.urls.converters import WINNER
from tournaments.views.results import correction, entry, match

urlpatterns = [
    path("matches/<int:match_id>/", match.match, name="match"),
    path("matches/<int:match_id>/state/", match.match_state, name="match_state"),
    path("matches/<int:match_id>/clock/", match.match_clock, name="match_clock"),
    path("matches/<int:match_id>/report/", match.report, name="report"),
    path("matches/<int:match_id>/confirm/", match.confirm, name="confirm"),
    path("matches/<int:match_id>/dispute/", match.dispute, name="dispute"),
    path("matches/<int:match_id>/take-back/", match.take_back, name="take_back"),
    path("matches/<int:match_id>/enter/", entry.enter, name="enter"),
    path(f"matches/<int:match_id>/pick/<{WINNER}:side>/", entry.pick, name="pick"),
    path("matches/<int:match_id>/undo/", entry.undo, name="undo_result"),
    path("matches/<int:match_id>/correct/", correction.correct, name="correct"),
    path("matches/<int:match_id>/no-show/", match.no_show, name="no_show"),
]

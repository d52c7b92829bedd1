from django.urls import include, path

from tournaments.base.converters import WINNER
from tournaments.corrections import views as correction
from tournaments.results.views import entry, match

of_match = [
    path("", match.match, name="match"),
    path("state/", match.match_state, name="match_state"),
    path("clock/", match.match_clock, name="match_clock"),
    path("report/", match.report, name="report"),
    path("confirm/", match.confirm, name="confirm"),
    path("dispute/", match.dispute, name="dispute"),
    path("take-back/", match.take_back, name="take_back"),
    path("enter/", entry.enter, name="enter"),
    path(f"pick/<{WINNER}:side>/", entry.pick, name="pick"),
    path("undo/", entry.undo, name="undo_result"),
    path("correct/", correction.correct, name="correct"),
    path("demon/", match.seat_demon, name="seat_demon"),
    path("no-show/", match.no_show, name="no_show"),
]
urlpatterns = [
    path("matches/<int:match_id>/", include(of_match)),
]

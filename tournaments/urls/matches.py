from django.urls import path

from tournaments.views import matches, results

urlpatterns = [
    path("matches/<int:match_id>/", matches.match, name="match"),
    path("matches/<int:match_id>/state/", matches.match_state, name="match_state"),
    path("matches/<int:match_id>/clock/", matches.match_clock, name="match_clock"),
    path("matches/<int:match_id>/report/", matches.report, name="report"),
    path("matches/<int:match_id>/confirm/", matches.confirm, name="confirm"),
    path("matches/<int:match_id>/dispute/", matches.dispute, name="dispute"),
    path("matches/<int:match_id>/take-back/", matches.take_back, name="take_back"),
    path("matches/<int:match_id>/enter/", results.enter, name="enter"),
    path("matches/<int:match_id>/correct/", results.correct, name="correct"),
    path("matches/<int:match_id>/no-show/", results.no_show, name="no_show"),
]

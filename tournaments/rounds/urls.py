from django.urls import include, path

from tournaments.base.converters import CLOCK_CHANGE
from tournaments.cut import views as bracket
from tournaments.results.views import entry
from tournaments.rounds import views
from tournaments.standings import views as standings

of_rounds = [
    path("", views.rounds, name="rounds"),
    path("now/", views.rounds_now, name="rounds_now"),
    path("pair/", views.pair, name="pair"),
    path("<int:number>/", views.round_page, name="round"),
    path("<int:number>/pairings/", views.pairings, name="pairings"),
    path("<int:number>/pairing.json", views.pairing_document, name="pairing_document"),
    path("<int:number>/actions/", views.draft_actions, name="draft_actions"),
    path("<int:number>/swap/", views.swap, name="swap"),
    path("<int:number>/publish/", views.publish, name="publish_round"),
    path("<int:number>/redraw/", views.redraw, name="redraw_round"),
    path("<int:number>/clubs/", views.separate_clubs, name="separate_clubs"),
    path("<int:number>/clubs/undo/", views.undo_separate_clubs, name="undo_separate_clubs"),
    path("<int:number>/discard/", views.discard, name="discard_round"),
    path("<int:number>/unpublish/", views.unpublish, name="unpublish_round"),
    path("<int:number>/clock/", views.clock, name="clock"),
    path(f"<int:number>/clock/<{CLOCK_CHANGE}:what>/", views.turn_clock, name="turn_clock"),
    path("<int:number>/extend/", views.extend, name="extend"),
]
of_standings = [
    path("", standings.standings, name="standings"),
    path("clinch/", bracket.clinch, name="clinch"),
    path("table/", standings.table, name="standings_table"),
    path("<int:number>/", standings.standings, name="standings_after"),
    path("<int:number>/table/", standings.table, name="standings_table_after"),
]
of_event = [
    path("rounds/", include(of_rounds)),
    path("hall/", views.hall, name="hall"),
    path("hall/now/", views.hall_now, name="hall_now"),
    path("standings/", include(of_standings)),
    path("cross-table/", standings.cross, name="cross_table"),
    path("charts/", standings.charts, name="charts"),
    path("bracket/", bracket.bracket, name="bracket"),
    path("bracket/now/", bracket.bracket_now, name="bracket_now"),
    path("report/", bracket.report, name="report_page"),
    path("players/<int:registration_id>/breakdown/", standings.breakdown, name="breakdown"),
    path(
        "players/<int:registration_id>/breakdown/<int:number>/",
        standings.breakdown,
        name="breakdown_after",
    ),
    path("entry/", entry.entry, name="entry"),
    path("entry/now/", entry.entry_now, name="entry_now"),
]

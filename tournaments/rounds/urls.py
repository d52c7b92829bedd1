from django.urls import include, path

from tournaments.base.converters import CLOCK_CHANGE
from tournaments.cut import views as bracket
from tournaments.results.views import entry
from tournaments.rounds.views import hall, rounds
from tournaments.standings import views as standings

of_rounds = [
    path("", rounds.rounds, name="rounds"),
    path("now/", rounds.rounds_now, name="rounds_now"),
    path("pair/", rounds.pair, name="pair"),
    path("<int:number>/", rounds.round_page, name="round"),
    path("<int:number>/pairings/", rounds.pairings, name="pairings"),
    path("<int:number>/pairing.json", rounds.pairing_document, name="pairing_document"),
    path("<int:number>/actions/", rounds.draft_actions, name="draft_actions"),
    path("<int:number>/swap/", rounds.swap, name="swap"),
    path("<int:number>/publish/", rounds.publish, name="publish_round"),
    path("<int:number>/redraw/", rounds.redraw, name="redraw_round"),
    path("<int:number>/clubs/", rounds.separate_clubs, name="separate_clubs"),
    path("<int:number>/clubs/undo/", rounds.undo_separate_clubs, name="undo_separate_clubs"),
    path("<int:number>/discard/", rounds.discard, name="discard_round"),
    path("<int:number>/unpublish/", rounds.unpublish, name="unpublish_round"),
    path("<int:number>/clock/", hall.clock, name="clock"),
    path(f"<int:number>/clock/<{CLOCK_CHANGE}:what>/", hall.turn_clock, name="turn_clock"),
    path("<int:number>/extend/", hall.extend, name="extend"),
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
    path("hall/", hall.hall, name="hall"),
    path("hall/now/", hall.hall_now, name="hall_now"),
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

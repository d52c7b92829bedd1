from django.urls import path

from tournaments.urls.converters import CLOCK_CHANGE, ROUND_CHANGE
from tournaments.views.cut import bracket
from tournaments.views.results import entry
from tournaments.views.rounds import hall, rounds
from tournaments.views.standings import standings

urlpatterns = [
    path("events/<slug:slug>/rounds/", rounds.rounds, name="rounds"),
    path("events/<slug:slug>/rounds/now/", rounds.rounds_now, name="rounds_now"),
    path("events/<slug:slug>/rounds/pair/", rounds.pair, name="pair"),
    path("events/<slug:slug>/rounds/<int:number>/", rounds.round_page, name="round"),
    path("events/<slug:slug>/rounds/<int:number>/pairings/", rounds.pairings, name="pairings"),
    path("events/<slug:slug>/rounds/<int:number>/actions/", rounds.draft_actions, name="draft_actions"),
    path("events/<slug:slug>/rounds/<int:number>/swap/", rounds.swap, name="swap"),
    path(f"events/<slug:slug>/rounds/<int:number>/<{ROUND_CHANGE}:what>/", rounds.change, name="change_round"),
    path("events/<slug:slug>/rounds/<int:number>/clock/", hall.clock, name="clock"),
    path(f"events/<slug:slug>/rounds/<int:number>/clock/<{CLOCK_CHANGE}:what>/", hall.turn_clock, name="turn_clock"),
    path("events/<slug:slug>/rounds/<int:number>/extend/", hall.extend, name="extend"),
    path("events/<slug:slug>/hall/", hall.hall, name="hall"),
    path("events/<slug:slug>/hall/now/", hall.hall_now, name="hall_now"),
    path("events/<slug:slug>/standings/", standings.standings, name="standings"),
    path("events/<slug:slug>/standings/clinch/", bracket.clinch, name="clinch"),
    path("events/<slug:slug>/cross-table/", standings.cross, name="cross_table"),
    path("events/<slug:slug>/charts/", standings.charts, name="charts"),
    path("events/<slug:slug>/bracket/", bracket.bracket, name="bracket"),
    path("events/<slug:slug>/bracket/now/", bracket.bracket_now, name="bracket_now"),
    path("events/<slug:slug>/report/", bracket.report, name="report_page"),
    path("events/<slug:slug>/standings/table/", standings.table, name="standings_table"),
    path("events/<slug:slug>/standings/<int:number>/", standings.standings, name="standings_after"),
    path("events/<slug:slug>/standings/<int:number>/table/", standings.table, name="standings_table_after"),
    path("events/<slug:slug>/players/<int:registration_id>/breakdown/", standings.breakdown, name="breakdown"),
    path(
        "events/<slug:slug>/players/<int:registration_id>/breakdown/<int:number>/",
        standings.breakdown,
        name="breakdown_after",
    ),
    path("events/<slug:slug>/entry/", entry.entry, name="entry"),
    path("events/<slug:slug>/entry/now/", entry.entry_now, name="entry_now"),
]

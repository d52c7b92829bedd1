from django.urls import path

from tournaments.base.converters import SEAT_ORDER
from tournaments.events.views import handover as moving
from tournaments.printing import views

of_event = [
    path("event.ics", views.ics, name="ics"),
    path("event.json", views.whole_event, name="export"),
    path("standings.csv", views.standings_csv, name="standings_csv"),
    path("standings/<int:number>.csv", views.standings_csv, name="standings_csv_after"),
    path("ranking.csv", views.ranking_csv, name="ranking_csv"),
    path("results.csv", views.results_csv, name="results_csv"),
    path("players.csv", views.players_csv, name="players_csv"),
    path("lists.csv", views.lists_csv, name="lists_csv"),
    path("lists.json", views.lists_json, name="lists_json"),
    path("audit-log.csv", views.audit_log_csv, name="audit_log_csv"),
    path("print/", views.index, name="prints"),
    path(f"print/pairings/<int:number>/<{SEAT_ORDER}:order>/", views.pairings, name="print_pairings"),
    path("print/slips/<int:number>/", views.slips, name="print_slips"),
    path("print/slips/blank/", views.blank_slips, name="print_blank_slips"),
    path("print/standings/", views.standings, name="print_standings"),
    path("print/standings/<int:number>/", views.standings, name="print_standings_after"),
    path("print/ranking/", views.ranking, name="print_ranking"),
    path("print/sign-up/", views.sign_up, name="print_sign_up"),
    path("print/links/", views.links, name="print_links"),
    path("print/links/handed-out/", moving.links_handed_out, name="links_handed_out"),
    path("print/certificates/", views.certificates, name="print_certificates"),
    path("print/check-in/", views.check_in_code, name="print_check_in"),
    path("print/lists/", views.lists, name="print_lists"),
    path("print/pools/", views.pools, name="print_pools"),
]

from django.urls import path

from tournaments.base.converters import SEAT_ORDER
from tournaments.events.views import handover as moving
from tournaments.printing.views import exports, prints

of_event = [
    path("event.ics", exports.ics, name="ics"),
    path("event.json", exports.whole_event, name="export"),
    path("standings.csv", exports.standings_csv, name="standings_csv"),
    path("standings/<int:number>.csv", exports.standings_csv, name="standings_csv_after"),
    path("ranking.csv", exports.ranking_csv, name="ranking_csv"),
    path("results.csv", exports.results_csv, name="results_csv"),
    path("players.csv", exports.players_csv, name="players_csv"),
    path("lists.csv", exports.lists_csv, name="lists_csv"),
    path("lists.json", exports.lists_json, name="lists_json"),
    path("audit-log.csv", exports.audit_log_csv, name="audit_log_csv"),
    path("print/", prints.index, name="prints"),
    path(f"print/pairings/<int:number>/<{SEAT_ORDER}:order>/", prints.pairings, name="print_pairings"),
    path("print/slips/<int:number>/", prints.slips, name="print_slips"),
    path("print/slips/blank/", prints.blank_slips, name="print_blank_slips"),
    path("print/standings/", prints.standings, name="print_standings"),
    path("print/standings/<int:number>/", prints.standings, name="print_standings_after"),
    path("print/ranking/", prints.ranking, name="print_ranking"),
    path("print/sign-up/", prints.sign_up, name="print_sign_up"),
    path("print/links/", prints.links, name="print_links"),
    path("print/links/handed-out/", moving.links_handed_out, name="links_handed_out"),
    path("print/certificates/", prints.certificates, name="print_certificates"),
    path("print/check-in/", prints.check_in_code, name="print_check_in"),
    path("print/lists/", prints.lists, name="print_lists"),
    path("print/pools/", prints.pools, name="print_pools"),
]

from django.urls import path

from tournaments.urls.converters import SEAT_ORDER
from tournaments.views.printing import exports, prints

urlpatterns = [
    path("events/<slug:slug>/event.ics", exports.ics, name="ics"),
    path("events/<slug:slug>/event.json", exports.whole_event, name="export"),
    path("events/<slug:slug>/standings.csv", exports.standings_csv, name="standings_csv"),
    path("events/<slug:slug>/standings/<int:number>.csv", exports.standings_csv, name="standings_csv_after"),
    path("events/<slug:slug>/results.csv", exports.results_csv, name="results_csv"),
    path("events/<slug:slug>/players.csv", exports.players_csv, name="players_csv"),
    path("events/<slug:slug>/lists.csv", exports.lists_csv, name="lists_csv"),
    path("events/<slug:slug>/lists.json", exports.lists_json, name="lists_json"),
    path("events/<slug:slug>/audit-log.csv", exports.audit_log_csv, name="audit_log_csv"),
    path("events/<slug:slug>/print/", prints.index, name="prints"),
    path(
        f"events/<slug:slug>/print/pairings/<int:number>/<{SEAT_ORDER}:order>/", prints.pairings, name="print_pairings"
    ),
    path("events/<slug:slug>/print/slips/<int:number>/", prints.slips, name="print_slips"),
    path("events/<slug:slug>/print/slips/blank/", prints.blank_slips, name="print_blank_slips"),
    path("events/<slug:slug>/print/standings/", prints.standings, name="print_standings"),
    path("events/<slug:slug>/print/standings/<int:number>/", prints.standings, name="print_standings_after"),
    path("events/<slug:slug>/print/sign-up/", prints.sign_up, name="print_sign_up"),
    path("events/<slug:slug>/print/links/", prints.links, name="print_links"),
    path("events/<slug:slug>/print/certificates/", prints.certificates, name="print_certificates"),
    path("events/<slug:slug>/print/check-in/", prints.check_in_code, name="print_check_in"),
    path("events/<slug:slug>/print/lists/", prints.lists, name="print_lists"),
]

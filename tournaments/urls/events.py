from django.urls import path

from tournaments.views.events import announcements, audit_log, dashboard, event, rounds_number, series, staffing, start
from tournaments.views.players import mails
from tournaments.views.printing import exports

urlpatterns = [
    path("events/", event.index, name="events"),
    path("events/upcoming/", event.upcoming, name="upcoming"),
    path("events/mine/", event.mine, name="mine"),
    path("events/mail/", announcements.mail_choice, name="mail_choice"),
    path("events/mail/stop/<str:token>/", mails.opt_out, name="opt_out"),
    path("events/staff-links/", event.staff_links, name="staff_links"),
    path("events/new/", event.create, name="create"),
    path("events/import/", exports.import_whole_event, name="import_event"),
    path("series/", series.index, name="series_list"),
    path("series/new/", series.create, name="create_series"),
    path("series/<slug:slug>/", series.series, name="series"),
    path("series/<slug:slug>/edit/", series.edit, name="edit_series"),
    path("events/join/<str:token>/", staffing.join, name="join"),
    path("events/<slug:slug>/", event.event, name="event"),
    path("events/<slug:slug>/my-part/", event.my_part, name="my_part"),
    path("events/<slug:slug>/facts/", event.facts, name="facts"),
    path("events/<slug:slug>/news/", announcements.news, name="news"),
    path("events/<slug:slug>/news/latest/", announcements.latest_announcement, name="latest_news"),
    path("events/<slug:slug>/edit/", event.edit, name="edit"),
    path("events/<slug:slug>/clone/", event.clone, name="clone"),
    path("events/<slug:slug>/move/", event.change_state, name="move"),
    path("events/<slug:slug>/run/rounds/", rounds_number.number_of_rounds, name="number_of_rounds"),
    path("events/<slug:slug>/start/", start.start, name="start"),
    path("events/<slug:slug>/run/", dashboard.dashboard, name="run"),
    path("events/<slug:slug>/run/missing/", dashboard.missing, name="missing"),
    path("events/<slug:slug>/journal/", audit_log.audit_log_page, name="journal"),
    path("events/<slug:slug>/announce/", announcements.announce, name="announce"),
    path(
        "events/<slug:slug>/announce/<int:announcement_id>/withdraw/",
        announcements.withdraw,
        name="withdraw_announcement",
    ),
    path("events/<slug:slug>/staff/", staffing.staff, name="staff"),
    path("events/<slug:slug>/staff/invite/", staffing.invite, name="invite"),
    path("events/<slug:slug>/staff/invite/<int:invitation_id>/revoke/", staffing.revoke, name="revoke_invitation"),
    path("events/<slug:slug>/staff/<int:staff_id>/remove/", staffing.remove, name="remove_staff"),
]

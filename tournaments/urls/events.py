from django.urls import path

from tournaments.views import events, exports, journal, news, run, series, staffing

urlpatterns = [
    path("events/", events.index, name="events"),
    path("events/upcoming/", events.upcoming, name="upcoming"),
    path("events/mine/", events.mine, name="mine"),
    path("events/mail/", news.mail_choice, name="mail_choice"),
    path("events/staff-links/", events.staff_links, name="staff_links"),
    path("events/new/", events.create, name="create"),
    path("events/import/", exports.import_whole_event, name="import_event"),
    path("series/", series.index, name="series_list"),
    path("series/new/", series.create, name="create_series"),
    path("series/<slug:slug>/", series.series, name="series"),
    path("series/<slug:slug>/edit/", series.edit, name="edit_series"),
    path("events/join/<str:token>/", staffing.join, name="join"),
    path("events/<slug:slug>/", events.event, name="event"),
    path("events/<slug:slug>/my-part/", events.my_part, name="my_part"),
    path("events/<slug:slug>/facts/", events.facts, name="facts"),
    path("events/<slug:slug>/news/", news.news, name="news"),
    path("events/<slug:slug>/edit/", events.edit, name="edit"),
    path("events/<slug:slug>/clone/", events.clone, name="clone"),
    path("events/<slug:slug>/move/", events.move, name="move"),
    path("events/<slug:slug>/run/", run.run, name="run"),
    path("events/<slug:slug>/run/missing/", run.missing, name="missing"),
    path("events/<slug:slug>/journal/", journal.journal, name="journal"),
    path("events/<slug:slug>/announce/", news.announce, name="announce"),
    path("events/<slug:slug>/announce/<int:announcement_id>/withdraw/", news.withdraw, name="withdraw_announcement"),
    path("events/<slug:slug>/staff/", staffing.staff, name="staff"),
    path("events/<slug:slug>/staff/invite/", staffing.invite, name="invite"),
    path("events/<slug:slug>/staff/invite/<int:invitation_id>/revoke/", staffing.revoke, name="revoke_invitation"),
    path("events/<slug:slug>/staff/<int:staff_id>/remove/", staffing.remove, name="remove_staff"),
]

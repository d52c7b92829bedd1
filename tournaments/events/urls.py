from django.urls import URLPattern, URLResolver, include, path

from tournaments.events.views import (
    announcements,
    audit_log,
    bar,
    dashboard,
    event,
    imported,
    playing,
    series,
    settings,
    staffing,
)
from tournaments.events.views import handover as moving
from tournaments.lifecycle import views as lifecycle
from tournaments.lists.views import opening
from tournaments.mail import views as mails
from tournaments.printing import views as exports

urlpatterns = [
    path("events/", event.index, name="events"),
    path("events/mine/", event.mine, name="mine"),
    path("events/mail/", announcements.mail_choice, name="mail_choice"),
    path("events/mail/stop/<str:token>/", mails.opt_out, name="opt_out"),
    path("events/new/", settings.create, name="create"),
    path("events/imported/", imported.waiting, name="imported"),
    path("events/imported/<slug:slug>/agree/", imported.agree, name="agree_to_import"),
    path("events/imported/<slug:slug>/refuse/", imported.refuse, name="refuse_import"),
    path("events/import/", exports.import_whole_event, name="import_event"),
    path("events/join/<str:token>/", staffing.join, name="join"),
]
of_series = [
    path("series/", series.index, name="series_list"),
    path("series/new/", series.create, name="create_series"),
    path("series/<slug:slug>/", series.series, name="series"),
    path("series/<slug:slug>/edit/", series.edit, name="edit_series"),
]
of_dashboard = [
    path("rounds/", lifecycle.number_of_rounds, name="number_of_rounds"),
    path("", dashboard.dashboard, name="run"),
    path("bar/", bar.bar, name="bar"),
    path("missing/", dashboard.missing, name="missing"),
]
of_staff = [
    path("", staffing.staff, name="staff"),
    path("second-factor/", staffing.factor, name="staff_factor"),
    path("invite/", staffing.invite, name="invite"),
    path("invite/<int:invitation_id>/revoke/", staffing.revoke, name="revoke_invitation"),
    path("<int:staff_id>/remove/", staffing.remove, name="remove_staff"),
    path("may-play/<int:reader_id>/", opening.may_play, name="may_play"),
]
of_event = [
    path("", event.event, name="event"),
    path("picture.png", event.picture, name="event_picture"),
    path("my-part/", event.my_part, name="my_part"),
    path("state/", event.state_badge, name="state_badge"),
    path("facts/", event.facts, name="facts"),
    path("playing/", playing.playing, name="playing"),
    path("news/", announcements.news, name="news"),
    path("news/latest/", announcements.latest_announcement, name="latest_news"),
    path("run/", include(of_dashboard)),
    path("audit-log/", audit_log.audit_log_page, name="audit_log"),
]
of_settings: list[URLPattern | URLResolver] = [
    path("edit/", settings.edit, name="edit"),
    path("clone/", settings.clone, name="clone"),
    path("move/", lifecycle.change_state, name="move"),
    path("cancel/", lifecycle.cancel, name="cancel"),
    path("cancel/undo/", lifecycle.undo_cancel, name="undo_cancel"),
    path("start/", lifecycle.start, name="start"),
    path("start/now/", lifecycle.start_now, name="start_now"),
    path("elsewhere/", moving.elsewhere, name="elsewhere"),
    path("announce/", announcements.announce, name="announce"),
    path(
        "announce/<int:announcement_id>/withdraw/",
        announcements.withdraw,
        name="withdraw_announcement",
    ),
    path("staff/", include(of_staff)),
]

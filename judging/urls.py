from django.urls import path

from judging.views.cases import cases, desk, work
from judging.views.logs import log, logs, personal, queue
from judging.views.recorder import light, practice, recorder
from judging.views.replay import replay
from judging.views.rulings import ruling

app_name = "judging"
urlpatterns = [
    path("matches/<int:match_id>/logs/", logs.match_logs, name="match_logs"),
    path("matches/<int:match_id>/logs/new/", logs.submit_log, name="hand_in"),
    path("matches/<int:match_id>/call-judge/", work.call, name="call_judge"),
    path("events/me/<str:token>/matches/<int:match_id>/logs/", personal.personal_logs, name="personal_logs"),
    path("logs/", logs.my_logs, name="my_logs"),
    path("logs/new/", logs.check_my_log, name="check_my_log"),
    path("logs/<uuid:uuid>/", log.submission, name="submission"),
    path("logs/<uuid:uuid>/state/", log.submission_state, name="submission_state"),
    path("logs/<uuid:uuid>/file/", log.original, name="original"),
    path("logs/<uuid:uuid>/again/", log.again, name="again"),
    path("events/<slug:slug>/desk/", desk.desk, name="desk"),
    path("events/<slug:slug>/desk/list/", desk.desk_list, name="desk_list"),
    path("events/<slug:slug>/desk/statistics/", desk.statistics, name="statistics"),
    path("events/<slug:slug>/desk/export/", desk.export, name="export"),
    path("events/<slug:slug>/queue/", queue.queue, name="queue"),
    path("events/<slug:slug>/queue/state/", queue.queue_state, name="queue_state"),
    path("events/<slug:slug>/queue/again/", queue.queue_again, name="queue_again"),
    path("desks/", desk.desks, name="desks"),
    path("queue/again/", queue.everything_again, name="everything_again"),
    path("cases/", cases.mine, name="mine"),
    path("cases/<int:case_id>/", cases.case, name="case"),
    path("cases/<int:case_id>/state/", cases.case_state, name="case_state"),
    path("cases/<int:case_id>/position/<int:action>/", cases.position, name="position"),
    path("cases/<int:case_id>/claim/", work.claim, name="claim"),
    path("cases/<int:case_id>/release/", work.release, name="release"),
    path("cases/<int:case_id>/hand-over/", work.hand_over, name="hand_over"),
    path("cases/<int:case_id>/statement/", work.state, name="statement"),
    path("cases/<int:case_id>/appeal/", work.appeal, name="appeal"),
    path("cases/<int:case_id>/rule/", ruling.rule, name="rule"),
    path("cases/<int:case_id>/preview/", ruling.preview, name="preview"),
    path("replay/<uuid:uuid>/", replay.replay, name="replay"),
    path("replay/<uuid:uuid>/film/", replay.replay_data_of, name="film"),
    path("replay/<uuid:uuid>/reach/", replay.reach, name="reach"),
    path("practice/", practice.practice, name="practice"),
    path("matches/<int:match_id>/record/", practice.record_match, name="record_match"),
    path("record/<uuid:uuid>/", recorder.record, name="record"),
    path("record/<uuid:uuid>/light/", light.record_light, name="record_light"),
    path("record/<uuid:uuid>/light/now/", light.light_now, name="light_now"),
    path("record/<uuid:uuid>/state/", recorder.state, name="record_state"),
    path("record/<uuid:uuid>/enter/", recorder.enter, name="record_enter"),
    path("record/<uuid:uuid>/undo/", recorder.undo, name="record_undo"),
    path("record/<uuid:uuid>/why/", recorder.why, name="record_why"),
    path("record/<uuid:uuid>/note/", recorder.note, name="record_note"),
    path("record/<uuid:uuid>/log.json", recorder.download, name="record_log"),
    path("record/<uuid:uuid>/hand-in/", recorder.hand_in, name="record_hand_in"),
]

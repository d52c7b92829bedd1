from django.urls import include, path

from tournaments.base.converters import PARTNER_STEP, REPORT_STEP
from tournaments.mail import views as mails
from tournaments.players.views import check_in, crews, importing, managing, personal, player, players, registration

of_personal_link = [
    path("", personal.personal, name="personal"),
    path("now/", personal.personal_now, name="personal_now"),
    path("check-in/", personal.check_in, name="personal_check_in"),
    path("list/", personal.my_list, name="personal_list"),
    path("leave/", personal.leave, name="personal_leave"),
    path(f"crew/<{PARTNER_STEP}:step>/", personal.crew, name="personal_crew"),
    path("leave/undo/", personal.undo_leaving, name="personal_undo_leaving"),
    path(f"match/<int:match_id>/<{REPORT_STEP}:step>/", personal.report, name="personal_report"),
]
urlpatterns = [
    path("events/claim/<str:token>/", registration.claim, name="claim"),
    path("events/me/<str:token>/", include(of_personal_link)),
]
of_players = [
    path("", players.players, name="players"),
    path("<int:registration_id>/", player.player, name="player"),
    path("<int:registration_id>/now/", player.player_now, name="player_now"),
    path("<int:registration_id>/link/", registration.renew_link, name="renew_link"),
]
of_managing = [
    path("players/", managing.manage, name="manage_players"),
    path("players/decide/", managing.decide_several, name="decide_several"),
    path("players/add/", players.add, name="add_player"),
    path("players/import/", importing.import_file, name="import_players"),
    path("players/import/<int:import_id>/undo/", importing.undo, name="undo_import"),
    path("mails/<int:mail_id>/again/", mails.send_again, name="send_mail_again"),
    path("forbidden-pairings/", players.forbidden_pairs, name="forbidden_pairs"),
    path("forbidden-pairings/<int:pair_id>/allow/", players.allow, name="allow_pair"),
    path("players/<int:registration_id>/", players.edit, name="edit_player"),
    path(
        "players/<int:registration_id>/claim-link/",
        registration.renew_claim_link,
        name="renew_claim_link",
    ),
    path("players/<int:registration_id>/decide/", managing.decide, name="decide"),
]
of_crews = [
    path("", crews.crews, name="crews"),
    path("form/", crews.form, name="form_crew"),
    path("draw/", crews.draw, name="draw_crews"),
    path("draw/undo/", crews.undo_draw, name="undo_draw_of_crews"),
    path("<int:crew_id>/disband/", crews.disband, name="disband_crew"),
    path(f"<{PARTNER_STEP}:step>/", crews.step, name="partner_step"),
    path("with/<str:token>/", crews.link, name="partner_link"),
    path("with/<str:token>/answer/", crews.answer, name="answer_partner_link"),
]
of_check_in = [
    path("", check_in.check_in_list, name="check_in"),
    path("me/", check_in.myself, name="check_in_myself"),
    path("<int:registration_id>/", check_in.tick, name="tick"),
    path("now/", check_in.check_in_now, name="check_in_now"),
    path("all/", check_in.everyone, name="check_in_all"),
    path("<int:registration_id>/fee/", check_in.fee, name="fee"),
    path("code/<str:token>/", check_in.by_code, name="check_in_code"),
]
of_event = [
    path("register/", registration.register, name="register"),
    path("withdraw/", registration.withdraw, name="withdraw"),
    path("withdraw/undo/", registration.undo_withdraw, name="undo_withdraw"),
    path("players/", include(of_players)),
    path("manage/", include(of_managing)),
    path("crews/", include(of_crews)),
    path("check-in/", include(of_check_in)),
    path("here/", check_in.door, name="door"),
    path("here/now/", check_in.door_now, name="door_now"),
]

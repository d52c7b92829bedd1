from django.urls import path

from tournaments.urls.converters import REPORT_STEP
from tournaments.views.players import check_in, importing, mails, personal, player, players, registration

urlpatterns = [
    path("events/claim/<str:token>/", registration.claim, name="claim"),
    path("events/me/<str:token>/", personal.personal, name="personal"),
    path("events/me/<str:token>/now/", personal.personal_now, name="personal_now"),
    path("events/me/<str:token>/check-in/", personal.check_in, name="personal_check_in"),
    path("events/me/<str:token>/list/", personal.my_list, name="personal_list"),
    path("events/me/<str:token>/leave/", personal.leave, name="personal_leave"),
    path("events/me/<str:token>/leave/undo/", personal.undo_leaving, name="personal_undo_leaving"),
    path(f"events/me/<str:token>/match/<int:match_id>/<{REPORT_STEP}:step>/", personal.report, name="personal_report"),
    path("events/<slug:slug>/register/", registration.register, name="register"),
    path("events/<slug:slug>/withdraw/", registration.withdraw, name="withdraw"),
    path("events/<slug:slug>/withdraw/undo/", registration.undo_withdraw, name="undo_withdraw"),
    path("events/<slug:slug>/players/", players.players, name="players"),
    path("events/<slug:slug>/players/<int:registration_id>/", player.player, name="player"),
    path("events/<slug:slug>/players/<int:registration_id>/now/", player.player_now, name="player_now"),
    path("events/<slug:slug>/players/<int:registration_id>/link/", registration.renew_link, name="renew_link"),
    path("events/<slug:slug>/manage/players/", players.manage, name="manage_players"),
    path("events/<slug:slug>/manage/players/add/", players.add, name="add_player"),
    path("events/<slug:slug>/manage/players/import/", importing.import_file, name="import_players"),
    path("events/<slug:slug>/manage/mails/<int:mail_id>/again/", mails.send_again, name="send_mail_again"),
    path("events/<slug:slug>/manage/apart/", players.apart, name="apart"),
    path("events/<slug:slug>/manage/apart/<int:pair_id>/together/", players.together, name="together"),
    path("events/<slug:slug>/manage/players/<int:registration_id>/", players.edit, name="edit_player"),
    path(
        "events/<slug:slug>/manage/players/<int:registration_id>/claim-link/",
        registration.renew_claim_link,
        name="renew_claim_link",
    ),
    path("events/<slug:slug>/manage/players/<int:registration_id>/decide/", players.decide, name="decide"),
    path("events/<slug:slug>/check-in/", check_in.check_in_list, name="check_in"),
    path("events/<slug:slug>/here/", check_in.door, name="door"),
    path("events/<slug:slug>/here/now/", check_in.door_now, name="door_now"),
    path("events/<slug:slug>/check-in/me/", check_in.myself, name="check_in_myself"),
    path("events/<slug:slug>/check-in/<int:registration_id>/", check_in.tick, name="tick"),
    path("events/<slug:slug>/check-in/now/", check_in.check_in_now, name="check_in_now"),
    path("events/<slug:slug>/check-in/all/", check_in.everyone, name="check_in_all"),
    path("events/<slug:slug>/check-in/<int:registration_id>/fee/", check_in.fee, name="fee"),
    path("events/<slug:slug>/check-in/code/<str:token>/", check_in.by_code, name="check_in_code"),
]

"""Who may do what with events: a running limited event in round 2 with lists locked, one match being played."""

from typing import Any

from django.utils import timezone

from teams.models import Pool
from tests.permissions.routes import World
from tests.tournaments.worlds import a_player, a_round, a_user, an_event, staff
from tournaments.models import (
    Announcement,
    Crew,
    Event,
    ForbiddenPair,
    OutgoingMail,
    PartnerLink,
    Registration,
    Role,
    Series,
    Staff,
    StaffInvitation,
    SubmittedList,
)
from tournaments.services.base.addresses import opt_out_path

PREFIXES = ("tournaments:", "event-", "match-")


def a_list(player: Registration) -> SubmittedList:
    submitted = SubmittedList(registration=player, figures=["bill-tell"], legal=False, verdict={"violations": []})
    submitted.locked_at, submitted.commitment = timezone.now(), submitted.commit_to()
    submitted.save()
    return submitted


def world() -> World:
    facts = {"team_format": "limited", "lists_required": True, "lists_locked_at": timezone.now()}
    event = an_event("running", swiss_rounds=3, slug="the-event", capacity=8, **facts)
    elsewhere = an_event("running")
    player, opponent, conflicted = a_player(event), a_player(event), a_player(event)
    a_round(event, (player, opponent), (conflicted, a_player(event)), state="closed")
    current = a_round(event, (player, conflicted), (opponent, a_player(event)))
    a_round(event, (player, opponent), state="draft")
    posts = POSTS | {"tournaments:deck_check": {"outcome": "differs", "list": a_list(player).pk}}
    player.pool = Pool.objects.create(owner=player.user, name="sealed", home=event.get_absolute_url(), figures=["ush"])
    player.pool.registered_by = opponent.user
    player.pool.save()
    player.save()
    assert conflicted.user
    Staff.objects.create(event=event, user=conflicted.user, role=Role.JUDGE)
    people = {
        "anonymous": None,
        "outsider": a_player(elsewhere).user,
        "player": player.user,
        "opponent": opponent.user,
        "judge": staff(event, Role.JUDGE),
        "conflicted": conflicted.user,
        "head-judge": staff(event, Role.HEAD_JUDGE),
        "scorekeeper": staff(event, Role.SCOREKEEPER),
        "organiser": staff(event, Role.ORGANISER),
        "owner": staff(event, Role.OWNER),
        "foreign-owner": staff(elsewhere, Role.OWNER),
        "site-staff": a_user(is_superuser=True, is_staff=True),
    }
    return World(people, _arguments(event, player, current.matches.get(table=1).pk, people["owner"]), posts)


def _arguments(event: Event, player: Registration, match_id: int, owner: Any) -> dict[str, Any]:
    invitation = StaffInvitation.objects.create(event=event, role=Role.JUDGE, invited_by=owner)
    guest = Registration.objects.create(event=event, guest_name="Guest", checked_in_at=timezone.now())
    said = Announcement.objects.create(event=event, text="Hello", by=owner)
    series = Series.objects.create(name="League", slug="league", owner=owner)
    kept_apart = ForbiddenPair.objects.create(event=event, first=player, second=guest)
    link = PartnerLink.objects.create(player=guest)
    failed = OutgoingMail.objects.create(
        event=event, to="gone@example.org", subject="Hello", body="Hello", failed_at=timezone.now(), reason="address"
    )
    return {
        "mail_id": failed.pk,
        "tournaments:opt_out token": opt_out_path("gone@example.org").split("/")[-2],
        "tournaments:series slug": series.slug,
        "tournaments:edit_series slug": series.slug,
        "pair_id": kept_apart.pk,
        "crew_id": Crew.objects.create(event=event).pk,
        "order": "by-name",
        **{f"match-{what} pk": match_id for what in ("detail", "report", "enter", "confirm", "dispute")},
        "slug": event.slug,
        "number": 2,
        "registration_id": player.pk,
        "match_id": match_id,
        "invitation_id": invitation.pk,
        "announcement_id": said.pk,
        "staff_id": Staff.objects.get(event=event, user=owner).pk,
        "step": "open",
        **dict.fromkeys(("tournaments:partner_step step", "tournaments:personal_crew step"), "withdraw"),
        **dict.fromkeys(("tournaments:partner_link token", "tournaments:answer_partner_link token"), link.token),
        "code": player.pool.code if player.pool else "",
        "what": "publish",
        "tournaments:turn_clock what": "start",
        "tournaments:join token": invitation.token,
        "tournaments:claim token": guest.claim_token,
        "tournaments:personal token": player.link_token,
        **{f"tournaments:personal_{what} token": guest.link_token for what in OF_GUESTS},
        "tournaments:personal_report step": "report",
        "side": "a",
        "tournaments:personal_now token": player.link_token,
        "tournaments:check_in_code token": player.link_token,
    }


OF_GUESTS = ("crew", "check_in", "list", "leave", "undo_leaving", "report")
SCORE = {"outcome": "a", "glory_a": 4, "glory_b": 0, "ending": "glory", "version": 1}
POSTS: dict[str, dict[str, Any]] = {
    "match-report": SCORE,
    "match-enter": SCORE,
    "match-confirm": {"version": 1},
    "match-dispute": {"version": 1},
    "tournaments:report": SCORE,
    "tournaments:enter": SCORE,
    "tournaments:correct": SCORE | {"then": "keep", "why": "typed wrong"},
    "tournaments:no_show": {"absent": "a"},
    "tournaments:move": {"to": "cancelled", "why": "no power"},
    "tournaments:cancel": {"why": "no power"},
    "tournaments:invite": {"role": "judge"},
    "tournaments:announce": {"text": "Lunch"},
    "tournaments:decide": {"do": "drop"},
    "tournaments:extend": {"table": 1, "minutes": 5},
    "tournaments:entry": {"slip": "1 4-0"},
    "tournaments:hand_in": {"text": "Bill Tell"},
    "tournaments:my_list": {"text": "Bill Tell"},
    "tournaments:swap": {"first": 1, "second": 2, "why": "x"},
    "tournaments:add_player": {"guest_name": "New"},
}

TABLE = """
#                                            anon outs play oppo judg conf head keep orga owne fore site
GET   tournaments:events                     +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:upcoming                   +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:mine                       L    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:mail_choice                L    +    +    +    +    +    +    +    +    +    +    +
POST  tournaments:mail_choice                L    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:opt_out                    +    +    +    +    +    +    +    +    +    +    +    +
POST  tournaments:opt_out                    +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:staff_links                L    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:create                     L    +    +    +    +    +    +    +    +    +    +    +
POST  tournaments:create                     L    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:import_event               L    +    +    +    +    +    +    +    +    +    +    +
POST  tournaments:import_event               L    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:series_list                +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:create_series              L    +    +    +    +    +    +    +    +    +    +    +
POST  tournaments:create_series              L    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:series                     +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:edit_series                L    -    -    -    -    -    -    -    -    +    -    +
POST  tournaments:edit_series                L    -    -    -    -    -    -    -    -    +    -    +
GET   tournaments:join                       L    +    +    +    +    +    +    +    +    +    +    +
POST  tournaments:join                       L    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:event                      +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:my_part                    +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:event_picture              +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:facts                      +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:news                       +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:latest_news                +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:edit                       L    -    -    -    -    -    -    -    +    +    -    +
POST  tournaments:edit                       L    -    -    -    -    -    -    -    +    +    -    +
GET   tournaments:clone                      L    -    -    -    -    -    -    -    +    +    -    +
POST  tournaments:clone                      L    -    -    -    -    -    -    -    +    +    -    +
POST  tournaments:move                       L    -    -    -    -    -    -    -    +    +    -    +
GET   tournaments:run                        L    -    -    -    +    +    +    +    +    +    -    +
GET   tournaments:start                            L    -    -    -    -    -    -    -    +    +    -    +
POST  tournaments:start                            L    -    -    -    -    -    -    -    +    +    -    +
GET   tournaments:start_now                        L    -    -    -    -    -    -    -    +    +    -    +
GET   tournaments:cancel                           L    -    -    -    -    -    -    -    +    +    -    +
POST  tournaments:cancel                           L    -    -    -    -    -    -    -    +    +    -    +
POST  tournaments:undo_cancel                      L    -    -    -    -    -    -    -    +    +    -    +
GET   tournaments:number_of_rounds                 L    -    -    -    -    -    -    -    +    +    -    +
POST  tournaments:number_of_rounds                 L    -    -    -    -    -    -    -    +    +    -    +
GET   tournaments:bar                        L    -    -    -    +    +    +    +    +    +    -    +
GET   tournaments:missing                    L    -    -    -    +    +    +    +    +    +    -    +
GET   tournaments:journal                    L    -    -    -    +    +    +    -    +    +    -    +
GET   tournaments:announce                   L    -    -    -    -    -    +    +    +    +    -    +
POST  tournaments:announce                   L    -    -    -    -    -    +    +    +    +    -    +
POST  tournaments:withdraw_announcement      L    -    -    -    -    -    +    +    +    +    -    +
GET   tournaments:staff                      L    -    -    -    +    +    +    +    +    +    -    +
POST  tournaments:invite                     L    -    -    -    -    -    -    -    -    +    -    +
POST  tournaments:revoke_invitation          L    -    -    -    -    -    -    -    -    +    -    +
POST  tournaments:remove_staff               L    -    -    -    -    -    -    -    -    +    -    F
GET   tournaments:claim                      +    +    +    +    +    +    +    +    +    +    +    +
POST  tournaments:claim                      L    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:personal                   +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:personal_now               +    +    +    +    +    +    +    +    +    +    +    +
POST  tournaments:personal_crew                      +    +    +    +    0    0    0    0    0    0    +    0
POST  tournaments:personal_check_in                +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:personal_list                    +    +    +    +    +    +    +    +    +    +    +    +
POST  tournaments:personal_list                    +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:personal_leave                   +    +    +    +    +    +    +    +    +    +    +    +
POST  tournaments:personal_leave                   +    +    +    +    +    +    +    +    +    +    +    +
POST  tournaments:personal_undo_leaving            +    +    +    +    +    +    +    +    +    +    +    +
POST  tournaments:personal_report                  0    0    0    0    0    0    0    0    0    0    0    0
GET   tournaments:register                   L    +    +    +    +    +    +    +    +    +    +    +
POST  tournaments:register                   L    +    +    +    +    +    +    +    +    +    +    +
POST  tournaments:withdraw                   L    0    +    +    0    +    0    0    0    0    0    0
GET   tournaments:withdraw                         L    0    +    +    0    +    0    0    0    0    0    0
POST  tournaments:undo_withdraw                    L    0    +    +    0    +    0    0    0    0    0    0
GET   tournaments:players                    +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:player                     +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:player_now                 +    +    +    +    +    +    +    +    +    +    +    +
POST  tournaments:renew_link                 L    -    +    -    -    -    -    +    +    +    -    +
GET   tournaments:manage_players             L    -    -    -    -    -    -    +    +    +    -    +
GET   tournaments:add_player                 L    -    -    -    -    -    -    +    +    +    -    +
POST  tournaments:add_player                 L    -    -    -    -    -    -    +    +    +    -    +
GET   tournaments:import_players             L    -    -    -    -    -    -    +    +    +    -    +
POST  tournaments:import_players             L    -    -    -    -    -    -    +    +    +    -    +
GET   tournaments:apart                      L    -    -    -    -    -    -    +    +    +    -    +
POST  tournaments:apart                      L    -    -    -    -    -    -    +    +    +    -    +
POST  tournaments:together                   L    -    -    -    -    -    -    +    +    +    -    +
GET   tournaments:crews                      +    +    +    +    +    +    +    +    +    +    +    +
POST  tournaments:form_crew                  L    -    -    -    -    -    -    +    +    +    -    +
POST  tournaments:draw_crews                 L    -    -    -    -    -    -    +    +    +    -    +
POST  tournaments:undo_draw_of_crews         L    -    -    -    -    -    -    +    +    +    -    +
POST  tournaments:disband_crew               L    -    -    -    -    -    -    +    +    +    -    +
POST  tournaments:partner_step               L    0    +    +    0    +    0    0    0    0    0    0
GET   tournaments:partner_link               +    +    +    +    +    +    +    +    +    +    +    +
POST  tournaments:answer_partner_link        L    0    +    +    0    +    0    0    0    0    0    0
GET   tournaments:edit_player                L    -    -    -    -    -    -    +    +    +    -    +
POST  tournaments:edit_player                L    -    -    -    -    -    -    +    +    +    -    +
POST  tournaments:send_mail_again            L    -    -    -    -    -    -    +    +    +    -    +
POST  tournaments:renew_claim_link           L    -    -    -    -    -    -    +    +    +    -    +
GET   tournaments:staff_factor               L    +    +    +    +    +    +    +    +    +    +    +
POST  tournaments:decide                     L    -    -    -    +    +    +    +    +    +    -    +
GET   tournaments:check_in                   L    -    -    -    +    +    +    +    +    +    -    +
GET   tournaments:check_in_now                     L    -    -    -    +    +    +    +    +    +    -    +
POST  tournaments:check_in_all                     L    -    -    -    +    +    +    +    +    +    -    +
GET   tournaments:door                       +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:door_now                   +    +    +    +    +    +    +    +    +    +    +    +
POST  tournaments:check_in_myself            L    0    +    +    0    +    0    0    0    0    0    0
POST  tournaments:tick                       L    -    -    -    +    +    +    +    +    +    -    +
POST  tournaments:fee                              L    -    -    -    +    +    +    +    +    +    -    +
GET   tournaments:check_in_code              L    -    -    -    +    +    +    +    +    +    -    +
POST  tournaments:check_in_code              L    -    -    -    +    +    +    +    +    +    -    +
GET   tournaments:my_list                    L    0    +    +    0    +    0    0    0    0    0    0
POST  tournaments:my_list                    L    0    +    +    0    +    0    0    0    0    0    0
GET   tournaments:lists                      L    -    -    -    +    -    +    +    +    +    -    +
POST  tournaments:remind                     L    -    -    -    +    -    +    +    +    +    -    +
POST  tournaments:lock_lists                 L    -    -    -    -    -    -    -    +    +    -    +
GET   tournaments:list                       +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:card_texts                 L    -    -    -    +    -    +    -    +    +    -    +
POST  tournaments:card_texts                 L    -    -    -    +    -    +    -    +    +    -    +
GET   tournaments:deck_check                 L    -    -    -    +    -    +    -    +    +    -    +
POST  tournaments:deck_check                 L    -    -    -    +    -    +    -    +    +    -    +
GET   tournaments:hand_in                    L    -    -    -    +    +    +    +    +    +    -    +
POST  tournaments:hand_in                    L    -    -    -    +    +    +    +    +    +    -    +
GET   tournaments:pools                      L    -    -    -    +    -    +    +    +    +    -    +
GET   tournaments:pool                       L    -    +    +    +    -    +    -    +    +    -    +
GET   tournaments:pool_now                   L    -    +    +    +    -    +    -    +    +    -    +
POST  tournaments:change_pool                L    -    +    -    +    -    +    -    +    +    -    +
GET   tournaments:enter_pool                 L    -    -    +    +    +    +    +    +    +    -    +
POST  tournaments:enter_pool                 L    -    -    +    +    +    +    +    +    +    -    +
GET   tournaments:pods                       +    +    +    +    +    +    +    +    +    +    +    +
POST  tournaments:draw_pods                  L    -    -    -    -    -    -    +    +    +    -    +
POST  tournaments:seat_in_pods               L    -    -    -    -    -    -    +    +    +    -    +
GET   tournaments:print_pods                 +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:rounds                     +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:rounds_now                 +    +    +    +    +    +    +    +    +    +    +    +
POST  tournaments:pair                       L    -    -    -    -    -    -    +    +    +    -    +
GET   tournaments:round                      +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:pairings                   +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:draft_actions              L    -    -    -    -    -    -    +    +    +    -    +
POST  tournaments:swap                       L    -    -    -    -    -    -    +    +    +    -    +
POST  tournaments:change_round               L    -    -    -    -    -    -    +    +    +    -    +
GET   tournaments:clock                      +    +    +    +    +    +    +    +    +    +    +    +
POST  tournaments:turn_clock                 L    -    -    -    -    -    -    +    +    +    -    +
POST  tournaments:extend                     L    -    -    -    +    +    +    +    +    +    -    +
GET   tournaments:hall                       +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:hall_now                   +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:standings                  +    +    +    +    +    +    +    +    +    +    +    +
POST  tournaments:clinch                     L    -    -    -    -    -    -    +    +    +    -    +
GET   tournaments:cross_table                +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:charts                     +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:bracket                    +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:bracket_now                +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:report_page                +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:standings_table            +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:standings_after            +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:standings_table_after      +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:workings                   +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:workings_after             +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:entry                      L    -    -    -    +    +    +    +    +    +    -    +
POST  tournaments:entry                      L    -    -    -    +    -    +    +    +    +    -    +
GET   tournaments:entry_now                        L    -    -    -    +    +    +    +    +    +    -    +
GET   tournaments:match                      +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:match_state                +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:match_clock                +    +    +    +    +    +    +    +    +    +    +    +
POST  tournaments:report                     L    -    +    -    -    +    -    -    -    -    -    -
POST  tournaments:confirm                    L    -    +    -    -    +    -    -    -    -    -    -
POST  tournaments:dispute                    L    -    +    -    -    +    -    -    -    -    -    -
POST  tournaments:take_back                  L    -    +    -    -    +    -    -    -    -    -    -
POST  tournaments:undo_result                L    -    -    -    +    -    +    +    +    +    -    +
POST  tournaments:enter                      L    -    -    -    +    -    +    +    +    +    -    +
GET   tournaments:pick                             0    0    0    0    +    +    +    +    +    +    0    +
POST  tournaments:correct                    L    -    -    -    +    -    +    +    +    +    -    +
POST  tournaments:no_show                    L    -    -    -    +    -    +    +    +    +    -    +
GET   tournaments:ics                        +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:export                     L    -    -    -    -    -    -    -    +    +    -    +
GET   tournaments:standings_csv              +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:standings_csv_after        +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:results_csv                +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:players_csv                L    -    -    -    -    -    -    +    +    +    -    +
GET   tournaments:lists_csv                  L    -    -    -    +    -    +    -    +    +    -    +
GET   tournaments:lists_json                 L    -    -    -    +    -    +    -    +    +    -    +
GET   tournaments:journal_csv                L    -    -    -    +    +    +    -    +    +    -    +
GET   tournaments:prints                     L    -    -    -    +    +    +    +    +    +    -    +
GET   tournaments:print_pairings             +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:print_slips                L    -    -    -    +    +    +    +    +    +    -    +
GET   tournaments:print_blank_slips          L    -    -    -    +    +    +    +    +    +    -    +
GET   tournaments:print_standings            +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:print_standings_after      +    +    +    +    +    +    +    +    +    +    +    +
GET   tournaments:print_sign_up              L    -    -    -    +    +    +    +    +    +    -    +
GET   tournaments:print_links                L    -    -    -    -    -    -    +    +    +    -    +
GET   tournaments:print_certificates         L    -    -    -    -    -    -    +    +    +    -    +
GET   tournaments:print_check_in             L    -    -    -    +    +    +    +    +    +    -    +
GET   tournaments:print_lists                L    -    -    -    +    -    +    -    +    +    -    +
GET   event-list                             +    +    +    +    +    +    +    +    +    +    +    +
GET   event-detail                           +    +    +    +    +    +    +    +    +    +    +    +
GET   event-pairings                         +    +    +    +    +    +    +    +    +    +    +    +
GET   event-players                          +    +    +    +    +    +    +    +    +    +    +    +
POST  event-register                         L    +    +    +    +    +    +    +    +    +    +    +
GET   event-rounds                           +    +    +    +    +    +    +    +    +    +    +    +
GET   event-standings                        +    +    +    +    +    +    +    +    +    +    +    +
POST  event-withdraw                         L    0    +    +    0    +    0    0    0    0    0    0
GET   match-detail                           +    +    +    +    +    +    +    +    +    +    +    +
POST  match-confirm                          L    -    +    -    -    +    -    -    -    -    -    -
POST  match-dispute                          L    -    +    -    -    +    -    -    -    -    -    -
POST  match-enter                            L    -    -    -    +    -    +    +    +    +    -    +
POST  match-report                           L    -    +    -    -    +    -    -    -    -    -    -
"""

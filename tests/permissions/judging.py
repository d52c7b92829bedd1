"""Who may do what with logs, cases and recordings: a match of player and opponent, its log, its case, its recording."""

import json
from typing import Any

from judging.logs.services.parsed_logs import facts_of_recording
from judging.logs.services.submission import submit_log
from judging.models import Case, Recording, Report, Submission
from judging.recorder.offline.archive import digest
from judging.recorder.views.offline import facts_digest, plan, script_digest
from tests.permissions import tournaments
from tests.permissions.routes import World
from tools.selfplay.game import random_game
from tournaments.models import Match, Registration, Round, RoundState

PREFIXES = ("judging:", "log-", "case-")


def world() -> World:
    """The judge in conflict is of the player's club."""
    found = tournaments.world()
    people = found.people
    played = Match.objects.played_by(people["player"]).played_by(people["opponent"])
    match = played.get(round__state=RoundState.CLOSED)
    Round.objects.filter(pk=match.round_id).update(state=RoundState.PUBLISHED)
    for name in ("player", "conflicted"):
        Registration.objects.filter(user=people[name], event=match.round.event).update(club="Blue House")
    submission = a_validated_log(match, people["player"])
    case = Case.objects.create(
        event=match.round.event, kind="invalid-log", cause="x", match=match, submission=submission
    )
    header = {name: value for name, value in GAME.items() if name not in {"actions", "result"}}
    recording = Recording.objects.create(match=match, started_by=people["player"], header=header)
    mine = {"match_id": match.pk, "uuid": submission.uuid, "case_id": case.pk, "pk": case.pk, "action": 0}
    arguments = found.arguments | mine
    light = Recording.objects.create(match=match, started_by=people["player"], header=header | {"detail": "ledger"})
    guest = Registration.objects.get(event=match.round.event, guest_name="Guest")
    records: dict[str, Any] = {f"{route} uuid": recording.uuid for route in RECORDER}
    records |= {f"judging:{route} uuid": light.uuid for route in ("record_light", "light_entries")}
    records |= {f"{route} made": made for route, made in kept_files(recording).items()} | {"language": "fr"}
    links = {f"judging:{route} token": guest.link_token for route in OF_GUESTS}
    return World(people, arguments | records | links, POSTS)


def kept_files(recording: Recording) -> dict[str, str]:
    """The digests in the addresses of what a phone keeps, as they are today."""
    return {
        "judging:offline_worker": script_digest("worker"),
        "judging:offline_engine": digest("fr"),
        "judging:offline_plan": plan("fr")["version"],
        "judging:offline_facts": facts_digest(facts_of_recording(recording)),
    }


def a_validated_log(match: Match, who: Any) -> Submission:
    submission = submit_log(content=json.dumps(GAME).encode(), submitter=who, match=match)
    Submission.objects.filter(pk=submission.pk).update(state="done")
    Report.objects.create(
        submission=submission,
        verdict="invalid",
        body={"verdict": "invalid", "findings": [], "engine": "e", "glory": None, "actions": 1},
        steps="0" * 8,
        engine="e",
        data_version="d",
    )
    return submission


OF_GUESTS = (
    "personal_judging",
    "personal_judging_now",
    "personal_log",
    "personal_call",
    "personal_cancel",
    "personal_appeal",
    "personal_recording",
    "personal_public_games",
)
GAME = random_game("permissions")
RECORDER = [
    f"judging:{name}"
    for name in (
        "record",
        "record_state",
        "record_why",
        "record_enter",
        "record_undo",
        "record_note",
        "record_log",
        "record_submit",
        "record_seal",
        "record_result",
        "record_discard",
    )
] + ["judging:offline_facts"]
TABLE = """
# roles: see doors.ROLES
GET   judging:match_logs         + + + + + + + + + + + +
POST  judging:submit_log         L - + + + + + + + + - +
POST  judging:call_judge         L - + + - - - - - - - -
POST  judging:cancel_call        L - + + - - - - - - - -
GET   judging:personal_judging   + + + + + + + + + + + +
GET   judging:personal_judging_now + + + + + + + + + + + +
POST  judging:personal_log       0 0 0 0 0 0 0 0 0 0 0 0
POST  judging:personal_call      0 0 0 0 0 0 0 0 0 0 0 0
POST  judging:personal_cancel    0 0 0 0 0 0 0 0 0 0 0 0
POST  judging:personal_appeal    0 0 0 0 0 0 0 0 0 0 0 0
POST  judging:personal_recording 0 0 0 0 0 0 0 0 0 0 0 0
GET   judging:my_logs            L + + + + + + + + + + +
POST  judging:check_my_log       L + + + + + + + + + + +
GET   judging:submission         L - + + + - + - + + - +
GET   judging:submission_state   L - + + + - + - + + - +
GET   judging:original           L - + + + - + - + + - +
POST  judging:again              L - - - + - + - + + - +
GET   judging:desk             L - - - + + + - - + - +
GET   judging:open_cases         L - - - - - - - + + - +
GET   judging:new_case         L - - - + + + - + + - +
POST  judging:new_case         L - - - + + + - + + - +
GET   judging:desk_list        L - - - + + + - - + - +
GET   judging:statistics         L - - - + + + - + + - +
GET   judging:export             L - - - + + + - + + - +
GET   judging:queue              L - - - + + + + + + - +
GET   judging:queue_state        L - - - + + + + + + - +
GET   judging:facts_preview      L - - - + + + - + + - +
POST  judging:queue_again        L - - - + + + + + + - +
GET   judging:desks              L + + + + + + + + + + +
GET   judging:desk_link          L + + + + + + + + + + +
GET   judging:now                L + + + + + + + + + + +
GET   judging:match_judges       + + + + + + + + + + + +
POST  judging:everything_again   L - - - - - - - - - - +
GET   judging:mine               L + + + + + + + + + + +
GET   judging:case             L - + + + - + - - + - +
GET   judging:case_state       L - + + + - + - - + - +
GET   judging:position         L - - - + - + - - + - +
GET   judging:position_now     L - - - 0 - 0 - - 0 - 0
POST  judging:come             L - - - + - + - - + - +
POST  judging:plain            L - - - + - + - - + - +
POST  judging:undo             L - - - + - + - - + - +
POST  judging:claim            L - - - + - + - - + - +
POST  judging:release          L - - - + - + - - + - +
POST  judging:hand_over        L - - - 0 - 0 - - 0 - 0
POST  judging:statement          L - + + - - - - - - - -
POST  judging:appeal             L - + + - - - - - - - -
POST  judging:rule             L - - - + - + - - + - +
POST  judging:preview          L - - - + - + - - + - +
GET   judging:replay             - - + + + - + - + + - +
GET   judging:film               - - + + + - + - + + - +
GET   judging:replay_now         + + + + + + + + + + + +
POST  judging:play_on            - - + + + - + - + + - +
GET   judging:reach              - - 0 0 0 - 0 - 0 0 - 0
GET   judging:embed              - - - - - - - - - - - -
GET   judging:replay_picture     - - - - - - - - - - - -
GET   judging:replay_log         - - + + + - + - + + - +
GET   judging:gallery            + + + + + + + + + + + +
GET   judging:featured           + + + + + + + + + + + +
GET   judging:hall_live          + + + + + + + + + + + +
GET   judging:match_live         + + + + + + + + + + + +
GET   judging:public_games       L 0 + + 0 + 0 0 0 0 0 0
POST  judging:public_games       L 0 + + 0 + 0 0 0 0 0 0
GET   judging:personal_public_games + + + + + + + + + + + +
POST  judging:personal_public_games + + + + - - - - - - + -
GET   judging:practice           + + + + + + + + + + + +
POST  judging:practice           + + + + + + + + + + + +
GET   judging:record_match       L - + + + + + + + + - +
POST  judging:record_match       L - + + + + + + + + - +
GET   judging:record_begun       L - + + + + + + + + - +
GET   judging:offline_service_worker + + + + + + + + + + + +
GET   judging:offline_worker     + + + + + + + + + + + +
GET   judging:offline_engine     + + + + + + + + + + + +
GET   judging:offline_plan       + + + + + + + + + + + +
GET   judging:offline_facts      - - + + + + + + + + - +
GET   judging:record             L - + + + + + + + + - +
GET   judging:record_state       - - + + + + + + + + - +
GET   judging:record_why         - - + + + + + + + + - +
POST  judging:record_enter       + + + + + + + + + + + +
POST  judging:record_copy        + + + + + + + + + + + +
POST  judging:record_undo        + + + + + + + + + + + +
POST  judging:record_note        + + + + + + + + + + + +
GET   judging:record_log         - - + + + + + + + + - +
GET   judging:record_light       L - + + + + + + + + - +
POST  judging:record_light       - - + + + + + + + + - +
GET   judging:light_entries      - - + + + + + + + + - +
POST  judging:light_entries      - - + + + + + + + + - +
POST  judging:record_submit      L - + + + + + + + + - +
POST  judging:record_seal        L - + + - - - - - - - -
POST  judging:record_discard     L - + + + + + + + + - +
GET   judging:record_result      L - + + + + + + + + - +
GET   log-list                   L + + + + + + + + + + +
POST  log-list                   L + + + + + + + + + + +
GET   log-detail                 L - + + + - + - + + - +
GET   log-reports                L - + + + - + - + + - +
GET   case-list                  L + + + + + + + + + + +
GET   case-detail              L 0 0 0 + 0 + 0 0 + 0 +
"""
POSTS: dict[str, dict[str, Any]] = {
    "judging:submit_log": {"text": "{}"},
    "judging:check_my_log": {"text": "{}"},
    "judging:call_judge": {"text": "help"},
    "judging:new_case": {"text": "late"},
    "judging:record_light": {"version": "1", "entry": '{"do": "time"}'},
    "judging:play_on": {"action": "0"},
    "judging:statement": {"text": "so it was"},
    "judging:appeal": {"text": "no"},
    "judging:personal_call": {"text": "help"},
    "judging:personal_appeal": {"text": "no"},
}

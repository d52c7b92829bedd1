"""Appeals to the head judge: one per case, and the ruling on it is final."""

from enum import StrEnum

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Invalid, NotAllowed, Refused
from core.records.audit import record
from judging.cases.models import said_by
from judging.cases.services.desk import case_lock, notify_pages
from judging.models import Appeal, Case, Ruling
from judging.rights import is_concerned, is_in_conflict, may_hear
from judging.rulings.services.notifications import notify_of_appeal
from tournaments.events.models.staff import RIGHTS
from tournaments.models import Appeals, Guest, Right, Role


class Hearer(StrEnum):
    STAFF = "staff"
    SITE = "site"  # its administrators, where the event has no other judge
    NOBODY = "nobody"
    NO_APPEALS = "no-appeals"  # by the event's setting


HEARD_BY: dict[Hearer, Promise] = {
    Hearer.STAFF: _("The ruling can be appealed once: another judge of the event hears the appeal."),
    Hearer.SITE: _(
        "The ruling can be appealed once: a site administrator hears the appeal, because the event has no other judge "
        "for it."
    ),
    Hearer.NOBODY: _("The ruling is final: there is nobody else to hear an appeal."),
    Hearer.NO_APPEALS: _("The ruling is final: this event has no appeals."),
}
MAY_RULE = sorted(role for role, rights in RIGHTS.items() if Right.RULE in rights)
FINAL = (Hearer.NOBODY, Hearer.NO_APPEALS)


def hearer_of(case: Case) -> Hearer:
    """Return who hears an appeal against the ruling on this case, or against the one that is expected."""
    if case.event.appeals == Appeals.FINAL:
        return Hearer.NO_APPEALS
    against = _judge_of(case)
    hearers = _staff(case, Role.OWNER, Role.HEAD_JUDGE)
    if any(_may_hear(case, user, against) for user in hearers):
        return Hearer.STAFF
    return Hearer.SITE if _administrators_to_hear(case, against) else Hearer.NOBODY


def heard_by(case: Case) -> dict[str, str]:
    """Return who hears an appeal, and the sentence that says so."""
    hearer = hearer_of(case)
    return {"hearer": hearer, "words": str(HEARD_BY[hearer])}


def _judge_of(case: Case) -> User | None:
    """Return who has ruled, or will: whoever has claimed the case, or the only judge. None if that is open."""
    if case.current_ruling is not None:
        return case.current_ruling.judge
    if case.claimed_by is not None:
        return case.claimed_by
    judges = _staff(case, *MAY_RULE)[:2]
    return judges[0] if len(judges) == 1 else None


def _staff(case: Case, *roles: str) -> QuerySet[User]:
    return User.objects.filter(event_roles__event=case.event, event_roles__role__in=roles).distinct()


def _administrators_to_hear(case: Case, against: User | None) -> list[User]:
    administrators = User.objects.filter(is_superuser=True, is_active=True)
    return [user for user in administrators if _may_hear(case, user, against)]


def _may_hear(case: Case, user: User, against: User | None) -> bool:
    return may_hear(case.event, user, against=against) and not is_in_conflict(case.people(), user)


def may_be_appealed(case: Case) -> bool:
    """Whether a player concerned can appeal. `appeal` checks the same under the lock and says why not."""
    is_open = case.status == Case.Status.RULED and not hasattr(case, "appeal") and not case.event.is_over
    return is_open and hearer_of(case) not in FINAL


def appeal(*, case_id: int, by: User | Guest, text: str) -> Appeal:
    with case_lock(case_id) as case:
        if not is_concerned(case, by):
            raise NotAllowed("not-concerned", _("Only the players of this case can appeal."))
        made = Appeal.objects.filter(case=case).first()
        if made and made.author_is(by) and made.text == text.strip()[:4000]:
            return made  # the button was pressed twice
        ruling = _appealable(case, made)
        if not text.strip():
            raise Invalid("text-missing", _("Say in a few words what it is about."))
        hearer = hearer_of(case)
        if hearer in FINAL:
            raise Refused("ruling-final", HEARD_BY[hearer])
        made = Appeal.objects.create(case=case, against=ruling, text=text.strip()[:4000], **said_by(by))
        case.status = Case.Status.APPEALED
        case.save(update_fields=["status"])
        record("appealed", who=by, subject=case, scope=case.event, after={"against": ruling.pk}, why=made.text)
        notify_pages(case)
        notify_of_appeal(
            made, administrators=_administrators_to_hear(case, ruling.judge) if hearer == Hearer.SITE else []
        )
        return made


def _appealable(case: Case, made: Appeal | None) -> Ruling:
    """Return the ruling on the case that nobody has appealed yet."""
    if made:
        raise Refused("appealed-already", _("This ruling has already been appealed."))
    ruling: Ruling | None = case.current_ruling
    if ruling and ruling.remedy == Ruling.Remedy.WITHDRAWN:
        raise Refused("nothing-to-appeal", _("The judge has withdrawn this ruling: wait for the next one."))
    if case.status != Case.Status.RULED or ruling is None:
        raise Refused("nothing-to-appeal", _("There is no ruling to appeal."))
    if case.event.is_over:
        raise Refused("event-over", _("The event is over: its rulings are final."))
    return ruling

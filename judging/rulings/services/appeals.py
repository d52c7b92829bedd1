"""Appeals to the head judge: one per case, and the ruling on it is final."""

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Invalid, NotAllowed, Refused
from core.records.audit import record
from judging.cases.models import said_by
from judging.cases.services.desk import case_lock
from judging.models import Appeal, Case, Ruling
from judging.rights import is_concerned
from judging.rulings.services.notifications import notify_of_appeal
from tournaments.models import Guest


def may_be_appealed(case: Case) -> bool:
    """Whether a player concerned can appeal. `appeal` checks the same under the lock and says why not."""
    return case.status == Case.Status.RULED and not hasattr(case, "appeal") and not case.event.is_over


def appeal(*, case_id: int, by: User | Guest, text: str) -> Appeal:
    with case_lock(case_id) as case:
        if not is_concerned(case, by):
            raise NotAllowed("not-concerned", _("Only the players of this case can appeal."))
        made = Appeal.objects.filter(case=case).first()
        if made and made.author_is(by) and made.text == text.strip()[:4000]:
            return made  # the button was pressed twice
        if made:
            raise Refused("appealed-already", _("This ruling has already been appealed."))
        ruling = case.current_ruling
        if ruling and ruling.remedy == Ruling.Remedy.WITHDRAWN:
            raise Refused("nothing-to-appeal", _("The judge has withdrawn this ruling: wait for the next one."))
        if case.status != Case.Status.RULED or ruling is None:
            raise Refused("nothing-to-appeal", _("There is no ruling to appeal."))
        if case.event.is_over:
            raise Refused("event-over", _("The event is over: its rulings are final."))
        if not text.strip():
            raise Invalid("text-missing", _("Say in a few words what it is about."))
        made = Appeal.objects.create(case=case, against=ruling, text=text.strip()[:4000], **said_by(by))
        case.status = Case.Status.APPEALED
        case.save(update_fields=["status"])
        record("appealed", who=by, subject=case, scope=case.event, after={"against": ruling.pk}, why=made.text)
        notify_of_appeal(made)
        return made

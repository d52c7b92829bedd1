"""The staff of an event: invited by link, each with a role."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Refused
from core.records.audit import record
from tournaments.base.services.locking import event_lock, require
from tournaments.models import Event, Right, Role, Staff, StaffInvitation


def invite(*, event: Event, who: User, role: str) -> StaffInvitation:
    with event_lock(event.pk):
        require(event, who, Right.MANAGE_STAFF)
        if role not in Role.values:
            raise Refused("unknown-role", _("There is no such role."))
        invitation = StaffInvitation.objects.create(event=event, role=role, invited_by=who)
        record("staff-invited", who=who, subject=invitation, scope=event, after={"role": role})
        return invitation


def revoke_invitation(*, invitation: StaffInvitation, who: User) -> None:
    with event_lock(invitation.event_id) as event:
        require(event, who, Right.MANAGE_STAFF)
        invitation.refresh_from_db()
        if not invitation.is_open():
            return
        invitation.revoked_at = timezone.now()
        invitation.save(update_fields=["revoked_at"])
        record("invitation-revoked", who=who, subject=invitation, scope=event, before={"role": invitation.role})


def accept_invitation(*, token: str, who: User) -> Staff:
    """Accept an invitation. The link works once, for the first person to accept."""
    event_id = StaffInvitation.objects.values_list("event_id", flat=True).get(token=token)
    with event_lock(event_id) as event:
        invitation = event.invitations.get(token=token)
        if not invitation.is_open():
            raise Refused("invitation-used", _("This invitation has been used or revoked, or has expired."))
        invitation.accepted_by = who
        invitation.save(update_fields=["accepted_by"])
        row, _created = Staff.objects.get_or_create(event=event, user=who, role=invitation.role)
        record("staff-joined", who=who, subject=event, scope=event, after={"role": invitation.role})
        return row


def remove_staff(*, row: Staff, who: User) -> None:
    """Remove a staff member. Anyone may remove themselves, but the last owner cannot leave."""
    with event_lock(row.event_id) as event:
        if row.user_id != who.pk:
            require(event, who, Right.MANAGE_STAFF)
        if not event.staff.filter(pk=row.pk).exists():
            return
        owners = event.staff.filter(role=Role.OWNER)
        if row.role == Role.OWNER and owners.count() == 1:
            raise Refused("last-owner", _("An event needs at least one owner."))
        record("staff-left", who=who, subject=event, scope=event, before={"role": row.role, "user": row.user_id})
        row.delete()

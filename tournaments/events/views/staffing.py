"""The staff of an event, invited by link."""

from allauth.account.decorators import reauthentication_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.sign_in.fresh_sign_in import signed_in_recently
from core.pages.asking import asks_first
from core.pages.links import absolute
from tournaments.base.views.access import EventRequest, event_page, forget_hidden_texts, signed_in
from tournaments.events.models.staff import waits_for_second_factor
from tournaments.events.services import staffing as services
from tournaments.lists.services.reading import readers_of_lists
from tournaments.models import Event, EventState, Right, Role, Staff, StaffInvitation, rights_of


@require_GET
@event_page(*Right)
def staff(request: EventRequest, event: Event) -> HttpResponse:
    manages = Right.MANAGE_STAFF in request.rights
    invitations = [i for i in event.invitations.select_related("accepted_by") if i.is_open()] if manages else []
    fresh = not invitations or signed_in_recently(request)
    context = {
        "event": event,
        "staff": event.staff.select_related("user"),
        "manages": manages,
        "readers": readers_of_lists(event),
        "roles": reversed(Role.choices),  # the default is the role with the fewest rights
        "invitations": [(i, _link(i, request) if fresh or i.role != Role.OWNER else "") for i in invitations],
    }
    return render(request, "tournaments/events/staff.html", context)


def _link(invitation: StaffInvitation, request: EventRequest) -> str:
    return absolute(reverse("tournaments:join", args=[invitation.token]), request)


@require_GET
@signed_in
def factor(request: EventRequest, slug: str) -> HttpResponse:
    """Tell staff that their rights require a second factor."""
    event = get_object_or_404(Event, slug=slug)
    if not waits_for_second_factor(event, request.user):
        if event.state == EventState.DRAFT and not rights_of(event, request.user):
            raise Http404
        return redirect("tournaments:event", slug)
    return render(request, "tournaments/events/staff_factor.html", {"event": event})


def makes_an_owner(request: HttpRequest) -> bool:
    return request.POST.get("role") == Role.OWNER


def takes_an_owner_away(request: EventRequest) -> bool:
    """Whether the request removes another owner. Removing oneself is always possible; the service checks rights."""
    if Right.MANAGE_STAFF not in request.rights:
        return False
    assert request.resolver_match
    row = Staff.objects.filter(pk=request.resolver_match.kwargs["staff_id"]).first()
    return row is not None and row.role == Role.OWNER and row.user_id != request.user.pk


@require_POST
@event_page(Right.MANAGE_STAFF)
@reauthentication_required(enabled=makes_an_owner)
def invite(request: EventRequest, event: Event) -> HttpResponse:
    services.invite(event=event, who=request.user, role=request.POST.get("role", ""))
    return redirect("tournaments:staff", event.slug)


@require_POST
@event_page(Right.MANAGE_STAFF)
@asks_first
def revoke(request: EventRequest, event: Event, invitation_id: int) -> HttpResponse:
    services.revoke_invitation(invitation=get_object_or_404(event.invitations, pk=invitation_id), who=request.user)
    return redirect("tournaments:staff", event.slug)


@require_POST
@event_page(*Right)
@reauthentication_required(enabled=takes_an_owner_away)
@asks_first
def remove(request: EventRequest, event: Event, staff_id: int) -> HttpResponse:
    services.remove_staff(row=get_object_or_404(event.staff, pk=staff_id), who=request.user)
    return redirect("tournaments:event", event.slug)


@require_http_methods(["GET", "POST"])
@signed_in
def join(request: EventRequest, token: str) -> HttpResponse:
    invitation = get_object_or_404(StaffInvitation.objects.select_related("event"), token=token)
    if request.method == "POST":
        services.accept_invitation(token=token, who=request.user)
        return redirect("tournaments:run", invitation.event.slug)
    forget_hidden_texts(invitation.event, rights_of(invitation.event, request.user))
    context = {"event": invitation.event, "invitation": invitation, "is_open": invitation.is_open()}
    return render(request, "tournaments/events/join.html", context)

"""Announcements: shown on every open page, and sent by e-mail to those who want that."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.sign_in.confirmed_addresses import is_confirmed
from core.pages.error_responses import form_status
from core.pages.live import render_part
from tournaments.base.views.access import EventRequest, event_page, signed_in
from tournaments.base.views.form_fields import form_text
from tournaments.events.forms import AnnouncementForm, MailChoiceForm
from tournaments.events.services import announcements as services
from tournaments.models import Announcement, Event, MailChoice, OptOut, Right


@require_GET
@event_page()
def news(request: EventRequest, event: Event) -> HttpResponse:
    items = Announcement.objects.shown_on(event)[:10]
    context = {"event": event, "news": items}
    return render_part(request, "tournaments/events/event.html", context, part="announcements")


@require_GET
@event_page()
def latest_announcement(request: EventRequest, event: Event) -> HttpResponse:
    """Render the latest announcement for other pages of the event: players at a table read the match, not the front
    page."""
    return render(request, "tournaments/events/parts/latest_announcement.html", {"latest": event.latest_announcement()})


@require_http_methods(["GET", "POST"])
@event_page(Right.ANNOUNCE)
def announce(request: EventRequest, event: Event) -> HttpResponse:
    form = AnnouncementForm(request.POST or None)
    if form.is_valid():
        text = form.cleaned_data["text"]
        services.announce(event_id=event.pk, who=request.user, text=text, key=form_text(request, "once"))
        return redirect("tournaments:announce", event.slug)
    context = {"event": event, "form": form, "items": event.announcements.select_related("by")}
    return render(request, "tournaments/events/announce.html", context, status=form_status(form))


@require_POST
@event_page(Right.ANNOUNCE)
def withdraw(request: EventRequest, event: Event, announcement_id: int) -> HttpResponse:
    """Withdraw an announcement, or undo that."""
    item = get_object_or_404(event.announcements, pk=announcement_id)
    do = services.undo_withdrawal if request.POST.get("undo") else services.withdraw_announcement
    do(announcement=item, who=request.user)
    return redirect("tournaments:announce", event.slug)


@require_http_methods(["GET", "POST"])
@signed_in
def mail_choice(request: EventRequest) -> HttpResponse:
    """Edit the e-mail preferences of the user."""
    choice = MailChoice.objects.filter(user=request.user).first() or MailChoice(user=request.user)
    form = MailChoiceForm(request.POST or None, instance=choice)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Preferences saved."))
        return redirect("tournaments:mail_choice")
    address = request.user.email
    context = {"form": form, "title": _("E-mail"), "opt_out": OptOut.path_for(address)}
    context |= {"is_stopped": bool(OptOut.objects.among([address])), "is_confirmed": is_confirmed(request.user)}
    return render(request, "tournaments/events/mail_choice.html", context)

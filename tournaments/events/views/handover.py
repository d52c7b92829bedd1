"""Moving an event to another computer, step by step, and saying that it went on there."""

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from core.pages.error_responses import errors_on_form, form_status
from tournaments.base.views.access import EventRequest, event_page
from tournaments.events.services import exporting as services
from tournaments.models import Event, Right


class ElsewhereForm(forms.Form):
    address = forms.CharField(
        label=_("Address of the event there"),
        help_text=_("Whoever opens a page or a personal link here reads it. It can stay empty."),
        max_length=200,
        required=False,
        widget=forms.URLInput(attrs={"placeholder": "http://192.168.0.12:8000/"}),
    )


@require_http_methods(["GET", "POST"])
@event_page(Right.EDIT_EVENT)
def elsewhere(request: EventRequest, event: Event) -> HttpResponse:
    form = ElsewhereForm(request.POST or None, initial={"address": event.elsewhere_at})
    if request.POST.get("do") == "here":
        services.continue_here(event_id=event.pk, who=request.user)
        return redirect("tournaments:elsewhere", event.slug)
    if form.is_valid():
        with errors_on_form(form, no_web_address="address"):
            services.continue_elsewhere(event_id=event.pk, who=request.user, address=form.cleaned_data["address"])
            return redirect("tournaments:elsewhere", event.slug)
    return render(
        request, "tournaments/events/elsewhere.html", {"event": event, "form": form}, status=form_status(form)
    )


@require_POST
@event_page(Right.MANAGE_PLAYERS)
def links_handed_out(request: EventRequest, event: Event) -> HttpResponse:
    services.hand_out_links(event_id=event.pk, who=request.user)
    return redirect("tournaments:run", event.slug)

"""Series: several events counted together."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from core.pages.error_responses import form_status
from tournaments.base.views.access import EventRequest, deny_access, signed_in
from tournaments.cut.services.ladder import ladder
from tournaments.events.forms import SeriesForm
from tournaments.events.services.lists import events_in
from tournaments.models import Event, Series


@require_GET
def index(request: EventRequest) -> HttpResponse:
    return render(request, "tournaments/events/series_list.html", {"series": Series.objects.all()})


@require_GET
def series(request: EventRequest, slug: str) -> HttpResponse:
    shown = get_object_or_404(Series, slug=slug)
    events = events_in(Event.objects.visible_to(request.user).filter(series=shown).order_by("starts_at"))
    context = {"series": shown, "events": events, "ladder": ladder(shown)}
    return render(request, "tournaments/events/series.html", context)


@require_http_methods(["GET", "POST"])
@signed_in
def create(request: EventRequest) -> HttpResponse:
    form = SeriesForm(request.POST or None, instance=Series(owner=request.user))
    if form.is_valid():
        return redirect(form.save())
    return render(request, "tournaments/events/series_form.html", {"form": form}, status=form_status(form))


@require_http_methods(["GET", "POST"])
@signed_in
def edit(request: EventRequest, slug: str) -> HttpResponse:
    shown = get_object_or_404(Series, slug=slug)
    if shown.owner_id != request.user.pk and not request.user.is_superuser:
        return deny_access(request)
    form = SeriesForm(request.POST or None, instance=shown)
    if form.is_valid():
        return redirect(form.save())
    context = {"form": form, "series": shown}
    return render(request, "tournaments/events/series_form.html", context, status=form_status(form))

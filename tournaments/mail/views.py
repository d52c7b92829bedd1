"""E-mails: recipients can stop them, and the staff see which could not be sent."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.base.views.access import EventRequest, event_page
from tournaments.base.views.form_fields import form_text
from tournaments.mail.services import mail_queue
from tournaments.models import Event, OptOut, Right


@csrf_exempt
@require_http_methods(["GET", "POST"])
def opt_out(request: HttpRequest, token: str) -> HttpResponse:
    """Stop or resume e-mails to an address.

    Mail programs post here directly (RFC 8058), without a page, cookie or account; the signed link is the proof. GET
    requests change nothing, because link checkers make them.
    """
    digest = OptOut.digest_in(token)
    if digest is None:
        raise Http404
    found = OptOut.objects.filter(digest=digest)
    if request.method == "POST" and form_text(request, "do") == "again":
        found.delete()
    elif request.method == "POST":
        OptOut.objects.get_or_create(digest=digest)
    context = {"is_stopped": found.exists(), "title": _("E-mails to your address")}
    response = render(request, "tournaments/players/opt_out.html", context)
    response["Referrer-Policy"] = "no-referrer"
    response["Cache-Control"] = "private, no-store"
    return response


@require_POST
@event_page(Right.MANAGE_PLAYERS)
def send_again(request: EventRequest, event: Event, mail_id: int) -> HttpResponse:
    mail_queue.send_again(event_id=event.pk, who=request.user, mail_id=mail_id)
    messages.success(request, _("The e-mail will be sent again."))
    return redirect("tournaments:manage_players", event.slug)

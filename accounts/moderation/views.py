"""Views to report content, the moderators' queue and decisions, and the appeal of the person concerned."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from accounts.models import ModerationCase, User
from accounts.moderation import services as moderation
from accounts.moderation.models import LONGEST_TEXT, MODERATE, CaseOutcome, CaseState, ContentReport, find_on, kind_of
from core.pages.error_responses import errors_on_form, form_status
from core.pages.requests import client_address

MOST_CLOSED = 50  # decided cases shown below the queue
PAGE_WITH_FORM = require_http_methods(["GET", "POST"])


def long_text(label: Any) -> forms.CharField:
    box = forms.Textarea(attrs={"rows": 4})
    return forms.CharField(label=label, max_length=LONGEST_TEXT, widget=box)


class ReportForm(forms.ModelForm):
    class Meta:
        model = ContentReport
        fields = ["reason", "text", "email"]
        widgets = {"text": forms.Textarea(attrs={"rows": 4})}
        help_texts = {"email": gettext_lazy("Only if the moderators may contact you. It is deleted afterwards.")}

    def __init__(self, *args: Any, who: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if who.is_authenticated:
            del self.fields["email"]


class DecisionForm(forms.Form):
    outcome = forms.ChoiceField(label=gettext_lazy("decision"), choices=CaseOutcome.choices, widget=forms.RadioSelect)
    why = long_text(gettext_lazy("reason, which the person reads"))


class AppealForm(forms.Form):
    text = long_text(gettext_lazy("Why should the decision be changed?"))


class AppealDecisionForm(forms.Form):
    granted = forms.TypedChoiceField(
        label=gettext_lazy("decision"),
        choices=[("no", gettext_lazy("the decision stands")), ("yes", gettext_lazy("the decision is reversed"))],
        coerce=lambda value: value == "yes",
        widget=forms.RadioSelect,
    )
    why = long_text(gettext_lazy("reason, which the person reads"))


@PAGE_WITH_FORM
@never_cache
def report(request: HttpRequest, page: str) -> HttpResponse:
    """Report content; `page` is the URL of the page that shows it."""
    path = f"/{page}"
    row = find_on(path, request.user)
    form = ReportForm(request.POST or None, who=request.user)
    if form.is_valid():
        with errors_on_form(form):
            moderation.refuse_many(request.user, client_address(request))
            moderation.report(row=row, who=request.user, **form.cleaned_data)
            messages.success(request, _("Thank you. The moderators will look at it."))
            return redirect(path)
    # the URL instead of the row's name: only that page knows which name this reader may see
    context = {"form": form, "what": kind_of(row._meta.label_lower).label, "back": path}
    return render(request, "moderation/report.html", context, status=form_status(form))


def moderators_only(request: HttpRequest) -> User:
    user = request.user
    assert isinstance(user, User)
    if not moderation.may_moderate(user):
        if user.has_perm(MODERATE):
            raise PermissionDenied(_("Moderators need a second factor. Set one up in your profile."))
        raise PermissionDenied(_("Only moderators may do this."))
    return user


@require_GET
@login_required
@never_cache
def queue(request: HttpRequest) -> HttpResponse:
    moderators_only(request)
    cases = ModerationCase.objects.select_related("owner", "decided_by")
    closed = cases.exclude(pk__in=cases.waiting().values("pk")).order_by("-decided_at")[:MOST_CLOSED]
    return render(request, "moderation/queue.html", {"waiting": cases.waiting(), "closed": closed})


@PAGE_WITH_FORM
@login_required
@never_cache
def case(request: HttpRequest, pk: int) -> HttpResponse:
    me = moderators_only(request)
    found = get_object_or_404(ModerationCase.objects.select_related("owner", "decided_by"), pk=pk)
    is_appeal = found.state == CaseState.APPEALED
    form: forms.Form = (AppealDecisionForm if is_appeal else DecisionForm)(request.POST or None)
    if form.is_valid():
        service: Callable[..., Any] = moderation.decide_appeal if is_appeal else moderation.decide
        with errors_on_form(form, nobody_to_suspend="outcome", more_rights="outcome", not_suspended="outcome"):
            service(case_id=pk, who=me, **form.cleaned_data)
            messages.success(request, _("Decision saved."))
            return redirect("accounts:moderation")
    subject = found.subject
    context = {
        "case": found,
        "form": form if found.state in (CaseState.OPEN, CaseState.APPEALED) else None,
        "texts": found.about.texts(subject) if subject else [],
        "page": found.about.page(subject) if subject else "",
        "reports": found.reports.select_related("reporter"),
        "crumbs": [(reverse("accounts:moderation"), _("Moderation"))],
    }
    return render(request, "moderation/case.html", context, status=form_status(form))


@PAGE_WITH_FORM
@never_cache
def appeal(request: HttpRequest, token: str) -> HttpResponse:
    """Appeal by the link in the e-mail, without signing in."""
    found = moderation.case_of_link(token)
    if found is None:
        raise Http404
    form = AppealForm(request.POST or None)
    if form.is_valid():
        with errors_on_form(form):
            moderation.appeal(case_id=found.pk, text=form.cleaned_data["text"])
            messages.success(request, _("Your appeal was sent. Another moderator decides about it."))
            return redirect(request.path)
    context = {"case": found, "form": form}
    response = render(request, "moderation/appeal.html", context, status=form_status(form))
    response["Referrer-Policy"] = "same-origin"
    return response

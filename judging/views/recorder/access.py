"""Access to recordings."""

from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from judging.models import Recording
from judging.services.recorder.recording import may_record


def find(uuid: UUID, user: Any) -> Recording:
    recording = get_object_or_404(Recording.objects.select_related("match__round__event", "submission"), uuid=uuid)
    if not may_record(recording, user):
        raise PermissionDenied(_("Only the players of a match and the staff can record it."))
    return recording

"""Phones and browsers to which notifications are pushed: added by a script, removed by a button."""

import json
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league.clubs.models import User
from league.office.notifications import services

LONGEST_BODY = 4_000


@require_safe
def push_worker(request: HttpRequest) -> HttpResponse:
    """The script that shows what is pushed, also while no page is open."""
    response = render(request, "desk/account/push_worker.js", content_type="text/javascript")
    response["Cache-Control"] = "no-cache"
    return response


@login_required
@require_POST
def phone_add(request: HttpRequest) -> HttpResponse:
    """Take the subscription that the browser made; 422 with a sentence for one that is none."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101  login_required
    try:
        services.add_phone(user=user, **_subscription(request), at=timezone.now())
    except services.PreferenceInvalid as refused:
        return JsonResponse({"sentence": str(refused)}, status=422)
    return HttpResponse(status=204)


def _subscription(request: HttpRequest) -> dict[str, str]:
    """Return what a browser says of its subscription; empty words for what is missing."""
    try:
        given: Any = json.loads(request.body[:LONGEST_BODY])
    except ValueError:
        given = None
    given = given if isinstance(given, dict) else {}
    keys = given.get("keys")
    keys = keys if isinstance(keys, dict) else {}
    return {
        "endpoint": str(given.get("endpoint") or ""),
        "p256dh": str(keys.get("p256dh") or ""),
        "auth": str(keys.get("auth") or ""),
    }


@login_required
@require_POST
def phone_remove(request: HttpRequest, phone: int) -> HttpResponse:
    """Push nothing more to one of the own phones."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101  login_required
    services.remove_phone(user=user, phone=phone)
    messages.success(request, _("This phone gets no more notices."))
    return redirect("account:home")

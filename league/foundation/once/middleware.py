"""Forms that carry a key are done once, however often the button sends them."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid5

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.utils.translation import gettext as _

from league.foundation.limits import key_of
from league.foundation.once.services import Answer, digest_of, run_once

FIELD = "sent_once"


class SentOnceMiddleware:
    """Runs the view of a form with a key so that the second of two like it changes nothing.

    A form is done when its view leads on to another page; a form that is shown again, because
    something in it was wrong, was not done. The key belongs to an account, one address and one
    content: whoever goes back, types something else and sends it, means something else.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self,
        request: HttpRequest,
        view: Callable[..., HttpResponse],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> HttpResponse | None:
        # the bodies of programs are not forms, and are read by the API alone
        if request.method != "POST" or request.content_type not in FORMS:
            return None
        key, user = key_of_form(request), request.user
        if key is None or not user.is_authenticated:
            return None
        shown: list[HttpResponse] = []

        def act() -> Answer | None:
            shown.append(view(request, *args, **kwargs))
            if not 300 <= shown[0].status_code < 400:
                return None
            return Answer(status=shown[0].status_code, location=shown[0]["Location"])

        done = run_once(
            scope=f"user:{user.pk}",
            key=key,
            digest=_digest(request),
            at=timezone.now(),
            act=act,
        )
        if done is None:
            return shown[0]
        messages.info(request, _("This was sent twice; it was done once."))
        return HttpResponseRedirect(done.location)


FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


def key_of_form(request: HttpRequest) -> UUID | None:
    """Return the key of what was typed into a form; another content of it has another key."""
    key = key_of(request.POST.get(FIELD))
    return uuid5(key, _digest(request)) if key else None


def _digest(request: HttpRequest) -> str:
    parts: list[str | bytes] = [request.get_full_path()]
    for name, values in sorted(request.POST.lists()):
        if name != "csrfmiddlewaretoken":
            parts += [name, *values]
    for name, files in sorted(request.FILES.lists()):
        for file in files:
            parts += [name, file.read()]
            file.seek(0)
    return digest_of(*parts)

"""Pages in the language of the account, unless another one was chosen on this device."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.deprecation import MiddlewareMixin

from league.clubs.models import User


class AccountLanguageMiddleware(MiddlewareMixin):
    """After a language cookie, before what the browser asks for, goes the account's language."""

    def process_request(self, request: HttpRequest) -> None:
        if settings.LANGUAGE_COOKIE_NAME in request.COOKIES:
            return
        # without a session nobody is signed in: public pages stay free of it
        if settings.SESSION_COOKIE_NAME in request.COOKIES and isinstance(request.user, User):
            translation.activate(request.user.language)
            request.LANGUAGE_CODE = translation.get_language()


def remember_language(response: HttpResponse, user: User) -> HttpResponse:
    """Have this device show the account's language from now on."""
    cookie: dict[str, Any] = {
        "max_age": settings.LANGUAGE_COOKIE_AGE,
        "path": settings.LANGUAGE_COOKIE_PATH,
        "domain": settings.LANGUAGE_COOKIE_DOMAIN,
        "secure": settings.LANGUAGE_COOKIE_SECURE,
        "httponly": settings.LANGUAGE_COOKIE_HTTPONLY,
        "samesite": settings.LANGUAGE_COOKIE_SAMESITE,
    }
    response.set_cookie(settings.LANGUAGE_COOKIE_NAME, user.language, **cookie)
    return response

"""Signing in by a password, at a bounded cost: pages and programs go through here."""

from datetime import datetime
from typing import Any

from axes.handlers.proxy import AxesProxyHandler
from django.contrib.auth import authenticate
from django.http import HttpRequest

from league.clubs.models import User
from league.clubs.services.often import PASSWORDS_OF_ACCOUNT, count, count_sign_in


def user_with(request: HttpRequest, email: str, password: str, at: datetime) -> User | None:
    """Return the account with this address and password, or None.

    Tries are counted for the device's network and for the account before a password is hashed;
    axes counts wrong ones of the two together and then marks the request as locked out. What axes
    refuses is not counted for the account: nobody locks another person out from one place.
    Raises TooOften.
    """
    count_sign_in(str(request.META.get("REMOTE_ADDR", "")), at)
    email = email.strip().lower()
    credentials: dict[str, Any] = {"username": email}
    if AxesProxyHandler.is_allowed(request, credentials):
        count(PASSWORDS_OF_ACCOUNT, email, at)
    user = authenticate(request, username=email, password=password)
    return user if isinstance(user, User) else None

"""Where somebody goes after signing in who asked for no page in particular."""

from django.conf import settings
from django.shortcuts import resolve_url
from django.urls import reverse

from league.clubs.models import User
from league.clubs.permissions import SCORERS
from league.clubs.selectors import players_of_user


def page_after_sign_in(user: User) -> str:
    """Return the address of My page for who is only a player, else that of the desk."""
    has_desk = user.is_staff or user.memberships.filter(role__in=SCORERS).exists()
    if not has_desk and players_of_user(user).exists():
        return reverse("public:my_page")
    return resolve_url(settings.LOGIN_REDIRECT_URL)

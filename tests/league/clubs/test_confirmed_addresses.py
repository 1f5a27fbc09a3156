"""The migration that finds out whose address is confirmed, in a site that has run for a while."""

from datetime import timedelta
from importlib import import_module

import pytest
from axes.models import AccessLog
from django.apps import apps

from league.clubs.models import Invitation, User
from tests.league.factories import PASSWORD, make_club, make_user

pytestmark = pytest.mark.django_db


def made_by_invitation(name, owner):
    user = make_user(name, email=f"{name}@example.org", password=PASSWORD)
    Invitation.objects.create(
        club=make_club(f"Club of {name}"),
        email=user.email,
        role="player",
        invited_by=owner,
        invited_at=user.joined_at,
        expires_at=user.joined_at + timedelta(days=14),
        accepted_at=user.joined_at,
        accepted_by=user,
    )
    return user


def signed_in_at(user, path):
    AccessLog.objects.create(username=user.email, path_info=path, ip_address="192.0.2.1")


def test_accounts_made_by_a_link_others_saw_are_confirmed_by_what_was_mailed_since():
    owner = make_user("owner", password=PASSWORD)  # by whoever runs the site
    seen = made_by_invitation("seen", owner)
    by_link, by_reset = (made_by_invitation(name, owner) for name in ("link", "reset"))
    moved = made_by_invitation("moved", owner)
    User.objects.filter(pk=moved.pk).update(email="elsewhere@example.org")
    signed_in_at(seen, "/account/sign-in/")
    signed_in_at(seen, "/account/invitations/1:x/")
    signed_in_at(by_link, "/account/link/")
    signed_in_at(by_reset, "/account/password/new/Mg/set-password/")

    import_module("league.clubs.migrations.0006_confirmed_addresses").confirm_addresses(apps, None)

    confirmed = User.objects.filter(address_confirmed_at__isnull=False)
    assert set(confirmed) == {owner, by_link, by_reset, moved}
    assert all(user.check_password(PASSWORD) for user in confirmed)
    seen.refresh_from_db()
    assert not seen.has_usable_password()

"""Clients signed in as somebody of a club."""

from django.test import Client

from tests.league.factories import make_member, make_user


def client_of(club, role):
    user = make_user(f"{role} person", email=f"{role}{club.pk}@example.org")
    make_member(club, user, role)
    client = Client()
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return client


def signed_in(member) -> Client:
    client = Client()
    client.force_login(member.user)
    return client

"""The pages of one table, and a deal typed there."""

from uuid import uuid4

from django.test import Client
from django.urls import reverse

from league.clubs.models import Role
from tests.league.factories import make_member, make_user

DEAL = {
    "bid": "60",
    "declarer": "0",
    "melds-0": "34",
    "melds-1": "22",
    "outcome": "played",
    "points-0": "30",
    "last_trick": "0",
}

GAME = {"table_play": "game", "deals_a_round": None, "final_scores": "table"}


class Desk:
    """A person with a role in the club, at the pages of one table."""

    def __init__(self, table, role=Role.DIRECTOR):
        self.table = table
        self.event = table.round.stage.event
        self.client = Client()
        if role is not None:
            user = make_user(f"{role} person", email=f"{role}{self.event.club_id}@example.org")
            make_member(self.event.club, user, role)
            self.client.force_login(user, "django.contrib.auth.backends.ModelBackend")

    def address(self, name, *more):
        at = [self.event.club.slug, self.event.slug]
        if name in ("room", "round"):
            return reverse(f"desk:{name}", args=[*at, 1, self.table.round.number])
        if name in ("adjustments", "adjustment_revoke", "play_offs", "play_off_revoke"):
            return reverse(f"desk:{name}", args=[*at, *more])
        return reverse(f"desk:{name}", args=[*at, self.table.pk, *more])

    def get(self, name, *more, **headers):
        return self.client.get(self.address(name, *more), headers=headers)

    def post(self, name, *more, **data):
        return self.client.post(self.address(name, *more), data)


def row(number, **changes):
    cells = {name: value for name, value in (DEAL | changes).items() if value is not None}
    return {f"d{number}-{name}": value for name, value in cells.items()} | {
        f"d{number}-sent_as": str(uuid4())
    }


def scores_address(desk):
    return reverse("desk:round_scores", args=[desk.event.club.slug, desk.event.slug, 1, 1])

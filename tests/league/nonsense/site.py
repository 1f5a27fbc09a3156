"""A club with everything in it, and the addresses of a face filled in."""

from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.foundation.journal.actor import Act
from league.office.associations.services import found_association
from league.play.prepared.services import make_weekly_deals
from league.play.rounds.links import link_of
from tests.addresses import Address, all_addresses
from tests.league.faces.api.factories import client_of
from tests.league.play.events.factories import DIRECTOR, NOW
from tests.permissions.club_with_everything import ClubWithEverything

# streams and programs have tests of their own, and these give files that no name changes
LEFT_OUT = {"metrics", "livez", "readyz", "favicon"}
STEPS = ("game", "rules", "people", "scoring", "rounds", "summary")


class Site(ClubWithEverything):
    """The club, an association itself, with the addresses of an event that is still a draft."""

    def __init__(self) -> None:
        make_weekly_deals(at=timezone.now())
        super().__init__("quokka", "00000074" * 8)
        found_association(club=self.club, by=Act(DIRECTOR, NOW))
        self.owner = self.people["owner"]

    def every_value(self, one: Address) -> list[dict[str, Any]]:
        """Return what the names in an address stand for, by turns where there are several."""
        values, draft = self.values(one), {"event": self.draft.slug}
        match one.name:
            case "desk:event_setup":
                return [values | draft | {"step": step} for step in STEPS]
            case "desk:event_rules_renew" | "desk:event_discard":
                return [values | draft]
            case "desk:event_move":
                return [values, values | draft]
            case "table:page":
                return [values | {"token": link_of(table)} for table in (self.waiting, self.done)]
        return [values]

    def paths(self, one: Address) -> list[str]:
        """Return the addresses of a view, filled in."""
        return [
            reverse(one.name, kwargs={name: values[name] for name in one.arguments})
            for values in self.every_value(one)
        ]

    def visitor(self, face: str) -> Client:
        """Return who may do most on the pages of a face."""
        if face == "api":
            return client_of(self.owner)
        client = Client()
        if face != "table":
            client.force_login(self.owner)
            return client
        for table in (self.waiting, self.done):
            client.post(reverse("table:seat", args=[link_of(table)]), {"seat": "1"})
        return client


def addresses_of(face: str) -> list[Address]:
    return [one for one in all_addresses() if one.face == face and one.name not in LEFT_OUT]

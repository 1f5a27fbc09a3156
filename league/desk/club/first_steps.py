"""A club's first steps, until they are done: people, a first night, a first deal, its end."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from league.clubs.models import Club
from league.results.models import Submission
from league.rounds.models import Round, RoundState

ENOUGH_PLAYERS = 3


def first_steps(club: Club, players: int, room: str = "") -> list[dict[str, Any]]:
    """Return the steps of a new club in their order, or nothing once a round has been closed.

    `room` is the address of the room being played in, if there is one.

    A step has its sentence, whether it is done, and for the first that is not a button.
    """
    rounds = Round.objects.filter(stage__event__club=club)
    states = set(rounds.order_by().values_list("state", flat=True).distinct())
    if RoundState.CLOSED in states:
        return []
    has_night = bool(states)
    has_deal = (
        has_night and Submission.objects.filter(table__round__stage__event__club=club).exists()
    )
    steps: list[dict[str, Any]] = [
        {"text": _("Club created."), "is_done": True},
        {
            "text": _("Add the people who play: paste their names, a line each."),
            "is_done": players >= ENOUGH_PLAYERS,
            "action": _("Paste a list"),
            "url": reverse("desk:players_import", args=[club.slug]),
        },
        {
            "text": _("Tonight: tick who is here, choose a plan and press Start."),
            "is_done": has_night,
            "action": _("Who is here?"),
            "url": reverse("desk:tonight", args=[club.slug]),
        },
        {
            "text": _("Enter the first deal, by a phone at the table or from paper."),
            "is_done": has_deal,
            "action": _("To the room") if room else _("To the events"),
            "url": room or reverse("desk:events", args=[club.slug]),
        },
        {
            "text": _("Close the round when its tables are done: the standings are ready."),
            "is_done": False,
            "action": _("To the room") if room else _("To the events"),
            "url": room or reverse("desk:events", args=[club.slug]),
        },
    ]
    following = next(step for step in steps if not step["is_done"])
    following["is_next"] = True
    return steps

"""The desk's first page, and the first page of one club with its first steps."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.decorators import login_required
from django.contrib.postgres.expressions import ArraySubquery
from django.core.paginator import Paginator
from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET

from league.clubs.models import Club, Member, Player, Role, User
from league.clubs.permissions import DIRECTORS, SCORERS
from league.clubs.selectors import clubs_of, role_of
from league.faces.desk.access import club_page
from league.faces.desk.club.waiting import Waiting, asking_clubs, own_tables, waiting_in
from league.faces.desk.jobs.job_links import under_way_shown
from league.faces.desk.rounds.rounds_shown import open_rooms
from league.foundation.compiled_queries import CompiledQuery
from league.office.associations.models import Association, Belonging, Registration
from league.office.associations.selectors import association_of
from league.play.events.models import Event, EventState
from league.play.events.selectors import events_by_work, ids_of
from league.play.results.models import Submission
from league.play.rounds.models import Round, RoundState

EVENTS_A_PAGE = 50
MOST_WAITING = 50
UNDER_WAY = (EventState.RUNNING, EventState.OPEN, EventState.DRAFT)
ENOUGH_PLAYERS = 3


@require_GET
@login_required
def home(request: HttpRequest) -> HttpResponse:
    """One's clubs, and what waits in them."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101  login_required
    memberships = list(clubs_of(user))
    waiting = waiting_in(
        scored=_clubs(memberships, SCORERS),
        directed=_clubs(memberships, DIRECTORS),
        at=timezone.now(),
    )
    context = {
        "memberships": [
            (
                membership,
                membership.role in SCORERS,
                sum(w.club_id == membership.club_id for w in waiting),
            )
            for membership in memberships
        ],
        **_waiting_shown(waiting),
        "own_tables": own_tables(user),
        "may_add_club": user.has_perm("clubs.add_club"),
    }
    return render(request, "desk/club/home.html", context)


def _waiting_shown(waiting: Sequence[Waiting]) -> dict[str, Any]:
    """Return what waits, most urgent first, and how much more there is than a page shows."""
    return {
        "waiting": waiting[:MOST_WAITING],
        "more_waiting": max(len(waiting) - MOST_WAITING, 0),
    }


def _clubs(memberships: list[Member], roles: tuple[Role, ...]) -> set[int]:
    return {membership.club_id for membership in memberships if membership.role in roles}


@require_GET
@club_page("clubs.view_desk")
def club_home(request: HttpRequest, club: Club) -> HttpResponse:
    """A club at a glance: what waits, what is under way, how many people."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101  club_page
    role = Role.OWNER if user.is_staff else role_of(user, club)
    under_way = events_by_work(club).filter(state__in=UNDER_WAY)
    (facts,) = FACTS(club=club.pk)
    paginator = Paginator(under_way, EVENTS_A_PAGE)
    paginator.count = facts.under_way
    page = paginator.get_page(request.GET.get("page"))
    events = list(page)
    rooms = open_rooms(events)
    room = next((url for ways in rooms.values() for url, _label in ways), "")
    directed = [club.pk] if role in DIRECTORS else []
    waiting = waiting_in(scored=[club.pk], directed=directed, at=timezone.now())
    association = association_of(club) if directed and facts.is_association else None
    if association is not None:
        waiting += asking_clubs(association)
    context = {
        "club": club,
        **_waiting_shown(waiting),
        **(under_way_shown(club, request.user) if role in DIRECTORS else {}),
        "page": page,
        "events": [(event, rooms.get(event.pk, [])) for event in events],
        "is_director": role in DIRECTORS,
        "is_owner": role == Role.OWNER,
        "steps": first_steps(club, facts, room, association) if directed else [],
        "stats": _stats(facts),
    }
    return render(request, "desk/club/club.html", context)


def _number(rows: "QuerySet[Any]") -> Coalesce:
    counted = rows.filter(club=OuterRef("pk")).order_by().values("club")
    return Coalesce(Subquery(counted.annotate(count=Count("*")).values("count")), 0)


# how many people a club has and how many events run in it or will, the states of its rounds, and
# whether it is an association
FACTS = CompiledQuery(
    lambda value: (
        Club.objects.filter(pk=value("club"))
        .only("pk")
        .annotate(
            listed_players=_number(Player.objects.filter(is_active=True, merged_into__isnull=True)),
            with_account=_number(Member.objects.all()),
            running=_number(Event.objects.filter(state=EventState.RUNNING)),
            under_way=_number(Event.objects.filter(state__in=UNDER_WAY)),
            is_association=Exists(Association.objects.filter(club=OuterRef("pk"))),
            round_states=ArraySubquery(
                Round.objects.filter(
                    stage__event__any_of=ids_of(Event.objects.filter(club=value("club")))
                )
                .order_by()
                .values("state")
                .distinct()
            ),
        )
    )
)


def _stats(facts: Any) -> list[tuple[int, str]]:
    players, members, running = facts.listed_players, facts.with_account, facts.running
    return [
        (players, ngettext("player on the list", "players on the list", players)),
        (members, ngettext("member with an account", "members with an account", members)),
        (running, ngettext("event running", "events running", running)),
    ]


def first_steps(
    club: Club, facts: Any, room: str = "", association: Association | None = None
) -> list[dict[str, Any]]:
    """Return the steps of a new club in their order, or nothing once a round has been closed.

    `facts` are the club's FACTS, `room` is the address of the room being played in, if there is
    one.

    A step has its sentence, whether it is done, and for the first that is not a button.
    """
    states = facts.round_states
    if RoundState.CLOSED in states:
        return []
    if association is not None:
        return _with_next(_steps_of_association(association))
    has_night = bool(states)
    has_deal = (
        has_night and Submission.objects.filter(table__round__stage__event__club=club).exists()
    )
    steps: list[dict[str, Any]] = [
        {"text": _("Club created."), "is_done": True},
        {
            "text": _("Add the people who play: paste their names, a line each."),
            "is_done": facts.listed_players >= ENOUGH_PLAYERS,
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
    return _with_next(steps)


def _steps_of_association(association: Association) -> list[dict[str, Any]]:
    """Return the steps of an association, whose players come from its clubs."""
    club = association.club
    belonging = association.associated_clubs.filter(state=Belonging.MEMBER)
    return [
        {"text": _("Association created."), "is_done": True},
        {
            "text": _("Invite your clubs, or accept those that ask to join."),
            "is_done": belonging.exists(),
            "action": _("Clubs of the association"),
            "url": reverse("desk:association_clubs", args=[club.slug]),
        },
        {
            "text": _("Have the clubs register their players for the season, or do it for them."),
            "is_done": Registration.objects.filter(season__club=club).exists(),
            "action": _("Registered players"),
            "url": reverse("desk:association_registrations", args=[club.slug]),
        },
        {
            "text": _("Make a league, and have the clubs enter their teams."),
            "is_done": club.events.exists(),
            "action": _("New event"),
            "url": reverse("desk:event_new", args=[club.slug]),
        },
        {
            "text": _("Draw the matches, and close the first round when it is played."),
            "is_done": False,
            "action": _("To the events"),
            "url": reverse("desk:events", args=[club.slug]),
        },
    ]


def _with_next(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Mark the first step that is not done."""
    following = next(step for step in steps if not step["is_done"])
    following["is_next"] = True
    return steps

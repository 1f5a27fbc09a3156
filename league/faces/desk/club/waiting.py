"""What waits for somebody at the desk: disputes, late tables, entries, rounds to close."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, F, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs.models import User
from league.office.associations.models import Association, Belonging
from league.play.events.models import Entry, EntryState, Event, EventState
from league.play.events.selectors import ids_of
from league.play.results.card_flags import flagged_in
from league.play.results.models import Dispute, TableState
from league.play.rounds.models import Round, RoundState, Seat, number_in_words

ROUND_OF_DISPUTE = "submission__table__round"
CLUB_OF_ROUND = "stage__event__club"


@dataclass(frozen=True, slots=True)
class Waiting:
    """One thing to do. `tone` is that of a notice: bad things come first."""

    text: str
    url: str
    club_id: int
    tone: str


def waiting_in(
    *, scored: Collection[int], directed: Collection[int], at: datetime
) -> list[Waiting]:
    """Return what waits in the clubs a person scores in or directs; four queries."""
    if not scored:
        return []
    waiting = _disputes(scored)
    if directed:
        waiting += _flagged(directed)
    waiting += _rounds(scored, directed, at)
    return waiting + (_entries(directed) if directed else [])


def asking_clubs(association: Association) -> list[Waiting]:
    """Return the clubs that ask to join an association, as one thing that waits; one query."""
    count = association.associated_clubs.filter(state=Belonging.ASKED).count()
    if not count:
        return []
    sentence = ngettext(
        "%(count)d club asks to join the association",
        "%(count)d clubs ask to join the association",
        count,
    )
    club = association.club
    url = reverse("desk:association_clubs", args=[club.slug])
    return [Waiting(sentence % {"count": count}, url, club.pk, "info")]


def _disputes(clubs: Collection[int]) -> list[Waiting]:
    rows = (
        Dispute.objects.filter(
            settled_at__isnull=True, **{f"{ROUND_OF_DISPUTE}__{CLUB_OF_ROUND}__in": clubs}
        )
        .values(
            club=F(f"{ROUND_OF_DISPUTE}__{CLUB_OF_ROUND}"),
            slug=F(f"{ROUND_OF_DISPUTE}__{CLUB_OF_ROUND}__slug"),
            event=F(f"{ROUND_OF_DISPUTE}__stage__event__slug"),
            name=F(f"{ROUND_OF_DISPUTE}__stage__event__name"),
            stage_number=F(f"{ROUND_OF_DISPUTE}__stage__number"),
            round=F(f"{ROUND_OF_DISPUTE}__number"),
        )
        .annotate(count=Count("pk"))
        .order_by("club", "event", "stage_number", "round")
    )
    return [
        Waiting(
            ngettext(
                "%(count)d disputed deal in round %(round)d of %(event)s",
                "%(count)d disputed deals in round %(round)d of %(event)s",
                row["count"],
            )
            % {"count": row["count"], "round": row["round"], "event": row["name"]},
            _room(row),
            row["club"],
            "bad",
        )
        for row in rows
    ]


def _flagged(clubs: Collection[int]) -> list[Waiting]:
    """Return the submissions that contradict their prepared cards, a line for each round."""
    rows = (
        flagged_in(clubs)
        .values(
            club=F(f"table__round__{CLUB_OF_ROUND}"),
            slug=F(f"table__round__{CLUB_OF_ROUND}__slug"),
            event=F("table__round__stage__event__slug"),
            name=F("table__round__stage__event__name"),
            stage_number=F("table__round__stage__number"),
            round=F("table__round__number"),
        )
        .annotate(count=Count("pk"))
        .order_by("club", "event", "stage_number", "round")
    )
    return [
        Waiting(
            ngettext(
                "%(count)d deal in round %(round)d of %(event)s does not match its prepared cards",
                "%(count)d deals in round %(round)d of %(event)s do not match their prepared cards",
                row["count"],
            )
            % {"count": row["count"], "round": row["round"], "event": row["name"]},
            _room(row),
            row["club"],
            "bad",
        )
        for row in rows
    ]


def _room(row: Mapping[str, Any]) -> str:
    return reverse("desk:room", args=_place(row))


def _place(row: Mapping[str, Any]) -> list[Any]:
    """Return how a round's address names it."""
    return [row["slug"], row["event"], row["stage_number"], row["round"]]


def _rounds(scored: Collection[int], directed: Collection[int], at: datetime) -> list[Waiting]:
    """Return open rounds that are late, and those that only need to be closed."""
    rows = (
        Round.objects.filter(
            state=RoundState.OPEN,
            stage__event__any_of=ids_of(Event.objects.filter(club__in=scored)),
        )
        .values(
            "deadline",
            club=F(CLUB_OF_ROUND),
            slug=F(f"{CLUB_OF_ROUND}__slug"),
            event=F("stage__event__slug"),
            name=F("stage__event__name"),
            round=F("number"),
        )
        .annotate(
            stage_number=F("stage__number"),
            unfinished=Count(
                "tables", filter=~Q(tables__result__state=TableState.CONFIRMED), distinct=True
            ),
        )
        .order_by("club", "event", "stage_number", "round")
    )
    found = []
    for row in rows:
        words = {"count": row["unfinished"], "round": row["round"], "event": row["name"]}
        if row["unfinished"] and row["deadline"] and row["deadline"] < at:
            text = ngettext(
                "%(count)d table of round %(round)d of %(event)s is overdue",
                "%(count)d tables of round %(round)d of %(event)s are overdue",
                row["unfinished"],
            )
            found.append(Waiting(text % words, _room(row), row["club"], "warn"))
        elif not row["unfinished"] and row["club"] in directed:
            text = _("Round %(round)d of %(event)s is confirmed at every table: close it")
            url = reverse("desk:round", args=_place(row))
            found.append(Waiting(text % words, url, row["club"], "good"))
    return found


def _entries(clubs: Collection[int]) -> list[Waiting]:
    rows = (
        Entry.objects.filter(
            state=EntryState.APPLIED,
            event__club__in=clubs,
            event__state__in=[EventState.OPEN, EventState.RUNNING],
        )
        .values(
            club=F("event__club"),
            slug=F("event__club__slug"),
            event_slug=F("event__slug"),
            event_name=F("event__name"),
        )
        .annotate(count=Count("pk"))
        .order_by("club", "event_slug")
    )
    return [
        Waiting(
            ngettext(
                "%(count)d entry of %(event)s waits for your answer",
                "%(count)d entries of %(event)s wait for your answer",
                row["count"],
            )
            % {"count": row["count"], "event": row["event_name"]},
            reverse("desk:entries", args=[row["slug"], row["event_slug"]]),
            row["club"],
            "info",
        )
        for row in rows
    ]


def own_tables(user: User) -> list[Waiting]:
    """Return the tables in open rounds at which the person still plays; one query."""
    rows = (
        Seat.objects.filter(player__user=user, round__state=RoundState.OPEN)
        .exclude(table__result__state=TableState.CONFIRMED)
        .values(
            place=F("table_id"),
            table_number=F("table__number"),
            room=F("table__room"),
            round_number=F("round__number"),
            club=F("round__stage__event__club"),
            slug=F("round__stage__event__club__slug"),
            event=F("round__stage__event__slug"),
            name=F("round__stage__event__name"),
        )
        .order_by("club", "event", "round_number", "place")
    )
    return [
        Waiting(
            _("You play at table %(table)s in round %(round)d of %(event)s")
            % {
                "table": number_in_words(row["table_number"], row["room"]),
                "round": row["round_number"],
                "event": row["name"],
            },
            reverse("public:table", args=[row["slug"], row["event"], row["place"]]),
            row["club"],
            "info",
        )
        for row in rows
    ]

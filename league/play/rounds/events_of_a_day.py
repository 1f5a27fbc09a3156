"""The events of a club that are played on a day, or begin on it."""

from datetime import date, datetime, time, timedelta

from django.db.models import Case, Exists, IntegerField, OuterRef, Q, Value, When
from django.utils import timezone

from league.clubs.models import Club
from league.play.events.models import Event, EventState
from league.play.rounds.models import Round, RoundState


def events_of_a_day(club: Club, day: date, *, most: int) -> list[Event]:
    """Return the events, those with an open round first, the one started last before the others.

    An event is of a day if it starts on it, or if one of its rounds was drawn or opened then. Of a
    league of many evenings that is the evening's round; rounds that stay open for weeks are not of
    every day. The present time zone says when the day begins. One query.
    """
    begins = timezone.make_aware(datetime.combine(day, time()))
    ends = begins + timedelta(days=1)
    touched = Round.objects.filter(stage__event=OuterRef("pk"), state__in=OPEN_OR_DRAWN).filter(
        Q(opened_at__gte=begins, opened_at__lt=ends) | Q(drawn_at__gte=begins, drawn_at__lt=ends)
    )
    of_day = Q(starts_on=day) | Q(pk__in=club.evenings.filter(day=day).values("event"))
    running = Q(state=EventState.RUNNING)
    shown = (running & (of_day | Exists(touched))) | (Q(state__in=STARTING_OR_OVER) & of_day)
    open_rounds = Round.objects.filter(stage__event=OuterRef("pk"), state=RoundState.OPEN)
    order = Case(
        When(Exists(open_rounds), then=Value(0)),
        When(running, then=Value(1)),
        When(state=EventState.OPEN, then=Value(2)),
        default=Value(3),
        output_field=IntegerField(),
    )
    rows = Event.objects.filter(shown, club=club).select_related("club", "season")
    return list(rows.order_by(order, "-started_at", "-pk")[:most])


OPEN_OR_DRAWN = (RoundState.OPEN, RoundState.DRAWN)
STARTING_OR_OVER = (EventState.OPEN, EventState.FINISHED)

"""The data that is measured: always the same club, by fixed lots, on one evening in March 2026.

It grows with nothing that is added to the demo. People use the same services; what follows is
worked out as the workers do it.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import TYPE_CHECKING, Any
from uuid import UUID

from league.foundation.journal.actor import Act

if TYPE_CHECKING:
    from league.clubs.models import Club, Player
    from league.foundation.journal.actor import Actor
    from league.play.events.models import Event, Stage
    from league.play.rounds.models import Round, Table

EVENING = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)
WEEK = timedelta(weeks=1)
CLUB, OPEN = "frozen", "open"  # addresses of the club, and of its event of many entrants
TONIGHT = "tonight"
VARIANT = "double-deck-pinochle"


@dataclass(frozen=True, slots=True)
class Amounts:
    """`nights` of `pairs` are over; `playing` tables play; the open event has `entrants`."""

    pairs: int = 8
    nights: int = 8
    rounds: int = 2
    playing: int = 25
    entrants: int = 100
    rounds_before: int = 3
    rounds_to_come: int = 3


FULL = Amounts()
TINY = Amounts(pairs=4, nights=1, rounds=1, playing=4, entrants=4, rounds_before=1)


@contextmanager
def freeze_evening() -> Iterator[Any]:
    """Have it be EVENING all the time; `shift` of what is yielded moves the clock."""
    import time_machine

    with time_machine.travel(EVENING, tick=False) as clock:
        yield clock


def fill(amounts: Amounts = FULL) -> None:
    """Make the club with all its events, in one transaction, and what follows of them."""
    from django.db import connection, transaction

    with transaction.atomic():
        Maker(amounts).make()
    follow()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM (ANALYZE)")


def follow() -> None:
    """Do what the workers do of all that has happened, until there is nothing left."""
    from django.utils import timezone

    from league.foundation.jobs.catching_up import catch_up_next, kinds
    from league.foundation.journal.services import deliver_all

    while deliver_all() or any(
        catch_up_next(what, large=large, at=timezone.now()) is not None
        for what in kinds()
        for large in (False, True)
    ):
        pass


class Maker:
    """Makes the club: its people first, then its past, and then what is played tonight."""

    def __init__(self, amounts: Amounts) -> None:
        from league.clubs import services as clubs
        from league.clubs.models import User
        from league.foundation.journal.actor import Actor

        self.amounts, self.lot = amounts, Random(32)
        self.begins = EVENING - (amounts.nights + 1) * WEEK
        owner = User.objects.create_user("owner@frozen.example", password=None, name="Olive Frost")
        self.desk: Actor = Actor(user_id=owner.pk, name=owner.name, via="desk")
        self.club: Club = clubs.create_club(
            name="Frozen Lake Card Club",
            slug=CLUB,
            language="en",
            where_we_play="The hall at the lake",
            when_we_play="Saturdays at seven",
            owner=owner,
            by=Act(self.desk, self.begins),
        )

    @staticmethod
    def desk_of(club: "Club") -> "Actor":
        """Return the owner of the club at the desk."""
        from league.clubs.models import Member
        from league.foundation.journal.actor import Actor

        owner = Member.objects.select_related("user").get(club=club, role="owner").user
        return Actor(user_id=owner.pk, name=owner.name, via="desk")

    def make(self) -> None:
        from league.play.events import services as events

        amounts = self.amounts
        season = events.add_season(
            club=self.club,
            name="Spring 2026",
            starts_on=self.begins.date(),
            ends_on=(EVENING + 4 * WEEK).date(),
            by=Act(self.desk, self.begins),
        )
        regulars = self.pairs("Regular", amounts.pairs)
        for night in range(amounts.nights):
            at = self.begins + night * WEEK
            event = self.event(f"Night {night + 1}", f"night-{night + 1}", at, season=season)
            self.play(self.begin(event, regulars, at), amounts.rounds, at)
            events.finish_event(event=event, by=Act(self.desk, at + timedelta(hours=3)))
        began = EVENING - timedelta(hours=1)
        self.play_tonight(self.event("Tonight", TONIGHT, began, season=season), began)
        at, planned = EVENING - timedelta(days=1), amounts.rounds_before + amounts.rounds_to_come
        field = self.event("Lake Open", OPEN, at, rounds_planned=planned)
        stage = self.begin(field, self.pairs("Guest", amounts.entrants), at)
        self.play(stage, amounts.rounds_before, at)

    def pairs(self, called: str, number: int) -> list[list["Player"]]:
        from league.clubs import services as clubs

        names = [f"{called} Number {n:03}" for n in range(2 * number)]
        players = clubs.add_players(club=self.club, names=names, by=Act(self.desk, self.begins))
        return [players[n : n + 2] for n in range(0, 2 * number, 2)]

    def event(self, name: str, slug: str, at: datetime, **fields: Any) -> "Event":
        from league.play.events import services as events

        settings: dict[str, Any] = {
            "rounds_planned": self.amounts.rounds,
            "deals_a_round": 1,
            "method": {"name": "match_points", "win": 2, "draw": 1, "loss": 0},
            "tiebreaks": ["buchholz", "sonneborn_berger", "points_for"],
        }
        return events.create_event(
            club=self.club,
            name=name,
            slug=slug,
            starts_on=at.date(),
            variant=VARIANT,
            entry_kind="pair",
            table_play="deals",
            format="swiss",
            by=Act(self.desk, at),
            **(settings | fields),
        )

    def begin(self, event: "Event", sides: Sequence[Sequence["Player"]], at: datetime) -> "Stage":
        from league.play.events import services as events

        events.open_event(event=event, by=Act(self.desk, at))
        events.add_entries(event=event, sides=sides, by=Act(self.desk, at))
        event = events.start_event(event=event, by=Act(self.desk, at))
        event.refresh_from_db()
        return event.stages.get(number=1)

    def play(self, stage: "Stage", number_of_rounds: int, at: datetime) -> None:
        """Play so many rounds, half an hour each."""
        from league.play.rounds import services as rounds

        for number in range(number_of_rounds):
            now = at + number * timedelta(minutes=30)
            round_ = self.open_next(stage, now)
            for table in round_.tables.order_by("number"):
                self.play_table(table, now + timedelta(minutes=20))
            rounds.close_round(round=round_, by=Act(self.desk, now + timedelta(minutes=25)))

    def play_tonight(self, event: "Event", at: datetime) -> None:
        """Have a round played at half of the tables, and submitted at half of the others."""
        event.deals_a_round = 2
        event.save()
        stage = self.begin(event, self.pairs("Late", 2 * self.amounts.playing), at)
        for table in self.open_next(stage, at).tables.order_by("number"):
            if table.number % 4 != 0:
                self.play_table(table, EVENING, 2 if table.number % 2 else 1)

    def open_next(self, stage: "Stage", at: datetime) -> "Round":
        from league.play.rounds import services as rounds

        (round_,) = rounds.draw_rounds(stage=stage, by=Act(self.desk, at))
        return rounds.open_round(round=round_, by=Act(self.desk, at))

    def play_table(self, table: "Table", at: datetime, deals: int = 1) -> None:
        from league.foundation.journal.actor import Actor
        from league.play.results import services as results

        for number in range(1, deals + 1):
            results.submit(
                table=table,
                number=number,
                data=deal_by(self.lot),
                key=UUID(int=self.lot.getrandbits(128)),
                by_side=0,
                by=Act(Actor(name="Side 0", via="table"), at),
                device="bench",
            )
        results.confirm(
            table=table,
            side=1,
            by=Act(Actor(name="Side 1", via="table"), at),
            device="bench",
        )


def deal_by(lot: Random) -> dict[str, Any]:
    """Return a deal as a phone sends it: side 0 declares, and makes its bid or not."""
    points = lot.randrange(10, 45)
    return {
        "summary": {
            "declarer": 0,
            "bid": 60,
            "melds": [34, 22],
            "outcome": "played",
            "points": [points, 50 - points],
            "last_trick": 0,
        }
    }

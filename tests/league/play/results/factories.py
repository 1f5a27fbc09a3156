"""Tables to play at, and deals to submit there. Each maker says what the test relies on."""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid4

from league.clubs.models import Club, User
from league.foundation.journal.actor import Act, Actor
from league.foundation.records import services as records
from league.play.events.models import Entry, Event, Stage
from league.play.results import services as results
from league.play.results.models import Adjustment, Submission
from league.play.rounds import services as rounds
from league.play.rounds.models import Round, Table
from tests.kept_rows import kept_rows
from tests.league.factories import actor_of, make_club, make_user
from tests.league.play.events.factories import DIRECTOR, PITCH, make_running

NOW = datetime(2026, 3, 7, 20, 0, tzinfo=UTC)
ANN = Actor(name="Ann Lee", via="table")
BOB = Actor(name="Bob Lee", via="table")


def make_round(event: Event, *, is_open: bool = True) -> Round:
    """Draw what the event's first stage draws next, and open its first round."""
    stage = event.stages.get(number=1)
    drawn = rounds.draw_rounds(stage=stage, by=Act(DIRECTOR, NOW))
    first = drawn[0]
    return rounds.open_round(round=first, by=Act(DIRECTOR, NOW)) if is_open else first


@kept_rows
def make_table(club: Club | None = None, *, entries: int = 2, **fields: Any) -> Table:
    """Make the first table of an open round: two pairs at double-deck pinochle, three deals."""
    event = make_running(entries, club, **({"table_play": "deals", "deals_a_round": 3} | fields))
    return make_round(event).tables.order_by("number").first()  # type: ignore[return-value]


def make_pinochle_game(club: Club | None = None, **fields: Any) -> Table:
    """Make a table of two pairs that plays double-deck pinochle to 500."""
    return make_table(club, table_play="game", deals_a_round=None, **fields)


def make_pitch_table(club: Club | None = None, *, players: int = 4, **fields: Any) -> Table:
    """Make a table of single players who play Pitch to 11."""
    pitch = PITCH | {"table_play": "game", "deals_a_round": None, "most_seats": max(5, players)}
    return make_table(club, entries=players, **(pitch | fields))


def make_adjustment(stage: Stage, entry: Entry, *, actor: Actor, **fields: Any) -> Adjustment:
    """Make an award of one point, unless `fields` say something else."""
    said = {"kind": "award", "points": Decimal(1), "reason": "nice"} | fields
    made = Adjustment(stage=stage, entry=entry, **said)
    records.save(made, by=Act(actor, NOW))
    return made


def make_director(table: Table) -> Actor:
    """Return an account that decides at the table's club; the same one each time."""
    club = table.round.stage.event.club
    email = f"dora{club.pk}@example.org"
    user = User.objects.filter(email=email).first()
    return actor_of(user or make_user("Dora Director", email=email))


def pinochle(
    declarer: int = 0,
    bid: int = 60,
    melds: tuple[int, int] = (34, 22),
    points: tuple[int, int] = (30, 20),
    last_trick: int = 0,
    **more: Any,
) -> dict[str, Any]:
    """Return the summary form of a played deal; as it stands, side 0 makes 64 and side 1 has 42."""
    return {
        "summary": {
            "declarer": declarer,
            "bid": bid,
            "melds": list(melds),
            "outcome": "played",
            "points": list(points),
            "last_trick": last_trick,
            **more,
        }
    }


def pitch(
    declarer: int = 1,
    bid: int | str = 2,
    high: int = 1,
    low: int = 1,
    jack: int | None = None,
    game: int | None = None,
) -> dict[str, Any]:
    """Return the summary form of a deal of Pitch; as it stands, the pitcher makes his 2."""
    awards = {"high": high, "low": low, "jack": jack, "game": game}
    return {"summary": {"declarer": declarer, "bid": bid, "awards": awards}}


ALL_PASS: dict[str, Any] = {"summary": {"passed_out": True}}


def submit(
    table: Table,
    data: dict[str, Any] | None = None,
    *,
    side: int = 0,
    number: int | None = None,
    key: UUID | None = None,
    actor: Actor = ANN,
) -> Submission:
    """Submit a deal for a side; the next one unless its number is given."""
    return results.submit(
        table=table,
        number=number,
        data=pinochle() if data is None else data,
        key=key or uuid4(),
        by_side=side,
        by=Act(actor, NOW),
        device="phone",
    )


def play(table: Table, *deals: dict[str, Any], confirmed: bool = True) -> list[Submission]:
    """Submit deals one after the other as side 0, and confirm them as side 1."""
    submissions = [submit(table, data) for data in deals]
    if confirmed:
        results.confirm(table=table, side=1, by=Act(BOB, NOW))
    return submissions


__all__ = [
    "ALL_PASS",
    "ANN",
    "BOB",
    "NOW",
    "User",
    "make_club",
    "make_director",
    "make_pinochle_game",
    "make_pitch_table",
    "make_round",
    "make_table",
    "pinochle",
    "pitch",
    "play",
    "submit",
]


def states(table: Table) -> list[tuple[int, str]]:
    """Return number and state of every submission at the table, in the order they came."""
    rows = Submission.objects.filter(table=table).order_by("id")
    return list(rows.values_list("number", "state"))

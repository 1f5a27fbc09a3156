"""Tables to which somebody did not come, and play-offs of those who share a place."""

from decimal import Decimal

from league.play.results import services as results
from league.play.rounds.models import RoundState
from league.tables.standings.play_off_facts import has_play_offs, level_now
from league.tables.standings.services import record_play_off
from tests.nights import submitting
from tests.nights.night import Night


def forfeits(night: Night) -> None:
    """Somebody did not come to a table of the open round; now and then they did after all."""
    tables = [table for round in night.rounds(RoundState.OPEN) for table in night.tables(round)]
    if not tables:
        return
    asked = {"table": night.rng.choice(tables), "actor": night.director}
    absent = night.rng.choice([(0,), (1,), (0, 1)])
    night.do("forfeit", results.forfeit, absent=absent, reason="did not come", **asked)
    if night.chance(0.5):
        night.do("forfeit taken back", results.forfeit, absent=None, reason="was late", **asked)


def plays_off(night: Night) -> None:
    """Those who share a place play for their order, where the event has that tie-break."""
    if not has_play_offs(night.stage):
        return
    levels = level_now(night.stage).levels
    if not levels:
        return
    entries = night.rng.choice(levels).entries
    night.do(
        "play-off",
        record_play_off,
        stage=night.stage,
        points={entry: Decimal(night.rng.randint(0, 4)) for entry in entries},
        key=submitting.key(night.rng),
        actor=night.director,
    )

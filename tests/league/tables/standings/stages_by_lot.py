"""A stage whose facts come by lot, one change at a time: what standings must follow."""

from random import Random
from typing import Any

from django.db.models import QuerySet

from league.play.events.models import Entry, EntryState, Stage
from league.play.results.models import Adjustment, TableResult
from league.play.rounds.models import Placement, PlacementKind, Round, Table
from tests.league.tables.standings.factories import NOW, add_entry, make_round, make_table

NAMES = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gil", "Hal")
RESTS = tuple(kind for kind in PlacementKind if kind != PlacementKind.TABLE)


class StageByLot:
    """Adds facts to a stage, changes them and takes them back, as the random numbers say."""

    def __init__(self, stage: Stage, rng: Random, director: object) -> None:
        self.stage, self.rng, self.director = stage, rng, director
        self.late = iter(f"Late {number}" for number in range(100))

    def change(self) -> str:
        """Make one change and return what it was."""
        changes = [
            *([self.draw_round] * 2),
            *([self.result] * 4),
            *(self.taken_back, self.forfeit, self.penalty, self.penalty_taken_back),
            *(self.late_entry, self.withdrawal),
        ]
        change = self.rng.choice(changes)
        change()
        return change.__name__

    def draw_round(self) -> None:
        """Seat who is there, two at a table, now and then three; give the last one a rest."""
        present = Entry.objects.filter(event=self.stage.event, state=EntryState.ACCEPTED)
        names = list(present.values_list("members__player__name", flat=True).order_by("id"))
        self.rng.shuffle(names)
        round_ = make_round(self.stage, self.stage.rounds.count() + 1)
        while len(names) > 1:
            size = 3 if self.rng.random() < 0.1 and self.allows_three else 2
            make_table(round_, *names[:size])
            names = names[size:]
        for name in names:
            entry = present.get(members__player__name=name)
            Placement.objects.create(round=round_, entry=entry, kind=self.rng.choice(RESTS))

    @property
    def allows_three(self) -> bool:
        return self.stage.event.method["name"] == "total_points"

    def result(self) -> None:
        """Give a table a result, or another one; it may be waiting, awarded or not complete."""
        table = self._some(self._tables())
        if table is None:
            return
        totals = [self.rng.randrange(-3, 6) * 50 for _ in range(table.placements.count())]
        best = [side for side, made in enumerate(totals) if made == max(totals)]
        awarded = [*totals[1:], 250] if self.rng.random() < 0.1 else None
        TableResult.objects.update_or_create(
            table=table,
            defaults={
                "round": table.round,
                "state": self.rng.choice(["confirmed", "confirmed", "entered"]),
                "totals": totals,
                "winner": best[0] if len(best) == 1 else None,
                "is_complete": self.rng.random() < 0.9,
                "awarded": awarded,
                "award_reason": "wrong cards" if awarded else "",
                "forfeit": None,
                "deals": 4,
                "changed_at": NOW,
            },
        )

    def taken_back(self) -> None:
        result = self._some(TableResult.objects.filter(round__stage=self.stage))
        if result is not None:
            result.delete()

    def forfeit(self) -> None:
        table = self._some(self._tables())
        if table is None or table.placements.count() != 2:
            return
        TableResult.objects.update_or_create(
            table=table,
            defaults={
                "round": table.round,
                "state": "confirmed",
                "totals": [],
                "awarded": [0, 0],
                "forfeit": self.rng.choice([0, 1, 2]),
                "winner": None,
                "is_complete": True,
                "changed_at": NOW,
            },
        )

    def penalty(self) -> None:
        entry = self._some(Entry.objects.filter(event=self.stage.event))
        Adjustment.objects.create(
            stage=self.stage,
            entry=entry,
            round=self._some(Round.objects.filter(stage=self.stage)),
            kind=self.rng.choice(["penalty", "award"]),
            points=self.rng.choice(["0.5", "1", "2.25"]),
            reason="late",
            made_by=self.director,
            made_at=NOW,
        )

    def penalty_taken_back(self) -> None:
        given = Adjustment.objects.filter(stage=self.stage, revoked_at__isnull=True)
        adjustment = self._some(given)
        if adjustment is not None:
            adjustment.revoked_by, adjustment.revoked_at = self.director, NOW
            adjustment.save()

    def late_entry(self) -> None:
        add_entry(self.stage, next(self.late))

    def withdrawal(self) -> None:
        present = Entry.objects.filter(event=self.stage.event, state=EntryState.ACCEPTED)
        entry = self._some(present) if present.count() > 4 else None
        if entry is not None:
            entry.members.update(left_at=NOW)
            entry.state, entry.withdrawn_at = EntryState.WITHDRAWN, NOW
            entry.save()

    def _tables(self) -> QuerySet[Table]:
        return Table.objects.filter(round__stage=self.stage)

    def _some(self, rows: QuerySet[Any]) -> Any:
        """Return one of the rows, None if there are none."""
        found = list(rows.order_by("pk"))
        return self.rng.choice(found) if found else None

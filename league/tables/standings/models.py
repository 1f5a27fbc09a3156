"""Standings as they are stored: a snapshot for each round, its rows, and play-offs."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from django.db import models
from django.db.models import F, Q, Value
from django.db.models.expressions import Combinable

from league.foundation.derived_state import DerivedState
from league.play.events.entry_names import EntryNames, entry_names
from league.play.events.models import Entry, EntryState, Stage
from league.play.results.revocable import Revocable, revoked_by_somebody
from league.play.rounds.models import Round
from league.play.rounds.rooms import MANY_PLACES, places_of_stage


class StageStandings(DerivedState):
    """How far the standings of a stage follow its facts.

    `live_version` counts everything that open pages of the stage may show, a rebuild or a
    happening; the sum over an event's stages only grows, and is the id of its live updates.

    `held_back` are the numbers of deals that were played and do not count yet, because a table
    has still to play them. `departures` are the entries that withdrew, with how many of their
    matches they had played and what became of those: [entry, played, due, outcome].
    """

    what = "standings"
    club_path = "stage__event__club_id"
    large_from = MANY_PLACES

    stage = models.OneToOneField(
        Stage, primary_key=True, on_delete=models.CASCADE, related_name="standings"
    )
    version = models.PositiveIntegerField(default=0)
    live_version = models.BigIntegerField(default=0)
    held_back = models.JSONField(default=list, db_default=Value([], models.JSONField()))
    departures = models.JSONField(default=list, db_default=Value([], models.JSONField()))

    class Meta(DerivedState.Meta):
        verbose_name_plural = "stage standings"
        indexes = [
            models.Index(
                fields=["stage"], name="standings_wanted", condition=Q(wanted__gt=F("built"))
            )
        ]

    @classmethod
    def size(cls) -> Combinable:
        return places_of_stage()

    def __str__(self) -> str:
        return f"standings of stage {self.stage_id}, version {self.version}"


class Snapshot(models.Model):
    """The standings of a stage after a round. `digest` names the facts they were made from.

    Provisional: a table of this round or an earlier one is not confirmed to the end.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="snapshots")
    round_number = models.PositiveSmallIntegerField()
    digest = models.CharField(max_length=64)
    version = models.PositiveIntegerField(default=1)
    is_provisional = models.BooleanField(default=False)
    entries = models.PositiveIntegerField(default=0)
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_snapshot_a_round", fields=["stage", "round_number"])
        ]

    def __str__(self) -> str:
        return f"stage {self.stage_id} after round {self.round_number}"


class SnapshotRow(models.Model):
    """An entry's line: everything the public page shows, but for the names of those in it.

    Ranks are within a `group`, where there are any.
    `byes` are the byes and rounds sat out, `byes_points` the part of the points they gave.
    `tiebreaks` is a list of [name, number as text] in the event's order, "4 → 2" where head-to-head
    compared twice; `why` is a sentence as text with its numbers and the ids of the entries that it
    names (`ranking.py`), put into words when shown. `digest` names all of this, so that a
    rebuild need not read a row to see that it stays.
    """

    # both constraints have an index that begins with it
    snapshot = models.ForeignKey(
        Snapshot, on_delete=models.CASCADE, related_name="rows", db_index=False
    )
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="snapshot_rows")
    position = models.PositiveIntegerField()
    group = models.CharField(max_length=20, blank=True, db_default="")
    rank = models.PositiveIntegerField()
    is_tied = models.BooleanField(default=False)
    previous_rank = models.PositiveIntegerField(null=True)
    points = models.DecimalField(max_digits=14, decimal_places=4)
    tiebreaks = models.JSONField(default=list)
    played = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    is_provisional = models.BooleanField(default=False)
    byes = models.PositiveIntegerField(default=0, db_default=0)
    byes_points = models.DecimalField(max_digits=14, decimal_places=4, default=0, db_default=0)
    why = models.JSONField(default=dict)
    digest = models.CharField(max_length=32)

    # of rows that are `named`
    own_name: str
    entry_number: int
    entry_state: str
    entry_club: str | None
    # of rows that were read so: [won, drawn, lost, rank] after each of the last rounds
    recent: Sequence[Sequence[int]]
    people: Sequence[Mapping[str, str]]

    class Meta:
        constraints = [
            models.UniqueConstraint(name="entry_once_in_a_snapshot", fields=["snapshot", "entry"]),
            models.UniqueConstraint(
                name="position_once_in_a_snapshot", fields=["snapshot", "position"]
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rank} entry {self.entry_id}"

    @cached_property
    def names(self) -> EntryNames:
        """What its entry is called, of a row that is `named`."""
        return entry_names(self.own_name, self.entry_number, self.people)

    @property
    def has_withdrawn(self) -> bool:
        """Whether its entry has, of a row that is `named`."""
        return self.entry_state == EntryState.WITHDRAWN


class PlayOff(Revocable):
    """What level entries of a stage played for their order, until revoked; `round` came before it.

    It separates them where the event has that tie-break, and only while exactly they are level.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="play_offs")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="play_offs")
    note = models.CharField(max_length=300, blank=True)

    class Meta:
        constraints = [revoked_by_somebody("play_off_revoked_by_somebody")]

    def __str__(self) -> str:
        return f"play-off of stage {self.stage_id}"


class PlayOffPoints(models.Model):
    """What an entry made in a play-off."""

    play_off = models.ForeignKey(PlayOff, on_delete=models.CASCADE, related_name="points")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    points = models.DecimalField(max_digits=10, decimal_places=2)

    class Meta:
        verbose_name_plural = "play-off points"
        constraints = [
            models.UniqueConstraint(name="entry_once_in_a_play_off", fields=["play_off", "entry"])
        ]

    def __str__(self) -> str:
        return f"entry {self.entry_id}: {self.points}"

"""Standings and adjustments as programs see them."""

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from league.faces.api.answers import NumberInTextField, as_number, number_in
from league.faces.api.pagination import PageShape
from league.faces.api.records import EntryOfEvent, RecordSerializer
from league.play.events.models import Entry
from league.play.events.names import name_of
from league.play.results.models import Adjustment
from league.play.rounds.models import Round
from league.tables.outlook.methods.marks import ClinchStatus
from league.tables.standings.models import SnapshotRow
from league.tables.standings.ranking import NEXT_LOOK, REACH
from league.tables.standings.standings_shown import reasons_in_words
from league.tables.standings.sums import SumLine


class ReachSerializer(serializers.Serializer[Any]):
    """A number, or the least and the most that it can become while matches are missing."""

    least = serializers.FloatField()
    most = serializers.FloatField()


class TiebreakSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    value = serializers.FloatField(
        allow_null=True, help_text="Null where it says nothing, or can still become several."
    )
    looks = ReachSerializer(
        many=True, help_text="What it came to each time that those still level were looked at."
    )


class StandingsRows(serializers.ListSerializer[Any]):
    """Rows with what was read for all of them: reasons in words, and the `marks` of the context."""

    def to_representation(self, data: Sequence[SnapshotRow]) -> list[dict[str, Any]]:  # type: ignore[override]
        full, marks = self.context["full"], self.context["marks"]
        whys = reasons_in_words(data, full=full)
        return [_row(row, full, marks.get(row.entry_id, ""), whys[row.entry_id]) for row in data]


class StandingsRowSerializer(serializers.Serializer[Any]):
    position = serializers.IntegerField()
    group = serializers.CharField(allow_blank=True, help_text="Ranks are within it, if any.")
    rank = serializers.IntegerField()
    tied = serializers.BooleanField()
    previous_rank = serializers.IntegerField(allow_null=True)
    entry = serializers.IntegerField()
    name = serializers.CharField()
    members = serializers.CharField(allow_blank=True)
    points = serializers.FloatField()
    tiebreaks = TiebreakSerializer(many=True)
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    byes = serializers.IntegerField(help_text="Byes and rounds sat out.")
    points_for_byes = serializers.FloatField(help_text="What they gave of the points.")
    provisional = serializers.BooleanField()
    mark = serializers.ChoiceField(
        choices=[(mark.value, mark.value) for mark in ClinchStatus],
        allow_blank=True,
        help_text="What is certain of the entry by now; only in the last standings of a stage that "
        "is being played.",
    )
    why = serializers.CharField(allow_blank=True)

    class Meta:
        list_serializer_class = StandingsRows


def _row(row: SnapshotRow, full: bool, mark: str, why: str) -> dict[str, Any]:
    return {
        "position": row.position,
        "group": row.group,
        "rank": row.rank,
        "tied": row.is_tied,
        "previous_rank": row.previous_rank,
        "entry": row.entry_id,
        "name": row.names.shown(full=full),
        "members": row.names.members(full=full),
        "points": as_number(row.points),
        "tiebreaks": [_tiebreak(name, shown) for name, shown in row.tiebreaks],
        "byes": row.byes,
        "points_for_byes": as_number(row.byes_points),
        "played": row.played,
        "won": row.won,
        "drawn": row.drawn,
        "lost": row.lost,
        "provisional": row.is_provisional,
        "mark": mark,
        "why": why,
    }


class StandingsSerializer(PageShape):
    """The standings after a round. `version` counts up with every rebuild that changed them."""

    stage = serializers.IntegerField()
    round = serializers.IntegerField(allow_null=True, help_text="Null: nothing is ranked yet.")
    rounds = serializers.ListField(child=serializers.IntegerField())
    version = serializers.IntegerField()
    during = serializers.BooleanField(
        help_text="The round is still being played; these are the results so far."
    )
    provisional = serializers.BooleanField()
    held_back = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="The numbers of deals that were played and do not count yet, because a table has "
        "still to play them.",
    )
    results = StandingsRowSerializer(many=True)


class SumLineSerializer(serializers.Serializer[Any]):
    text = serializers.CharField()
    value = NumberInTextField(
        source="number",
        allow_null=True,
        help_text="To two decimals; null for what is still to come.",
    )
    counts = serializers.SerializerMethodField(help_text="False: left out of the sum.")

    def get_counts(self, line: SumLine) -> bool:
        return not line.is_cut


class LookSerializer(serializers.Serializer[Any]):
    """One look of head-to-head at those who were level when it came to it."""

    made = serializers.CharField(help_text="What each of them made.")
    then = serializers.CharField(help_text="Who was still level.")
    lines = SumLineSerializer(many=True)
    total = NumberInTextField(
        allow_null=True, help_text="Null where it decides nothing, or can still become several."
    )


class SumSerializer(serializers.Serializer[Any]):
    """A number of the row: `lines` add up to `total`, `steps` lead from there to `result`.

    With `divided`, the total is divided by the sum of these.
    """

    name = serializers.CharField(help_text="`points`, or a tie-break.")
    lines = SumLineSerializer(source="sum.lines", many=True)
    total = NumberInTextField(source="sum.total")
    divided = SumLineSerializer(source="sum.divided", many=True)
    steps = SumLineSerializer(source="sum.steps", many=True)
    result = NumberInTextField(source="sum.result")
    looks = LookSerializer(source="sum.looks", many=True)


class WhySerializer(serializers.Serializer[Any]):
    stage = serializers.IntegerField()
    round = serializers.IntegerField()
    during = serializers.BooleanField(help_text="The round is still being played.")
    row = StandingsRowSerializer()
    around = StandingsRowSerializer(many=True, help_text="The rows above and below, itself too.")
    sums = SumSerializer(
        many=True,
        help_text="What the numbers of the row add up. Empty while the standings follow new facts, "
        "and where the stage has more than 40,000 entries times rounds begun.",
    )


def _tiebreak(name: str, shown: str) -> dict[str, Any]:
    """Return a tie-break from its text in the standings, such as `4 → 2` or `2–6`."""
    looks = shown.split(NEXT_LOOK)
    return {
        "name": name,
        "value": number_in(looks[0]),
        "looks": [_reach(look) for look in looks if look],
    }


def _reach(look: str) -> dict[str, Any]:
    least, _dash, most = look.partition(REACH)
    return {"least": number_in(least), "most": number_in(most or least)}


class RoundOfStage(serializers.SlugRelatedField):  # type: ignore[type-arg]
    def get_queryset(self) -> Any:
        return self.context["view"].stage.rounds.all()


class AdjustmentSerializer(RecordSerializer[Adjustment]):
    entry = EntryOfEvent(queryset=Entry.objects.all())
    entry_name = serializers.SerializerMethodField()
    round = RoundOfStage(
        slug_field="number",
        queryset=Round.objects.all(),
        required=False,
        allow_null=True,
        help_text="The number of the round, if any.",
    )

    class Meta:
        model = Adjustment
        fields = [
            *("id", "stage", "entry", "entry_name", "round", "kind", "points", "reason", "made_at"),
            "revoked_at",
        ]
        read_only_fields = ["stage"]

    def get_entry_name(self, row: Adjustment) -> str:
        return name_of(row.entry, public=not self.context["full"])

    def to_representation(self, instance: Adjustment) -> dict[str, Any]:
        """Say what it adds: below zero for a penalty."""
        shown: dict[str, Any] = super().to_representation(instance)
        return shown | {"points": as_number(instance.signed_points)}

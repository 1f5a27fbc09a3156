"""Files on their way into a club as programs see them."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.clubs.services import Fate
from league.foundation.jobs.selectors import unfinished
from league.foundation.limits import LARGEST_ID
from league.office.imports import services
from league.office.imports.choices import NEW, Choices
from league.office.imports.kind import Plan
from league.office.imports.models import Upload
from league.office.imports.reading.delimited import ENCODINGS

MOST_SHOWN = 200  # lines of a plan
MOST_QUESTIONS = 100
MOST_COLUMNS = 200
MOST_PEOPLE = 1_000
LONGEST_KEY = 300


class ImportFieldSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    needed = serializers.BooleanField()


class ImportOptionSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    input = serializers.CharField(
        help_text="`text`, `day` (2026-03-14), `check` (`yes` or empty), `season` (its id), "
        "`family`, `game` or `entry_kind`."
    )
    needed = serializers.BooleanField()


class ImportKindSerializer(serializers.Serializer[Any]):
    """What can be imported: the columns it knows, and what is asked besides."""

    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    help = serializers.CharField()
    fields_known = ImportFieldSerializer(source="fields", many=True)
    options = ImportOptionSerializer(many=True)


class UploadSerializer(serializers.ModelSerializer[Upload]):
    """A file on its way; it is forgotten when it is imported, or at `kept_until`."""

    class Meta:
        model = Upload
        fields = ["id", "kind", "name", "made_at", "kept_until"]
        read_only_fields = fields


class ChoicesInput(serializers.Serializer[Any]):
    """How a file is read; what is left out stays. Empty texts and null are guessed again."""

    encoding = serializers.ChoiceField(choices=ENCODINGS, required=False, allow_blank=True)
    delimiter = serializers.ChoiceField(
        choices=[",", ";", "\t", "|"], required=False, allow_blank=True
    )
    sheet = serializers.CharField(max_length=100, required=False, allow_blank=True)
    has_headings = serializers.BooleanField(required=False, allow_null=True)
    columns = serializers.ListField(
        child=serializers.CharField(max_length=40, allow_blank=True),
        max_length=MOST_COLUMNS,
        required=False,
        allow_null=True,
        help_text="The field of each column, in order; empty: left out.",
    )
    options = serializers.DictField(
        child=serializers.CharField(max_length=120, allow_blank=True), required=False
    )
    people = serializers.DictField(
        child=serializers.IntegerField(min_value=0, max_value=LARGEST_ID),
        required=False,
        help_text="Whom a name means, by the `key` of the question: the id of a player, or "
        f"{NEW} for somebody new.",
    )

    def validate_people(self, people: dict[str, int]) -> dict[str, int]:
        if len(people) > MOST_PEOPLE or any(len(key) > LONGEST_KEY for key in people):
            sentence = _("Answer at most %(most)d names, by the keys of the questions.")
            raise serializers.ValidationError(sentence % {"most": MOST_PEOPLE})
        return people


def chosen(before: Choices, data: dict[str, Any]) -> Choices:
    """Return the choices with what was sent in the place of what was before."""
    columns = data.get("columns")
    if columns is not None:
        data = data | {"columns": dict(enumerate(columns))}
    for name in ("options", "people"):
        if name in data:
            data = data | {name: {**getattr(before, name), **data[name]}}
    return Choices(**{name: getattr(before, name) for name in before.__slots__} | data)


class LostLettersSerializer(serializers.Serializer[Any]):
    """A line with letters that this encoding cannot read; they are shown as �."""

    line = serializers.IntegerField()
    text = serializers.CharField()


NOT_READ: dict[str, Any] = {
    **dict.fromkeys(("encoding", "delimiter", "sheet"), ""),
    **dict.fromkeys(("sheets", "lost", "headings", "columns", "missing"), ()),
    "has_headings": False,
    "options": {},
    "lines": 0,
}


class ReadFileSerializer(UploadSerializer):
    """A file as it is read now. `missing` are fields that are needed and that no column has.

    As long as `is_read` is false nothing is known of it. `reading_job` is the job that reads it or
    makes its plan, null where there is none.
    """

    is_read = serializers.BooleanField()
    reading_job = serializers.IntegerField(allow_null=True)
    encoding = serializers.CharField()
    delimiter = serializers.CharField()
    sheet = serializers.CharField()
    sheets = serializers.ListField(child=serializers.CharField())
    lost = LostLettersSerializer(many=True)
    has_headings = serializers.BooleanField()
    headings = serializers.ListField(child=serializers.CharField())
    columns = serializers.ListField(
        child=serializers.CharField(), help_text="The field of each column; empty: left out."
    )
    missing = serializers.ListField(child=serializers.CharField())
    options = serializers.DictField(child=serializers.CharField())
    lines = serializers.IntegerField()

    class Meta(UploadSerializer.Meta):
        fields = [
            *UploadSerializer.Meta.fields,
            *("is_read", "reading_job"),
            *("encoding", "delimiter", "sheet", "sheets", "lost", "has_headings", "headings"),
            *("columns", "missing", "options", "lines"),
        ]
        read_only_fields = fields

    def to_representation(self, instance: Upload) -> dict[str, Any]:
        """Return how a file is read. Raises FileUnreadable."""
        job = unfinished(services.READING.name, instance.pk) if instance.is_large else None
        upload, is_read = UploadSerializer(instance).data, services.is_read(instance)
        reading = {"is_read": is_read, "reading_job": job.pk if job else None}
        if not is_read:
            return upload | NOT_READ | reading
        read = services.read_upload(instance)
        grid = read.grid
        return upload | {
            **reading,
            "encoding": grid.encoding,
            "delimiter": grid.delimiter,
            "sheet": grid.sheet,
            "sheets": list(grid.sheets),
            "lost": LostLettersSerializer(grid.lost, many=True).data,
            "has_headings": read.has_headings,
            "headings": read.headings,
            "columns": [read.columns[number] for number in sorted(read.columns)],
            "missing": services.missing_columns(read),
            "options": services.options_of(instance, read),
            "lines": len(grid.lines) - (1 if read.has_headings else 0),
        }


class PlannedRowSerializer(serializers.Serializer[Any]):
    line = serializers.IntegerField()
    title = serializers.CharField()
    detail = serializers.CharField()
    fate = serializers.ChoiceField(choices=[one.value for one in Fate])
    words = serializers.CharField(help_text="What happens to the line.")


class NamesakeSerializer(serializers.Serializer[Any]):
    player = serializers.IntegerField()
    words = serializers.CharField()

    def to_representation(self, instance: tuple[int, str]) -> dict[str, Any]:
        return dict(zip(self.fields, instance, strict=True))


class NameQuestionSerializer(serializers.Serializer[Any]):
    """A name that several players have; answered in `people` by its key."""

    key = serializers.CharField()
    name = serializers.CharField()
    candidates = NamesakeSerializer(many=True)


class ImportPlanSerializer(serializers.Serializer[Any]):
    """What an import would do. Nothing is stored; `seen` is sent to carry it out."""

    seen = serializers.SerializerMethodField()
    is_possible = serializers.BooleanField()
    counts = serializers.SerializerMethodField(help_text="Lines by what happens to them.")
    rows = serializers.SerializerMethodField(help_text=f"The first {MOST_SHOWN} lines.")
    bad = serializers.SerializerMethodField(help_text=f"The first {MOST_SHOWN} that are left out.")
    more = serializers.SerializerMethodField(help_text="Lines that are not in `rows`.")
    questions = serializers.SerializerMethodField()
    also = serializers.ListField(child=serializers.CharField())

    def get_seen(self, plan: Plan) -> str:
        return services.mark_of(self.context["upload"])

    def get_counts(self, plan: Plan) -> dict[str, int]:
        return {one.value: plan.count(one) for one in Fate}

    @extend_schema_field(PlannedRowSerializer(many=True))
    def get_rows(self, plan: Plan) -> Any:
        return PlannedRowSerializer(plan.rows[:MOST_SHOWN], many=True).data

    @extend_schema_field(PlannedRowSerializer(many=True))
    def get_bad(self, plan: Plan) -> Any:
        bad = [row for row in plan.rows if row.fate == Fate.BAD]
        return PlannedRowSerializer(bad[:MOST_SHOWN], many=True).data

    def get_more(self, plan: Plan) -> int:
        return max(plan.total - MOST_SHOWN, 0)

    @extend_schema_field(NameQuestionSerializer(many=True))
    def get_questions(self, plan: Plan) -> Any:
        return NameQuestionSerializer(plan.questions[:MOST_QUESTIONS], many=True).data


class SeenInput(serializers.Serializer[Any]):
    seen = serializers.CharField(max_length=64, help_text="Of the plan that was read.")

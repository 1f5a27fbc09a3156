"""Archives, and the jobs that make and read them, as programs see them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.foundation.jobs.models import Job, JobState
from league.office.archives.models import ArchiveFile, Direction
from league.office.archives.scope import Extent


class ArchiveInput(serializers.Serializer[Any]):
    """What an archive is made of: the club, or the season or the event with this address."""

    season = serializers.SlugField(required=False)
    event = serializers.SlugField(required=False)
    with_addresses = serializers.BooleanField(default=False)


class ArchiveReadInput(serializers.Serializer[Any]):
    """`dry_run` changes nothing; `as_new` is the address of a club that is made of the archive."""

    dry_run = serializers.BooleanField(default=False)
    as_new = serializers.SlugField(max_length=60, required=False)


class ArchiveSerializer(serializers.ModelSerializer[ArchiveFile]):
    direction = serializers.ChoiceField(choices=Direction.choices)
    extent = serializers.ChoiceField(
        choices=[*((one.value, one.value) for one in Extent), ("", "")],
        help_text="Empty for one that was uploaded.",
    )
    stored_by = serializers.CharField(source="stored_by_name")

    class Meta:
        model = ArchiveFile
        fields = (
            *("id", "direction", "extent", "of", "name", "size", "sha256", "has_addresses"),
            *("stored_at", "stored_by", "kept_until"),
        )
        read_only_fields = fields


class CountsSerializer(serializers.Serializer[Any]):
    """Records of a kind: made, updated, the same already, and kept as they are here."""

    made = serializers.IntegerField()
    updated = serializers.IntegerField()
    same = serializers.IntegerField()
    kept = serializers.IntegerField()


class ReportSerializer(serializers.Serializer[Any]):
    """What reading an archive did, or would do."""

    counts = serializers.DictField(child=CountsSerializer(), help_text="By kind of record.")
    notes = serializers.ListField(child=serializers.CharField())
    more_notes = serializers.IntegerField(help_text="How many notes are not in the list.")


class ArchiveJobSerializer(serializers.Serializer[Any]):
    """How far a job is, and what came of it: the archive it made, or the report of reading one."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=["archive", "archive_preview", "archive_reading"])
    state = serializers.ChoiceField(choices=JobState.values)
    step = serializers.CharField(help_text="What is being done.")
    done = serializers.IntegerField(help_text="Parts of the step that are done.")
    total = serializers.IntegerField(help_text="Parts of the step; 0: they cannot be counted.")
    sentence = serializers.CharField(help_text="What came of it; empty before its end.")
    archive = serializers.SerializerMethodField()
    club = serializers.SlugField(
        source="result.club", allow_null=True, help_text="Into which an archive was read."
    )
    report = serializers.SerializerMethodField()

    def get_archive(self, job: Job) -> int | None:
        made: int | None = job.result.get("archive")
        return made if job.kind == "archive" else job.subject_id

    @extend_schema_field(ReportSerializer(allow_null=True))
    def get_report(self, job: Job) -> Any:
        return job.result.get("report")

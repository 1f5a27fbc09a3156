"""Deals as they were submitted: score, state, lines with reasons, the record when it is one."""

from collections.abc import Iterable
from typing import Any

from rest_framework import serializers

from games import services as games
from games.engine.result import ScoreLine
from games.models import Deal
from league.results.deal_words import Names
from league.results.models import Dispute, Submission, SubmissionState


class ShortSubmissionSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=SubmissionState.choices)
    by_side = serializers.IntegerField(allow_null=True, help_text="Null: the director entered it.")
    form = serializers.ChoiceField(choices=Deal.Form.choices)
    dealer = serializers.IntegerField(allow_null=True)
    score = serializers.ListField(child=serializers.IntegerField())
    made = serializers.BooleanField(allow_null=True)
    submitted_at = serializers.DateTimeField()
    confirmed_at = serializers.DateTimeField(allow_null=True)


def short_submission_as_json(submission: Submission) -> dict[str, Any]:
    deal = submission.deal
    return {
        "id": submission.pk,
        "number": submission.number,
        "state": submission.state,
        "by_side": submission.by_side,
        "form": deal.form,
        "dealer": deal.data.get("dealer"),
        "score": deal.score,
        "made": deal.made,
        "submitted_at": submission.submitted_at,
        "confirmed_at": submission.confirmed_at,
    }


class LineSerializer(serializers.Serializer[Any]):
    side = serializers.IntegerField()
    points = serializers.IntegerField()
    code = serializers.CharField()
    text = serializers.CharField()


class DisputeSerializer(serializers.Serializer[Any]):
    by_side = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)
    rival = serializers.IntegerField(allow_null=True)
    opened_at = serializers.DateTimeField()


class SubmissionSerializer(ShortSubmissionSerializer):
    """`data` is the summary form or the full record as it was sent."""

    table = serializers.IntegerField()
    variant = serializers.CharField()
    preset = serializers.CharField()
    options = serializers.DictField()
    players = serializers.IntegerField()
    data = serializers.DictField()  # type: ignore[assignment]
    lines = LineSerializer(many=True)
    disputes = DisputeSerializer(many=True, help_text="Those that are open.")
    replaces = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)


def submission_as_json(
    submission: Submission, names: Names, *, disputes: list[Dispute], reason: bool
) -> dict[str, Any]:
    """Return the whole of a submission; reasons that people gave only where `reason` is true."""
    deal = submission.deal
    return short_submission_as_json(submission) | {
        "table": submission.table_id,
        "variant": deal.variant,
        "preset": deal.preset,
        "options": deal.options,
        "players": deal.players,
        "data": deal.data,
        "lines": lines_as_json(games.lines_of(deal), names),
        "disputes": [
            {
                "by_side": dispute.by_side,
                "reason": dispute.reason if reason else "",
                "rival": dispute.rival_id,
                "opened_at": dispute.opened_at,
            }
            for dispute in disputes
        ],
        "replaces": submission.replaces_id,
        "reason": submission.reason if reason else "",
    }


def lines_as_json(lines: Iterable[ScoreLine], names: Names) -> list[dict[str, Any]]:
    return [
        {
            "side": line.side,
            "points": line.points,
            "code": line.code,
            "text": games.in_words(line.sentence, names.seats, names.sides),
        }
        for line in lines
    ]

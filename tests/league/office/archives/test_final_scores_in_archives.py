"""Final scores come back out of an archive as they were: the score, its record, its result."""

from io import BytesIO

import pytest
from django.utils import timezone

from league.clubs.models import Club
from league.foundation.journal.actor import SYSTEM, Act
from league.office.archives.scope import Scope
from league.office.archives.services.read_archive import read_archive, write_archive
from league.play.results import services as results
from league.play.results.models import Submission, TableResult
from tests.league.play.results.factories import BOB, NOW, make_pinochle_game, submit

pytestmark = [pytest.mark.django_db, pytest.mark.long]
OF_RESULTS = ("totals", "final_scores", "deals", "winner", "state")
OF_SUBMISSIONS = ("number", "state", "deal__form", "deal__data", "deal__score")


def kept_in(club: Club) -> tuple[list[object], list[object]]:
    of_club = {"table__round__stage__event__club": club}
    return (
        list(TableResult.objects.filter(**of_club).order_by("pk").values_list(*OF_RESULTS)),
        list(Submission.objects.filter(**of_club).order_by("pk").values_list(*OF_SUBMISSIONS)),
    )


def test_a_final_score_comes_back_as_it_was():
    table = make_pinochle_game(final_scores="table")
    submit(table, {"final_score": [520, 340]})
    results.confirm(table=table, side=1, by=Act(BOB, NOW))
    club, file = table.round.stage.event.club, BytesIO()

    write_archive(Scope(club=club), file, at=timezone.now(), with_addresses=False)
    read_archive(file, by=Act(SYSTEM, timezone.now()), slug="elsewhere")

    there = kept_in(Club.objects.get(slug="elsewhere"))
    assert there == kept_in(club)
    assert there[0] == [([520, 340], 1, 0, 0, "confirmed")]
    assert there[1][0][2] == "final"
    copied = Submission.objects.get(table__round__stage__event__club__slug="elsewhere")
    assert copied.table.round.stage.event.final_scores == "table"

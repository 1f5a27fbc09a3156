"""What the database refuses by itself, tried with plain SQL."""

from uuid import uuid4

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from league.foundation.journal.actor import Act
from league.play.results.models import Submission
from tests.league.factories import make_club
from tests.league.play.results.factories import make_director, make_table, pinochle, submit

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def run(sql, *params):
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql, params)
        # deferred constraints speak at the end of the transaction
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")


def copy_of(submission, **changes):
    """Write a second row like a submission, with changes, around all services."""
    from games.models import Deal

    deal = Deal.objects.get(pk=submission.deal_id)
    deal.pk = None
    deal.save(force_insert=True)
    submission = Submission.objects.get(pk=submission.pk)
    for name, value in ({"key": uuid4()} | changes).items():
        setattr(submission, name, value)
    submission.pk, submission.deal = None, deal
    with transaction.atomic(), connection.cursor() as cursor:
        submission.save(force_insert=True)
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")


def test_two_results_of_one_deal_never_both_count():
    submission = submit(make_table())

    with pytest.raises(IntegrityError, match="one_result_of_a_deal_counts"):
        copy_of(submission)

    copy_of(submission, state="disputed")


def test_a_key_is_used_once_at_a_table():
    submission = submit(make_table())

    with pytest.raises(IntegrityError, match="submission_key_once_at_a_table"):
        copy_of(submission, key=submission.key, state="void")


@pytest.mark.parametrize(
    "change",
    [
        "number = 2",
        "key = gen_random_uuid()",
        "by_side = 1",
        "by_name = 'somebody else'",
        "by_players = '{1}'",
        "submitted_at = now()",
    ],
)
def test_what_was_submitted_is_never_rewritten(change):
    submission = submit(make_table())

    with pytest.raises(DatabaseError, match="is a fact"):
        run(f"UPDATE results_submission SET {change} WHERE id = %s", submission.pk)  # noqa: S608


def test_a_submission_is_never_deleted():
    submission = submit(make_table())

    with pytest.raises(DatabaseError, match="never deleted"):
        run("DELETE FROM results_submission WHERE id = %s", submission.pk)


@pytest.mark.parametrize("state", ["void", "corrected"])
def test_a_submission_that_is_over_never_counts_again(state):
    submission = submit(make_table())
    run("UPDATE results_submission SET state = %s WHERE id = %s", state, submission.pk)

    with pytest.raises(DatabaseError, match="cannot count again"):
        run("UPDATE results_submission SET state = 'submitted' WHERE id = %s", submission.pk)


@pytest.mark.parametrize(
    ("change", "constraint"),
    [
        ("state = 'guessed'", "submission_known_state"),
        ("state = 'confirmed', confirmed_at = NULL", "submission_confirmed_has_its_time"),
    ],
)
def test_states_make_sense(change, constraint):
    submission = submit(make_table())

    with pytest.raises(IntegrityError, match=constraint):
        run(f"UPDATE results_submission SET {change} WHERE id = %s", submission.pk)  # noqa: S608


def test_a_side_does_not_confirm_its_own_submission_nor_another_twice():
    submission = submit(make_table())
    insert = (
        "INSERT INTO results_confirmation (submission_id, side, by_name, device, confirmed_at)"
        " VALUES (%s, %s, 'x', '', now())"
    )

    with pytest.raises(IntegrityError, match="told submission"):
        run(insert, submission.pk, 0)
    run(insert, submission.pk, 1)
    with pytest.raises(IntegrityError, match="side_confirms_once"):
        run(insert, submission.pk, 1)


def test_one_open_dispute_of_a_submission_and_never_without_a_reason():
    submission = submit(make_table())
    insert = (
        "INSERT INTO results_dispute (submission_id, by_name, reason, opened_at, settlement)"
        " VALUES (%s, 'x', %s, now(), '')"
    )

    with pytest.raises(IntegrityError, match="dispute_has_a_reason_or_a_rival"):
        run(insert, submission.pk, "")
    run(insert, submission.pk, "no")
    with pytest.raises(IntegrityError, match="one_open_dispute_of_a_submission"):
        run(insert, submission.pk, "no")


def test_a_correction_replaces_a_submission_of_its_own_table():
    first, second = make_table(entries=4).round.tables.order_by("number")
    here, elsewhere = submit(first), submit(second)

    with pytest.raises(IntegrityError, match="submission_replaces_one_of_its_table"):
        copy_of(here, number=2, replaces_id=elsewhere.pk)


def test_a_result_belongs_to_the_round_of_its_table():
    table = make_table()
    submit(table)
    other = make_table(make_club("Other")).round

    with pytest.raises(IntegrityError, match="table_result_of_the_round"):
        run("UPDATE results_tableresult SET round_id = %s WHERE table_id = %s", other.pk, table.pk)


def test_an_award_has_a_reason():
    table = make_table()
    submit(table)

    with pytest.raises(IntegrityError, match="table_award_has_a_reason"):
        run("UPDATE results_tableresult SET awarded = '[1, 2]' WHERE table_id = %s", table.pk)


def test_an_adjustment_stays_in_its_event():
    here, elsewhere = make_table(), make_table(make_club("Other"))
    entry = elsewhere.round.stage.event.entries.first()

    with pytest.raises(IntegrityError, match="of another event"):
        run(
            "INSERT INTO results_adjustment"
            " (stage_id, entry_id, kind, points, reason, made_by_id, made_at)"
            " VALUES (%s, %s, 'penalty', 1, 'x', %s, now())",
            here.round.stage_id,
            entry.pk,
            make_director(here).user_id,
        )


def test_nothing_of_a_deal_is_lost_when_its_author_leaves():
    table = make_table()
    from league.clubs.models import User
    from league.play.results import services as results
    from tests.league.play.results.factories import NOW

    director = make_director(table)
    submission = results.enter(table=table, data=pinochle(), by=Act(director, NOW))

    User.objects.filter(pk=director.user_id).delete()

    submission.refresh_from_db()
    assert (submission.by_user, submission.by) == (None, "–")

"""Each kind of the journal says whom it concerns, and every notification what it says."""

import pytest

from league.foundation.journal import kinds
from league.office.notifications.recipients import (
    NOTICE_RULES,
    NOTIFIES_NOBODY,
    notices_for,
    undeclared,
)
from league.office.notifications.topics import OF_THE_MOMENT, TOPIC_OF, Topic, What
from league.office.notifications.wording import SAYS
from tests.league.factories import make_club
from tests.league.office.webhooks.receivers import happen


def test_every_kind_says_whom_it_concerns():
    assert undeclared(kinds.known_kinds()) == []


def test_no_kind_is_declared_that_the_journal_does_not_know():
    assert (NOTICE_RULES.keys() | NOTIFIES_NOBODY) - set(kinds.known_kinds()) == set()


def test_every_notification_has_a_topic_and_words():
    assert TOPIC_OF.keys() == SAYS.keys() == set(What)
    assert set(TOPIC_OF.values()) == set(Topic)
    assert set(What) > OF_THE_MOMENT


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("kind", sorted(NOTICE_RULES))
def test_what_is_gone_by_now_concerns_nobody(kind):
    """A happening whose round, table or event is no longer there is handed over all the same."""
    happening = happen(make_club(), kind, data={"table": 1, "room": 0, "seat": 0, "tables": "1"})

    assert [
        [notice.people for notice in notices] for _row, notices in notices_for([happening])
    ] in (
        [[]],
        [[frozenset()]],
    )

"""Every kind of the journal says who is notified of it."""

import pytest
from django.core.checks import registry

from league.foundation.journal import kinds
from league.office.webhooks.topics import (
    CHANGES_STANDINGS,
    OPEN_KINDS,
    check_topics,
    known_topics,
)


def test_every_kind_of_the_journal_is_declared_and_nothing_else_is():
    assert check_topics in registry.registry.get_checks()
    assert check_topics() == []
    assert set(known_topics()) == set(kinds.known_kinds())
    assert set(known_topics()) > CHANGES_STANDINGS


@pytest.mark.parametrize(
    "kind",
    ["round.drawn", "event.created", "member.joined", "player.added", "entry.signed_up"],
)
def test_what_strangers_cannot_see_is_not_open(kind):
    assert kind not in OPEN_KINDS


@pytest.mark.parametrize("kind", ["deals.looked_at", "player.kept_apart", "deals.entry_refused"])
def test_secrets_are_sent_to_nobody(kind):
    assert known_topics()[kind] is None

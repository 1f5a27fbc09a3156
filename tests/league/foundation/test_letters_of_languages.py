"""Letters that stand for a word are those of the word in each language, and of no other word."""

import pytest
from django.utils.translation import override, pgettext


@pytest.mark.parametrize(
    ("language", "waits", "won"), [("en", "W", "W"), ("de", "W", "S"), ("ja", "待", "勝")]
)
def test_who_waits_on_the_seating_list_is_not_said_to_have_won(language, waits, won):
    with override(language):
        assert pgettext("waits", "W") == waits
        assert pgettext("won", "W") == won

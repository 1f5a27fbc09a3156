"""The load of the drill: in which order tables are played, and what is said of trouble."""

from types import SimpleNamespace

from deploy.drill.phone import NotAnswered
from deploy.drill.submitters import in_a_word, in_turn


def test_tables_are_taken_from_each_evening_in_turn():
    first, second = SimpleNamespace(tables=[1, 2, 3]), SimpleNamespace(tables=[4])

    waiting = in_turn([first, second])

    assert [waiting.pop()[1] for _ in range(4)] == [1, 4, 2, 3]


def test_trouble_is_a_status_or_what_kept_an_answer_from_coming():
    assert in_a_word(NotAnswered("503 instead of 303: busy")) == "503"
    assert in_a_word(TimeoutError()) == "no answer in time"
    assert in_a_word(ConnectionResetError()) == "no connection"

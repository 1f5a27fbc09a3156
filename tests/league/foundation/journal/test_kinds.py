"""Every kind that is written has its sentence, and every sentence is of a kind that is written."""

from league.foundation.journal import kinds


def test_every_sentence_can_be_said_of_a_row_that_knows_nothing():
    for kind in kinds.known_kinds():
        assert kinds.sentence_of(kind, actor="Ann", data={})

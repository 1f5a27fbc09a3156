"""Words are replaced where they are meant, and nowhere else."""

import pytest

from league.office.personal_data.words import Words

INSTEAD = "Former player 3"


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "text", "wanted"),
    [
        (["Ann"], "Ann and Hannah, ann’s Anna", f"{INSTEAD} and Hannah, {INSTEAD}’s Anna"),
        (["Ann Lee", "Ann"], "Ann  Lee & Ann", f"{INSTEAD} & {INSTEAD}"),
        (["山田太郎"], "山田太郎さんと山田花子", f"{INSTEAD}さんと山田花子"),
        (["Zoë"], "ZOË won", f"{INSTEAD} won"),
        (["Al O'Ray"], "Al O’Ray and Al O'Ray", f"{INSTEAD} and {INSTEAD}"),
        (["a.b@example.org"], "to a.b@example.org.", f"to {INSTEAD}."),
        (["Al 2"], "Al 2 and Al 21", f"{INSTEAD} and Al 21"),
        (["C. (guest)"], "C. (guest) + D.", f"{INSTEAD} + D."),
        ([], "nobody", "nobody"),
        (["", " "], "nobody at all", "nobody at all"),
    ],
)
def test_a_word_is_found_as_people_write_it(words, text, wanted):
    assert Words(words, INSTEAD).replaced(text) == wanted


def test_json_keeps_its_shape():
    data = {"names": ["Ann", 3, None, True], "Ann": {"reason": "for Ann"}}

    assert Words(["Ann"], "X").replaced(data) == {
        "names": ["X", 3, None, True],
        "X": {"reason": "for X"},
    }


def test_once_more_changes_nothing():
    words = Words(["player"], INSTEAD)

    # a person is called by a word that stands in what is put there
    assert words.replaced(words.replaced("a player")) == f"a {INSTEAD}"

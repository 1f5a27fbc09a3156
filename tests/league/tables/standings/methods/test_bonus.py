import pytest

from league.foundation.doors.reading import InvalidRequest
from league.tables.standings.methods.matches.awards import DRAWN, LOST, WON
from league.tables.standings.methods.matches.bonus import View, parse_bonus, read_bonuses
from tests.league.tables.standings.methods.results import matches, rows, table


@pytest.mark.parametrize(
    ("text", "earned_by"),
    [
        # a win by 310 to 10, the same match lost, and a draw of 200
        ("+1 if margin >= 300", {"won"}),
        ("+1 if margin >= 301", set()),
        ("+1 if loss and margin >= 300", {"lost"}),
        ("+1 if loss and margin < 300", set()),
        ("+1 if win or loss", {"won", "lost"}),
        ("+1 if points >= 200", {"won", "drawn"}),
        ("+1 if against > 200", {"lost"}),
        ("+1 if draw", {"drawn"}),
        ("+1 if points = 10 or points = 200 and draw", {"lost", "drawn"}),
        ("+1 if draw and margin = 0", {"drawn"}),
    ],
)
def test_who_earns_a_bonus(text, earned_by):
    views = {
        "won": View(WON, 300, 310, 10),
        "lost": View(LOST, 300, 10, 310),
        "drawn": View(DRAWN, 0, 200, 200),
    }

    bonus = parse_bonus(text, "method.bonus")

    assert {name for name, view in views.items() if bonus.is_earned(view)} == earned_by


BAD = [
    ("1 if win", "bonus_without_sign", '"1" at character 1'),
    ("win", "bonus_without_sign", '"win" at character 1'),
    ("+ if win", "bonus_without_number", '"if" at character 3'),
    ("+", "bonus_without_number", "ends where it needs a number"),
    ("+1234567890 if win", "bonus_without_number", '"1234567890" at character 2'),
    ("+0 if win", "bonus_of_nothing", "gives 0 points"),
    ("+1", "bonus_without_if", "ends where it needs the word if"),
    ("+1 when win", "bonus_without_if", '"when" at character 4'),
    ("+1 if", "bonus_without_test", "ends where it needs one of win, draw, loss"),
    ("+1 if (win)", "bonus_without_test", '"(" at character 7'),
    ("+1 if 300 <= margin", "bonus_without_test", '"300" at character 7'),
    ("+1 if margn >= 3", "bonus_unknown_word", '"margn" at character 7'),
    ("+1 if __import__", "bonus_unknown_word", '"__import__" at character 7'),
    ("+1 if win and", "bonus_without_test", "ends where"),
    ("+1 if win and loss", "bonus_never_earned", "character 15"),
    ("+1 if margin 300", "bonus_without_comparison", '"300" at character 14'),
    ("+1 if margin => 300", "bonus_without_limit", '">" at character 15'),
    ("+1 if margin != 300", "bonus_without_comparison", '"!" at character 14'),
    ("+1 if margin >= big", "bonus_without_limit", '"big" at character 17'),
    ("+1 if margin >=", "bonus_without_limit", "ends where"),
    ("+1 if win, loss", "bonus_goes_on", '"," at character 10'),
    ("+1 if win loss", "bonus_goes_on", '"loss" at character 11'),
    ("+1 if " + " and ".join(["points>1"] * 14), "bonus_too_long", "character"),
    ("", "bad_text", "1 to 200 printable"),
    ("+1 if win or " + "margin > 1 or " * 40, "bad_text", "1 to 200 printable"),
    (7, "wrong_type", "a text in quotes"),
]


@pytest.mark.parametrize(("text", "code", "says"), BAD, ids=[str(b[0])[:25] for b in BAD])
def test_what_cannot_be_read_is_refused_at_its_character(text, code, says):
    with pytest.raises(InvalidRequest) as refused:
        read_bonuses([text], "method.bonus")

    assert (refused.value.code, refused.value.path) == (code, "method.bonus[0]")
    assert says in str(refused.value)


def test_bonuses_add_up_and_the_margin_is_the_true_one():
    method = {
        "name": "match_points",
        "bonus": ["+1 if margin >= 300", "+0.5 if loss and margin < 50", "-1 if points < 0"],
        "cap": 400,
    }
    played = matches("a 500 b 180, c 260 d 230", "a -20 c 100, b 90 d 90")

    ranked = rows(method, "points_for", played)

    assert table(ranked) == [("1", "c", 4), ("2", "a", 2), ("3", "d", 1.5), ("4", "b", 1)]
    assert ranked[1]["tiebreaks"] == {"points_for": 380}  # 400 of the 500, and -20


def test_a_skunk_replaces_what_the_win_and_the_loss_are_worth():
    # cribbage: 121 points, skunked below 91
    method = {"name": "match_points", "draw": 0, "skunk": {"win": 3, "margin": 31, "below": 91}}
    played = matches("a 121 b 90, c 121 d 91", "a 121 c 120, b 121 d 60")

    assert table(rows(method, "", played)) == [
        ("1", "a", 5),
        ("2", "b", 3),
        ("3", "c", 2),
        ("4", "d", 0),
    ]

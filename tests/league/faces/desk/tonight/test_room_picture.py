"""The picture of a room: every seat of every table, and who rests."""

from league.faces.desk.tonight.night_shown import MOST_DRAWN, picture_of


def test_seats_go_round_the_table_from_the_top_and_take_turns_in_sides():
    picture = picture_of([4], [2], players=5)

    (table,) = picture.tables
    assert [(seat.x, seat.y) for seat in table] == [(20, 5), (35, 20), (20, 35), (5, 20)]
    assert [seat.side for seat in table] == [0, 1, 0, 1]
    assert (picture.resting, picture.left_out) == (1, 0)


def test_at_a_table_of_single_players_everybody_is_a_side():
    picture = picture_of([5, 3], [5, 3], players=8)

    assert [[seat.side for seat in seats] for seats in picture.tables] == [
        [0, 1, 2, 3, 4],
        [0, 1, 2],
    ]
    assert picture.resting == 0


def test_a_large_room_is_drawn_in_part_and_says_so():
    tables = MOST_DRAWN + 20

    picture = picture_of([4] * tables, [2] * tables, players=4 * tables)

    assert (len(picture.tables), picture.left_out, picture.resting) == (MOST_DRAWN, 20, 0)

import pytest

from league.play.rounds.drawing import places, read_request
from league.play.rounds.drawing.bracket.layouts import double_elimination
from league.play.rounds.drawing.bracket.replay import LOSERS, LoserOf, WinnerOf
from league.play.rounds.drawing.bracket.seeding import bracket_size
from tests.league.play.rounds.drawing.evenings import Night, better_seed_wins, played_by_lot
from tests.league.play.rounds.drawing.requests import placed

COUNTS = range(3, 65)


@pytest.mark.long
@pytest.mark.sampled(16)
@pytest.mark.parametrize("count", COUNTS)
def test_places_are_shared_in_order_of_the_losers_rounds(count):
    night, rounds = played_by_lot("double_elimination", count)
    reached: dict[str, int] = {}  # the round of the losers' bracket in which each lost last
    matches = iter([match for match in night.history if "sides" in match])
    for drawn in rounds:
        for table in drawn["tables"]:
            loser = min(next(matches)["sides"], key=lambda side: side["points"])["entries"][0]
            title = table["why"][0]["text"].split(":")[0]
            reached[loser] = 1000 if "final" in title else int(title.split(" of round ")[1][:1])

    found = places(read_request(night.request)).main

    for one in found[3:]:
        later = sum(
            number > reached[one.entry] for entry, number in reached.items() if entry != found[0][0]
        )
        assert one.place == later + 2
    assert [one.place for one in found[:3]] == [1, 2, 3]
    assert sorted(one.entry for one in found) == sorted(f"e{n}" for n in range(1, count + 1))


@pytest.mark.long
@pytest.mark.parametrize("count", [3, 4, 6, 8, 13, 16, 31, 32])
def test_reset_final_is_only_played_when_the_first_is_lost_by_the_unbeaten(count):
    calm, stormy = (Night("double_elimination", count) for _ in range(2))

    calm_rounds = calm.play_to_the_end(better_seed_wins)
    stormy_rounds = stormy.play_to_the_end(lambda table: upset(stormy, table))

    rounds = 2 * (bracket_size(count).bit_length() - 1)
    assert (len(calm_rounds), len(stormy_rounds)) == (rounds, rounds + 1)
    assert "second grand final" in stormy_rounds[-1]["tables"][0]["why"][0]["text"]


def upset(night, table):
    """Let the better seed win, but the once beaten the grand final."""
    if table["why"][0]["text"].startswith("grand final"):
        lost = night.losses()
        one, other = (side[0] for side in table["sides"])
        return [lost[one], lost[other]]
    return better_seed_wins(table)


def test_without_reset_the_grand_final_decides():
    night = Night("double_elimination", 8, {"reset": False})

    rounds = night.play_to_the_end(lambda table: upset(night, table))

    assert len(rounds) == 6
    assert places(read_request(night.request)).main[0].place == 1


def test_bye_against_bye_is_a_bye_and_who_meets_one_moves_on_at_once():
    night = Night("double_elimination", 5)
    first = night.drawn()
    night.play(first, better_seed_wins)
    second = night.drawn()
    night.play(second, better_seed_wins)

    assert first["byes"] == ["e1", "e2", "e3"]
    # e5, the only one to have lost, has no opponent in the losers' bracket and waits
    assert placed(second) == ["e1", "e2", "e3", "e4"]
    assert "e5" in placed(night.drawn())


FIRST_REMATCH = {4: 2, 8: 3, 16: 4, 32: 5, 64: 7, 128: 8, 256: 9, 512: 9}


@pytest.mark.parametrize("size", FIRST_REMATCH)
def test_drops_are_turned_so_that_rematches_come_late(size):
    """Enumerate who can come to each match: entries lost in nested blocks may have met."""
    came: dict[object, set[tuple[int, int]]] = {}
    first = None
    for node in double_elimination(size, reset=True):
        part, number, match = node.key
        if part != LOSERS:
            came[LoserOf(node.key)] = {(number, match)}
            continue
        one, other = (came[source] for source in node.sources)
        if first is None and any(nested(a, b) for a in one for b in other):
            first = number
        came[WinnerOf(node.key)] = one | other

    assert first == FIRST_REMATCH[size]


def nested(one, other):
    (low, a), (high, b) = sorted([one, other])
    return a >> (high - low) == b

"""What is true of every deal of Pedro that was played."""

from collections import Counter


def check_pedro(ruleset, record, result):
    detail, options = result.detail, ruleset.options
    piles = [entry.split("+") for entry in record["play"]]
    away = [card for cards in record["discards"] for card in cards.split()]
    pack = Counter(" ".join([*record["hands"], record["stock"]]).split())
    assert Counter([card for pile in piles for card in pile] + away) == pack
    assert len(pack) == 52

    trump = record["trump"]
    low_pedro = "5" + {"S": "C", "C": "S", "H": "D", "D": "H"}[trump]
    names = {"A": "high", "J": "jack", "T": "game", "2": "low", "5": "pedro"}
    counting = {rank + trump: name for rank, name in names.items()} | {low_pedro: "low_pedro"}
    tops = {pile[0] for pile in piles}
    assert counting.keys() <= tops
    assert all(len(pile) == 1 for pile in piles[4:])
    sizes = detail["hand_sizes"]
    assert sum(sizes) == 24 + sum(len(pile) - 1 for pile in piles)
    assert min(sizes) == 6
    if options.excess_trumps == "discard":
        assert sizes == [6, 6, 6, 6]
        assert not counting.keys() & set(away)
    else:
        assert not [card for card in away if card[1] == trump or card == low_pedro]

    worth = {"pedro": 5, "low_pedro": 5}
    for side in (0, 1):
        taken = sum(worth.get(name, 1) for name, owner in detail["cards"].items() if owner == side)
        assert taken == detail["points"][side]
    assert sum(detail["points"]) == 14
    assert sum(detail["tricks"]) == 6
    declaring = detail["declarer_side"]
    assert result.made == (detail["points"][declaring] >= detail["bid"])
    earned = detail["points"][declaring] if result.made else -detail["bid"]
    assert result.score[declaring] == earned
    assert result.score[1 - declaring] == detail["points"][1 - declaring]
    assert options.min_bid <= detail["bid"] <= 14

"""Matches of a Swiss, and who meets whom in what was drawn."""

from tests.league.play.rounds.drawing.swiss_oracle import pairs_of


def match(number, home, away, points=(2, 0)):
    both = zip((home, away), points, strict=True)
    return {"round": number, "sides": [{"entries": [e], "points": p} for e, p in both]}


def opponents(drawn):
    return {frozenset(pair) for pair in pairs_of(drawn)}


def meets(*pairs):
    return {frozenset(pair) for pair in pairs}


def texts(drawn):
    return {
        frozenset(entry for side in table["sides"] for entry in side): {
            why["code"]: why["text"] for why in table["why"]
        }
        for table in drawn["tables"]
    }

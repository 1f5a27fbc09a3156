"""Strategies for the requests that standings are worked out from."""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from league.tables.standings.methods import TIEBREAKS

# machines are shared: a slow example is no fault
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
METHODS = [
    {"name": "match_points"},
    {"name": "match_points", "win": 3, "draw": 1, "loss": 0, "bye": "draw"},
    {"name": "match_points", "win": 1, "draw": 0.5, "loss": 0, "bye": "own_average"},
    {"name": "total_points", "bye": "own_average"},
    {"name": "total_points", "bye": "winners_average"},
    {"name": "match_points", "bonus": ["+1 if margin >= 2", "+0.5 if loss and margin < 2"]},
    {"name": "victory_points", "blitz": 4},
    {"name": "round_points", "bye": 2},
    {"name": "percentage"},
]
MANY_SIDED = ("total_points", "round_points", "percentage")


def sides_of(entry):
    few = st.integers(0, 2)
    return st.builds(
        lambda points, sets, made, highest: {
            "entries": [entry],
            "points": points,
            "sets": sets,
            "bids_made": made,
            "highest_deal": highest,
        },
        *(st.integers(-2, 3), few, few, few),
    )


@st.composite
def events(draw, methods=METHODS, tiebreaks=tuple(TIEBREAKS), unplayed=True):
    """Return a request: rounds of matches among up to eight entries, few points, many ties."""
    count = draw(st.integers(2, 8))
    ids = [f"e{number}" for number in range(count)]
    method = draw(st.sampled_from(methods))
    many_sided = method["name"] in MANY_SIDED and draw(st.booleans())
    played = []
    for number in range(1, draw(st.integers(0, 5)) + 1):
        left = draw(st.permutations(ids))
        while len(left) >= 2:
            size = draw(st.integers(2, min(5, len(left)))) if many_sided else 2
            table, left = left[:size], left[size:]
            if unplayed and size == 2 and draw(st.integers(0, 5)) == 0:
                sides = [{"entries": [entry]} for entry in table]
                forfeit = draw(st.sampled_from([0, 1, [0, 1]]))
                played.append({"round": number, "sides": sides, "forfeit": forfeit})
                continue
            sides = [draw(sides_of(entry)) for entry in table]
            played.append({"round": number, "sides": sides})
        kinds = ["drawn", "requested", "absent"] if unplayed else ["drawn"]
        played += [
            {"round": number, "bye": entry, "kind": draw(st.sampled_from(kinds))} for entry in left
        ]
    return {
        "method": method,
        "tiebreaks": draw(st.lists(st.sampled_from(tiebreaks), unique=True, max_size=4)),
        "entries": [{"id": entry} for entry in ids],
        "matches": draw(st.permutations(played)),
        "adjustments": draw(
            st.lists(
                st.builds(
                    lambda entry, points: {"entry": entry, "points": points},
                    st.sampled_from(ids),
                    st.sampled_from([-1, 0.5, 2]),
                ),
                max_size=2,
            )
        ),
        "play_offs": [{"sides": [draw(sides_in_play_off(entry)) for entry in ids]}],
        "seed": 7,
    }


def sides_in_play_off(entry):
    return st.integers(0, 2).map(lambda points: {"entries": [entry], "points": points})

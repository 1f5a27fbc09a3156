"""A league of four before its last round."""

from tests.league.tables.standings.factories import make_round, make_stage, make_table, play


def four_in_the_last_round(**fields):
    """Ann has 4, Bob and Cy 2, Di 0; in the last round Ann meets Bob and Cy meets Di."""
    stage = make_stage("Ann", "Bob", "Cy", "Di", **fields)
    first, second, third = (make_round(stage, number) for number in (1, 2, 3))
    play(first, {"Ann": 300, "Cy": 100})
    play(first, {"Bob": 300, "Di": 100})
    play(second, {"Ann": 300, "Di": 100})
    play(second, {"Cy": 300, "Bob": 100})
    make_table(third, "Ann", "Bob")
    make_table(third, "Cy", "Di")
    return stage

"""Strengths as people read them: a newcomer has 1500, and 1 on the model's scale is 40 points."""

from league.tables.ratings.method.strengths import MU, Strength

MIDDLE = 1500
POINTS = 40


def shown(mu: float) -> int:
    """Return a strength as it is shown, whole points."""
    return round(MIDDLE + POINTS * (mu - MU))


def shown_change(before: float, after: float) -> int:
    """Return the difference of two strengths as they are shown, so that changes add up."""
    return shown(after) - shown(before)


def give_or_take(strength: Strength) -> int:
    """Return one standard deviation in points: two times in three the error is not larger."""
    return round(POINTS * strength.sigma)


def at_least(strength: Strength) -> int:
    """Return the strength less one standard deviation, by which lists are ordered."""
    return shown(strength.mu) - give_or_take(strength)

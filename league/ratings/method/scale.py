"""Strengths as people read them: 1500 is a newcomer, and 40 points are one of the model's."""

from league.ratings.method.strengths import MU, Strength

MIDDLE = 1500
POINTS = 40


def shown(mu: float) -> int:
    """Return a strength as it is shown, whole points."""
    return round(MIDDLE + POINTS * (mu - MU))


def shown_change(before: float, after: float) -> int:
    """Return the difference of two strengths as they are shown, so that changes add up."""
    return shown(after) - shown(before)


def give_or_take(strength: Strength) -> int:
    """Return one standard deviation: two times in three the strength lies no farther from this."""
    return round(POINTS * strength.sigma)


def at_least(strength: Strength) -> int:
    """Return what lists are ordered by: the strength less what is uncertain of it."""
    return shown(strength.mu) - give_or_take(strength)

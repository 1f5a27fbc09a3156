"""An emblem follows from a number alone, and most of a club's people have one of their own."""

import re

import pytest

from league.clubs.emblems import CHARGES, CLUB, DIVISIONS, FIELDS, METALS, SIZE, emblem_of

NUMBERS = re.compile(r"-?\d+(?:\.\d+)?")


def test_the_same_number_has_the_same_emblem_for_ever():
    first = emblem_of(17)
    assert first == emblem_of.__wrapped__(17)
    assert emblem_of(17, CLUB) != first
    # as it was drawn first: who has an emblem keeps it from release to release
    assert (first.ground, *first.division, *first.charge) == (
        *("tint", DIVISIONS[15], "main", CHARGES[6], "silver"),
    )


def test_of_forty_people_nearly_all_differ_and_all_shapes_are_used():
    assert len({emblem_of(number) for number in range(40)}) >= 38
    many = [emblem_of(number) for number in range(2_000)]
    assert {emblem.division[0] for emblem in many} == set(DIVISIONS)
    assert {emblem.charge[0] for emblem in many} == set(CHARGES)
    assert {(emblem.ground, emblem.division[1]) for emblem in many} == set(FIELDS)
    assert {emblem.charge[1] for emblem in many} == set(METALS)


@pytest.mark.parametrize("path", [*DIVISIONS, *CHARGES])
def test_a_shape_lies_within_the_square(path):
    assert all(0 <= float(number) <= SIZE for number in NUMBERS.findall(path))

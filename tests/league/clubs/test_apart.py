"""Players whom draws keep apart: noted once, by whichever row of a person, and ended."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from league.clubs.models import KeptApart
from league.clubs.selectors import apart_from, kept_apart
from league.clubs.services import keep_apart, let_meet, merge_players
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import sentence_of
from tests.league.factories import NOW, actor_of, make_club, make_player, make_players, make_user

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(hours=1)


@pytest.fixture
def director():
    return actor_of(make_user("Dora Director"))


def journal_sentences():
    return [sentence_of(one) for one in Happening.objects.order_by("id")]


def test_said_twice_from_both_sides_it_is_noted_once(club, director):
    ann, bob = make_players(club, "Ann", "Bob")

    keep_apart(player=bob, other=ann, by=Act(director, NOW))
    keep_apart(player=ann, other=bob, reason="one  household", by=Act(director, LATER))

    row = KeptApart.objects.get()
    assert (row.one_id, row.other_id, row.reason) == (ann.pk, bob.pk, "one household")
    assert journal_sentences() == ["Dora Director set draws to keep Ann and Bob apart"] * 2
    assert "household" not in str(Happening.objects.values_list("data"))


def test_it_holds_for_events_that_begin_before_it_ends(club, director):
    ann, bob = make_players(club, "Ann", "Bob")
    keep_apart(player=ann, other=bob, by=Act(director, NOW))
    let_meet(player=bob, other=ann, by=Act(director, LATER))
    let_meet(player=bob, other=ann, by=Act(director, LATER))

    pair = {frozenset({ann.pk, bob.pk})}
    assert kept_apart(club.pk, NOW - timedelta(seconds=1)) == set()
    assert kept_apart(club.pk, NOW) == kept_apart(club.pk, NOW + timedelta(minutes=59)) == pair
    assert kept_apart(club.pk, LATER) == kept_apart(club.pk, None) == set()
    assert journal_sentences()[1:] == ["Dora Director set draws to allow Ann and Bob together"]


@pytest.mark.long
def test_of_a_double_the_player_who_stays_is_meant(club, director):
    ann, bob, bobby = make_players(club, "Ann", "Bob", "Bobby")
    keep_apart(player=ann, other=bobby, by=Act(director, NOW))
    keep_apart(player=bob, other=bobby, by=Act(director, NOW))
    merge_players(stays=bob, goes=bobby, by=Act(director, NOW))

    assert kept_apart(club.pk, None) == {frozenset({ann.pk, bob.pk})}
    assert set(apart_from(ann)) == {bob.pk}
    assert set(apart_from(bob)) == {ann.pk}
    let_meet(player=ann, other=bob, by=Act(director, LATER))
    assert kept_apart(club.pk, None) == set()


@pytest.mark.parametrize(("number", "field"), [(0, "other"), (1, "reason"), (2, "other")])
def test_what_cannot_be_is_said(club, director, number, field):
    players = [*make_players(club, "Ann", "Bob"), make_player(make_club("Other"), "Zoe")]

    with pytest.raises(ValidationError) as refused:
        keep_apart(
            player=players[0], other=players[number], reason="x" * 121, by=Act(director, NOW)
        )
    assert field in refused.value.message_dict


def test_the_database_keeps_one_row_a_pair_in_one_order(club):
    ann, bob = make_players(club, "Ann", "Bob")
    pair = {"club": club, "noted_at": NOW}
    KeptApart.objects.create(one=ann, other=bob, **pair)

    for one, other in ((ann, bob), (bob, ann)):
        with pytest.raises(IntegrityError), transaction.atomic():
            KeptApart.objects.create(one=one, other=other, **pair)

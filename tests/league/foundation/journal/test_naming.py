"""People and clubs stand in the journal by number, and have their names when it is read."""

import pytest
from django.db import transaction

from league.foundation.journal.actor import Act, Actor
from league.foundation.journal.models import Happening
from league.foundation.journal.naming import LISTED, TOGETHER, WORDS
from league.foundation.journal.selectors import Wanted, happenings, with_names
from league.foundation.journal.services import append
from tests.league.factories import NOW, make_club, make_player, make_user
from tests.league.foundation.journal.subscribing import KIND

pytestmark = pytest.mark.django_db


def note(club, actor, /, **data):
    with transaction.atomic():
        return append(kind=KIND, by=Act(actor, NOW), club_id=club.pk, data=data).pk


def test_names_are_those_of_now_in_one_query(django_assert_num_queries):
    club, user = make_club(), make_user("Dora")
    ann, bob = make_player(club, "Ann"), make_player(club, "Bob")
    desk = Actor(user_id=user.pk, name="Dora", via="desk")
    phone = Actor(players=(ann.pk, bob.pk), name="Ann", via="table")
    entry = {TOGETHER: [ann, "Owls"]}
    note(club, desk, player=ann, club=club, reason="Bob said so", was={"player": ann.pk})
    note(club, phone, names={LISTED: [{WORDS: [entry, "3"]}, bob]}, several=[ann, user, 4])
    club.players.filter(pk=ann.pk).update(name="Anna")

    with django_assert_num_queries(2):
        rows = with_names(Happening.objects.order_by("id"))
        first, second = [(row.actor, row.said) for row in rows]

    assert first == ("Dora", {"player": "Anna", "club": club.name, "reason": "Bob said so"})
    assert second == ("Anna & Bob", {"names": "Anna & Owls 3, Bob", "several": ["Anna", "Dora", 4]})


def test_whoever_is_no_person_of_the_site_is_a_word_and_who_is_gone_a_dash():
    club = make_club()
    gone = make_player(club, "Ann")
    note(club, Actor(name="somebody", via="public"), player=gone)
    gone.delete()

    (row,) = Happening.objects.all()
    assert (row.actor, row.said) == ("somebody", {"player": "–"})


def test_search_finds_names_of_now_and_no_numbers():
    club, user = make_club(), make_user("Dora")
    ann = make_player(club, "Ann Lee")
    desk = note(club, Actor(user_id=user.pk, name="Dora", via="desk"), player=ann)
    phone = note(club, Actor(players=(ann.pk,), name="Ann Lee", via="table"), place="Window")

    def found(**wanted):
        return [row.pk for row in happenings(club.pk, Wanted(**wanted))]

    assert found(words=("lee",)) == [phone, desk]
    assert found(words=("dora",)) == [desk]
    assert found(actor="LEE") == [phone]
    assert found(words=("window",)) == [phone]
    assert found(words=(str(ann.pk),)) == found(words=("$player",)) == []

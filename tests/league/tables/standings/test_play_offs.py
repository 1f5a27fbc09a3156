"""Play-offs of entries that are level: who may play one, what it separates, and taking it back."""

from decimal import Decimal
from uuid import uuid4

import pytest

from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import sentence_of
from league.foundation.refusal import OutOfDate
from league.play.prepared.hiding import NOTHING_HIDDEN
from league.tables.standings import services as standings
from league.tables.standings.facts import facts_of
from league.tables.standings.play_off_facts import level_now
from league.tables.standings.ranking import rows_after
from tests.league.factories import actor_of, make_user
from tests.league.tables.standings.factories import NOW, entry_of, make_round, make_stage, play

pytestmark = pytest.mark.django_db


def make_level(*tiebreaks):
    """Make a round after which Ann and Cy have won, Bob and Dee lost, by the same points."""
    stage = make_stage("Ann", "Bob", "Cy", "Dee", tiebreaks=list(tiebreaks or ("play_off",)))
    round_ = make_round(stage)
    play(round_, {"Ann": 12, "Bob": 8})
    play(round_, {"Cy": 12, "Dee": 8})
    return stage


def director():
    return actor_of(make_user("Dora", email="dora@example.org"))


def note(stage, actor, key=None, **points):
    return standings.record_play_off(
        stage=stage,
        points={entry_of(stage, name).pk: Decimal(own) for name, own in points.items()},
        key=key or uuid4(),
        by=Act(actor, NOW),
    )


def ranks(stage):
    names = {entry_of(stage, name).pk: name for name in ("Ann", "Bob", "Cy", "Dee")}
    return [
        (names[row.entry_id], row.rank)
        for row in rows_after(facts_of(stage, hidden=NOTHING_HIDDEN), 1)
    ]


@pytest.mark.long
def test_a_play_off_says_who_is_ahead_of_those_who_were_level():
    stage, actor = make_level(), director()
    assert [len(level.entries) for level in level_now(stage).levels] == [2, 2]

    note(stage, actor, Ann=7, Cy="7.5")

    assert ranks(stage) == [("Cy", 1), ("Ann", 2), ("Bob", 3), ("Dee", 3)]
    said = sentence_of(Happening.objects.get(kind="play_off.noted"))
    assert said.endswith("Cy 7.5, Ann 7")


def test_the_same_key_is_the_same_play_off_and_revoking_it_makes_them_level_again():
    stage, actor, key = make_level(), director(), uuid4()
    first = note(stage, actor, key, Ann=1, Cy=2)

    assert note(stage, actor, key, Ann=1, Cy=2) == first
    for _again in range(2):
        standings.revoke_play_off(play_off=first, by=Act(actor, NOW))
    assert ranks(stage)[:2] == [("Ann", 1), ("Cy", 1)]
    assert Happening.objects.filter(kind="play_off.revoked").count() == 1


def test_only_all_who_are_level_and_nobody_else_play_it_off():
    stage, actor = make_level(), director()
    with pytest.raises(standings.BadPlayOff, match=r"Level: Ann, Cy\."):
        note(stage, actor, Ann=5, Bob=4)
    note(stage, actor, Ann=5, Cy=4)
    with pytest.raises(standings.BadPlayOff, match="no longer level"):
        note(stage, actor, Ann=5, Cy=4)


def test_an_event_without_that_tiebreak_has_no_play_offs():
    with pytest.raises(standings.BadPlayOff, match="fixed when it began"):
        note(make_level("wins"), director(), Ann=5, Cy=4)


def test_numbers_and_keys_are_checked():
    stage, actor, key = make_level(), director(), uuid4()
    for wrong in ("NaN", "0.001", "9999999"):
        with pytest.raises(standings.BadPlayOff):
            note(stage, actor, Ann=wrong, Cy=1)
    note(stage, actor, key, Ann=5, Cy=4)
    other = make_stage("Eve", "Flo", slug="other", club=stage.event.club)
    with pytest.raises(OutOfDate):
        standings.record_play_off(stage=other, points={}, key=key, by=Act(actor, NOW))

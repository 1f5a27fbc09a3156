"""The table of a season from its events: who gets what, and that nothing goes out of date."""

import pytest
from django.contrib.auth.models import AnonymousUser

from league.calendar.match_dates.models import DateState, MatchDate
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import sentence_of
from league.play.events.models import Entry, EntryMember
from league.tables.seasons import services as seasons
from league.tables.seasons.models import Division, DivisionEvent
from league.tables.seasons.selectors import may_see_table, season_sheet, stamp_of_season
from league.tables.standings.models import SnapshotRow
from tests.league.factories import make_member
from tests.league.play.events.factories import DIRECTOR
from tests.league.tables.seasons.factories import (
    correct,
    make_night,
    make_season,
    player_of,
    rules_with,
    shown,
)
from tests.league.tables.standings.factories import NOW

pytestmark = pytest.mark.django_db


def set_rules(season, **changes):
    seasons.set_rules(season=season, rules=rules_with(**changes), by=Act(DIRECTOR, NOW))


@pytest.mark.long
def test_nights_of_singles_and_of_pairs_feed_one_table_of_players():
    season = make_season()
    make_night(season, {"Ann": 9, "Bob": 5, "Cy": 5})
    make_night(season, {"Ann+Cy": 20, "Bob+Di": 10}, variant="double-deck-pinochle")

    # 12 and 12; Cy 10.5 and 12; Bob 10.5 and 11; Di 11
    assert shown(season) == [(1, "Ann", 24), (2, "Cy", 22.5), (3, "Bob", 21.5), (4, "Di", 11)]


@pytest.mark.long
def test_a_table_of_pairs_is_fed_by_pairs_alone_and_a_pair_is_its_two_players():
    season = make_season()
    set_rules(season, who="pair")
    make_night(season, {"Ann": 9, "Bob": 5})
    make_night(season, {"Ann+Cy": 20, "Bob+Di": 10})
    make_night(season, {"Di+Bob": 7, "Cy+Ann": 9})

    assert shown(season) == [(1, "Ann & Cy", 24), (2, "Bob & Di", 22)]


def test_a_team_keeps_its_place_when_its_players_change():
    season = make_season()
    set_rules(season, who="team")
    make_night(season, {"Ann+Cy+Ed": 5, "Bob+Di+Flo": 10}, team_names={"Ann+Cy+Ed": "Owls"})
    make_night(season, {"Ann+Cy+Gus": 5, "Bob+Di+Flo": 1}, team_names={"Ann+Cy+Gus": "OWLS "})

    assert {(rank, name) for rank, name, _total in shown(season)} == {
        (1, "Bob & Di & Flo"),
        (1, "OWLS"),
    }
    names = season_sheet(season).names
    key = next(key for key, called in names.items() if {called.public, called.full} == {"OWLS"})
    guest = {key: seasons.Placing(is_guest=True)}
    seasons.place_competitors(season=season, placings=guest, by=Act(DIRECTOR, NOW))
    assert "OWLS" in sentence_of(Happening.objects.latest("id"))


@pytest.mark.long
def test_a_member_who_did_not_play_gets_nothing():
    season = make_season()
    night = make_night(season, {"Ann": 9, "Bob": 5})
    EntryMember.objects.create(
        event=night,
        entry=night.entries.get(members__player__name="Ann"),
        player=player_of(season.club, "Zoe"),
        position=1,
        joined_at=NOW,
    )

    assert [name for _rank, name, _total in shown(season)] == ["Ann", "Bob"]


@pytest.mark.long
def test_drafts_hidden_events_and_those_of_other_seasons_do_not_count():
    season = make_season()
    make_night(season, {"Ann": 9, "Bob": 5})
    make_night(season, {"Bob": 9, "Ann": 5}, visibility="hidden")
    make_night(make_season(season.club, "autumn"), {"Bob": 9, "Ann": 5})

    assert shown(season) == [(1, "Ann", 12), (2, "Bob", 11)]


@pytest.mark.long
def test_a_correction_of_an_old_night_moves_the_table_and_its_stamp():
    season = make_season()
    first = make_night(season, {"Ann": 9, "Bob": 5})
    make_night(season, {"Ann": 9, "Bob": 5})
    before = stamp_of_season(season)

    correct(first, {"Ann": 1, "Bob": 5})

    assert shown(season) == [(1, "Ann", 23), (1, "Bob", 23)]
    assert stamp_of_season(season) != before


@pytest.mark.long
def test_merged_players_are_one_competitor_in_the_table():
    season = make_season()
    make_night(season, {"Ann": 9, "Bob": 5})
    make_night(season, {"Ann L": 9, "Bob": 5})
    seasons.place_competitors(
        season=season,
        placings={f"p{player_of(season.club, 'Ann L').pk}": seasons.Placing(is_guest=True)},
        by=Act(DIRECTOR, NOW),
    )
    double = player_of(season.club, "Ann L")
    double.merged_into = player_of(season.club, "Ann")
    double.save()

    assert shown(season) == [(1, "Bob", 24), (None, "Ann", 24)]


@pytest.mark.long
def test_the_public_sees_only_initials_of_players_who_want_that():
    season = make_season()
    make_night(season, {"Nora Beckett": 9, "Bob": 5})
    season.club.players.filter(name="Nora Beckett").update(public_name="initials")

    assert set(season_sheet(season).called(full=False).values()) == {"N. B.", "Bob"}


@pytest.mark.long
def test_only_those_who_may_see_every_night_see_the_table():
    season = make_season()
    make_night(season, {"Ann": 9, "Bob": 5})
    nobody, member = AnonymousUser(), make_member(season.club).user
    assert may_see_table(season, nobody)

    make_night(season, {"Ann": 9, "Bob": 5}, visibility="members")

    assert not may_see_table(season, nobody)
    assert may_see_table(season, member)
    assert may_see_table(season, make_member(season.club, role="director").user)


def date_it(event):
    round_ = event.stages.get().rounds.get()
    MatchDate.objects.create(round=round_, number=1, begins_at=NOW, state=DateState.PUBLISHED)


@pytest.mark.long
def test_a_season_of_one_league_has_the_table_of_the_league():
    season = make_season()
    points = {"Ann+Cy+Ed": 10, "Bob+Di+Flo": 8, "Gus+Hal+Ian": 6}
    names = {"Ann+Cy+Ed": "Owls", "Bob+Di+Flo": "Otters", "Gus+Hal+Ian": "Bears"}
    league = make_night(season, points, team_names=names)
    assert {row[2] for row in shown(season)} == {12, 11, 10}

    date_it(league)

    assert shown(season) == [(1, "Owls", 10), (2, "Otters", 8), (3, "Bears", 6)]


def test_who_left_so_early_that_nothing_counts_is_last_of_the_season():
    season = make_season()
    league = make_night(season, {"Ann": 9, "Bob": 4, "Cy": 2})
    entry = league.entries.get(members__player__name__startswith="Cy")
    SnapshotRow.objects.filter(entry=entry).delete()
    assert len(shown(season)) == 2

    Entry.objects.filter(pk=entry.pk).update(state="withdrawn", withdrawn_at=NOW)
    entry.members.update(left_at=NOW)
    date_it(league)

    assert shown(season) == [(1, "Ann", 9), (2, "Bob", 4), (3, "Cy", 0)]


@pytest.mark.long
def test_each_division_has_the_table_of_its_league_and_an_evening_beside_it_changes_that():
    season = make_season()
    for number, names in enumerate([("Ann", "Bob"), ("Cy", "Di")], start=1):
        league = make_night(season, dict(zip(names, (9, 4), strict=True)))
        date_it(league)
        division = Division.objects.create(season=season, number=number, name=f"Division {number}")
        DivisionEvent.objects.create(event=league, division=division)
    assert sorted(total for _rank, _name, total in shown(season)) == [4, 4, 9, 9]

    make_night(season, {"Ann": 3, "Cy": 1})

    assert sorted(total for _rank, _name, total in shown(season)) == [11, 11, 23, 24]


@pytest.mark.long
def test_rules_that_the_club_has_chosen_stay():
    season = make_season()
    date_it(make_night(season, {"Ann": 9, "Bob": 4}))
    set_rules(season)

    assert shown(season) == [(1, "Ann", 12), (2, "Bob", 11)]

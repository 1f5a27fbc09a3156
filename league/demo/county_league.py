"""An association of clubs and its league: teams of three clubs, registered players, dated matches.

One round is played. In the next one the captain whom one can sign in as has a result to confirm,
and for the last one team mates have said whether they come.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from random import Random
from typing import Any
from uuid import UUID, uuid5

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.calendar.availability import services as availability
from league.calendar.availability.models import Answer
from league.calendar.match_dates.models import EntryHome, MatchDate
from league.calendar.match_dates.services import publish_dates
from league.clubs import services as clubs
from league.clubs.models import Club, Player, Role, User
from league.demo.club import ACCOUNTS, TIME_ZONE, link_account
from league.demo.playing import begin, play_table
from league.demo.town_league import (
    CHAPEL,
    HALL,
    LIGHTHOUSE,
    MILL,
    Place,
    Team,
    give_date,
    score_of,
    venue_at,
)
from league.foundation.journal.actor import Act, Actor
from league.office.associations import services as associations
from league.office.associations.models import Association, TransferRule
from league.play.events import services as events
from league.play.events.models import (
    Captain,
    Entry,
    EntryKind,
    EntryMode,
    Event,
    FinalScores,
    Season,
    TablePlay,
)
from league.play.results import services as results
from league.play.results.models import Submission
from league.play.rounds import services as rounds
from league.play.rounds.models import Round, Table

SLUG, LEAGUE = "three-rivers", "county-league"
DEALS = 8
WEEK = timedelta(days=7)
# in which week from this one each round is played: the last one is still to come
WEEKS = (-2, -1, 1)
NAMESPACE = UUID("1c5e2f0e-5a0e-4b7c-9a53-6f2a4f1f6f0d")


@dataclass(frozen=True, slots=True)
class OfClub:
    """A club of the association, and its teams; the demo's own club has its people already."""

    slug: str
    name: str
    place: Place
    teams: tuple[Team, ...]


# the strongest team first in each; the first of a team is its captain. Names are made up.
CLUBS: tuple[OfClub, ...] = (
    OfClub(
        "harbour",
        "",
        HALL,
        (
            Team("Harbour Street A", ("Ada Whitlock", "Ben Castell", "Elsie Marlow"), HALL, 1),
            Team("Harbour Street B", ("Clara Novak", "Dieter Brandt", "Frank Odell"), HALL, 3),
        ),
    ),
    OfClub(
        "lighthouse-cards",
        "Lighthouse Card Club",
        LIGHTHOUSE,
        (Team("Lanterns", ("Amos Pender", "Bridget Foley", "Carl Hjort"), LIGHTHOUSE, 2),),
    ),
    OfClub(
        "mill-lane-cards",
        "Mill Lane Card Club",
        MILL,
        (Team("Millers", ("Gus Hartley", "Hilda Rowse", "Ivor Trask"), MILL, 0, time(19)),),
    ),
)
ASKS = ("chapel-row-cards", "Chapel Row Card Club", CHAPEL)
# what team mates say of the last match, by the place in the team after the captain
ANSWERS = ((Answer.COMES, ""), (Answer.PERHAPS, gettext_noop("Working late that week")))


def play(club: Club, rng: Random, desk: Actor, *, now: datetime) -> Event:
    """Found the association with its clubs, and bring its league to where it stands `now`."""
    monday = _monday(now)
    at = monday - 6 * WEEK
    owner = User.objects.get(email=ACCOUNTS[0].email)
    by = Act(Actor(user_id=owner.pk, name=owner.name, via="desk"), at)
    association = _found(owner, by)
    season = _season(association, monday, by)
    _let_one_ask(association, owner, by)
    event = _event(season, by)
    events.open_event(event=event, by=by)
    teams: dict[str, Team] = {}
    for one in CLUBS:
        of = club if one.slug == club.slug else _club(one, owner, by)
        _join(association, of, by)
        for team in one.teams:
            _enter(event, of, team, by)
            teams[team.name] = team
    events.start_event(event=event, by=by)
    _draw(event, teams, monday, by)
    _play(event, rng, desk, now)
    return event


def _monday(now: datetime) -> datetime:
    """Return the beginning of this week, by the club's clock."""
    day = now.astimezone(TIME_ZONE).replace(hour=0, minute=0, second=0, microsecond=0)
    return day - timedelta(days=day.weekday())


def _found(owner: User, by: Act) -> Association:
    association = associations.create_association(
        name="Three Rivers Association",
        slug=SLUG,
        owner=owner,
        time_zone=TIME_ZONE.key,
        language="en",
        where_we_play=_("In the halls of its clubs"),
        by=by,
    )
    director = User.objects.get(email=ACCOUNTS[1].email)
    clubs.add_member(club=association.club, user=director, role=Role.DIRECTOR, by=by)
    rules: dict[str, Any] = {
        "transfers": TransferRule.CONSENT,
        "most_transfers": 1,
        "most_registered": 20,
    }
    return associations.change_rules(association=association, **rules, by=by)


def _season(association: Association, monday: datetime, by: Act) -> Season:
    return events.add_season(
        club=association.club,
        name=_("Three Rivers %(year)d") % {"year": monday.year},
        starts_on=(monday - 3 * WEEK).date(),
        ends_on=(monday + 20 * WEEK).date(),
        by=by,
    )


def _club(one: OfClub, owner: User, by: Act) -> Club:
    return clubs.create_club(
        name=one.name,
        slug=one.slug,
        owner=owner,
        time_zone=TIME_ZONE.key,
        language="en",
        where_we_play=f"{one.place.name}, {one.place.address}",
        by=by,
    )


def _join(association: Association, club: Club, by: Act) -> None:
    associations.invite_club(association=association, club=club, by=by)
    associations.ask_to_join(association=association, club=club, by=by)


def _let_one_ask(association: Association, owner: User, by: Act) -> None:
    """One more club has asked to join, and waits for the answer at the desk."""
    slug, name, place = ASKS
    club = _club(OfClub(slug, name, place, ()), owner, by)
    associations.ask_to_join(association=association, club=club, by=by)


def _event(season: Season, by: Act) -> Event:
    return events.create_event(
        club=season.club,
        season=season,
        name=_("Three Rivers league"),
        slug=LEAGUE,
        starts_on=season.starts_on,
        variant="double-deck-pinochle",
        entry_kind=EntryKind.TEAM,
        entry_mode=EntryMode.ORGANISER,
        format="round_robin",
        table_play=TablePlay.DEALS,
        deals_a_round=DEALS,
        final_scores=FinalScores.TABLE,
        method={"name": "match_points", "win": 2, "draw": 1, "loss": 0},
        tiebreaks=["head_to_head", "point_difference", "points_for"],
        by=by,
    )


def _enter(event: Event, club: Club, team: Team, by: Act) -> None:
    """Register a team's players for their club and enter them, with their captain and home."""
    assert event.season is not None  # noqa: S101
    own = _people(club, team, by)
    registered = associations.register_players(season=event.season, club=club, players=own, by=by)
    players = [row.player for row in registered]
    entry = associations.enter_for_club(
        event=event, club=club, players=players, name=team.name, by=by
    )
    Captain.objects.create(entry=entry, player=players[0])
    EntryHome.objects.create(
        entry=entry,
        venue=venue_at(event.club, team.place),
        weekdays=[team.weekday],
        begins_at=team.begins_at,
    )


def _people(club: Club, team: Team, by: Act) -> list[Player]:
    """Return a team's players in their own club, who has an account of the demo with it."""
    there = {one.name: one for one in club.players.filter(name__in=team.people, merged_into=None)}
    new = [name for name in team.people if name not in there]
    there |= {one.name: one for one in clubs.add_players(club=club, names=new, by=by)}
    for name, player in there.items():
        if player.user is None and any(account.name == name for account in ACCOUNTS):
            there[name] = link_account(player, by.actor, by.at)
    return [there[name] for name in team.people]


def _draw(event: Event, homes: Mapping[str, Team], monday: datetime, by: Act) -> None:
    """Draw all rounds; each is played in a week of its own, on the evening of the side at home."""
    stage = event.stages.get(number=1)
    for weeks, round in zip(WEEKS, rounds.draw_rounds(stage=stage, by=by), strict=True):
        for table in round.tables.order_by("number"):
            give_date(table, homes, monday + weeks * WEEK)
    publish_dates(stage=stage, by=by)


def _play(event: Event, rng: Random, desk: Actor, now: datetime) -> None:
    first, second, third = Round.objects.filter(stage__event=event).order_by("number")
    for table in first.tables.order_by("number"):
        _submit(table, rng, confirmed=True, at=now - WEEK)
    rounds.close_round(round=first, by=Act(desk, now - WEEK))
    for table in second.tables.order_by("number"):
        _submit(table, rng, confirmed=False, at=now)
    for entry in event.entries.order_by("number"):
        _answer(entry, third, now)


def _submit(table: Table, rng: Random, *, confirmed: bool, at: datetime) -> None:
    """Enter a result; where it waits, it waits for the captain whom one can sign in as."""
    entries = [
        one.entry
        for one in table.placements.select_related("entry__captain__player__user").order_by("side")
    ]
    signs_in = [entry.captain.player.user is not None for entry in entries]
    is_second = entries[1].captain.player.name == ACCOUNTS[-1].name
    side = 0 if is_second or not signs_in[0] else 1
    order = [team.name for one in CLUBS for team in one.teams]
    results.submit(
        table=table,
        number=1,
        data={"final_score": score_of(entries[0].name, entries[1].name, order, rng)},
        key=uuid5(NAMESPACE, f"{table.pk}"),
        by_side=side,
        by=Act(_captain(entries[side]), at),
        device="demo",
    )
    if confirmed or not any(signs_in):
        other = _captain(entries[1 - side])
        results.confirm(table=table, side=1 - side, by=Act(other, at), device="demo")


def _captain(entry: Entry) -> Actor:
    player = entry.captain.player
    return Actor(players=(player.pk,), name=player.name, via="table")


def _answer(entry: Entry, round: Round, now: datetime) -> None:
    """Let the captain's team mates say whether they come to the last match."""
    table = round.tables.get(placements__entry=entry)
    match = MatchDate.objects.get(round=round, number=table.number)
    assert match.begins_at is not None  # noqa: S101
    day = match.begins_at.astimezone(TIME_ZONE).date()
    mates = entry.members.select_related("player").order_by("position")[1:]
    for member, (said, note) in zip(mates, ANSWERS, strict=False):
        availability.say(
            player=member.player,
            event_id=entry.event_id,
            day=day,
            answer=said,
            note=_(note) if note else "",
            by=Act(Actor(players=(member.player.pk,), name=member.player.name, via="public"), now),
        )


# --- The club's cup: a knock-out of eight pairs, in the middle of its semi-finals ---
# It has what a cup has in a club: somebody did not come, a table ended level, a deal is disputed.

CUP_SLUG = "harbour-cup"


def play_cup(
    club: Club,
    pairs: Sequence[Sequence[Player]],
    rng: Random,
    desk: Actor,
    first_night: datetime,
) -> Event:
    """Play the quarter-finals and one of the semi-finals; a week for each."""
    event = events.create_event(
        club=club,
        name=_("Harbour cup"),
        slug=CUP_SLUG,
        starts_on=first_night.date(),
        variant="pedro",
        entry_kind=EntryKind.PAIR,
        format="knockout",
        stage_options={"third_place": True},
        table_play=TablePlay.DEALS,
        deals_a_round=2,
        method={"name": "total_points"},
        by=Act(desk, first_night),
    )
    stage = begin(event, pairs, desk, first_night)
    (quarter_finals,) = rounds.draw_rounds(stage=stage, number=1, by=Act(desk, first_night))
    _play_quarter_finals(quarter_finals, rng, desk, first_night)
    (semi_finals,) = rounds.draw_rounds(
        stage=stage,
        number=2,
        deadlines={2: first_night + 3 * WEEK},
        by=Act(desk, first_night + WEEK),
    )
    _play_semi_finals(semi_finals, rng, desk, first_night + 2 * WEEK)
    return event


def _play_quarter_finals(round: Round, rng: Random, desk: Actor, at: datetime) -> None:
    """Two tables play; at one they stop level and cut cards, at one nobody sits opposite."""
    rounds.open_round(round=round, by=Act(desk, at))
    one, level, deserted, other = round.tables.order_by("number")
    ended = [play_table(table, rng, at=at) for table in (one, other)]
    late = max(ended)
    reason = _("The hall closed before the last deal, with 14 points each.")
    results.award(table=level, points=[14, 14], reason=reason, by=Act(desk, late))
    reason = _("They cut the cards for it: a queen against a nine.")
    results.decide_level(table=level, side=0, reason=reason, by_lot=True, by=Act(desk, late))
    reason = _("Their car broke down on the way.")
    results.forfeit(table=deserted, absent=[1], reason=reason, by=Act(desk, late))
    rounds.close_round(round=round, by=Act(desk, late + timedelta(minutes=5)))


def _play_semi_finals(round: Round, rng: Random, desk: Actor, at: datetime) -> None:
    """One table has played, and its losers dispute a deal; the other has a week left."""
    rounds.open_round(round=round, by=Act(desk, at))
    table = round.tables.order_by("number").first()
    assert table is not None  # noqa: S101  four pairs were left
    ended = play_table(table, rng, at=at)
    submission = Submission.objects.get(table=table, number=2)
    side = 1 - (submission.by_side or 0)
    player = table.seats.filter(placement__side=side).order_by("number")[0].player
    assert player is not None  # noqa: S101  all seats are taken
    results.dispute(
        submission=submission,
        side=side,
        reason=_("The pedro fell in our last trick: its five points are ours."),
        by=Act(
            Actor(players=(player.pk,), name=player.name, via="table"), ended + timedelta(minutes=2)
        ),
    )

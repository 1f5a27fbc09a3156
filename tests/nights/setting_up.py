"""How a night begins: an event set up and started, or an evening that becomes one in one step."""

from random import Random
from typing import Any

from games import services as games
from league.play.events import services as events
from league.play.events.evenings import present
from league.play.events.models import Evening, Season
from league.play.rounds import services as rounds
from league.play.rounds.models import Round
from league.tables.seasons.methods import read_rules, rules_as_json
from league.tables.seasons.models import SeasonRules
from tests.league.play.events.factories import NOW, make_event
from tests.league.tables.seasons.factories import make_night, make_season
from tests.nights.mishaps.people import comes_late
from tests.nights.night import Night
from tests.nights.programmes import Programme, season_by_lot

PEOPLE = (4, 13)
MOST_OF_A_SEASON, MOST_AT_A_TABLE = 20, 8


def begin_season(night: Night, rng: Random) -> Season:
    """Make a season with rules by lot, in which some of these people have played some nights."""
    season = make_season(night.club)
    rules = read_rules(season_by_lot(rng))
    SeasonRules.objects.create(season=season, rules=rules_as_json(rules))
    for week in range(rng.randint(0, 3)):
        came = rng.sample(night.people[:MOST_OF_A_SEASON], rng.randint(2, MOST_AT_A_TABLE))
        points = {player.name: rng.randint(-5, 40) for player in came}
        make_night(season, points, week=-1 - week)
    return season


def set_up(night: Night, programme: Programme) -> None:
    """Set the event up, enter people, start it; where it cannot start, do what it says."""
    fields = programme.fields | ({"season": night.season} if night.season else {})
    event = make_event(night.club, format=programme.format, **fields)
    night.event, night.stage = event, event.stages.get()
    opened = night.ask("opened for entries", events.open_event, event=event)
    if opened is None:
        changes: dict[str, Any] = {"options": {}}
        night.ask("options dropped", events.change_stage, stage=night.stage, changes=changes)
        opened = night.ask("opened for entries", events.open_event, event=event)
    assert opened is not None, "it cannot be opened"
    people = iter(night.people)
    for _entry in range(programme.entries):
        players = [next(people) for _player in range(programme.players)]
        night.ask("entry", events.add_entry, event=opened, players=players)
    night.refresh()
    for _attempt in range(15):
        if night.do("started", events.start_event, event=night.event) is not None:
            return
        comes_late(night)
        planned = night.stage.rounds_planned
        if planned and night.chance(0.5):
            changes = {"rounds_planned": planned - 1 or None}
            night.do("rounds planned", events.change_stage, stage=night.stage, changes=changes)
    raise AssertionError("it cannot start")


def start_tonight(night: Night) -> Round | None:
    """Tick who is there, take a plan, start: the first round is open. None: there is no plan."""
    evening = night.ask("evening opened", events.open_evening, club=night.club, day=NOW.date())
    game = night.rng.choice(games.variants())
    chosen = {"variant": game.id, "preset": game.default_preset}
    night.ask("game chosen", events.choose, evening=evening, changes=chosen)
    there = night.people[: night.rng.randint(*PEOPLE)]
    for player in there:
        night.ask("present", events.check_in, evening=evening, player=player)
    _change_their_minds(night, evening)
    evening = Evening.objects.select_related("club", "house_rules").get(pk=evening.pk)
    plans = rounds.proposal_for(evening, present(evening).count()).plans
    if not plans:
        return None
    plan = night.rng.choice(plans)
    start: dict[str, Any] = {"evening": evening, "plan": plan.key}
    stale = night.ask("stale start", rounds.start_evening, version=evening.version - 1, **start)
    assert stale is None, "a night was started by plans for other people"
    first: Round | None = night.ask(
        "night started", rounds.start_evening, version=evening.version, **start
    )
    assert first is not None, night.refusal
    again = night.ask("night started twice", rounds.start_evening, version=0, **start)
    assert again == first
    night.stage = first.stage
    night.look()
    if night.season:
        season = {"season": night.season}
        changed = night.ask("season", events.change_event, event=night.event, changes=season)
        assert changed is not None, night.refusal
        night.look()
    assert night.ask("present too late", events.check_in, evening=evening, player=there[0]) is None
    return first


def _change_their_minds(night: Night, evening: Evening) -> None:
    """Some play together, part again, go home, or bring a guest."""
    there = [one.player for one in present(evening)]
    if night.chance(0.6):
        night.ask(
            "together", events.put_together, evening=evening, players=night.rng.sample(there, 2)
        )
    if night.chance(0.2):
        night.ask("apart", events.part, evening=evening, together=1)
    if night.chance(0.3):
        night.ask("gone home", events.take_back, evening=evening, player=there[-1])
    if night.chance(0.3):
        night.ask("guest", events.add_guest, evening=evening, name="Zoe Zimmer", surely_new=True)

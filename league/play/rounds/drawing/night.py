"""What is known of a night before it is planned: who is there, at which tables, for how long."""

from dataclasses import dataclass

from games.sentences import say
from league.play.rounds.drawing.cannot_draw import CannotDraw, impossible

FEWEST, MOST = 2, 400
LONGEST = 24 * 60
CHANGE_MINUTES = 5
MOST_DEALS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSize:
    """A number of players the game can be played by, and how many sides they make."""

    seats: int
    sides: int

    @property
    def side_size(self) -> int:
        return self.seats // self.sides

    @property
    def has_partners(self) -> bool:
        return self.side_size > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Night:
    """Players present, the sizes of table that the rules allow, and the time there is.

    `deals_a_round` is given where the club has a fixed number; otherwise the planner finds one.
    `change_minutes` are lost between two rounds.
    """

    players: int
    sizes: tuple[TableSize, ...]
    minutes: int
    minutes_a_deal: int
    deals_a_round: int | None = None
    change_minutes: int = CHANGE_MINUTES

    def needed(self, rounds: int, deals: int) -> int:
        """Return how many minutes so many rounds of so many deals take."""
        return rounds * deals * self.minutes_a_deal + (rounds - 1) * self.change_minutes

    def most_deals(self, rounds: int) -> int:
        """Return how many deals a round can have when there are so many rounds; 0 for none."""
        left = self.minutes - (rounds - 1) * self.change_minutes
        return max(0, min(left // (rounds * self.minutes_a_deal), MOST_DEALS))

    def most_rounds(self, deals: int) -> int:
        """Return how many rounds of so many deals fit into the time."""
        a_round = deals * self.minutes_a_deal + self.change_minutes
        return max(0, (self.minutes + self.change_minutes) // a_round)


def check_night(night: Night) -> None:
    """Raise CannotDraw, with what is possible instead, for a night that nobody could plan."""
    if not night.sizes:
        raise impossible("no_table_size", say("by these rules no number of players can play"))
    if not FEWEST <= night.players <= MOST:
        sentence = say(
            "a night is planned for %(fewest)d to %(most)d players; %(players)d are present",
            fewest=FEWEST,
            most=MOST,
            players=night.players,
        )
        raise impossible("number_of_players", sentence)
    if not (night.minutes_a_deal > 0 and 0 < night.minutes <= LONGEST):
        raise impossible(
            "no_time",
            say("a night has 1 to %(most)d minutes, and a deal takes at least one", most=LONGEST),
        )
    fewest = min(size.seats for size in night.sizes)
    if night.players < fewest:
        raise _too_few(night.players, fewest)
    if night.most_rounds(night.deals_a_round or 1) == 0:
        raise _too_short(night)


def _too_few(players: int, fewest: int) -> CannotDraw:
    return impossible(
        "too_few_players",
        say(
            "a table of this game has at least %(fewest)d players, and %(players)d are present: "
            "wait for more, or choose another game",
            fewest=fewest,
            players=players,
        ),
    )


def _too_short(night: Night) -> CannotDraw:
    deals = night.deals_a_round or 1
    return impossible(
        "no_time",
        say(
            "a round of %(deals)d × %(minutes)d minutes does not fit into %(all)d minutes: "
            "play fewer deals a round, or allow more time",
            deals=deals,
            minutes=night.minutes_a_deal,
            all=night.minutes,
        ),
    )

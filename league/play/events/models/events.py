"""Events with their rule on substitutes, the seasons they are of, and dates taken back."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Club, HouseRules, Player
from league.foundation.names import NameField

# The columns of an event that say who may stand in for whom, and the list of its reserves.

MOST_SUBSTITUTED = 99


class Substitutes(models.TextChoices):
    """Who may stand in."""

    ANYONE = "anyone", _("any player of the club")
    FREE = "free", _("players whose own entry has no table in the round")
    RESERVES = "reserves", _("only the reserves of the event")
    NOBODY = "nobody", _("nobody")


class SubstitutePoints(models.TextChoices):
    """Who gets the points of a seat at which a substitute sat."""

    ENTRY = "entry", _("the entry that the substitute plays for")
    PLAYER = "player", _("the substitute’s own entry")
    NOBODY = "nobody", _("nobody; the other side keeps its own")


class SubstituteColumns(models.Model):
    """The rule on substitutes as columns; `league.play.rounds.substitutions` applies it.

    Numbers of rounds count through the stages of the event. No number: no limit. Who gets the
    points is scoring: it is frozen when the event runs, the rest may change until it is over.
    """

    substitutes = models.CharField(
        _("who may stand in"), max_length=10, choices=Substitutes, default=Substitutes.ANYONE
    )
    rounds_a_substitute = models.PositiveSmallIntegerField(
        _("rounds in which one substitute may stand in"), null=True, blank=True
    )
    substituted_rounds = models.PositiveSmallIntegerField(
        _("rounds in which one entry may have substitutes"), null=True, blank=True
    )
    substitutes_until_round = models.PositiveSmallIntegerField(
        _("last round with substitutes"), null=True, blank=True
    )
    substitutes_until = models.DateField(_("last day with substitutes"), null=True, blank=True)
    substitute_points = models.CharField(
        _("who gets a substitute’s points"),
        max_length=10,
        choices=SubstitutePoints,
        default=SubstitutePoints.ENTRY,
    )

    class Meta:
        abstract = True


def _limit(column: str, most: int) -> Q:
    known = Q(**{f"{column}__gte": 1, f"{column}__lte": most})
    return Q(**{f"{column}__isnull": True}) | known


SUBSTITUTE_CONSTRAINTS = [
    models.CheckConstraint(
        name="event_known_substitutes", condition=Q(substitutes__in=Substitutes)
    ),
    models.CheckConstraint(
        name="event_known_substitute_points", condition=Q(substitute_points__in=SubstitutePoints)
    ),
    models.CheckConstraint(
        name="event_substitutes_1_to_99_rounds",
        condition=_limit("rounds_a_substitute", MOST_SUBSTITUTED)
        & _limit("substituted_rounds", MOST_SUBSTITUTED),
        violation_error_message=_(
            "Enter 1 to 99 rounds, or none for no limit; where nobody may stand in, choose that."
        ),
    ),
    models.CheckConstraint(
        name="event_substitutes_until_round_1_or_later",
        condition=_limit("substitutes_until_round", 1_000),
        violation_error_message=_("The last round with substitutes must be from 1 to 1,000."),
    ),
    models.CheckConstraint(
        name="event_substitutes_of_singles_get_points",
        condition=~Q(substitute_points="player") | Q(entry_kind="individual"),
        violation_error_message=_(
            "The points can go to the substitute’s own entry only where single players "
            "compete: give them to the entry, or to nobody."
        ),
    ),
]


class Reserve(models.Model):
    """A player on the list of those who may stand in at an event."""

    event = models.ForeignKey("events.Event", on_delete=models.CASCADE, related_name="reserves")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(name="player_once_a_reserve", fields=["event", "player"])
        ]

    def __str__(self) -> str:
        return f"reserve {self.player_id} of event {self.event_id}"


class Season(models.Model):
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = NameField(_("name"), max_length=120)
    slug = models.SlugField(_("address"), max_length=60)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    # by a trigger, whoever writes
    updated_at = models.DateTimeField(default=timezone.now, db_default=Now(), editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="season_slug_once_in_a_club", fields=["club", "slug"]),
            models.CheckConstraint(
                name="season_ends_after_it_starts",
                condition=Q(ends_on__gte=F("starts_on")),
                violation_error_message=_("A season cannot end before it starts."),
            ),
        ]

    def __str__(self) -> str:
        return self.name


MOST_SEATS = 8


class EntryKind(models.TextChoices):
    INDIVIDUAL = "individual", _("individual")
    PAIR = "pair", _("pair")
    TEAM = "team", _("team")


class EventState(models.TextChoices):
    DRAFT = "draft", _("being set up")
    OPEN = "open", _("open for entries")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    ARCHIVED = "archived", _("archived")


TO_BE_PLAYED = (EventState.DRAFT, EventState.OPEN, EventState.RUNNING)


class Visibility(models.TextChoices):
    PUBLIC = "public", _("everybody")
    UNLISTED = "unlisted", _("anyone with the link")
    MEMBERS = "members", _("members of the club")
    HIDDEN = "hidden", _("owners, directors and scorers")


class TablePlay(models.TextChoices):
    """What a table plays in a round."""

    DEALS = "deals", _("a fixed number of deals")
    GAME = "game", _("a game to the target")
    TIMED = "timed", _("as many deals as the time allows")


class FinalScores(models.TextChoices):
    """Whether a table may be scored by final scores alone, without its deals, and of what."""

    NONE = "none", _("no, each deal is entered")
    TABLE = "table", _("the final score of each table")
    GAME = "game", _("the final score of each game")


class EntryMode(models.TextChoices):
    ORGANISER = "organiser", _("the organiser enters people")
    SELF = "self", _("players sign up themselves")
    GUESTS = "guests", _("players and guests sign up themselves")


SELF_ENTRY = (EntryMode.SELF, EntryMode.GUESTS)


class Event(SubstituteColumns):
    """A tournament or a league: who plays what, by which rules, counted how.

    The ruleset (variant, preset, options) may change only while the event is a draft, scoring and
    tie-breaks until it runs; a trigger in the database keeps them frozen afterwards. `options`
    holds what differs from the preset. `house_rules` are the club's that the ruleset was copied
    from, as they were then; none if it was changed here since. `entries_version` counts up with
    every change to the entries, so that a draw can tell whether it was made for the field as it
    is now.
    `place_codes_number` is part of the codes that stay on its tables; counting it up ends them.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="events")
    season = models.ForeignKey(
        Season, null=True, blank=True, on_delete=models.PROTECT, related_name="events"
    )
    name = NameField(_("name"), max_length=120)
    slug = models.SlugField(_("address"), max_length=60)
    about = models.TextField(_("notes for players"), blank=True)
    starts_on = models.DateField(_("first day"))
    begins_at = models.TimeField(_("begins at"), null=True, blank=True)
    state = models.CharField(
        _("state"), max_length=10, choices=EventState, default=EventState.DRAFT
    )
    visibility = models.CharField(
        _("who sees it"), max_length=10, choices=Visibility, default=Visibility.PUBLIC
    )

    variant = models.CharField(_("game"), max_length=40)
    preset = models.CharField(_("rules"), max_length=40, default="standard")
    options = models.JSONField(_("rules that differ"), default=dict, blank=True)
    house_rules = models.ForeignKey(
        HouseRules,
        verbose_name=_("house rules"),
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="events",
    )

    entry_kind = models.CharField(_("who competes"), max_length=12, choices=EntryKind)
    entry_mode = models.CharField(
        _("entry"), max_length=10, choices=EntryMode, default=EntryMode.ORGANISER
    )
    entries_close_at = models.DateTimeField(_("sign-up closes"), null=True, blank=True)
    most_entries = models.PositiveSmallIntegerField(_("places"), null=True, blank=True)

    least_seats = models.PositiveSmallIntegerField(_("fewest players at a table"), default=4)
    most_seats = models.PositiveSmallIntegerField(_("most players at a table"), default=4)
    table_play = models.CharField(
        _("length of a round"), max_length=10, choices=TablePlay, default=TablePlay.DEALS
    )
    deals_a_round = models.PositiveSmallIntegerField(_("deals per round"), null=True, blank=True)
    minutes_a_round = models.PositiveSmallIntegerField(
        _("minutes per round"), null=True, blank=True
    )

    final_scores = models.CharField(
        _("final scores only"),
        max_length=10,
        choices=FinalScores,
        default=FinalScores.NONE,
        db_default="none",
    )

    # without an answer: whether it began on the page "Tonight"
    is_evening = models.BooleanField(_("an evening of the club"), null=True, blank=True)

    method = models.JSONField(_("scoring"), default=dict)
    tiebreaks = models.JSONField(_("tie-breaks"), default=list, blank=True)

    entries_version = models.PositiveIntegerField(default=0, editable=False)
    place_codes_number = models.PositiveIntegerField(default=1, db_default=1, editable=False)

    created_at = models.DateTimeField(auto_now_add=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    # by a trigger, whoever writes
    updated_at = models.DateTimeField(default=timezone.now, db_default=Now(), editable=False)

    class Meta:
        indexes = [
            models.Index(fields=["club", "-starts_on", "-id"], name="event_newest_first"),
            models.Index(fields=["club", "updated_at"], name="event_by_change"),
            # what the front page and the lists of all clubs begin with
            models.Index(fields=["-starts_on", "-id"], name="event_newest_of_all"),
            models.Index(
                fields=["-starts_on", "-id"],
                name="event_played_now",
                condition=Q(state="running", visibility="public"),
            ),
            models.Index(
                fields=["starts_on", "id"],
                name="event_coming_next",
                condition=Q(state="open", visibility="public"),
            ),
            models.Index(
                fields=["-finished_at", "-id"],
                name="event_over_last",
                condition=Q(state__in=["finished", "archived"], visibility="public"),
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                name="event_slug_once_in_a_club",
                fields=["club", "slug"],
                violation_error_message=_("Another event of the club has this address."),
            ),
            models.CheckConstraint(name="event_known_state", condition=Q(state__in=EventState)),
            models.CheckConstraint(
                name="event_known_visibility", condition=Q(visibility__in=Visibility)
            ),
            models.CheckConstraint(
                name="event_known_entry_kind", condition=Q(entry_kind__in=EntryKind)
            ),
            models.CheckConstraint(
                name="event_2_to_8_seats",
                condition=Q(least_seats__gte=2)
                & Q(most_seats__lte=MOST_SEATS)
                & Q(least_seats__lte=F("most_seats")),
                violation_error_message=_(
                    "A table has 2 to 8 players, and the fewest cannot be more than the most."
                ),
            ),
            models.CheckConstraint(
                name="event_table_play_has_its_number",
                condition=Q(table_play="deals", deals_a_round__isnull=False, deals_a_round__gte=1)
                | Q(table_play="game")
                | Q(table_play="timed", minutes_a_round__isnull=False, minutes_a_round__gte=1),
                violation_error_message=_(
                    "Enter how many deals a table plays in a round, or how many minutes a "
                    "round has."
                ),
            ),
            models.CheckConstraint(
                name="event_self_entry_has_a_closing_date",
                condition=~Q(entry_mode__in=SELF_ENTRY) | Q(entries_close_at__isnull=False),
                violation_error_message=_(
                    "Players sign up themselves until a date: say when sign-up closes."
                ),
            ),
            models.CheckConstraint(
                name="event_known_entry_mode", condition=Q(entry_mode__in=EntryMode)
            ),
            models.CheckConstraint(
                name="event_known_table_play", condition=Q(table_play__in=TablePlay)
            ),
            models.CheckConstraint(
                name="event_known_final_scores", condition=Q(final_scores__in=FinalScores.values)
            ),
            models.CheckConstraint(
                name="event_final_scores_of_games_to_the_target",
                condition=~Q(final_scores="game") | ~Q(table_play="deals"),
                violation_error_message=_(
                    "A table plays a fixed number of deals here, not games to the target: enter "
                    "the final score of each table, or let a table play games."
                ),
            ),
            models.CheckConstraint(name="event_has_a_name", condition=~Q(name="")),
            *SUBSTITUTE_CONSTRAINTS,
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def beginning(self) -> datetime | None:
        """Return the moment at which it begins, in the club's time zone; None: no time is said."""
        if self.begins_at is None:
            return None
        return datetime.combine(self.starts_on, self.begins_at, ZoneInfo(self.club.time_zone))


class EventCount(models.Model):
    """How many events of a club have a visibility and a state; triggers of the database keep it.

    Lists of all clubs say how many events there are: to count them would be to read them all.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="event_counts")
    visibility = models.CharField(max_length=10, choices=Visibility)
    state = models.CharField(max_length=10, choices=EventState)
    events = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="events_counted_once", fields=["club", "visibility", "state"]
            )
        ]

    def __str__(self) -> str:
        return f"{self.events} {self.state} events of club {self.club_id} for {self.visibility}"


class StruckDate(models.Model):
    """A date that everybody could read and that was taken back: calendars strike it.

    It says what was announced, for the event may be another one by now, or gone. It stands while
    the event does not: opened again, the event is announced again.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="struck_dates")
    season = models.ForeignKey(
        "events.Season", on_delete=models.SET_NULL, null=True, related_name="struck_dates"
    )
    event_number = models.BigIntegerField(unique=True)
    name = NameField(max_length=120)
    starts_on = models.DateField()
    struck_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(name="struck_date_has_a_name", condition=~models.Q(name=""))
        ]

    def __str__(self) -> str:
        return f"{self.name}, {self.starts_on}"

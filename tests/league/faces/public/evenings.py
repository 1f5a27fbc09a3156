"""An evening of two tables that play the same deals, and what each name in an address is there."""

from itertools import product

from django.core.cache import cache
from django.urls import reverse

from league.clubs.models import Role
from league.faces.public.embeds.views import FORMS
from league.foundation.derived_state import mark_stale
from league.play.rounds.links import link_of
from league.play.rounds.models import Seat
from league.tables.ratings.models import ClubRatings
from league.tables.ratings.services import rebuild as rate
from league.tables.seasons.keys import key_of_players
from league.tables.standings.services.rebuilding import mark_standings_stale, rebuild
from league.tables.statistics.models import StageStatistics
from league.tables.statistics.services import recount
from tests.addresses import all_addresses
from tests.league.factories import make_club, make_house_rules, make_member
from tests.league.play.events.factories import make_running
from tests.league.play.prepared.factories import draw, prepare
from tests.league.play.results.factories import NOW, pinochle, play, submit
from tests.league.play.rounds.factories import close_round, open_round
from tests.league.tables.seasons.factories import make_season

FACES = ("public", "table", "api")
# the rules of the games, the site's looks, the API's description, the deals of the week
OF_NO_CLUB = {
    *("public:all_weekly", "public:weekly", "public:weekly_sheet", "public:weekly_sheet_pdf"),
    *("public:styleguide", "public:time", "public:look", "public:look_sample", "public:logo"),
    "public:font_subset",
    *("public:games", "public:game", "public:preset", "public:rule_codes", "public:try_deal"),
    *("api:schema", "api:docs", "api:formats", "api:variants", "api:variant", "api:rule_codes"),
    "table:worker",
}
SHOWN_AFTERWARDS = {
    *("public:round", "public:round_pdf", "public:table", "public:deal", "public:why"),
    *(
        "public:standings",
        "public:standings_pdf",
        "public:screen",
        "public:wall",
        "public:embed_event",
    ),
    *("public:standings_picture", "public:round_picture", "public:deal_picture"),
    *("public:event_picture", "public:event", "public:event_statistics", "public:player"),
    *("public:club_statistics", "public:prepared_deal", "public:ratings_of", "public:rating"),
    "public:pair",
    *("api:table", "api:tables", "api:standings", "api:why", "api:deal", "api:prepared_deal"),
    *("api:player_statistics", "api:ratings", "live"),
}


class Evening:
    """Two tables that play the same deals; in the second round one of them has played hers."""

    def __init__(self, method, tiebreaks, club=None):
        self.club = club or make_club()
        self.season = make_season(self.club, starts_on=NOW.date(), ends_on=NOW.date())
        self.event = make_running(
            4,
            self.club,
            season=self.season,
            format="howell",
            table_play="deals",
            deals_a_round=2,
            stage_options={"prepared_deals": True},
            method=method,
            tiebreaks=tiebreaks,
        )
        self.stage = self.event.stages.get()
        self.house_rules = make_house_rules(self.club)
        self.member = make_member(self.club, role=Role.PLAYER).user
        self.shown_afterwards = SHOWN_AFTERWARDS

    def begin(self, seed):
        """The first round is over, with the same results whatever the seed."""
        self.prepared = prepare(self.event, seed)
        self.first, self.second, *_later = draw(self.event)
        open_round(self.first)
        for table in self.first.tables.all():
            play(table, pinochle(), pinochle())
        close_round(self.first)
        open_round(self.second)
        self.waiting, self.done = self.second.tables.order_by("number")

    def play(self, deals):
        """One table of the second round has played both its deals, the other has sent its first."""
        play(self.done, *deals)
        submit(self.waiting, pinochle())

    def finish(self):
        """The other table plays them as well, and everything is shown."""
        play(self.waiting, pinochle())

    def work_out(self):
        """What the worker does."""
        mark_standings_stale(stage_ids=[self.stage.pk], at=NOW)
        rebuild(stage_id=self.stage.pk, at=NOW)
        mark_stale(StageStatistics, [self.stage.pk], at=NOW)
        recount(stage_id=self.stage.pk, at=NOW)
        mark_stale(ClubRatings, [self.club.pk], at=NOW)
        rate(club_id=self.club.pk, at=NOW)
        cache.clear()

    @property
    def players(self):
        """Two partners at the table that is done."""
        seats = Seat.objects.filter(table=self.done, placement__side=0).order_by("number")
        return [seat.player_id for seat in seats]

    def named(self, face):
        """Return what each name in an address of this face stands for."""
        one, partner = self.players
        submissions = self.done.submissions.values_list("pk", flat=True)
        entries = [self.done.placements.get(side=0).entry_id]
        rounds = [self.first, self.second]
        values = {
            "club": [self.club.slug],
            "variant": ["double-deck-pinochle"],
            "preset": ["standard"],
            "family": ["double-deck-pinochle"],
            "form": sorted(FORMS),
            "rules": [self.house_rules.pk],
            "key": [key_of_players([one, partner]), key_of_players([one])],
            "main": ["123456"],
            "accent": ["654321"],
            "digest": ["0" * 12],
            "name": [f"{'0' * 24}-64x64"],
            "player_id": [one],
            "partner_id": [partner],
            "entry_id": entries,
            "stage_number": [1],
            "number": [2],
            "table_id": [self.done.pk, self.waiting.pk],
            "submission_id": submissions,
            "player": [one],
            "season": [self.season.slug],
            "event": [self.event.slug],
            "event_id": [1],  # a past event, of which there is none
            "token": [link_of(self.waiting)],
            "code": ["ABCDEF"],
            "submission": submissions,
        }
        if face == "api":
            values |= {
                "event": [self.event.pk],
                "association": [self.club.slug],
                "season": [self.season.pk],
                "stage": [self.stage.pk],
                "round": [one.pk for one in rounds],
                "table": [self.done.pk, self.waiting.pk],
                "seat": [0],
                "entry": entries,
                "deal": self.done.deal_numbers[:1],
                # none was made: there is nothing to read of them
                **{name: [1] for name in ("adjustment", "bye", "play_off")},
                **{name: [1] for name in ("invitation", "asked", "member", "job", "group")},
                **{
                    name: [1]
                    for name in (
                        *("archive", "webhook", "message", "upload", "past_event"),
                        *("venue", "stand_in", "proposal", "registration", "transfer"),
                    )
                },
                **({"token": [1]} if face == "api" else {}),
            }
        return values

    def addresses(self):
        """Return every address of the faces, filled in, by "face:view"."""
        found = {}
        for face, name, arguments in sorted(all_views()):
            values = self.named(face)
            if name == "prepared_deal":
                values["number"] = self.done.deal_numbers[:1]
            unknown = arguments - values.keys()
            assert not unknown, f"{face}:{name} asks for {unknown}: say here what stands for it"
            names = sorted(arguments)
            for chosen in product(*(values[argument] for argument in names)):
                address = reverse(f"{face}:{name}", kwargs=dict(zip(names, chosen, strict=True)))
                found.setdefault(f"{face}:{name}", []).append(address)
        return found


def all_views():
    """Return (face, view, names in its address) of all addresses of the faces."""
    return {
        (address.face, address.view, address.arguments)
        for address in all_addresses()
        if address.face in FACES and address.name not in OF_NO_CLUB
    }

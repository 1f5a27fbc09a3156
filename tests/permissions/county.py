"""What is between a club and others: the associations it is in, and the clubs that are in it."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from league.clubs.models import Club
from league.foundation.journal.actor import Act
from league.office.associations import services as associations
from league.office.associations.models import Association
from league.play.events import services as events
from league.play.events.models import EntryClub, Season
from tests.league.factories import make_club, make_player
from tests.league.play.events.factories import PITCH, make_event, make_running
from tests.league.play.prepared.factories import draw
from tests.league.play.results.factories import NOW
from tests.league.play.rounds.factories import open_round
from tests.league.tables.seasons.factories import make_season


class County:
    """For a club that is an association itself, and a member of another one with `word`."""

    def __init__(self, club: Club, word: str, actor: Any) -> None:
        self.club, self.word = club, word
        self.who: dict[str, Any] = {"by": Act(actor, NOW)}
        self._make_own_association()
        self._join_one()
        self._play_for_the_club()

    def _association(self, name: str) -> Association:
        club = make_club(f"{name} of {self.word}", slug=f"{self.word}-{name.lower()}")
        founded = associations.found_association(club=club, **self.who)
        return associations.change_rules(association=founded, transfers="consent", **self.who)

    def _club(self, name: str, association: Association) -> Club:
        club = make_club(f"{name} of {self.word}", slug=f"{self.word}-{name.lower()}")
        self._join(association, club)
        return club

    def _join(self, association: Association, club: Club) -> None:
        both = {"association": association, "club": club}
        associations.invite_club(**both, **self.who)
        associations.ask_to_join(**both, **self.who)

    def _register(self, season: Season, club: Club, name: str) -> Any:
        player = make_player(club, name)
        return associations.register_player(season=season, club=club, player=player, **self.who)

    def _season(self, club: Club) -> Season:
        last = timezone.localdate() + timedelta(days=365)
        return make_season(club, "County", starts_on=NOW.date(), ends_on=last)

    def _make_own_association(self) -> None:
        """The club is an association: of one that asks, one that is invited and two that are in."""
        self.own = associations.found_association(club=self.club, **self.who)
        associations.change_rules(association=self.own, transfers="consent", **self.who)
        self.invited = make_club(f"Invited by {self.word}", slug=f"{self.word}-invited")
        self.asking = make_club(f"Asking {self.word}", slug=f"{self.word}-asking")
        associations.invite_club(association=self.own, club=self.invited, **self.who)
        associations.ask_to_join(association=self.own, club=self.asking, **self.who)
        self.member, other = self._club("North", self.own), self._club("South", self.own)
        season = self._season(self.club)
        self.registration = self._register(season, self.member, "Nora North")
        leaving = self._register(season, self.member, "Tom North")
        self.transfer_to_answer = self._ask_for(leaving, other)
        self.championship = make_event(self.club, "County final", season=season, **PITCH)

    def _ask_for(self, registration: Any, club: Club) -> Any:
        return associations.transfer_player(
            season=registration.season,
            player=registration.player,
            to_club=club,
            home_player=make_player(club, "Who comes"),
            **self.who,
        )

    def _join_one(self) -> None:
        """The club is in one association, is invited to another and asks to join a third."""
        self.county = self._association("County")
        self.inviting, self.asked = self._association("Inviting"), self._association("Asked")
        self._join(self.county, self.club)
        associations.invite_club(association=self.inviting, club=self.club, **self.who)
        associations.ask_to_join(association=self.asked, club=self.club, **self.who)
        self.season = self._season(self.county.club)
        of_east = self._club("East", self.county)
        self.east = self._register(self.season, of_east, "Eve East")
        going = self._register(self.season, of_east, "Gus East")
        self.transfer_to_take_back = self._ask_for(going, self.club)
        self.spare = make_player(self.club, "Sam Spare")

    def _play_for_the_club(self) -> None:
        """It has an entry in an event that is open, and one in an event with a match."""
        ours = self._register(self.season, self.club, "Rae Registered")
        of_county = self.county.club
        self.open = make_event(of_county, "Singles", season=self.season, **PITCH)
        events.open_event(event=self.open, **self.who)
        self.entry = associations.enter_for_club(
            event=self.open, club=self.club, players=[ours.player], **self.who
        )
        self.running = make_running(2, of_county, name="Pairs league", format="knockout")
        self.round = open_round(draw(self.running)[0])
        self.pair = self.running.entries.order_by("number")[0]
        EntryClub.objects.create(entry=self.pair, club=self.club)
        self.table = self.round.tables.order_by("number")[0]

    def values(self) -> dict[str, dict[str, Any]]:
        """Return what stands in each address that is about something between clubs."""
        of_open = {"event": self.open.pk}
        of_season = {"season": self.season.pk}
        return {
            "api:associated_club_answer": {"club": self.asking.slug},
            "api:associated_club_let_go": {"club": self.member.slug},
            "api:associated_club_take_back": {"club": self.invited.slug},
            "api:association_answer": {"association": self.inviting.club.slug},
            "api:association_leave": {"association": self.county.club.slug},
            "api:association_take_back": {"association": self.asked.club.slug},
            "api:championship": {"event": self.championship.pk},
            "api:championship_preview": {"event": self.championship.pk},
            "api:championship_sources": {"event": self.championship.pk},
            "api:club_entries": of_open,
            "api:club_entry_withdraw": of_open | {"entry": self.entry.pk},
            "api:club_registrations": of_season,
            "api:club_transfers": of_season,
            "api:club_withdraw": of_open,
            "api:registered_elsewhere": of_season,
            "api:registration": {"registration": self.registration.pk},
            "api:transfer_answer": {"transfer": self.transfer_to_answer.pk},
            "api:transfer_take_back": {"transfer": self.transfer_to_take_back.pk},
            "desk:association_players": {"association": self.county.club.slug},
            "desk:association_entries": {
                "association": self.county.club.slug,
                "event": self.running.slug,
            },
            "desk:association_match": {
                "association": self.county.club.slug,
                "event": self.running.slug,
                "entry": self.pair.pk,
                "round": self.round.pk,
                "number": self.table.number,
            },
        }

"""A club with an evening in progress and everything that an address can name."""

from datetime import timedelta
from itertools import product
from typing import Any

from django.contrib.auth.tokens import default_token_generator
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from league.calendar.availability.answer_links import answer_token, calendar_token
from league.clubs import services as clubs
from league.clubs.models import Joining, JoinRequest, Role
from league.clubs.services.invitations import mailed_token_of, token_of
from league.foundation.jobs import services as jobs
from league.foundation.outbox.models import OutboxMessage
from league.office.archives.models import ArchiveFile
from league.office.archives.scope import Scope
from league.office.archives.services.archive_jobs import request_archive
from league.office.associations.services import found_association
from league.office.imports import services as imports
from league.office.kitty import services as kitties
from league.office.kitty.models import TransactionKind
from league.office.notifications.choice_links import choices_token, player_mails_token
from league.office.notifications.models import Notification
from league.office.webhooks.topics import TEST
from league.play.events import services as events
from league.play.events.evening_links import link_of as link_to_check_in
from league.play.prepared.services import make_weekly_deals
from league.play.results import services as results
from league.play.rounds import services as rounds
from league.play.rounds.links import link_of
from league.play.rounds.place_codes import Place, code_of
from league.tables.past_events import services as past_events
from league.tables.ratings import services as ratings
from league.tables.seasons.keys import key_of_players
from tests.addresses import Address, all_addresses
from tests.league.calendar.match_dates.factories import make_venue
from tests.league.faces.api.factories import client_of, client_with_link
from tests.league.faces.public.evenings import Evening
from tests.league.factories import (
    PASSWORD,
    actor_of,
    make_member,
    make_player,
    make_players,
    make_user,
)
from tests.league.office.associations.factories import (
    join,
    make_association,
    make_league,
    season_of,
)
from tests.league.office.kitty.factories import make_kitty
from tests.league.office.webhooks.receivers import make_webhook
from tests.league.play.events.factories import DIRECTOR, NOW, make_event, make_running
from tests.league.play.results.factories import BOB, make_adjustment, pinochle, submit

WHO: dict[str, Any] = {"actor": DIRECTOR, "at": NOW}
# streams and programs have tests of their own, and these give files that no name changes
LEFT_OUT = {"metrics", "livez", "readyz", "favicon"}


class Site(Evening):
    """An evening, a draft, an event to sign up for, a Swiss with finals, and people of the club."""

    def __init__(self) -> None:
        super().__init__({"name": "total_points"}, [])
        self.begin("00000074" * 8)
        self.play([pinochle(), pinochle()])
        make_weekly_deals(at=timezone.now())
        self._add_people()
        self._add_events()
        self._add_results()
        self._add_webhook()
        self._tell_somebody()
        self._add_archive()
        self._add_association()

    def _add_people(self) -> None:
        self.owner = make_user("Olive Owner", password=PASSWORD)
        make_member(self.club, self.owner, Role.OWNER)
        make_player(self.club, "Olive Owner", user=self.owner)
        self.director = make_member(self.club, role=Role.DIRECTOR)
        self.single = make_players(self.club, "Zoe Single")[0]
        at = timezone.now()
        self.invitation = clubs.invite(
            club=self.club,
            email="new@example.org",
            role=Role.PLAYER,
            invited_by=self.owner,
            actor=DIRECTOR,
            at=at,
        )
        self.joining = Joining.objects.create(
            club=self.club, code="ABCDEF", is_open=True, opened_at=at
        )
        self.asked = JoinRequest.objects.create(
            club=self.club, name="Ines New", email="ines@example.org", asked_at=at
        )
        self.job = ratings.request_rebuild(club=self.club, **WHO)
        self.venue = make_venue(self.club)
        make_kitty(self.club)
        kitties.book(
            club=self.club,
            kind=TransactionKind.PAYMENT,
            amount=500,
            player=self.single,
            **WHO,
        )
        self.upload = imports.keep_upload(
            club=self.club,
            user=self.owner,
            kind="past_results",
            content=b"place,name,points\n1,Ann,7\n",
            is_typed=True,
            **WHO,
        )
        self.past = past_events.import_past_event(
            club=self.club,
            name="Long ago",
            starts_on=NOW.date(),
            places=[past_events.GivenPlace(rank=1, name="Ann")],
            source="results.csv",
            **WHO,
        )

    def _add_events(self) -> None:
        self.draft = make_event(self.club, "Draft")
        until = timezone.now() + timedelta(days=9)
        own = make_event(self.club, "Sign up", entry_mode="self", entries_close_at=until)
        self.to_sign_up = events.open_event(event=own, **WHO)
        self.swiss = make_running(
            4, self.club, name="Swiss", format="swiss", rounds_planned=2, tiebreaks=[]
        )
        self.finals = events.add_stage(
            event=self.swiss,
            format="knockout",
            source=self.swiss.stages.get(),
            takes="top",
            places=2,
            **WHO,
        )
        today = timezone.localdate()
        self.tonight = events.open_evening(club=self.club, day=today, **WHO)
        for player in make_players(self.club, "Ada", "Bo", "Cleo", "Dan"):
            events.check_in(evening=self.tonight, player=player, **WHO)

    def _add_results(self) -> None:
        stage = self.swiss.stages.get(number=1)
        self.swiss_round = rounds.draw_rounds(stage=stage, **WHO)[0]
        rounds.open_round(round=self.swiss_round, **WHO)
        self.table = self.swiss_round.tables.order_by("number")[0]
        submission = submit(self.table)
        submit(self.table, pinochle(bid=65))
        results.dispute(submission=submission, side=1, reason="No.", actor=BOB, at=NOW)
        entry = self.swiss.entries.order_by("pk")[0]
        self.entry = entry
        self.bye = rounds.ask_bye(stage=stage, entry=entry, number=2, worth="zero", **WHO)
        self.adjustment = make_adjustment(stage, entry, actor=actor_of(self.owner))

    def _add_webhook(self) -> None:
        self.webhook = make_webhook(self.club)
        self.message = OutboxMessage.objects.create(
            way="webhook",
            club=self.club,
            webhook=self.webhook,
            kind=TEST,
            body="{}",
            made_at=NOW,
            due_at=NOW,
        )

    def _tell_somebody(self) -> None:
        self.notification = Notification.objects.create(
            club=self.club,
            user=self.owner,
            event=self.event,
            what="match",
            about="table",
            subject=self.table.pk,
            made_at=NOW,
        )

    def _add_archive(self) -> None:
        """An archive of all that is there, and the job that made it."""
        asked = request_archive(Scope(club=self.club), **WHO)
        self.archive_job = jobs.carry_out(job_id=asked.pk, at=timezone.now())
        self.archive = ArchiveFile.objects.get(pk=self.archive_job.result["archive"])

    def _add_association(self) -> None:
        """Make the club a member of an association with an event, and an association itself."""
        self.association = make_association("County League")
        join(self.association, self.club)
        season = season_of(self.association)
        event = make_league(season, entry_kind="team")
        self.of_association = events.open_event(event=event, **WHO)
        found_association(club=self.club, **WHO)

    def values(self, face: str) -> dict[str, list[Any]]:
        """Return what each name in an address of this face stands for."""
        if face in ("public", "table", "api"):
            return self.named(face) | self._named_besides(face)
        player = self.single.pk
        return {
            "club": [self.club.slug],
            "job": [self.job.pk],
            "upload": [self.upload.pk],
            "archive": [self.archive.pk],
            "venue": [self.venue.pk],
            "association": [self.association.club.slug],
            "webhook": [self.webhook.pk],
            "message": [self.message.pk],
            "notification": [self.notification.pk],
            "phone": [1],
            "to": ["off", "on"],
            "what": ["ratings"],
            "rules": [self.house_rules.pk],
            "player": [player],
            "member": [self.director.pk],
            "invitation": [self.invitation.pk],
            "asked": [self.asked.pk],
            "event": [self.swiss.slug],
            "season": [self.season.slug],
            "stage": [1],
            "number": [1],
            "round": [self.done.round_id],
            "table": [self.table.pk],
            "deal": [1, 2],
            "entry": [self.entry.pk],
            "action": ["withdraw"],
            "seat": [self.table.seats.order_by("number")[0].pk],
            "bye": [self.bye.pk],
            "adjustment": [self.adjustment.pk],
            "play_off": [1],
            "pk": [1],
            "token": ["x"],
            "uidb64": [urlsafe_base64_encode(force_bytes(self.owner.pk))],
        }

    def _named_besides(self, face: str) -> dict[str, list[Any]]:
        if face != "api":
            return {}
        return {
            "adjustment": [self.adjustment.pk],
            "association": [self.association.club.slug],
            "bye": [self.bye.pk],
            "stand_in": [1],
            "proposal": [1],
            "venue": [self.venue.pk],
            "seat": [0],
            "archive": [self.archive.pk],
            "webhook": [self.webhook.pk],
            "message": [self.message.pk],
            "upload": [self.upload.pk],
            "past_event": [self.past.pk],
            "token": [1],
        }

    def special(self, name: str) -> dict[str, list[Any]]:
        """Return what the names stand for in the addresses of one view."""
        steps = ["game", "rules", "people", "scoring", "rounds", "summary"]
        draft = {"event": [self.draft.slug]}
        own = {"event": [self.event.slug]}
        found: dict[str, dict[str, list[Any]]] = {
            "desk:event_setup": draft | {"step": steps},
            "api:archive_job": {"job": [self.archive_job.pk]},
            "desk:association_entries": {"event": [self.of_association.slug]},
            "desk:past_event_remove": {"event": [self.past.pk]},
            "public:past_event": {"event_id": [self.past.pk]},
            "desk:event_rules_renew": draft,
            "desk:event_move": {"event": [self.draft.slug, self.swiss.slug]},
            "desk:event_discard": draft,
            "desk:match_date": {"table": [1]},
            "public:entry_calendar_file": {"number": [1]},
            "desk:stage": {"stage": [1, 2]},
            "desk:stage_change": {"stage": [2]},
            "desk:stage_groups": {"stage": [1, 2]},
            "desk:stage_remove": {"stage": [2]},
            **dict.fromkeys(("desk:deals", "desk:deals_look", "desk:deals_release"), own),
            **dict.fromkeys(("desk:deal_sheets", "desk:deal_sheets_pdf"), own),
            **dict.fromkeys(("desk:travellers", "desk:travellers_pdf"), own),
            "public:sign_up": {"event": [self.to_sign_up.slug]},
            "public:join_club": {"code": [self.joining.code]},
            "public:check_in": {"token": [link_to_check_in(self.tonight)]},
            "public:check_in_confirm": {"token": [link_to_check_in(self.tonight)]},
            "public:prepared_deal": {"number": self.done.deal_numbers[:1]},
            "public:weekly": {"variant": ["double-deck-pinochle"]},
            "public:bracket_pdf": {"event": [self.swiss.slug]},
            "public:season_why": {"key": [key_of_players(self.players)]},
            "public:few_characters": {"weight": [400], "characters": ["春"]},
            "table:place": {"token": [code_of(self.event, Place(1))]},
            "table:page": {"token": [link_of(self.waiting), link_of(self.table)]},
            "account:password_new": {"token": [default_token_generator.make_token(self.owner)]},
            "account:choices_by_link": {"token": [choices_token(self.owner, self.club)]},
            "account:player_mails": {"token": [player_mails_token(self.club.players.all()[0])]},
            "public:my_calendar": {"token": [calendar_token(self.owner)]},
            "public:my_answer_by_link": {
                "token": [
                    answer_token(self.club.players.all()[0], None, timezone.localdate(), "comes")
                ]
            },
            "account:invitation": {"token": [token_of(self.invitation)]},
            "account:join": {"token": [mailed_token_of(self.invitation)]},
        }
        return found.get(name, {})

    def paths(self, one: Address) -> list[str]:
        """Return the addresses of a view, filled in."""
        values = self.values(one.face) | self.special(one.name)
        unknown = one.arguments - values.keys()
        assert not unknown, f"{one.name} asks for {unknown}: say here what stands for it"
        names = sorted(one.arguments)
        return [
            reverse(one.name, kwargs=dict(zip(names, chosen, strict=True)))
            for chosen in product(*(values[name] for name in names))
        ]

    def visitor(self, face: str) -> Client:
        """Return who may do most on the pages of a face."""
        if face == "api":
            return client_of(self.owner)
        client = Client()
        if face != "table":
            client.force_login(self.owner)
            return client
        for table in (self.waiting, self.table):
            client.post(reverse("table:seat", args=[link_of(table)]), {"seat": "1"})
        return client

    def with_link(self) -> Client:
        return client_with_link(self.table)


def addresses_of(face: str) -> list[Address]:
    return [one for one in all_addresses() if one.face == face and one.name not in LEFT_OUT]

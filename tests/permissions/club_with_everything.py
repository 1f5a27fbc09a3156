"""A club with something of everything in it; words in what is private stand nowhere else."""

from base64 import b64encode
from datetime import timedelta
from hashlib import sha256
from io import BytesIO
from typing import Any
from uuid import uuid4

from django.contrib.auth.tokens import default_token_generator
from django.core import signing
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from PIL import Image

from league.calendar.availability.answer_links import answer_token, calendar_token
from league.calendar.stand_ins.models import AskedPlayer, StandInRequest
from league.calendar.stand_ins.services import answer_token as stand_in_token
from league.clubs import services as clubs
from league.clubs.models import (
    ApiToken,
    Club,
    Invitation,
    Joining,
    JoinRequest,
    Logo,
    PublicName,
    Role,
    User,
)
from league.clubs.services.accounts import ADDRESS_SALT as SALT_OF_ADDRESS
from league.clubs.services.accounts import SIGN_UP_SALT as SALT_OF_SIGN_UP
from league.clubs.services.invitations import mailed_token_of, token_of
from league.foundation.jobs.models import Job, JobFile
from league.foundation.journal.actor import Act
from league.foundation.outbox.models import OutboxMessage
from league.office.archives.models import ArchiveFile, ArchivePiece, Direction
from league.office.imports import services as imports
from league.office.kitty import services as kitties
from league.office.kitty.models import HouseAmounts, TransactionKind
from league.office.notifications.choice_links import choices_token, player_mails_token
from league.office.notifications.models import (
    DirectorMessage,
    Notification,
    Preference,
    PushSubscription,
    Reminder,
    StoppedAddress,
)
from league.office.webhooks.message_bodies import PREFIX
from league.office.webhooks.topics import TEST
from league.play.events import services as events
from league.play.events.evenings import link_of as link_to_check_in
from league.play.events.models import PartnerRequest
from league.play.events.services.signing_up import guest_token
from league.play.results.models import CardCheck
from league.play.rounds.links import link_of
from league.play.rounds.models import ByeRequest
from league.play.rounds.place_codes import Place, code_of
from league.tables.past_events import services as past_events
from league.tables.seasons.keys import key_of_players
from league.tables.standings.models import PlayOff
from tests.league.calendar.calendars.making import demand
from tests.league.calendar.match_dates.factories import make_venue
from tests.league.faces.api.factories import make_token_of
from tests.league.faces.public.evenings import Evening
from tests.league.factories import (
    PASSWORD,
    actor_of,
    make_club,
    make_member,
    make_player,
    make_user,
)
from tests.league.office.kitty.factories import make_kitty
from tests.league.office.webhooks.receivers import make_webhook
from tests.league.play.events.factories import make_event, make_running
from tests.league.play.prepared.factories import draw
from tests.league.play.results.factories import NOW, make_adjustment, pinochle
from tests.league.play.rounds.factories import open_round
from tests.league.tables.seasons.factories import make_night
from tests.permissions.county import County

METHOD = {"name": "match_points", "win": 2, "draw": 1, "loss": 0}
ROLES = {role.value: role for role in (Role.PLAYER, Role.SCORER, Role.DIRECTOR, Role.OWNER)}
# what the owner's tokens are good for, by how far they reach
REACH = {"read": ["read"], "score": ["read", "score"], "direct": ["read", "score", "direct"]}
# what is about a match of two sides
OF_A_MATCH = (
    *("account:match", "desk:match", "api:match", "api:match_ruling", "api:match_walkover"),
    *("api:line_up", "api:propose_dates", "api:accept_date", "api:decline_dates"),
    *("api:take_dates_back", "api:match_result", "api:match_confirm"),
)


def picture() -> bytes:
    content = BytesIO()
    Image.new("RGB", (64, 64), "teal").save(content, "WEBP")
    return content.getvalue()


class ClubWithEverything(Evening):
    """The evening of two tables with people, seasons, jobs, invitations and notes around it."""

    def __init__(self, word: str, seed: str):
        """Make it; `word` begins whatever is private in it."""
        self.word = word
        super().__init__(METHOD, ["head_to_head"], club=make_club(f"Club of {word}", slug=word))
        self._take_own_addresses()
        self.people = self._make_people()
        self.director = actor_of(self.people["director"])
        self.begin(seed)
        self.play([pinochle(), pinochle()])
        self.work_out()
        self._make_players()
        self._make_other_events()
        self._make_what_is_over()
        self._make_notes()
        self._make_tonight()
        self._make_kitty()
        self._make_venue()
        self._make_invitation()
        self._make_joining()
        self._make_job()
        self._make_webhook()
        self._tell_somebody()
        self._ask_for_a_substitute()
        self._make_archive()
        self._make_imports()
        self.county = County(self.club, self.word, self.director)
        self.make_tokens()

    def _take_own_addresses(self) -> None:
        """Let no event and no season be called as in the other club."""
        for one in (self.event, self.season):
            one.slug = f"{self.word}-{one.slug}"
            one.save()

    def private(self, what: str) -> str:
        """Return a word that stands in the private thing of this kind, and nowhere else."""
        return f"{self.word}private{what}"

    def _make_people(self) -> dict[str, User]:
        people = {}
        for name, role in ROLES.items():
            email = f"{self.private('account')}.{name}@example.org"
            people[name] = make_user(f"{name} of {self.word}", email=email, password=PASSWORD)
            make_member(self.club, people[name], role)
        return people

    def _make_players(self) -> None:
        """Give the player's account a player; make one who shows initials, and a double."""
        own = self.club.players.get(pk=self.players[0])
        clubs.link_player_to_account(
            player=own, user=self.people["player"], by=Act(self.director, NOW)
        )
        shy = self.club.players.get(pk=self.players[1])
        shy.name = f"Shy {self.private('surname')}"
        shy.public_name = PublicName.INITIALS
        shy.email = f"{self.private('address')}@example.org"
        shy.save()
        self.other = make_player(self.club, "Other One")
        clubs.keep_apart(
            player=own, other=self.other, reason=self.private("apart"), by=Act(self.director, NOW)
        )
        self.pair = self.club.kept_apart.get().pk

    def _make_other_events(self) -> None:
        self.draft = make_event(self.club, f"Draft {self.private('draft')}")
        self.sign_up = events.open_event(
            event=make_event(
                self.club,
                "To sign up",
                entry_mode="self",
                entries_close_at=timezone.now() + timedelta(days=1),
            ),
            by=Act(self.director, NOW),
        )
        own, shy = (self.club.players.get(pk=pk) for pk in self.players)
        self.asking = events.add_entry(
            event=self.sign_up, players=[shy], state="waiting", by=Act(self.director, NOW)
        )
        PartnerRequest.objects.create(entry=self.asking, player=own, asked_at=NOW)

    def _make_what_is_over(self) -> None:
        """Make a night of the season that is over, and a cup with its bracket; a logo."""
        make_night(self.season, {"Ann+Bob": 7, "Cy+Di": 3})
        ann = self.club.players.get(name="Ann")
        self.key = key_of_players([ann.pk])
        own: dict[str, Any] = {"from_day": "2199-01-02", "reason": "ill", "set_at": NOW}
        self.handicap = self.season.own_handicaps.create(player=ann, **own)
        self.cup = make_running(4, self.club, name="Cup", format="knockout")
        open_round(draw(self.cup)[0])
        self.logo = Logo.objects.create(
            name=f"{sha256(self.word.encode()).hexdigest()[:24]}-64x64",
            content=picture(),
            width=64,
            height=64,
            made_at=NOW,
        )
        Club.objects.filter(pk=self.club.pk).update(logo=self.logo)

    def _make_notes(self) -> None:
        entry = self.done.placements.get(side=0).entry
        self.adjustment = make_adjustment(self.stage, entry, actor=self.director)
        by = {"made_by_id": self.people["director"].pk, "made_at": NOW}
        self.bye = ByeRequest.objects.create(
            stage=self.stage, entry=entry, round_number=3, worth="half", **by
        )
        CardCheck.objects.create(
            submission=self.waiting.submissions.get(), fits=False, checked_at=NOW
        )
        self.play_off = PlayOff.objects.create(
            stage=self.stage, round=self.first, note="cut of the cards", key=uuid4(), **by
        )

    def _make_tonight(self) -> None:
        today = timezone.now()
        self.evening = events.open_evening(
            club=self.club, day=today.date(), by=Act(self.director, today)
        )
        self.here = self.club.players.get(pk=self.players[0])
        events.check_in(evening=self.evening, player=self.here, by=Act(self.director, today))

    def _answer_token(self) -> str:
        """Return a link by which the club's first player answers for the sign-up's event."""
        player = self.club.players.get(pk=self.players[0])
        return answer_token(player, self.sign_up.pk, self.sign_up.starts_on, "comes")

    def _make_venue(self) -> None:
        self.venue = make_venue(self.club)
        demand(self.stage)

    def _make_kitty(self) -> None:
        """Switch the kitty on, with a charge that has a note and a payment to be reversed."""
        self.kitty = make_kitty(self.club)
        self.amounts = HouseAmounts.objects.create(kitty=self.kitty, from_day="2199-01-02")
        own, shy = (self.club.players.get(pk=pk) for pk in self.players)
        who = {"club": self.club, "amount": 500, "by": Act(self.director, NOW)}
        note = self.private("kitty")
        kitties.book(kind=TransactionKind.CHARGE, player=shy, note=note, **who)
        self.payment = kitties.book(kind=TransactionKind.PAYMENT, player=own, **who)

    def _make_invitation(self) -> None:
        now = timezone.now()
        self.invitation = Invitation.objects.create(
            club=self.club,
            email=f"{self.private('invited')}@example.org",
            role=Role.SCORER,
            invited_by=self.people["owner"],
            invited_at=now,
            expires_at=now + timedelta(days=7),
        )

    def _make_joining(self) -> None:
        """Open signing up, with somebody who waits for an answer."""
        now = timezone.now()
        self.joining = Joining.objects.create(
            club=self.club,
            code=f"ABCD{self.club.pk % 8 + 2}{self.club.pk // 8 % 8 + 2}",
            is_open=True,
            opened_at=now,
        )
        self.asked = JoinRequest.objects.create(
            club=self.club, name="Ines", email="ines@example.org", asked_at=now
        )

    def _make_job(self) -> None:
        """What the director asked for, done, with its file."""
        now = timezone.now()
        director = self.people["director"]
        self.job = Job.objects.create(
            kind="slips",
            club_id=self.club.pk,
            subject_id=self.second.pk,
            state="done",
            actor={"user_id": director.pk, "name": director.name, "via": "desk"},
            data={"paper": ""},
            asked_at=now,
            began_at=now,
            ended_at=now,
            attempts=1,
        )
        JobFile.objects.create(
            job=self.job,
            user_id=director.pk,
            name="slips.pdf",
            content=self.private("file").encode(),
            kept_until=now + timedelta(hours=1),
        )

    def _make_webhook(self) -> None:
        """A webhook whose address and secret are for the owners, with a message in its log."""
        secret = self.private("secret").encode()
        self.webhook = make_webhook(
            self.club,
            f"https://hooks.example/{self.private('webhook')}",
            secret=PREFIX + b64encode(secret).decode(),
        )
        self.message = OutboxMessage.objects.create(
            way="webhook",
            club=self.club,
            webhook=self.webhook,
            kind=TEST,
            body="{}",
            made_at=NOW,
            due_at=NOW,
        )

    def _ask_for_a_substitute(self) -> None:
        """The player is asked to take a seat of the table that waits."""
        seat = self.waiting.seats.order_by("number")[0]
        request = StandInRequest.objects.create(seat=seat, absent=seat.player, asked_at=NOW)
        own = self.club.players.get(user=self.people["player"])
        self.asked_to_stand_in = AskedPlayer.objects.create(
            request=request, player=own, asked_at=NOW
        )

    def _tell_somebody(self) -> None:
        """A notification of the player, by mail and on a phone, with all that goes with it."""
        player = self.people["player"]
        notification = self.notification = Notification.objects.create(
            club=self.club,
            user=player,
            event=self.event,
            what="match",
            about="table",
            subject=self.waiting.pk,
            made_at=NOW,
        )
        OutboxMessage.objects.create(
            notification=notification, club=self.club, way="mail", made_at=NOW, due_at=NOW
        )
        Preference.objects.create(user=player, club=self.club, daily=["standings"])
        Reminder.objects.create(round=self.second, deadline=NOW, is_past=False, made_at=NOW)
        self.phone = PushSubscription.objects.create(
            user=player,
            endpoint=f"https://push.example/{self.word}",
            p256dh="x",
            auth="x",
            made_at=NOW,
        )
        StoppedAddress.objects.create(
            user=player, email="old@example.org", reason="bounced", at=NOW
        )
        DirectorMessage.objects.create(
            event=self.event, title="Pens", text="Please bring a pen.", sent_at=NOW
        )

    def _make_archive(self) -> None:
        """An archive that is kept, and the job that made it."""
        now = timezone.now()
        content = self.private("archive").encode()
        self.archive = ArchiveFile.objects.create(
            club=self.club,
            direction=Direction.MADE,
            extent="club",
            of=self.club.name,
            name="archive.zip",
            size=len(content),
            sha256=sha256(content).hexdigest(),
            stored_at=now,
            stored_by_name="owner",
            kept_until=now + timedelta(days=7),
        )
        ArchivePiece.objects.create(file=self.archive, number=0, content=content)
        self.archive_job = Job.objects.create(
            kind="archive",
            club_id=self.club.pk,
            subject_id=self.club.pk,
            state="done",
            actor={"user_id": None, "name": "owner", "via": "desk"},
            asked_at=now,
            began_at=now,
            ended_at=now,
            attempts=1,
            result={"archive": self.archive.pk},
        )

    def _make_imports(self) -> None:
        """A file on its way, and an event that was imported before."""
        self.upload = imports.keep_upload(
            club=self.club,
            user=self.people["director"],
            kind="players",
            content=f"name\n{self.private('upload')}\n".encode(),
            is_typed=True,
            by=Act(actor_of(self.people["director"]), timezone.now()),
        )
        self.past = past_events.import_past_event(
            club=self.club,
            name="Long ago",
            starts_on=NOW.date(),
            places=[past_events.GivenPlace(rank=1, name="Ann", players=(self.players[0],))],
            source="results.csv",
            by=Act(self.director, NOW),
        )

    def make_tokens(self) -> None:
        """Give the owner a token for each reach of scopes, and the player one to revoke."""
        owner = self.people["owner"]
        self.tokens = {
            name: make_token_of(owner, scopes=scopes, club=self.club)
            for name, scopes in REACH.items()
        }
        make_token_of(self.people["player"])
        # the last use is noted once in a while: not while the walk lasts
        ApiToken.objects.update(last_used_at=timezone.now() + timedelta(days=1))
        self.own_token = self.people["player"].api_tokens.get()

    def values(self, address) -> dict[str, Any]:
        """Return what stands for each name in an address of this club."""
        found = {name: values[0] for name, values in self.named(address.face).items()}
        if address.face in ("desk", "account"):
            found |= self._at_the_desk()
        if address.name == "public:prepared_deal":
            found["number"] = self.done.deal_numbers[0]
        if address.name.startswith("public:check_in"):
            found |= {"token": link_to_check_in(self.evening), "player": self.here.pk}
        if address.face in ("api", "desk"):
            found["archive"] = self.archive.pk
        if address.face == "api":
            found |= {
                "adjustment": self.adjustment.pk,
                "bye": self.bye.pk,
                "play_off": self.play_off.pk,
                "round": self.second.pk,
                "webhook": self.webhook.pk,
                "message": self.message.pk,
                "venue": self.venue.pk,
                "invitation": self.invitation.pk,
                "asked": self.asked.pk,
                "stand_in": self.asked_to_stand_in.pk,
                "member": self.club.members.get(user=self.people["player"]).pk,
                "job": self.job.pk,
                "group": 1,
                "upload": self.upload.pk,
                "past_event": self.past.pk,
                "proposal": 1,
                "association": self.club.slug,
                "registration": 1,
                "transfer": 1,
                "token": self.own_token.pk,
            }
        return found | self._of(address.name)

    def _at_the_desk(self) -> dict[str, Any]:
        return {
            "event": self.event.slug,
            "asked": self.asked.pk,
            "stage": 1,
            "number": 2,
            "table": self.waiting.pk,
            "deal": self.waiting.submissions.get().number,
            "seat": self.waiting.seats.order_by("number")[0].pk,
            "entry": self.done.placements.get(side=0).entry_id,
            "adjustment": self.adjustment.pk,
            "byerequest": self.bye.pk,
            "keptapart": self.pair,
            "play_off": self.play_off.pk,
            "season": self.season.slug,
            "rules": self.house_rules.pk,
            "houseamounts": self.amounts.pk,
            "ownhandicap": self.handicap.pk,
            "job": self.job.pk,
            "invitation": self.invitation.pk,
            "member": self.club.members.get(user=self.people["player"]).pk,
            "player": self.players[0],
            "pk": self.own_token.pk,
            "action": "withdraw",
            "association": self.club.slug,
            "step": "people",
            "what": "ratings",
            "venue": self.venue.pk,
            "webhook": self.webhook.pk,
            "message": self.message.pk,
            "notification": self.notification.pk,
            "to": "off",
            "upload": self.upload.pk,
        }

    def _match(self) -> dict[str, Any]:
        return {"round": self.done.round_id, "number": self.done.number}

    def _of(self, name: str) -> dict[str, Any]:
        """Return what one address takes unlike the others."""
        player = self.people["player"]
        of_one: dict[str, dict[str, Any]] = {
            "api:stand_in_request": {"table": self.waiting.pk, "seat": 0},
            "api:archive_job": {"job": self.archive_job.pk},
            **{name: self._match() for name in OF_A_MATCH},
            "account:invitation": {"token": token_of(self.invitation)},
            "account:join": {"token": mailed_token_of(self.invitation)},
            "account:choices_by_link": {"token": choices_token(player, self.club)},
            "account:player_mails": {"token": player_mails_token(self.club.players.all()[0])},
            "account:stand_in_answer": {"token": stand_in_token(self.asked_to_stand_in)},
            "public:my_calendar": {"token": calendar_token(player)},
            "public:my_answer_by_link": {"token": self._answer_token()},
            "account:phone_remove": {"phone": self.phone.pk},
            "account:address_take": {
                "token": signing.dumps(
                    {"user": player.pk, "from": player.email, "to": "new@example.org"},
                    salt=SALT_OF_ADDRESS,
                )
            },
            "account:sign_up_take": {
                "token": signing.dumps("new@example.org", salt=SALT_OF_SIGN_UP)
            },
            "account:password_new": {
                "uidb64": urlsafe_base64_encode(force_bytes(player.pk)),
                "token": default_token_generator.make_token(player),
            },
            "desk:past_event_remove": {"event": self.past.pk},
            "public:past_event": {"event_id": self.past.pk},
            "api:entry_accept": {"entry": self.asking.pk},
            "api:entry_answer": {"entry": self.asking.pk},
            "api:sign_up": {"event": self.sign_up.pk},
            "api:kitty_transaction_reverse": {"number": self.payment.number},
            "desk:match_date": {"table": self.waiting.number},
            "public:entry_calendar_file": {"number": 1},
            "api:date": {"number": self.waiting.number},
            "desk:kitty_booking_reverse": {"number": self.payment.number},
            "public:sign_up": {"event": self.sign_up.slug},
            "public:sign_up_guest": {
                "event": self.sign_up.slug,
                "token": guest_token(self.sign_up, ["Gus Guest"], "gus@example.org"),
            },
            "api:doc_bracket": {"stage": self.cup.stages.order_by("number")[0].pk},
            "public:bracket": {"event": self.cup.slug},
            "public:bracket_pdf": {"event": self.cup.slug},
            "public:season_why": {"key": self.key},
            "api:season_why": {"key": self.key},
            "table:place": {"token": code_of(self.event, Place(self.waiting.number))},
            "public:logo": {"name": self.logo.name},
            "public:join_club": {"code": self.joining.code},
            "public:font_subset": {"weight": 400, "characters": "日"},
        }
        return of_one.get(name, {}) | self.county.values().get(name, {})

    @property
    def links(self) -> list[str]:
        """The links of the tables that are open, and of the evening."""
        return [link_of(self.done), link_of(self.waiting), link_to_check_in(self.evening)]

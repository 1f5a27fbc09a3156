"""A player who is forgotten is found nowhere: byte by byte, in all that the site has."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from league.calendar.match_dates.models import Venue
from league.clubs import services as clubs
from league.clubs.models import Erasure, Invitation, Player, Role
from league.clubs.services.rate_limits import LINKS_TO_ADDRESS, count
from league.foundation.jobs import services as jobs
from league.foundation.jobs.models import Job, JobFile
from league.foundation.journal import services as journal
from league.foundation.journal.actor import Act, Actor
from league.foundation.journal.models import Happening
from league.foundation.once.models import KeyedRequest
from league.foundation.outbox.models import OutboxMessage
from league.foundation.records import services as records
from league.foundation.records.rules import ChangedMeanwhile
from league.office.archives.models import ArchiveFile
from league.office.archives.scope import Scope
from league.office.archives.services.archive_jobs import request_archive
from league.office.imports import services as imports
from league.office.kitty import services as kitties
from league.office.kitty.models import TransactionKind
from league.office.personal_data import services as personal_data
from league.office.personal_data.services.replacing import allow
from league.play.events.models import Entry, Evening
from league.play.prepared.services import make_weekly_deals
from league.play.results.models import Submission
from league.tables.past_events import services as past_events
from league.tables.seasons.keys import key_of_team
from league.tables.seasons.models import Competitor, OwnHandicap
from tests.league.factories import make_player
from tests.league.office.personal_data.searching import (
    answers,
    cached,
    database,
    digests,
    stand_in,
)
from tests.league.play.results.factories import NOW
from tests.league.tables.seasons.factories import make_night
from tests.permissions.club_with_everything import ClubWithEverything
from tests.permissions.people import Asker, signed_in

pytestmark = pytest.mark.long

SEED = "00000076" * 8
PEOPLE = {
    "Latin": ("Zerlina Quastenflosse", "Zerlina Wundertüte", "zerlina.q@quasten.example"),
    "Japanese": ("朝比奈笙子", "小鳥遊笙子", "shoko@asahina.example"),
}
NICKNAME = "Quasti"


@pytest.fixture(params=PEOPLE.values(), ids=PEOPLE)
def person(request):
    return request.param


@pytest.fixture
def club(transactional_db, person):
    """The club with everything, in which a person stands wherever somebody can stand."""
    make_weekly_deals(at=timezone.now())
    made = ClubWithEverything("quokka", SEED)
    made.owner = clubs_owner(made)
    made.known = everywhere(made, *person)
    return made


def clubs_owner(made):
    owner = made.people["owner"]
    return Actor(user_id=owner.pk, name=str(owner), via="desk")


def everywhere(made, name, before, email):
    """Let the person play, be merged, be written about and written to; return the player."""
    now = timezone.now()
    player = made.club.players.get(pk=made.players[1])
    by = Act(made.owner, now)
    clubs.change_player(player=player, name=before, public_name="full", by=by)
    clubs.change_player(player=player, name=name, sort_name=name, email=email, by=by)
    double = make_player(made.club, f"{name} (guest)", email=email)
    clubs.merge_players(stays=player, goes=double, by=by)
    player.refresh_from_db()
    itself = Actor(name=name, via="table")
    with transaction.atomic():
        allow("words")
        Submission.objects.filter(table=made.waiting).update(by_name=name, reason=f"{name} said so")
    entry = Entry.objects.filter(members__player=player).first()
    Entry.objects.filter(pk=entry.pk).update(name=f"{name} & Co.")
    make_night(made.season, {f"{name}+Bob": 9, "Cy+Di": 2})
    team = Competitor.objects.create(
        season=made.season, key=key_of_team(f"{name} & Co."), name=f"{name} & Co."
    )
    made.team = team.pk
    clubs.keep_apart(player=player, other=made.other, reason=f"{name} snores", by=by)
    OwnHandicap.objects.create(
        season=made.season,
        player=player,
        from_day=NOW.date(),
        value=3,
        reason=f"{name} asked",
        set_at=now,
    )
    invitation = Invitation.objects.create(
        club=made.club,
        email=email,
        role=Role.PLAYER,
        player=player,
        invited_by=made.people["owner"],
        invited_at=now,
        expires_at=now + timedelta(days=7),
    )
    OutboxMessage.objects.create(
        way="mail",
        kind="sign_in_link",
        data={"email": email, "language": "en"},
        made_at=now,
        due_at=now,
    )
    count(LINKS_TO_ADDRESS, f"sign_in_link:{email}", now)
    made.club.about = f"Ask {NICKNAME}, that is {name}, or write to {email}."
    made.club.save()
    made.event.name = f"The {name.upper()} Cup"
    made.event.save()
    Evening.objects.filter(pk=made.evening.pk).update(name=f"At {name}’s")
    KeyedRequest.objects.create(
        scope="user:1", key=uuid4(), digest="0" * 64, body=f"<p>{name}</p>", done_at=now
    )
    job = Job.objects.create(
        kind="people",
        club_id=made.club.pk,
        subject_id=made.club.pk,
        state="done",
        actor={"user_id": None, "name": name, "via": "desk"},
        sentence=f"{name} is in.",
        asked_at=now,
        began_at=now,
        ended_at=now,
        attempts=1,
    )
    JobFile.objects.create(
        job=job, user_id=1, name=f"{name}.pdf", content=name.encode(), kept_until=now
    )
    venue = Venue(club=made.club, name=f"At {name}’s", note=f"{before} has the key")
    records.save(venue, by=Act(itself, now))
    venue.note = f"{name} has the key"
    made.key_given = records.save(venue, by=Act(itself, now))
    around(made, player, name, itself)
    say(made, invitation, itself, f"{name} ({email}) was late")
    made.work_out()
    return player


def around(made, player, name, itself):
    """What stands around the play: the kitty, past events, files that came in and go out."""
    now = timezone.now()
    kitties.book(
        club=made.club,
        kind=TransactionKind.CHARGE,
        amount=100,
        player=player,
        note=f"{name} broke a glass",
        by=Act(itself, now),
    )
    past_events.import_past_event(
        club=made.club,
        name=f"{name} in Memoriam",
        starts_on=NOW.date(),
        game=f"{name}’s game",
        places=[
            past_events.GivenPlace(rank=1, name=f"{name} + Bob", players=(player.pk,)),
            past_events.GivenPlace(rank=2, name=f"{name} & Co.", team=f"{name} & Co."),
        ],
        source=f"{name}.csv",
        by=Act(itself, now),
    )
    imports.keep_upload(
        club=made.club,
        user=made.people["director"],
        kind="players",
        content=f"name\n{name}\n".encode(),
        is_typed=True,
        by=Act(itself, now),
    )
    # packed, the words in an archive are not found as bytes: it has to go as a whole
    asked = request_archive(Scope(club=made.club), with_addresses=True, by=Act(made.owner, now))
    assert jobs.carry_out(job_id=asked.pk, at=now).state == "done"


def say(made, invitation, itself, reason):
    """What the journal has of the person, in the middle of sentences too."""
    with transaction.atomic():
        journal.append(
            kind="member.invited",
            by=Act(itself, timezone.now()),
            club_id=made.club.pk,
            subject=invitation,
            data={"email": invitation.email, "role": "player"},
        )
        journal.append(
            kind="deal.disputed",
            by=Act(itself, timezone.now()),
            club_id=made.club.pk,
            event_id=made.event.pk,
            subject=made.waiting,
            data={
                "deal": 1,
                "table": 1,
                "round": 1,
                "event": made.event.name,
                "reason": reason,
                "rows": [{"fields": {"name": reason}}],
            },
        )


def readers(made):
    return [
        Asker(name, name, client)
        for name, client in [
            ("nobody", Client()),
            ("owner", signed_in(made.people["owner"])),
        ]
    ]


def places_with(words, contents):
    found = {place: stand_in(content, words) for place, content in contents.items()}
    return {place: seen for place, seen in found.items() if seen}


def forget(made):
    """What the owner does, what the worker does, and what it does beside it."""
    erasure = personal_data.forget_player(
        player=made.known, words=[NICKNAME], by=Act(made.owner, timezone.now())
    )
    job = Job.objects.get(kind="forget", club_id=made.club.pk)
    jobs.carry_out(job_id=job.pk, at=timezone.now())
    made.work_out()
    erasure.refresh_from_db()
    return erasure


@pytest.mark.long
def test_a_forgotten_player_is_found_nowhere(club, person, caplog, capsys):
    words = [*person, NICKNAME]
    hidden = digests([f"{person[0]} & Co."])
    assert stand_in(database(), [*words, *hidden]) != []
    before = places_with(words, answers(club, readers(club)))
    assert len(before) > 40, before.keys()
    assert any(place.endswith("_pdf") for place in before)
    for page in ("public:standings", "public:event", "api:standings"):
        assert Client().get(club.addresses()[page][0]).status_code == 200
    count(LINKS_TO_ADDRESS, f"sign_in_link:{person[2]}", timezone.now())
    assert stand_in(cached(), words)

    erasure = forget(club)

    assert erasure.finished_at
    assert erasure.words == []
    assert stand_in(database(), [*words, *hidden]) == []
    assert not ArchiveFile.objects.filter(club=club.club).exists()
    assert places_with(words, answers(club, readers(club))) == {}
    assert stand_in(cached(), words) == []
    said = capsys.readouterr()
    assert stand_in(f"{caplog.text}{said.out}{said.err}".encode(), words) == []


@pytest.mark.sampled(1)
def test_results_stay_under_the_former_player(club, person):
    seats = club.known.seats.count()
    erasure = forget(club)

    named = Player.objects.get(pk=club.known.pk)
    assert named.name == "Former player 1"
    assert named.seats.count() == seats > 0
    assert erasure.number == 1
    # the team has its place in the season still
    key = Competitor.objects.get(pk=club.team).key
    entry = Entry.objects.filter(name="Former player 1 & Co.").first()
    assert entry is not None
    assert key == key_of_team(entry.name)
    with pytest.raises(ChangedMeanwhile):
        records.undo(Venue, Happening.objects.get(pk=club.key_given.pk), by=Act(club.owner, NOW))
    # the duplicate is forgotten with the player
    assert {row.number for row in Erasure.objects.filter(club_id=club.club.pk)} == {1}
    assert Erasure.objects.filter(club_id=club.club.pk).count() == 2

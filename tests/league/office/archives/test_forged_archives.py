"""What nobody could have entered here is refused in an archive too, before anything is stored."""

from io import BytesIO
from random import Random

import pytest
from django.utils import timezone

from league.clubs.models import Club
from league.foundation.club_limits.services import TooManyPlayers
from league.foundation.journal.actor import SYSTEM, Act
from league.office.archives.opened_archive import MOST_AT_ONCE, NotAnArchive, open_archive
from league.office.archives.scope import Scope
from league.office.archives.services.read_archive import read_archive, write_archive
from tests.league.factories import make_club, make_player
from tests.league.office.archives.forging import forged, unpacked, with_lines
from tests.league.play.results.factories import make_pinochle_game, pinochle, play

pytestmark = pytest.mark.long

DEALS, EVENTS, PLAYERS = "rows/deals.jsonl", "rows/events.jsonl", "rows/players.jsonl"


@pytest.fixture
def files(db):
    """The files of an archive of a club with a deal that was played."""
    table = make_pinochle_game()
    play(table, pinochle())
    out = BytesIO()
    write_archive(Scope(club=table.round.stage.event.club), out, at=timezone.now())
    return unpacked(out)


def read(file, **options):
    return read_archive(file, by=Act(SYSTEM, timezone.now()), slug="elsewhere", **options)


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "columns", "why"),
    [
        (DEALS, {"variant": "no-such-game"}, "no-such-game"),
        (DEALS, {"preset": "none"}, "none"),
        (DEALS, {"options": {"colour": "red"}}, "colour"),
        (DEALS, {"options": {"target": {}}}, DEALS),
        (DEALS, {"players": 7}, DEALS),
        (DEALS, {"hands": {"0": []}}, "hands"),
        (DEALS, {"summary": {"bid": "many"}}, DEALS),
        (EVENTS, {"tiebreaks": "x"}, "cannot be played by the rules"),
        (EVENTS, {"tiebreaks": ["luck"]}, "luck"),
    ],
)
def test_what_could_not_be_entered_is_not_read_either(files, path, columns, why):
    with pytest.raises(NotAnArchive, match=why):
        read(with_lines(files, path, **columns))
    assert not Club.objects.filter(slug="elsewhere").exists()


@pytest.mark.long
@pytest.mark.django_db
def test_players_are_counted_before_anything_is_read(settings):
    club = make_club("Harbour")
    make_player(club, "Ann Lee")
    out = BytesIO()
    write_archive(Scope(club=club), out, at=timezone.now())
    files = unpacked(out)
    settings.CLUB_PLAYERS = 2
    # lines that cannot be read: nobody came so far
    with pytest.raises(TooManyPlayers):
        read(forged(files, {PLAYERS: b"no line\n" * 3}), within_limits=True)


@pytest.mark.django_db
def test_long_lines_are_held_in_small_numbers():
    club = make_club("Harbour")
    make_player(club, "Ann Lee")
    out = BytesIO()
    write_archive(Scope(club=club), out, at=timezone.now())
    files = unpacked(out)
    line = files[PLAYERS].rstrip()[:-1]
    # of letters that cannot be packed tightly
    text = Random(7).randbytes(MOST_AT_ONCE // 40).hex().encode()
    long = line + b',"x":"' + text + b'"}\n'
    archive = open_archive(forged(files, {PLAYERS: long * 30}))
    sizes = [len(batch) for batch in archive.batches(PLAYERS)]
    assert sum(sizes) == 30
    assert max(sizes) <= 21

"""Nothing that readers can ask for depends on a deal that others have still to play.

Every public address and every answer of the API is asked for twice, of one evening with two
different sets of cards and results: before the last table has played, the answers are the same to
the letter; afterwards they are not.
"""

import re
from itertools import product

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.urls import get_resolver, reverse
from django.urls.resolvers import URLResolver
from django.utils import timezone

from league.clubs.models import Role
from league.following import want as want_counts
from league.public.keeping import forget_all
from league.public.live.messages import Part
from league.public.live.rendering import render_parts
from league.public.views.embeds import FORMS
from league.ratings.models import ClubRatings
from league.ratings.services.rebuilding import rebuild as rate
from league.rounds.links import link_of
from league.rounds.models import Seat
from league.seasons.keys import key_of_players
from league.standings.services.rebuilding import rebuild
from league.standings.services.wanting import want
from league.standings.stamps import forget_stamps
from league.statistics.models import StageStatistics
from league.statistics.services.recounting import recount
from tests.league.events.factories import make_running
from tests.league.factories import make_club, make_house_rules, make_member
from tests.league.prepared.factories import draw, prepare
from tests.league.results.factories import NOW, pinochle, play, tell
from tests.league.rounds.factories import close_round, open_round
from tests.league.seasons.factories import make_season

pytestmark = pytest.mark.django_db

FACES = ("public", "table", "api")
# the rules of the games, the site's looks, the API's description, the deals of the week
OF_NO_CLUB = {
    *("public:all_weekly", "public:weekly", "public:weekly_sheet", "public:weekly_sheet_pdf"),
    *("public:styleguide", "public:time", "public:look", "public:look_sample", "public:logo"),
    *("public:games", "public:game", "public:preset", "public:rule_codes", "public:try_deal"),
    *("api:schema", "api:docs", "api:formats", "api:variants", "api:variant", "api:rule_codes"),
    "table:worker",
}
# two seeds, so two sets of cards, and what a table made of those of the second round
EVENINGS = {
    "00000074" * 8: [pinochle(), pinochle(bid=65, points=(20, 30))],
    "000000b5" * 8: [pinochle(declarer=1, points=(40, 10)), pinochle(bid=50, points=(26, 24))],
}
SHOWN_AFTERWARDS = {
    *("public:round", "public:round_pdf", "public:table", "public:deal", "public:why"),
    *("public:standings", "public:standings_pdf", "public:screen", "public:embed_event"),
    *("public:event_picture", "public:event", "public:event_statistics", "public:player"),
    *("public:club_statistics", "public:prepared_deal", "public:ratings_of", "public:rating"),
    "public:pair",
    *("api:table", "api:tables", "api:standings", "api:why", "api:deal", "api:prepared_deal"),
    *("api:player_statistics", "api:ratings", "live"),
}
# differs from answer to answer, or is published of a seed beforehand
VARIABLE = [
    rb'name="csrfmiddlewaretoken" value="[^"]*"',
    rb'nonce="[^"]*"',
    rb'"X-CSRFToken": ?"[^"]*"',
    rb"csrf[-_a-zA-Z]*&quot;: ?&quot;[^&]*&quot;",
    rb"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",  # keys of forms
    rb"as it was at [0-9:]+",  # a page that a phone keeps
    rb"/ID \[[^\]]*\]",  # of a PDF: a digest of its own
]


class Evening:
    """Two tables that play the same deals; in the second round one of them has played hers."""

    def __init__(self, method, tiebreaks):
        self.club = make_club()
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
        tell(self.waiting, pinochle())

    def finish(self):
        """The other table plays them as well, and everything is shown."""
        play(self.waiting, pinochle())

    def work_out(self):
        """What the worker does."""
        want(stage_ids=[self.stage.pk], at=NOW)
        rebuild(stage_id=self.stage.pk, at=NOW)
        want_counts(StageStatistics, [self.stage.pk], at=NOW)
        recount(stage_id=self.stage.pk, at=NOW)
        want_counts(ClubRatings, [self.club.pk], at=NOW)
        rate(club_id=self.club.pk, at=NOW)
        cache.clear()
        forget_all()
        forget_stamps()

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
            "token": [link_of(self.waiting)],
            "submission": submissions,
        }
        if face == "api":
            values |= {
                "event": [self.event.pk],
                "season": [self.season.pk],
                "stage": [self.stage.pk],
                "round": [one.pk for one in rounds],
                "table": [self.done.pk, self.waiting.pk],
                "seat": [0],
                "entry": entries,
                "deal": self.done.deal_numbers[:1],
                # none was made: there is nothing to read of them
                **{name: [1] for name in ("adjustment", "bye", "play_off")},
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
    views = set()

    def collect(resolver, face):
        for pattern in resolver.url_patterns:
            if isinstance(pattern, URLResolver):
                collect(pattern, pattern.app_name or face)
            elif face in FACES and pattern.name and f"{face}:{pattern.name}" not in OF_NO_CLUB:
                arguments = frozenset(pattern.pattern.regex.groupindex)
                views.add((face, pattern.name, arguments))

    collect(get_resolver(), "")
    return views


def plain(body):
    for one in VARIABLE:
        body = re.sub(one, b"", body)
    return body


def read_all(client, addresses, prepared, **headers):
    """Return what each address answers a GET with, without what differs every time."""
    answers = {}
    for view, ones in addresses.items():
        for address in ones:
            answer = client.get(address, headers=headers)
            body = b"".join(answer.streaming_content) if answer.streaming else answer.content
            body = body.replace(prepared.commitment.encode(), b"").replace(
                prepared.purpose.encode(), b""
            )
            answers[view, address] = answer.status_code, plain(body)
    return answers


def messages(evening):
    """Return what open pages are sent of the event."""
    names = [
        f"standings-{evening.stage.pk}",
        *(f"{kind}-{one.pk}" for kind in ("round", "room") for one in (evening.second,)),
        f"screen-{evening.event.pk}",
    ]
    parts = frozenset(Part(name, "en", full) for name in names for full in (False, True))
    texts = render_parts(evening.event.pk, parts).texts
    return {("live", repr(part)): (200, text.encode()) for part, text in texts.items()}


def ids():
    """Return where every sequence of the database is: set back, rows get the same ids again."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT format('%I.%I', schemaname, sequencename), coalesce(last_value, 1),"
            " last_value IS NOT NULL FROM pg_sequences"
        )
        return cursor.fetchall()


def set_ids(rows):
    with connection.cursor() as cursor:
        for row in rows:
            cursor.execute("SELECT setval(%s, %s, %s)", row)


@pytest.fixture(
    params=[
        ({"name": "matchpoints"}, []),
        ({"name": "total_points"}, ["fewer_sets", "bids_made", "highest_deal"]),
    ],
    ids=["compared", "added up"],
)
def evening(request, monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    method, tiebreaks = request.param
    return Evening(method, tiebreaks)


def read_by_all(evening):
    """Return the answers by who asks: nobody, a player of the club, the table that waits."""
    addresses = evening.addresses()
    at_table = {key: ones for key, ones in addresses.items() if key.startswith("table:")}
    api = {key: ones for key, ones in addresses.items() if key.startswith("api:")}
    public = {key: ones for key, ones in addresses.items() if key not in at_table}
    # names in full, and else what everybody sees: one address of each view
    one_each = {view: ones[:1] for view, ones in public.items()}
    member = Client()
    member.force_login(evening.member)
    link = {"Authorization": f"Table {link_of(evening.waiting)}"}
    seed = evening.prepared
    return {
        "anonymous": read_all(Client(), public, seed) | messages(evening),
        "member": read_all(member, one_each, seed),
        "link": read_all(Client(), at_table, seed) | read_all(Client(), api, seed, **link),
    }


def read_by_nobody(evening):
    addresses = evening.addresses()
    public = {key: ones for key, ones in addresses.items() if not key.startswith("table:")}
    return read_all(Client(), public, evening.prepared) | messages(evening)


def differing(first, second):
    assert first.keys() == second.keys()
    return {key for key in first if first[key] != second[key]}


def test_no_answer_depends_on_a_deal_that_a_table_has_still_to_play(evening):
    before, after = [], []
    for seed, deals in EVENINGS.items():
        kept = ids()
        with transaction.atomic():
            evening.begin(seed)
            evening.play(deals)
            evening.work_out()
            before.append(read_by_all(evening))
            evening.finish()
            evening.work_out()
            after.append(read_by_nobody(evening))
            transaction.set_rollback(True)
        set_ids(kept)

    for who, answers in before[0].items():
        assert differing(answers, before[1][who]) == set(), who
    assert evening.shown_afterwards <= {view for view, _address in differing(*after)}
    # and none of these is an error, or a page that nobody may see
    found = {view for (view, _address), (status, _body) in after[0].items() if status == 200}
    assert evening.shown_afterwards <= found

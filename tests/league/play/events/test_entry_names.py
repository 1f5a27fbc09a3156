"""Standings hold entries by number: what they are called is joined when they are read."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from league.clubs import services as clubs
from league.clubs.models import Role
from league.foundation.journal.actor import Act
from league.office.personal_data.services import forget_player
from league.play.events import services as events
from league.play.events.entry_names import names_of
from league.tables.standings.models import Snapshot, SnapshotRow, StageStandings
from tests.league.factories import actor_of, make_club, make_member, make_player
from tests.league.office.paper.reading import text_of
from tests.league.tables.standings.factories import (
    NOW,
    add_entry,
    build,
    entry_of,
    make_round,
    make_stage,
    play,
    player_named,
)

pytestmark = pytest.mark.django_db

PEOPLE = ("Ann Lee", "Petra Old", "Hanna Orr", "Ivo Fox", "Kai Lund", "Zoe Ray")
# what stands on the faces of everybody before and after what `change_everything` does
RENAMED = {
    "The Aces": "The Kings",
    "Petra Old": "Petra New",
    "Hanna Orr": "H. O.",
    "Ivo Fox": "Ivo Berg",
    "Kai Lund": "Former player 1",
}


def evening(size=6):
    """An event of pairs after two rounds; the first of them is a team with a name of its own."""
    stage = make_stage(club=make_club(f"Club of {size}"), entry_kind="pair")
    names = [*PEOPLE, *(f"Player {number}" for number in range(size))][:size]
    for number, name in enumerate(names):
        add_entry(stage, name, f"Mate {number}", name="The Aces" if name == "Ann Lee" else "")
    for number in (1, 2):
        round_ = make_round(stage, number)
        for one in range(0, size, 2):
            play(round_, {names[one]: 300 - one, names[one + 1]: 100 - number})
    build(stage)
    return stage


def change_everything(stage, owner):
    """Rename an entry and a player, hide, merge and forget others, and build nothing."""
    by = Act(owner, NOW)
    events.change_entry(entry=entry_of(stage, "Ann Lee"), name="The Kings", by=by)
    clubs.change_player(player=player_named("Petra Old"), name="Petra New", by=by)
    clubs.change_player(player=player_named("Hanna Orr"), public_name="initials", by=by)
    stays = make_player(stage.event.club, "Ivo Berg")
    clubs.merge_players(stays=stays, goes=player_named("Ivo Fox"), by=by)
    forget_player(player=player_named("Kai Lund"), by=by)


def faces(stage):
    """Return the addresses of all that shows standings, by what it is."""
    event = stage.event
    at = [event.club.slug, event.slug]
    page, api = reverse("public:standings", args=at), reverse("api:standings", args=[stage.pk])
    rows = Snapshot.objects.get(stage=stage, round_number=2).rows.order_by("position")
    whys = {
        f"why {row.position}": reverse("public:why", args=[*at, row.entry_id]) for row in rows[:6]
    }
    return whys | {
        "page": page,
        "first round": f"{page}?round=1",
        "csv": f"{page}?format=csv",
        "pdf": reverse("public:standings_pdf", args=at),
        "event": reverse("public:event", args=at),
        "progress": reverse("public:progress", args=at),
        "meetings": reverse("public:meetings", args=at),
        "screen": reverse("public:screen", args=at),
        "wall": reverse("public:wall", args=at[:1]),
        "club": reverse("public:club", args=at[:1]),
        "embed": reverse("public:embed_event", args=[*at, "html"]),
        "embed as JSON": reverse("public:embed_event", args=[*at, "json"]),
        "picture": reverse("public:standings_picture", args=at),
        "api": api,
        "api, a page of two": f"{api}?page_size=2",
        "api as csv": f"{api}?format=csv",
        "api why": reverse("api:why", args=[stage.pk, rows[3].entry_id]),
    }


def answer_of(client, address):
    answer = client.get(address)
    assert answer.status_code == 200, address
    kind = answer.headers["Content-Type"]
    if kind == "application/pdf":
        return text_of(answer.content)
    if kind == "application/json":
        return json.dumps(answer.json(), ensure_ascii=False)
    return answer.content if kind == "image/png" else answer.content.decode()


def test_whoever_is_called_otherwise_is_so_on_every_face_with_the_next_request():
    stage = evening()
    owner = make_member(stage.event.club, role=Role.OWNER).user
    stranger, addresses = Client(), faces(stage)
    before = {name: answer_of(stranger, address) for name, address in addresses.items()}
    stored = list(SnapshotRow.objects.order_by("pk").values())
    assert not any(name in str(stored) for name in [*PEOPLE, "The Aces"])

    change_everything(stage, actor_of(owner))
    after = {name: answer_of(stranger, address) for name, address in addresses.items()}

    assert after.pop("picture") != before.pop("picture")
    for name, text in after.items():
        for old, new in RENAMED.items():
            assert old not in text, (name, old)
            assert (new in text) == (old in before[name]), (name, new)
    for old in RENAMED:
        assert len([name for name, text in before.items() if old in text]) > 10, old
    # the club's own people see in full who is hidden
    stranger.force_login(owner)
    page = answer_of(stranger, addresses["page"])
    assert "Hanna Orr" in page
    assert "Petra New" in page
    # and nothing was built for it
    assert list(SnapshotRow.objects.order_by("pk").values()) == stored
    assert StageStandings.objects.get().wanted == 1


def test_an_entry_with_a_name_of_its_own_shows_its_members_beside_it():
    stage = make_stage()
    aces = add_entry(stage, "Ann Lee", "Bob Ray", name="The Aces")
    pair = add_entry(stage, "Cy Fox", "Di Orr")

    names = names_of([pair.pk, aces.pk])

    assert list(names) == [pair.pk, aces.pk]
    assert names[aces.pk] == ("The Aces", "The Aces", "Ann Lee & Bob Ray", "Ann Lee & Bob Ray")
    assert names[pair.pk] == ("Cy Fox & Di Orr", "Cy Fox & Di Orr", "", "")


def test_who_has_left_is_not_named_but_by_an_entry_that_has_withdrawn():
    stage = make_stage()
    entry = add_entry(stage, "Ann Lee", "Bob Ray")
    nobody = add_entry(stage)
    entry.members.filter(player__name="Bob Ray").update(left_at=NOW)

    assert names_of([entry.pk])[entry.pk].full == "Ann Lee"
    entry.members.update(left_at=NOW)
    entry.state, entry.withdrawn_at = "withdrawn", NOW
    entry.save()
    assert names_of([entry.pk])[entry.pk].full == "Ann Lee & Bob Ray"
    assert names_of([nobody.pk])[nobody.pk].full == "#2"

"""What a program sends wrongly is refused by its name, and what it reads it can send back."""

import pytest

from tests.league.faces.api.factories import PAIRS, V1, client_of, ok
from tests.league.factories import make_club, make_house_rules, make_member, make_player

pytestmark = pytest.mark.django_db


def refused(answer, status=400):
    assert answer.status_code == status, answer.content
    return answer.json()


@pytest.mark.parametrize(
    ("list_", "name", "value"),
    [
        ("clubs/{club}/players", "is_active", "maybe"),
        ("clubs/{club}/players", "to_tell_apart", "2"),
        ("clubs/{club}/house-rules", "archived", "perhaps"),
        ("events", "variant", "whist"),
        ("events", "club", "nowhere"),
        ("events", "season", "never"),
        ("clubs/{club}/past-events", "season", "never"),
    ],
)
def test_value_that_a_filter_cannot_have_is_refused(list_, name, value):
    club = make_club()
    owner = client_of(make_member(club, role="owner").user)

    answer = owner.get(f"{V1}/{list_.format(club=club.slug)}", {name: value})

    assert refused(answer)["field"] == name


def test_parameter_where_none_is_read_is_refused():
    error = refused(client_of().get(f"{V1}/clubs/{make_club().slug}", {"nonsense": "1"}))

    assert "nothing else is read" in error["detail"]


@pytest.mark.parametrize("header", ["garbage", '"garbage"', "W/5"])
def test_version_that_is_none_is_not_called_a_change_of_somebody_else(header):
    club = make_club()
    director = client_of(make_member(club, role="director").user)

    answer = director.patch(f"{V1}/clubs/{club.slug}", {"about": "New."}, HTTP_IF_MATCH=header)

    assert refused(answer)["code"] == "not_an_etag"


def test_what_an_object_says_can_be_sent_back():
    club = make_club()
    owner = client_of(make_member(club, role="owner").user)
    rules = make_house_rules(club)
    player = ok(owner.post(f"{V1}/clubs/{club.slug}/players", {"name": "Ada Whitlock"}), 201)
    event = ok(owner.post(f"{V1}/clubs/{club.slug}/events", PAIRS), 201)
    ok(owner.post(f"{V1}/events/{event['id']}/move", {"move": "open"}))
    pair = {"players": [player["id"], make_player(club, "Bea Black").pk]}
    entry = ok(owner.post(f"{V1}/events/{event['id']}/entries", pair), 201)
    addresses = [
        f"entries/{entry['id']}",
        f"clubs/{club.slug}",
        f"clubs/{club.slug}/house-rules/{rules.pk}",
        f"clubs/{club.slug}/players/{player['id']}",
        f"events/{event['id']}",
        f"stages/{event['stages'][0]['id']}",
    ]
    for address in addresses:
        shown = ok(owner.get(f"{V1}/{address}"))
        again = owner.patch(f"{V1}/{address}", shown)
        assert again.status_code == 200, (address, again.content)
        after = ok(owner.get(f"{V1}/{address}"))
        assert {**after, "updated_at": 0} == {**shown, "updated_at": 0}, address


def test_field_that_cannot_be_changed_is_refused_where_it_is_sent_otherwise():
    club = make_club()
    owner = client_of(make_member(club, role="owner").user)
    player = ok(owner.post(f"{V1}/clubs/{club.slug}/players", {"name": "Ada Whitlock"}), 201)
    address = f"{V1}/clubs/{club.slug}/players/{player['id']}"

    error = refused(owner.patch(address, {"id": player["id"] + 1, "name": "Ada Black"}))

    assert (error["field"], error["code"]) == ("id", "cannot_be_changed")
    assert (
        ok(owner.patch(address, {"id": player["id"], "name": "Ada Black"}))["name"] == "Ada Black"
    )


def test_what_is_set_as_a_whole_can_be_sent_back():
    club = make_club()
    member = make_member(club, role="owner")
    owner = client_of(member.user)
    event = ok(owner.post(f"{V1}/clubs/{club.slug}/events", PAIRS), 201)
    for part, sent in (
        ("association", {"transfers": "anytime"}),
        ("kitty", {"on": True, "currency": "EUR"}),
    ):
        ok(owner.put(f"{V1}/clubs/{club.slug}/{part}", sent))
    for part in ("joining", "tonight"):  # neither is kept before
        ok(owner.patch(f"{V1}/clubs/{club.slug}/{part}", {}))
    for method, address in (
        ("patch", "account"),
        ("put", f"clubs/{club.slug}/association"),
        ("patch", f"clubs/{club.slug}/joining"),
        ("put", f"clubs/{club.slug}/kitty"),
        ("patch", f"clubs/{club.slug}/members/{member.pk}"),
        ("put", f"clubs/{club.slug}/notification-choices"),
        ("patch", f"clubs/{club.slug}/tonight"),
        ("put", f"events/{event['id']}/homes"),
        ("put", f"events/{event['id']}/kitty"),
    ):
        shown = ok(owner.get(f"{V1}/{address}"))
        again = getattr(owner, method)(f"{V1}/{address}", shown)
        assert again.status_code == 200, (address, shown, again.content)
        assert ok(owner.get(f"{V1}/{address}")) == shown, address

"""The association of the walk: clubs join it and leave, players are registered and change clubs."""

from datetime import timedelta

from django.utils import timezone

from tests.league.faces.api.client.year import CLUB, GAME

COUNTY, MILL = "county-league", "mill-lane"


def belong_to_a_county(year):
    """Two clubs of one owner in an association of the same owner."""
    owner = year.owner
    for slug, name in [(COUNTY, "County League"), (MILL, "Mill Lane")]:
        owner("clubs_add", body={"name": name, "slug": slug})
    found(owner)
    join_and_leave(owner)
    season = _season(owner)
    register_and_transfer(year, season)
    enter_and_withdraw(owner, season)
    fill_a_championship(owner, season)
    of_mill = {"association": COUNTY, "club": MILL}
    assert owner("associated_clubs_let_go", **of_mill)["state"] == "left"


def found(owner):
    """Found an association, end it as long as nobody is in it, and found it with its rules."""
    rules = {"transfers": "consent", "most_registered": 30}
    owner("association_set", club=COUNTY, body={"transfers": "never"})
    owner("association_end", club=COUNTY)
    owner("association_read", club=COUNTY, fails=404)
    owner("association_set", club=COUNTY, body=rules)
    assert owner("association_read", club=COUNTY)["transfers"] == "consent"


def join_and_leave(owner):
    of_mill = {"association": COUNTY, "club": MILL}
    of_harbour = {"association": COUNTY, "club": CLUB}
    owner("associated_clubs_invite", association=COUNTY, body={"club": MILL})
    owner("associated_clubs_take_back", **of_mill)
    owner("associated_clubs_invite", association=COUNTY, body={"club": MILL})
    assert owner("associations_answer", **of_mill, body={"accept": True})["state"] == "member"
    assert owner("associations_leave", **of_mill)["state"] == "left"
    for club in (MILL, CLUB):
        owner("associations_ask", club=club, body={"association": COUNTY})
    owner("associations_take_back", **of_mill)
    owner("associations_ask", club=MILL, body={"association": COUNTY})
    for one in (of_mill, of_harbour):
        owner("associated_clubs_answer", **one, body={"accept": True})
    assert owner("associations_list", club=CLUB)["results"][0]["state"] == "member"
    assert owner("associated_clubs_list", association=COUNTY)["count"] == 2


def _season(owner):
    today = timezone.localdate()
    last = today + timedelta(days=300)
    body = {"name": "County", "starts_on": today.isoformat(), "ends_on": last.isoformat()}
    return owner("seasons_add", club=COUNTY, body=body)


def register_and_transfer(year, season):
    owner, one = year.owner, season["id"]
    mine = {"club": CLUB, "season": one}
    mills = {"club": MILL, "season": one}
    players = [year.players["Cy"], year.players["Di"]]
    cy, di = owner("registrations_add", **mine, body={"players": players})
    assert cy["home_player"] == year.players["Cy"]
    owner("registrations_end", registration=di["id"])
    assert owner("club_registrations_list", **mine)["count"] == 1
    assert owner("registrations_list", season=one, club=CLUB)["count"] == 1
    (other,) = owner("registered_elsewhere_list", **mills)["results"]
    home = owner("players_add", club=MILL, body={"name": "Cy"})["id"]
    body = {"player": other["player"], "home_player": home}
    asked = owner("transfers_ask", **mills, body=body)
    assert owner("transfers_take_back", transfer=asked["id"])["state"] == "taken_back"
    asked = owner("transfers_ask", **mills, body=body)
    assert owner("club_transfers_list", **mills)["count"] == 1
    assert owner("transfers_list", season=one)["count"] == 1
    done = owner("transfers_answer", transfer=asked["id"], body={"consent": True})
    assert done["state"] == "done"
    year.bea("registrations_list", season=one, fails=403)


def enter_and_withdraw(owner, season):
    event = _add_event(owner, season, "County singles", "individual", "individual")
    owner("events_move", event=event, body={"move": "open"})
    mills = {"club": MILL, "event": event}
    (row,) = owner("club_registrations_list", club=MILL, season=season["id"])["results"]
    entry = owner("club_entries_add", **mills, body={"players": [row["player"]]})["id"]
    assert owner("club_entries_list", **mills)["results"][0]["id"] == entry
    gone = owner("club_entries_withdraw", **mills, entry=entry, body={"reason": "ill"})
    assert gone["state"] == "withdrawn"
    assert owner("club_entries_withdraw_all", **mills, body={"reason": "ill"}) == []


def fill_a_championship(owner, season):
    """Look at who would go through from the events that may, and enter them."""
    final = _add_event(owner, season, "County final", "pair", "round_robin")
    rows = owner("championship_sources_list", event=final)["results"]
    assert rows
    body = {"sources": [{"event": rows[0]["id"], "places": 2}]}
    field = owner("championship_preview", event=final, body=body)
    filled = owner(
        "championship_fill", event=final, body=body | {"expected_digest": field["digest"]}
    )
    assert [one["name"] for one in filled["qualified"]] == [
        one["name"] for one in field["qualified"]
    ]


def _add_event(owner, season, name, kind, form):
    body = {
        "name": name,
        "season": season["slug"],
        "starts_on": season["starts_on"],
        "variant": GAME,
        "entry_kind": kind,
        "deals_a_round": 1,
        "table_play": "deals",
        "stage": {"format": form},
    }
    return owner("events_add", club=COUNTY, body=body)["id"]

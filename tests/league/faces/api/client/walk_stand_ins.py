"""Substitutes of the walk: asked for, taken back, asked again and accepted."""

from tests.league.faces.api.client.year import CLUB


def ask_for_a_substitute(year):
    owner, bea = year.owner, year.bea
    _event, _stage, round_ = year.started("Stand-ins", "Cy", "Di", "Ed", "Flo")
    owner("rounds_open", round_=round_, body={})
    (table,) = [row["id"] for row in owner("rounds_tables", round_=round_)["results"]]
    seat = {"table": table, "seat": 0}
    owner("stand_in_read", **seat, fails=404)
    known = owner("players_list", club=CLUB)["results"]
    reached = [row["id"] for row in known if row["id"] == year.players["Bob"]]
    made = owner("stand_in_ask", **seat, body={"players": reached})
    assert (made["state"], [row["answer"] for row in made["asked"]]) == ("open", ["waiting"])
    owner("stand_in_take_back", **seat)
    assert owner("stand_in_read", **seat)["over"].startswith("The request was taken back")
    owner("stand_in_ask", **seat, body={"players": reached})
    (asked,) = bea("stand_in_requests_list")["results"]
    assert (asked["table"], asked["seat"], asked["player"]) == (table, 0, *reached)
    accepted = bea("stand_in_answer", stand_in=asked["id"], body={"accept": True})
    assert accepted["answer"] == "accepted"
    assert bea("stand_in_requests_list")["count"] == 0
    assert owner("stand_in_read", **seat)["state"] == "found"
    owner("stand_in_answer", stand_in=asked["id"], body={"accept": False}, fails=403)

"""Matches by appointment of the walk: dates, line-ups, results, and what the organiser decides."""

from datetime import timedelta

from django.utils import timezone

from league.calendar.captains.models import Walkover

# in an event that is called off nobody plays: far enough for the years of the walk
DAY = timezone.now().replace(microsecond=0) + timedelta(days=40)


def play_by_appointment(year):
    """Two captains agree on a date, name who plays and give a result."""
    owner, bea = year.owner, year.bea
    event, stage, round_ = year.started(
        "By appointment", "Ann", "Cy", "Bob", "Di", entry_kind="team", final_scores="table"
    )
    owner("rounds_open", round_=round_, body={})
    owner("match_rules_change", stage=stage, body={"decide_days": 5, "home_enters": False})
    assert owner("match_rules_read", stage=stage)["decide_days"] == 5
    (match,) = owner("open_matches_list", event=event)["results"]
    one = {"round_": round_, "number": match["number"]}
    anns, bobs = (_entry_of(match, year.players[name]) for name in ("Ann", "Bob"))
    agree_on_a_date(year, one, anns, bobs)
    line_up_and_play(year, one, anns, bobs)
    assert owner("captain_read", entry=bobs)["captain"]["player"] == year.players["Bob"]
    bea("captain_name", entry=bobs, body={"player": year.players["Di"]})
    bea("captain_read", entry=bobs, fails=403)
    decide_a_walkover(year)


def _entry_of(match, captain):
    return next(one["entry"] for one in match["sides"] if one["captain"]["player"] == captain)


def agree_on_a_date(year, one, anns, bobs):
    owner, bea = year.owner, year.bea
    dates = [(DAY + timedelta(days=n)).isoformat() for n in (0, 1)]
    owner("match_dates_propose", **one, entry=anns, body={"dates": dates[:1]})
    bea("match_dates_decline", **one, entry=bobs)
    owner("match_dates_take_back", **one, entry=anns)
    asked = owner("match_dates_propose", **one, entry=anns, body={"dates": dates})
    wanted = asked["proposals"][1]["id"]
    agreed = bea("match_dates_accept", **one, entry=bobs, proposal=wanted)
    assert agreed["date_state"] == "agreed"
    ruled = owner("match_date_rule", **one, body={"begins_at": dates[0]})
    assert ruled["date_state"] == "ruled"
    led = [(row["round"], row["number"]) for row in bea("led_matches_list")["results"]]
    assert (one["round_"], one["number"]) in led


def line_up_and_play(year, one, anns, bobs):
    owner, bea, players = year.owner, year.bea, year.players
    body = {"players": [players["Di"], players["Bob"]]}
    assert bea("line_up_read", **one, entry=bobs)["seats"] == 2
    bea("line_up_set", **one, entry=bobs, body=body)
    body = {"players": [players["Ann"], players["Cy"]]}
    assert owner("line_up_set", **one, entry=anns, body=body)["line_ups_shown"]
    table = bea("match_read", **one)["tables"][0]["table"]
    score = {"table": table, "final_score": [320, 110]}
    bea("match_result_enter", **one, entry=bobs, body=score, fails=409)  # its day is to come
    score["even_early"] = True
    bea("match_result_enter", **one, entry=bobs, body=score)
    confirmed = owner("match_result_confirm", **one, entry=anns)
    assert confirmed["tables"][0]["state"] == "confirmed"


def decide_a_walkover(year):
    """Of another match nothing came in time, as the sweep found."""
    owner = year.owner
    event, _stage, round_ = year.started("Walkover", "Ed", "Flo", "Gus", "Hal")
    owner("rounds_open", round_=round_, body={})
    (match,) = owner("open_matches_list", event=event)["results"]
    Walkover.objects.create(round_id=round_, number=match["number"], found_at=timezone.now())
    body = {"absent": [match["sides"][1]["entry"]]}
    given = owner("match_walkover_decide", round_=round_, number=match["number"], body=body)
    assert given["walkover"] == "made"

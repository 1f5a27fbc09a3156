"""The calendar of the walk: venues, homes, the days of a league, one of them moved."""

from django.utils import timezone

from league.foundation.jobs import services as jobs
from tests.league.faces.api.client.year import CLUB


def date_a_league(year):
    """Two pairs meet once, on a Tuesday of the venue that is left."""
    owner = year.owner
    event, stage, round_ = year.started("Dated league", "Ann", "Bob", "Cy", "Di")
    gone = owner("venues_add", club=CLUB, body={"name": "Mill"})["id"]
    owner("venues_remove", club=CLUB, venue=gone)
    venue = owner("venues_add", club=CLUB, body={"name": "Hall"})["id"]
    owner("venues_set", club=CLUB, venue=venue, body={"name": "Hall", "matches": 2})
    owner("venues_change", club=CLUB, venue=venue, body={"note": "side entrance"})
    assert owner("venues_read", club=CLUB, venue=venue)["note"] == "side entrance"
    assert [row["matches"] for row in owner("venues_list", club=CLUB)["results"]] == [2]
    entries = [row["id"] for row in owner("entries_list", event=event)["results"]]
    home = {"venue": venue, "weekdays": [1], "begins_at": "19:00"}
    owner("homes_set", event=event, body={"homes": [home | {"entry": one} for one in entries]})
    assert len(owner("homes_read", event=event)["homes"]) == 2
    season = {"starts_on": "2190-09-01", "ends_on": "2190-12-01", "seconds": 1}
    owner("calendar_set", stage=stage, body=season)
    job = owner("calendar_make", stage=stage)["id"]
    jobs.carry_out(job_id=job, at=timezone.now())
    assert owner("jobs_read", club=CLUB, job=job)["state"] == "done"
    assert owner("calendar_read", stage=stage)["bound"] == 1
    owner("calendar_publish", stage=stage)
    (date,) = year.nobody("dates_list", event=event)["results"]
    assert (date["state"], date["venue"]["name"]) == ("published", "Hall")
    moved = {"begins_at": "2190-09-14T19:00:00Z", "venue": venue}
    ruled = owner("dates_set", round_=round_, number=date["number"], body=moved)
    assert (ruled["state"], ruled["sequence"]) == ("ruled", 1)

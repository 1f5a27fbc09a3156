"""A club's record in the walk: taken along as a file, and forgotten and deleted in the end."""

from django.utils import timezone

from league.foundation.jobs.services import carry_out
from tests.league.faces.api.client.year import CLUB

AGAIN = "harbour-again"


def take_the_record_along(year):
    owner, nobody = year.owner, year.nobody
    made = _done(owner, owner("archives_make", club=CLUB, body={"with_addresses": True}))
    (kept,) = owner("archives_list", club=CLUB)["results"]
    assert (kept["id"], kept["has_addresses"]) == (made["archive"], True)
    content = owner("archives_file", club=CLUB, archive=kept["id"])
    assert len(content) == kept["size"]
    year.bea("archives_file", club=CLUB, archive=kept["id"], fails=403)
    uploaded = owner("archives_upload", club=CLUB, body=content)
    assert uploaded["sha256"] == kept["sha256"]
    where = {"club": CLUB, "archive": uploaded["id"]}
    tried = _done(owner, owner("archives_read_back", **where, body={"dry_run": True}))
    assert {counts["made"] for counts in tried["report"]["counts"].values()} == {0}
    read = _done(owner, owner("archives_read_back", **where, body={"as_new": AGAIN}))
    assert read["club"] == AGAIN
    events = [nobody("events_list", club=club)["count"] for club in (CLUB, AGAIN)]
    assert events[0] == events[1]
    owner("archives_delete", **where)
    owner("archives_read", **where, fails=404)
    assert owner("archives_read", club=CLUB, archive=kept["id"])["name"] == kept["name"]
    unwanted = owner("archives_make", club=CLUB, body={"event": _an_event(nobody)})
    cancelled = owner("archive_jobs_cancel", club=CLUB, job=unwanted["id"])
    assert cancelled["state"] == "cancelled"


def _an_event(nobody):
    return nobody("events_list", club=CLUB)["results"][0]["slug"]


def _done(owner, job):
    """Do what a worker does: carry out a job; return it as it is read then."""
    carry_out(job_id=job["id"], at=timezone.now())
    done = owner("archive_jobs_read", club=CLUB, job=job["id"])
    assert done["state"] == "done", done
    return done


def forget_and_delete(year):
    owner = year.owner
    zoe = owner("players_add", club=CLUB, body={"name": "Zoe Quist"})["id"]
    forgotten = owner("players_forget", club=CLUB, player=zoe, body={"words": ["Zozo"]})
    assert "Zoe" not in forgotten["name"]
    assert owner("players_read", club=CLUB, player=zoe)["name"] == forgotten["name"]
    owner("club_delete", club=CLUB, body={"name": "Another club"}, fails=409)
    closes = owner("club_delete", club=CLUB, body={"name": "Harbour Cards"})
    assert owner("club_deletion_read", club=CLUB) == closes != {"closes_at": None}
    owner("club_keep", club=CLUB)
    assert owner("club_deletion_read", club=CLUB) == {"closes_at": None}
    owner("account_delete", body={"email": "ann@example.org"}, fails=409)  # nobody else owns it
    closes = year.bea("account_delete", body={"email": "bea@example.org"})
    assert year.bea("account_deletion_read") == closes != {"closes_at": None}
    year.bea("account_keep")
    assert year.bea("account_deletion_read") == {"closes_at": None}

"""Files and what is one's own in the walk: logo, imports, past events, the account."""

from inspect import signature
from io import BytesIO

from django.utils import timezone
from PIL import Image

from league.foundation.jobs.models import Job
from league.foundation.jobs.services import carry_out
from tests.league.faces.api.client.year import CLUB
from tests.league.factories import PASSWORD

RESULTS = """Event,Date,Place,Name,Points
Autumn cup,2019-10-04,1,Ann,60
Autumn cup,2019-10-04,2,Quentin,55.5
"""


def _picture():
    out = BytesIO()
    Image.new("RGB", (64, 48), "navy").save(out, "PNG")
    return out.getvalue()


def show_a_logo(year):
    owner, nobody = year.owner, year.nobody
    refused = owner("logo_set", club=CLUB, body=b"no picture", fails=409)
    assert refused["code"] == "logo_unusable"
    assert owner("logo_set", club=CLUB, body=_picture()) == {"width": 64, "height": 48}
    shown = Image.open(BytesIO(nobody("logo_read", club=CLUB)))
    assert (shown.format, shown.size) == ("WEBP", (64, 48))
    owner("logo_remove", club=CLUB)
    nobody("logo_read", club=CLUB, fails=404)


def bring_the_past(year):
    owner, nobody = year.owner, year.nobody
    kinds = {kind["name"]: kind for kind in nobody("import_kinds_list")["results"]}
    assert "points" in {field["name"] for field in kinds["past_results"]["fields_known"]}
    kind = _kind(owner, "past_results")
    sent = owner("imports_send", club=CLUB, kind=kind, name="old.csv", body=RESULTS.encode())
    where = {"club": CLUB, "upload": sent["id"]}
    assert (sent["lines"], sent["missing"]) == (2, [])
    assert [one["id"] for one in owner("imports_list", club=CLUB)["results"]] == [sent["id"]]
    unknown = owner("imports_choose", **where, body={"options": {"wind": "west"}}, fails=400)
    assert unknown["field"] == "options"
    owner("imports_choose", **where, body={"options": {"add_people": ""}})
    assert owner("imports_read", **where)["columns"] == sent["columns"]
    plan = owner("imports_plan", **where)
    assert plan["is_possible"]
    assert plan["counts"]["bad"] == 0
    owner("imports_carry_out", **where, body={"seen": "another"}, fails=409)
    job = owner("imports_carry_out", **where, body={"seen": plan["seen"]})
    carry_out(job_id=job["id"], at=timezone.now())
    assert owner("jobs_read", club=CLUB, job=job["id"])["state"] == "done"
    owner("imports_read", **where, fails=404)
    (past,) = nobody("past_events_list", club=CLUB)["results"]
    assert (past["name"], past["source"]) == ("Autumn cup", "old.csv")
    where = {"club": CLUB, "past_event": past["id"]}
    assert nobody("past_events_read", **where) == past
    places = nobody("past_events_places", **where)["results"]
    assert [(one["rank"], one["points"]) for one in places] == [(1, 60), (2, 55.5)]
    owner("past_events_remove", **where)
    nobody("past_events_read", **where, fails=404)
    unwanted = owner("imports_send", club=CLUB, kind=_kind(owner, "players"), body=b"Name\nZed\n")
    owner("imports_discard", club=CLUB, upload=unwanted["id"])


def _kind(owner, name):
    module = owner.operations["imports_send"]
    annotation = signature(module._get_kwargs).parameters["kind"].annotation
    return annotation(name)


def look_after_the_account(year):
    owner = year.owner
    was = owner("account_read")
    assert was["email"] == "ann@example.org"
    assert owner("account_change", body={"name": "Ann the Owner"})["name"] == "Ann the Owner"
    body = {"email": "ann@example.net", "password": "wrong"}
    owner("account_change_address", body=body, fails=409)
    owner("account_change_address", body=body | {"password": PASSWORD})
    assert owner("account_read")["email"] == was["email"]
    spare = {"email": "ann@example.org", "password": PASSWORD, "name": "spare"}
    year.nobody("token_make", body=spare)
    (token,) = [one for one in owner("tokens_list")["results"] if one["name"] == "spare"]
    owner("tokens_end", token=token["id"])
    assert "spare" not in {one["name"] for one in owner("tokens_list")["results"]}
    owner("own_data_read", fails=404)
    job = owner("own_data_request")
    owner("own_data_file", fails=404)
    carry_out(job_id=Job.objects.get(pk=job["id"]).pk, at=timezone.now())
    assert owner("own_data_read")["state"] == "done"
    assert owner("own_data_file").startswith(b"PK")

"""A large file by the API: a job reads it, and until then nothing is known of it."""

import pytest

from league.foundation.jobs import services as jobs
from tests.league.faces.api.factories import V1, client_of
from tests.league.factories import NOW, make_club, make_member, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.long]
LIST = "name\n" + "".join(f"Ann Lee {number}\n" for number in range(2_500))


def test_a_large_file_is_read_by_a_job_that_its_answer_names(no_broker):
    club = make_club("Harbour")
    owner = make_member(club, make_user("Olive"), role="owner").user
    client = client_of(owner)
    imports = f"{V1}/clubs/{club.slug}/imports"
    sent = client.post(
        f"{imports}?kind=players", LIST.encode(), content_type="application/octet-stream"
    ).json()
    assert (sent["is_read"], sent["columns"], sent["lines"]) == (False, [], 0)
    refused = client.get(f"{imports}/{sent['id']}/plan")
    assert refused.json()["code"] == "not_read_yet"

    jobs.carry_out(job_id=sent["reading_job"], at=NOW)

    read = client.get(f"{imports}/{sent['id']}").json()
    assert (read["is_read"], read["reading_job"]) == (True, None)
    assert (read["columns"], read["lines"]) == (["name"], 2_500)
    plan = client.get(f"{imports}/{sent['id']}/plan").json()
    assert plan["counts"]["add"] == 2_500

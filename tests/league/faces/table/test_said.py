"""What a phone says of deals, without a script and with one: agreed, disputed, taken back."""

from uuid import uuid4

import pytest

from league.play.results.models import Dispute, Submission
from tests.league.faces.table.phone import Phone
from tests.league.faces.table.typed import PINOCHLE
from tests.league.play.results.factories import make_table, play, submit
from tests.league.reading import text_of

pytestmark = pytest.mark.django_db


def as_json(phone, path, data):
    answer = phone.post(path, data, accept="application/json")
    return answer.status_code, answer.json()


def test_who_has_not_seen_that_a_deal_is_disputed_does_not_end_the_dispute():
    table = make_table()
    submission = submit(table)
    ann, partner = Phone(table, seat=1), Phone(table, seat=3)
    partner.post(f"deals/{submission.pk}/dispute/", {"reason": "we took 31"})

    status, answer = as_json(ann, "confirm/", {"submission": submission.pk, "undisputed": "yes"})

    assert (status, answer["code"]) == (409, "deal_disputed")
    assert "Deal 1 has been disputed in the meantime." in answer["sentence"]
    assert Dispute.objects.get().settled_at is None
    as_json(ann, "confirm/", {"submission": submission.pk})
    submission.refresh_from_db()
    assert submission.state == "confirmed"


def test_what_is_sent_twice_is_said_once_and_answered_in_words():
    table = make_table()
    submission, other = submit(table), submit(table)
    phone = Phone(table, seat=1)
    wrong = {"reason": "we took 31", "key": str(uuid4())}

    as_json(phone, "confirm/", {"submission": submission.pk})
    again = as_json(phone, "confirm/", {"submission": submission.pk})
    disputed = [as_json(phone, f"deals/{other.pk}/dispute/", wrong) for _again in range(2)]

    assert again == (200, {"sentence": "This was confirmed already; nothing else is needed."})
    assert disputed[0] == disputed[1]
    assert disputed[0][1]["sentence"].startswith("Deal 2 is disputed.")
    assert Dispute.objects.count() == 1
    assert as_json(phone, "deals/999999/dispute/", wrong)[1]["code"] == "deal_gone"
    assert as_json(phone, f"deals/{other.pk}/dispute/", {})[0] == 422


@pytest.mark.long
def test_a_phone_that_was_handed_on_sends_what_the_one_before_said():
    table = make_table()
    submission = submit(table)
    phone = Phone(table, seat=0)  # Ann holds it now; Cy, of the other side, said these

    as_json(phone, f"deals/{submission.pk}/dispute/", {"reason": "we took 31", "as_seat": "1"})
    deal = PINOCHLE | {"key": str(uuid4()), "number": 2, "as_seat": "1", "do": "send"}
    as_json(phone, "deals/", deal)

    assert Dispute.objects.get().by_side == 1
    assert Submission.objects.get(number=2).by_side == 1


@pytest.mark.long
def test_a_deal_taken_back_stands_in_the_form_again():
    table = make_table()
    play(table, confirmed=False)
    phone = Phone(table, seat=0)
    phone.post("deals/", PINOCHLE | {"key": str(uuid4()), "number": 1, "do": "send"})
    submission = Submission.objects.get()

    back = phone.post("take-back/", {"submission": submission.pk})
    page = phone.client.get(back["Location"])

    assert back["Location"] == f"{phone.address}?again={submission.pk}"
    assert 'name="melds-0" value="34"' in page.content.decode()
    assert "Its numbers are in the form" in text_of(page)
    for other in (Phone(table, seat=1), Phone(table)):
        shown = other.get(f"?again={submission.pk}").content.decode()
        assert 'name="melds-0" value="34"' not in shown
    assert phone.get("?again=99999999999999999999999").status_code == 200

"""The outbox: mails are claimed, sent, noted; what fails is tried again, and at last given up."""

import socket
import threading
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from prometheus_client import REGISTRY

from deploy.site import mail_backend
from league.clubs.models import INVITATION, Invitation, Role
from league.clubs.services import invite
from league.foundation.jobs.fair_queue import claim_expires_after
from league.foundation.journal.actor import Act
from league.foundation.outbox import services as outbox
from league.foundation.outbox.models import MessageState, OutboxMessage, Way
from league.foundation.outbox.retries import RETRIES
from league.foundation.outbox.services import Sender
from tests.league.factories import NOW, actor_of, make_club, make_user
from tests.mail_servers import EndlessServer, GoodServer, running

pytestmark = pytest.mark.django_db

GAPS = RETRIES[Way.MAIL].gaps
FIRST_GAP, LONGEST_GAP = GAPS[0], GAPS[-1]
MOST_ATTEMPTS = RETRIES[Way.MAIL].most_attempts


def send_next(at):
    return outbox.send_next(Way.MAIL, at=at, chance=lambda: 0.0)


def claim(at):
    return outbox.claim(Way.MAIL, at=at)


@pytest.fixture
def club():
    return make_club(owner=make_user("Olive Owner"))


def request(club, email="new@example.org", at=NOW):
    """Invite somebody, and request the mail as the journal's subscriber does."""
    owner = club.members.get(role=Role.OWNER).user
    invitation = invite(
        club=club, email=email, role=Role.PLAYER, invited_by=owner, by=Act(actor_of(owner), at)
    )
    about = {"club_id": club.pk, "subject_id": invitation.pk}
    outbox.request_mail(INVITATION, at=at, key=f"{invitation.pk} {at}", **about)
    return OutboxMessage.objects.latest("pk")


def mails_counted(outcome):
    return REGISTRY.get_sample_value("tricktable_mails_total", {"outcome": outcome}) or 0


def use(settings, port):
    settings.EMAIL_BACKEND = "deploy.site.mail_backend.ShortEmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_USE_TLS = "127.0.0.1", port, False


def closed_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


def again(mail):
    mail.refresh_from_db()
    return mail


def test_a_mail_goes_out_once_under_its_own_message_id_and_is_forgotten(club, settings):
    mail = request(club)
    with running(GoodServer) as server:
        use(settings, server.port)
        assert send_next(NOW) == mail
        assert send_next(NOW) is None

    assert [f"Message-ID: {mail.message_id}" in text for text in server.took] == [True]
    assert (again(mail).state, mail.data, mail.ended_at) == ("sent", {}, NOW)
    assert Invitation.objects.get().mailed_at == NOW


def test_requested_twice_with_a_key_it_is_one_mail(club):
    mail = request(club)
    request(club)

    assert OutboxMessage.objects.get() == mail


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_while_it_is_sent_no_transaction_is_open_and_the_claim_is_seen(club, settings, monkeypatch):
    seen = []

    def look(mail):
        seen.append((connection.in_atomic_block, OutboxMessage.objects.get(pk=mail.pk).state))
        return True

    sender = Sender(way=Way.MAIL, kind=INVITATION, send=look)
    monkeypatch.setitem(outbox._SENDERS, (Way.MAIL, INVITATION), sender)
    request(club)

    send_next(NOW)

    assert seen == [(False, "claimed")]


@pytest.mark.long
def test_a_server_that_says_a_little_for_ever_is_left_and_the_mail_is_tried_again(
    club, settings, monkeypatch
):
    """The timeout of the connection alone would never end it: something comes all the time."""
    monkeypatch.setattr(mail_backend, "LONGEST_S", 0.5)
    mail = request(club)
    with running(EndlessServer) as server:
        use(settings, server.port)
        send_next(NOW)

    assert (again(mail).state, mail.reason, mail.due_at) == (
        *("waiting", "SMTPServerDisconnected", NOW + FIRST_GAP),
    )


def test_the_longest_mail_is_over_before_it_would_be_taken_for_lost():
    assert timedelta(seconds=mail_backend.LONGEST_S) < claim_expires_after() / 2


@pytest.mark.long
def test_what_is_refused_is_tried_at_growing_gaps_and_given_up_with_a_line_in_the_log(
    club, settings, caplog
):
    use(settings, closed_port())
    mail, at, gaps = request(club), NOW, []
    while send_next(at):
        if again(mail).state != MessageState.WAITING:
            break
        gaps.append(mail.due_at - at)
        at = mail.due_at

    assert gaps[:3] == [FIRST_GAP, 2 * FIRST_GAP, 4 * FIRST_GAP]
    assert gaps == sorted(gaps)
    assert gaps[-1] == LONGEST_GAP
    assert (mail.state, mail.attempts, mail.reason) == (
        *("given_up", MOST_ATTEMPTS, "ConnectionRefusedError"),
    )
    given_up = [record for record in caplog.records if "mail_given_up" in record.getMessage()]
    assert [one.levelname for one in given_up] == ["ERROR"]
    assert "new@example.org" not in caplog.text


def test_the_same_message_id_is_used_at_each_try(club, settings):
    mail = request(club)
    use(settings, closed_port())
    send_next(NOW)
    with running(GoodServer) as server:
        use(settings, server.port)
        send_next(NOW + FIRST_GAP)

    assert mail.message_id in server.took[0]


def test_an_error_of_ours_is_tried_again_too_and_stops_no_other_mail(club, monkeypatch, mailoutbox):
    broken = request(club, "broken@example.org")
    sender = Sender(way=Way.MAIL, kind="broken", send=lambda _mail: 1 / 0)
    monkeypatch.setitem(outbox._SENDERS, (Way.MAIL, "broken"), sender)
    OutboxMessage.objects.update(kind="broken")
    request(club, "fine@example.org")

    while send_next(NOW):
        pass

    assert (again(broken).state, broken.reason) == ("waiting", "ZeroDivisionError")
    assert [message.to for message in mailoutbox] == [["fine@example.org"]]


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_of_two_workers_at_once_each_claims_a_mail_of_its_own(club):
    first, second = request(club, "a@example.org"), request(club, "b@example.org")
    claimed = []

    def other_worker():
        claimed.append(claim(NOW))
        connection.close()

    with transaction.atomic():
        OutboxMessage.objects.select_for_update().get(pk=first.pk)
        thread = threading.Thread(target=other_worker)
        thread.start()
        thread.join(30)
        assert claimed == [second]


@pytest.mark.long
def test_what_a_dead_worker_had_claimed_is_taken_up_again(club, mailoutbox):
    mail = request(club)
    claim(NOW)

    outbox.sweep(at=NOW + claim_expires_after())
    assert again(mail).state == "claimed"
    later = NOW + claim_expires_after() + timedelta(seconds=1)
    outbox.sweep(at=later)
    assert send_next(later) == mail

    assert (again(mail).state, mail.attempts) == ("sent", 2)
    assert len(mailoutbox) == 1


@pytest.mark.long
@pytest.mark.parametrize("is_claimed_again", [False, True])
def test_what_a_slow_worker_has_sent_is_sent_though_it_was_taken_for_dead(
    club, mailoutbox, is_claimed_again
):
    mail = request(club)
    slow = claim(NOW)
    later = NOW + claim_expires_after() + timedelta(seconds=1)
    outbox.sweep(at=later)
    next_one = claim(later) if is_claimed_again else None

    outbox._try(slow, later, None, lambda: 0.0)
    if next_one:
        outbox.end(outbox._mine(next_one), MessageState.NOT_NEEDED, later)

    assert again(mail).state == "sent"
    assert send_next(later) is None
    assert len(mailoutbox) == 1


def test_a_mail_with_which_workers_die_is_given_up(club, caplog):
    mail = request(club)
    claim(NOW)
    OutboxMessage.objects.update(attempts=MOST_ATTEMPTS)
    before = mails_counted("given_up")

    outbox.sweep(at=NOW + 2 * claim_expires_after())

    assert again(mail).state == "given_up"
    assert mails_counted("given_up") == before + 1


@pytest.mark.long
def test_mails_of_several_clubs_take_turns_and_nobodys_go_first(club, mailoutbox):
    other = make_club("Other Club", owner=make_user("Otto"))
    for number in range(3):
        request(club, f"a{number}@example.org")
    request(other, "b@example.org")
    make_user("Ann Lee", email="ann@example.org")
    data = {"email": "ann@example.org", "language": "en", "back_to": ""}
    outbox.request_mail("sign_in_link", data=data, at=NOW)

    for second in range(5):
        send_next(NOW + timedelta(seconds=second))

    assert [message.to[0][0:2] for message in mailoutbox] == ["an", "a0", "b@", "a1", "a2"]


@pytest.mark.long
@pytest.mark.parametrize(
    "wrong",
    [{"state": "claimed"}, {"claimed_at": NOW}, {"state": "sent"}, {"ended_at": NOW}],
)
def test_the_database_refuses_mails_that_cannot_be(club, wrong):
    mail = request(club)

    with pytest.raises(IntegrityError), transaction.atomic():
        OutboxMessage.objects.filter(pk=mail.pk).update(**wrong)


def part(club, number, due_at=NOW):
    """A mail of which others may be a part."""
    about = {"kind": "parts", "club": club, "subject_id": number, "together": "1 7"}
    return OutboxMessage.objects.create(way="mail", made_at=NOW, due_at=due_at, **about)


def test_what_is_due_together_is_one_mail_with_one_id_at_every_try(club, monkeypatch):
    sent = []

    def send(mail):
        parts = OutboxMessage.objects.filter(reference=mail.reference, state="claimed")
        sent.append((mail.message_id, sorted(parts.values_list("subject_id", flat=True))))
        if len(sent) == 1:
            raise OSError("away")
        return True

    sender = Sender(way=Way.MAIL, kind="parts", send=send)
    monkeypatch.setitem(outbox._SENDERS, (Way.MAIL, "parts"), sender)
    part(club, 1)
    part(club, 2)
    part(club, 3, due_at=NOW + timedelta(hours=1))

    send_next(NOW)
    part(club, 4)  # it does not join what was tried: its reader may have that one
    send_next(NOW)
    send_next(NOW + FIRST_GAP)

    assert [numbers for _id, numbers in sent] == [[1, 2], [4], [1, 2]]
    assert sent[0][0] == sent[2][0] != sent[1][0]
    assert OutboxMessage.objects.filter(state="sent").count() == 3

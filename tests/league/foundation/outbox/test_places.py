"""Silent servers of others take no thread that mails need, nor a silent mail server theirs."""

from concurrent.futures import ThreadPoolExecutor, as_completed
from threading import Event, Semaphore

import pytest

from deploy.run.workers import GROUPS
from league.foundation.outbox import tasks
from league.foundation.outbox.models import Way
from league.foundation.queues import MAIL

THREADS = next(group.threads for group in GROUPS if MAIL in group.queues)
MAILED, HOOKED, PUSHED = tasks.send_mail, tasks.send_to_webhook, tasks.push


@pytest.fixture(autouse=True)
def _places(monkeypatch):
    monkeypatch.setattr(tasks, "_mails", tasks.Places(tasks.MAILS_AT_ONCE))
    monkeypatch.setattr(tasks, "_others", tasks.Places(tasks.OTHERS_AT_ONCE))


@pytest.fixture
def silent(monkeypatch):
    """Have every turn wait until it is let go; return what began, who says so, and the end."""
    began, has_begun, let_go = [], Semaphore(0), Event()

    def send_next(way, *, at):
        began.append(way)
        has_begun.release()
        assert let_go.wait(30)

    monkeypatch.setattr(tasks, "send_next", send_next)
    return began, has_begun, let_go


@pytest.fixture
def sent(monkeypatch):
    """What was sent to the broker."""
    names = []
    monkeypatch.setattr("league.foundation.queues.send", lambda name: names.append(name) or True)
    return names


@pytest.mark.parametrize(
    ("many", "most", "other", "way"),
    [
        ((HOOKED, PUSHED), tasks.OTHERS_AT_ONCE, MAILED, Way.MAIL),
        ((MAILED, MAILED), tasks.MAILS_AT_ONCE, HOOKED, Way.WEBHOOK),
    ],
)
def test_beside_silent_servers_the_others_turn_comes_at_once(silent, sent, many, most, other, way):
    began, has_begun, let_go = silent
    with ThreadPoolExecutor(THREADS) as threads:
        try:
            asked = [threads.submit(many[number % 2]) for number in range(THREADS)]
            for _turn in range(most):
                assert has_begun.acquire(timeout=30)
            without_place = as_completed(asked, timeout=30)
            for _turn in range(THREADS - most):
                next(without_place)
            asked.append(threads.submit(other))
            assert has_begun.acquire(timeout=30)  # though nobody of the many has ended
            assert began[-1] == way
        finally:
            let_go.set()
        for one in asked:
            one.result(30)

    assert len(began) == most + 1
    # none that found no place is forgotten: behind each that ends one of them is sent
    turn_of = {one.name: one for one in (MAILED, HOOKED, PUSHED)}
    while sent:
        turn_of[sent.pop(0)]()
    assert len(began) == THREADS + 1


def test_a_turn_that_fails_leaves_its_place(monkeypatch, sent):
    def fail(_way, *, at):
        raise OSError("away")

    monkeypatch.setattr(tasks, "send_next", fail)
    for _turn in range(THREADS):
        with pytest.raises(OSError, match="away"):
            MAILED()
    assert sent == []

"""An upgrade that nobody notices: the next release answers before the one before ends."""

import socket
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings

from deploy.run.processes import listen
from tests.deploy.ops.two_releases import WEB, replaced, started

pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True)]


@pytest.mark.long
def test_nobody_is_refused_while_one_web_server_takes_the_place_of_another(site_env, tmp_path):
    with closing(listen("127.0.0.1", 0)) as listening:

        def start(name, notified):
            return started(
                *(WEB, listening),
                programs=Path(sys.executable).parent,
                log=tmp_path / name,
                env=site_env | {"WEB_PROCESSES": "1"},
                cwd=settings.BASE_DIR,
                notified=notified,
            )

        people = replaced(start, listening.getsockname()[1], tmp_path)

    assert people.troubles == []
    assert set(people.answers) == {("GET", 200), ("POST", 403)}


def test_live_pages_say_that_they_answer(monkeypatch, tmp_path):
    import asyncio

    import uvicorn

    from deploy.run.serve import Server

    async def nothing(_self, _sockets=None):
        pass

    monkeypatch.setattr(uvicorn.Server, "startup", nothing)
    # an @ is one of a name without a file only where that begins with it
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "live@1.2.0"))
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as systemd:
        systemd.bind(str(tmp_path / "live@1.2.0"))
        asyncio.run(Server(uvicorn.Config("deploy.site.asgi:application")).startup())

        assert systemd.recv(100) == b"READY=1"

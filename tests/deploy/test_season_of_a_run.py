"""The demo's season beside the open site of `make run`, and processes that wait for a sign."""

import os
import sys
from threading import Thread

import pytest

from deploy.embedded.children import start_child
from deploy.embedded.data_folder import places_for
from deploy.embedded.servers import Servers
from deploy.files import FILES
from deploy.run.address import Address
from deploy.run.site import Site
from deploy.run.together import wait_for_start
from tests.deploy.servers_of import wait_until

PLAYED = "print('played')"
BROKEN = "raise SystemExit(3)"


@pytest.fixture
def site(tmp_path):
    return Site(Servers(places_for(tmp_path)), Address("127.0.0.1", 1), None, dict(os.environ))


def play(site, monkeypatch, program):
    """Play a season that is noted, by a program of the test's instead of `manage.py demo`."""
    asked = []

    def start(name, command, **more):
        asked.append(command[1:])
        return start_child(name, [sys.executable, "-c", program], **more)

    monkeypatch.setattr("deploy.run.site.start_child", start)
    site.servers.places.demo_season.write_text("3 15")
    assert site.play_season()
    assert asked == [[str(FILES / "manage.py"), "demo"]]
    assert wait_until(lambda: not site.season.is_running)


def test_nothing_is_played_where_no_season_is_left(site, capsys):
    assert not site.play_season()
    site.say_how_season_ended()

    assert capsys.readouterr().out == ""


def test_the_end_of_the_season_is_said_once(site, monkeypatch, capsys):
    play(site, monkeypatch, PLAYED)

    site.say_how_season_ended()
    site.say_how_season_ended()

    assert capsys.readouterr().out == "The demo club's season has been played.\n"


def test_a_season_that_breaks_off_is_said_and_the_site_goes_on(site, monkeypatch, capsys):
    play(site, monkeypatch, BROKEN)

    site.say_how_season_ended()

    said = capsys.readouterr().out
    assert "stopped half-way" in said
    assert f"{site.servers.places.logs / 'demo.log'} may tell why" in said
    assert site.season is None


def test_a_site_that_is_loaded_waits_until_the_launcher_closes_its_end():
    reading, writing = os.pipe()
    waiting = Thread(target=wait_for_start, args=[reading])
    waiting.start()
    waiting.join(0.2)
    assert waiting.is_alive()

    os.close(writing)
    waiting.join(60)
    assert not waiting.is_alive()

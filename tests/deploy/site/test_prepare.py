"""What `make run` does before it opens: tables, static files, and the demo in an empty database."""

import pytest
from django.core.management import call_command
from django.utils import timezone

from games import services as games
from league.clubs.models import Club
from league.play.prepared.weekly_deals import this_week

pytestmark = pytest.mark.long


@pytest.mark.django_db
def test_real_site_gets_no_demo(settings, capsys):
    settings.DEMO = False

    call_command("prepare")

    assert not Club.objects.exists()
    assert len(this_week(timezone.now())) == len(games.variants())
    assert capsys.readouterr().out == ""

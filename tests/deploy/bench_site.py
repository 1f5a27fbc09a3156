"""The site that is measured, at a tiny size: on the servers of the tests, with a few rows."""

import os
from functools import cached_property

from deploy.bench.evening import AT, make_round, submit_and_confirm
from deploy.bench.site import MEASURED, Site
from deploy.embedded.data_folder import places_for
from deploy.embedded.pytest_plugin import SESSION_FOLDER
from deploy.embedded.roles import allow_copying_unchecked

# the parts that look for what only the demo has, with their goals
ON_THE_DEMO = {"growth": {"P14", "P30", "P40"}}


class SiteOfTests(Site):
    """The site that is measured, with the database of a test, which stays when this stops.

    `env` is the environment of that database and its broker. They must be the servers of the
    tests: the superuser allows what measurements do.
    """

    web_processes = 1

    def __init__(self, env):
        super().__init__()
        # where the servers are, also for a worker of pytest-xdist
        self.places = places_for(os.environ[SESSION_FOLDER])
        # the settings are those that the site names, as where no test has named them
        own = {name: value for name, value in env.items() if name != "DJANGO_SETTINGS_MODULE"}
        self.env = {**own, **MEASURED, "STATIC_COLLECTED": "False"}

    @cached_property
    def database(self):
        allow_copying_unchecked(self.places)
        return self.servers


class SmallSite(SiteOfTests):
    """One club, whose owner directs one event of two tables, stands for the demo's season."""

    @cached_property
    def database(self):
        from league.clubs.models import Member, User
        from league.standings.services import rebuild, want

        stage, tables, deal = make_round("small", tables=2)
        owner = User.objects.create_user(email="owner@example.org", password=None)
        Member.objects.create(club=stage.event.club, user=owner, role="owner")
        for table in tables:
            submit_and_confirm(table, deal)
        want(stage_ids=[stage.pk], at=AT)
        rebuild(stage_id=stage.pk, at=AT)
        return super().database

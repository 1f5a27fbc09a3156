"""The part of the bench that copies the demo many times over, with few copies."""

import pytest

from deploy.bench.__main__ import measure_all
from tests.deploy.bench_site import ON_THE_DEMO, SiteOfTests

pytestmark = [
    pytest.mark.long,
    pytest.mark.processes,
    pytest.mark.django_db(transaction=True),
]


def test_growth_is_measured_on_the_demo(demo, site_env, nobody_else_connected, capsys):
    site = SiteOfTests(site_env)
    try:
        measured, broken = measure_all([*ON_THE_DEMO], site, tiny=True)
    finally:
        site.stop()

    assert not broken, capsys.readouterr().err
    assert {line.goal for line in measured["growth"]} - {""} == ON_THE_DEMO["growth"]

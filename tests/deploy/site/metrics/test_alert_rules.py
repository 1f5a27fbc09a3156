"""Alert rules and the dashboard ask for figures that there are, and each rule speaks up in time."""

import re
from pathlib import Path

import pytest
import yaml
from django.conf import settings

from league.foundation.metrics import COUNTED, READ

OPS = Path(settings.BASE_DIR) / "deploy" / "ops"
RULES = OPS / "prometheus" / "alerts.yml"
DASHBOARD = OPS / "grafana" / "tricktable.json"


def rules():
    (group,) = yaml.safe_load(RULES.read_text())["groups"]
    return group["rules"]


def names_of_series():
    """Return the names under which the declared figures stand in Prometheus."""
    names = {read.name for read in READ}
    for one in COUNTED:
        ends = {"counter": ["_total"], "histogram": ["_bucket", "_count", "_sum"], "gauge": [""]}
        names |= {one._name + end for end in ends[one._type]}
    return names


@pytest.mark.parametrize("file", [RULES, DASHBOARD], ids=lambda file: file.name)
def test_only_figures_that_the_site_declares_are_named(file):
    named = set(re.findall(r"\btricktable_\w+", file.read_text()))

    assert named
    assert named - names_of_series() == set()

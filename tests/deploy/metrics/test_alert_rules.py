"""Alert rules and the dashboard ask for figures that there are, and each rule speaks up in time."""

import json
import re
import subprocess
from pathlib import Path

import pytest
import yaml
from django.conf import settings

from deploy.ops_programs import find_program
from league.foundation.metrics import COUNTED, READ

OPS = Path(settings.BASE_DIR) / "deploy" / "ops"
RULES = OPS / "prometheus" / "alerts.yml"
DASHBOARD = OPS / "grafana" / "tricktable.json"
ALERTS_PAGE = Path(settings.BASE_DIR) / "docs" / "alerts.md"


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


def slow(name):
    """Return the series of a histogram in which everything took between 1 and 2.5 seconds."""
    return {f'{name}_bucket{{le="1"}}': "0+0x60"} | {
        f'{name}_bucket{{le="{le}"}}': "0+30x60" for le in ("2.5", "+Inf")
    }


def quick(name):
    return {f'{name}_bucket{{le="{le}"}}': "0+30x60" for le in ("1", "2.5", "+Inf")}


# for each alert: series (one value a minute) with which it speaks up, and with which it is silent
CASES = {
    "SiteAway": ({'up{job="tricktable"}': "0x60"}, {'up{job="tricktable"}': "1x60"}),
    "AnswersFail": (
        {
            'tricktable_requests_total{face="table",status="500"}': "0+2x60",
            'tricktable_requests_total{face="table",status="200"}': "0+98x60",
        },
        {
            'tricktable_requests_total{face="table",status="404"}': "0+50x60",
            'tricktable_requests_total{face="table",status="500"}': "0x60",
            'tricktable_requests_total{face="table",status="200"}': "0+98x60",
        },
    ),
    "SubmissionsSlow": (
        slow("tricktable_submission_seconds"),
        quick("tricktable_submission_seconds"),
    ),
    "PagesSlow": (slow("tricktable_request_seconds"), quick("tricktable_request_seconds")),
    "WorkersSilent": (
        {"tricktable_worker_silent_seconds": "0+60x60"},
        {"tricktable_worker_silent_seconds": "14x60"},
    ),
    "JournalBehind": (
        {"tricktable_journal_lag_seconds": "0+60x60"},
        {"tricktable_journal_lag_seconds": "2x60"},
    ),
    "StandingsBehind": (
        {'tricktable_behind_seconds{what="standings"}': "0+60x60"},
        {'tricktable_behind_seconds{what="standings"}': "20x60"},
    ),
    "QueueOld": (
        {'tricktable_queue_age_seconds{queue="mail"}': "0+60x60"},
        {'tricktable_queue_age_seconds{queue="mail"}': "30x60"},
    ),
    "NotificationsLate": (
        {'tricktable_notifications_due_seconds{way="push"}': "0+60x60"},
        {'tricktable_notifications_due_seconds{way="push"}': "30x60"},
    ),
    "QueueLong": (
        {'tricktable_queue_messages{queue="journal"}': "6000x60"},
        {'tricktable_queue_messages{queue="journal"}': "60x60"},
    ),
    "TasksFail": (
        {'tricktable_tasks_total{task="t",outcome="failed"}': "0+1x60"},
        {
            'tricktable_tasks_total{task="t",outcome="failed"}': "3x60",
            'tricktable_tasks_total{task="t",outcome="done"}': "0+9x60",
        },
    ),
    "MailsGivenUp": (
        {'tricktable_mails_total{outcome="given_up"}': "0+1x60"},
        {
            'tricktable_mails_total{outcome="given_up"}': "3x60",
            'tricktable_mails_total{outcome="failed"}': "0+1x60",
        },
    ),
    "ErrorsLogged": (
        {'tricktable_errors_total{logger="live"}': "0+1x60"},
        {'tricktable_errors_total{logger="live"}': "0+0.1x60"},
    ),
    "TransactionOld": (
        {"tricktable_oldest_transaction_seconds": "0+60x60"},
        {"tricktable_oldest_transaction_seconds": "100x60"},
    ),
    "ConnectionsScarce": (
        {
            'tricktable_database_connections{state="idle",instance="a"}': "85x60",
            'tricktable_database_connections_most{instance="a"}': "100x60",
        },
        {  # two machines that tell of the same 45 connections
            'tricktable_database_connections{state="idle",instance="a"}': "45x60",
            'tricktable_database_connections{state="idle",instance="b"}': "45x60",
            'tricktable_database_connections_most{instance="a"}': "100x60",
        },
    ),
    "PoolExhausted": ({"tricktable_pool_waiting": "2x60"}, {"tricktable_pool_waiting": "0x60"}),
    "BackupOld": (
        {"tricktable_last_backup_seconds": "93000+60x60"},
        {"tricktable_last_backup_seconds": "0+60x60"},
    ),
    "FiguresMissing": (
        {'tricktable_reading_failed{part="broker"}': "1x60"},
        {'tricktable_reading_failed{part="broker"}': "0x60"},
    ),
    "FiguresOfOneProcess": (
        {"tricktable_metrics_shared": "0x60"},
        {"tricktable_metrics_shared": "1x60"},
    ),
}


def test_every_rule_has_a_case_a_sentence_and_a_section_on_the_page_of_alerts():
    headings = re.findall(r"^## (\w+)$", ALERTS_PAGE.read_text(), re.M)

    assert [rule["alert"] for rule in rules()] == headings
    assert set(CASES) == set(headings)
    for rule in rules():
        assert rule["annotations"]["summary"].endswith(".")
        assert rule["annotations"]["runbook_url"] == f"docs/alerts.md#{rule['alert'].lower()}"


@pytest.mark.parametrize("file", [RULES, DASHBOARD], ids=lambda file: file.name)
def test_only_figures_that_the_site_declares_are_named(file):
    named = set(re.findall(r"\btricktable_\w+", file.read_text()))

    assert named
    assert named - names_of_series() == set()


def test_every_declared_figure_is_on_the_dashboard():
    """But the one that says how the others were gathered."""
    text = DASHBOARD.read_text()
    names = {one._name for one in COUNTED} | {read.name for read in READ}

    assert {name for name in names if name not in text} == {"tricktable_metrics_shared"}


def test_the_panels_of_the_dashboard_lie_beside_each_other():
    panels = json.loads(DASHBOARD.read_text())["panels"]
    cells = [
        (x, y)
        for place in (panel["gridPos"] for panel in panels)
        for x in range(place["x"], place["x"] + place["w"])
        for y in range(place["y"], place["y"] + place["h"])
    ]

    assert len({panel["id"] for panel in panels}) == len(panels)
    assert len(set(cells)) == len(cells)
    assert max(x for x, _y in cells) < 24


def promtool(*words):
    return subprocess.run(
        [find_program("promtool"), *words], capture_output=True, text=True, check=False
    )


@pytest.mark.long
def test_promtool_finds_the_rules_well_formed():
    done = promtool("check", "rules", str(RULES))

    assert done.returncode == 0, done.stderr + done.stdout
    assert f"{len(CASES)} rules found" in done.stdout


def case(alert, series, *, speaks_up):
    firing = f'ALERTS{{alertname="{alert}",alertstate="firing"}}'
    return {
        "interval": "1m",
        "input_series": [{"series": name, "values": values} for name, values in series.items()],
        "promql_expr_test": [
            {
                "expr": f"clamp_max(count({firing}), 1) or vector(0)",
                "eval_time": "59m",
                "exp_samples": [{"labels": "{}", "value": int(speaks_up)}],
            }
        ],
    }


@pytest.mark.long
def test_every_rule_speaks_up_when_it_should_and_is_silent_otherwise(tmp_path):
    cases = [
        case(alert, series, speaks_up=speaks_up)
        for alert, (loud, silent) in CASES.items()
        for series, speaks_up in ((loud, True), (silent, False))
    ]
    # a site of which no backup is known has no age of one
    cases.append(case("BackupOld", {"tricktable_mails_waiting": "0x60"}, speaks_up=True))
    file = tmp_path / "cases.yml"
    # every text of JSON is one of YAML
    file.write_text(
        json.dumps({"rule_files": [str(RULES)], "evaluation_interval": "1m", "tests": cases})
    )

    done = promtool("test", "rules", str(file))

    assert done.returncode == 0, done.stderr + done.stdout

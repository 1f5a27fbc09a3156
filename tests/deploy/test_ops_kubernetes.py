"""The manifests of deploy/ops/kubernetes fit Kubernetes, the units and each other."""

import json
import re
from collections import defaultdict

import kubernetes_validate
import pytest
import yaml

from deploy import workers
from league.foundation.queues import QUEUES
from tests.deploy.ops_files import (
    INSTALLED,
    OPS,
    lines_of,
    template_variables,
    units_of_the_site,
)

FOLDER = OPS / "kubernetes"
# what operators add to Kubernetes, which has no schema of it
OF_OPERATORS = {
    ("postgresql.cnpg.io/v1", "Cluster"),
    ("postgresql.cnpg.io/v1", "ScheduledBackup"),
    ("rabbitmq.com/v1beta1", "RabbitmqCluster"),
}


def documents():
    return [
        (path.name, document)
        for path in sorted(FOLDER.glob("*.yaml"))
        for document in yaml.safe_load_all(path.read_text())
    ]


def of_kind(*kinds):
    return [document for _file, document in documents() if document["kind"] in kinds]


def name_of(found):
    file, document = found
    return f"{file} {document['kind']} {document['metadata'].get('name', '')}"


def is_of_an_operator(document):
    return (document["apiVersion"], document["kind"]) in OF_OPERATORS


@pytest.mark.parametrize("found", documents(), ids=name_of)
def test_manifests_fit_the_schema_of_kubernetes(found):
    document = found[1]
    if is_of_an_operator(document):
        with pytest.raises(kubernetes_validate.SchemaNotFoundError):
            validate(document)
        assert document["metadata"]["name"].startswith("tricktable-")
    else:
        validate(document)


def validate(document):
    kubernetes_validate.validate(document, kubernetes_validate.latest_version(), strict=True)


def test_a_word_that_kubernetes_does_not_know_would_be_refused():
    (web,) = [one for one in of_kind("Deployment") if one["metadata"]["name"] == "tricktable-web"]
    web["spec"]["template"]["spec"]["containers"][0]["livenessProb"] = {}

    with pytest.raises(kubernetes_validate.ValidationError):
        validate(web)


def roles():
    return {one["metadata"]["labels"]["role"]: one for one in of_kind("Deployment")}


def container_of(document):
    (container,) = document["spec"]["template"]["spec"]["containers"]
    return container


def role_of(unit):
    return unit.removeprefix("tricktable-").partition("@")[0]


def of_workers():
    return {role.removeprefix("worker-") for role in roles() if role.startswith("worker-")}


def test_every_unit_of_the_site_has_a_deployment_that_runs_the_same():
    for unit in units_of_the_site():
        (line,) = lines_of(unit, "ExecStart")
        line = line.replace(f"{INSTALLED}/%i/bin/", "")
        line = line.replace("--bind fd://3", "--bind 0.0.0.0:8000")
        line = line.replace("--fd 3", "--listen 0.0.0.0:8001")
        parts = [f"-{name}" for name in of_workers()] if "worker" in unit else [""]

        for part in parts:
            args = container_of(roles()[f"{role_of(unit)}{part}"])["args"]
            assert args == [*line.split(), *part.split("-")[1:]], unit


def test_every_part_of_the_workers_has_a_deployment_of_its_own():
    assert of_workers() == set(workers.BY_NAME)
    units = {role_of(unit) for unit in units_of_the_site()} - {"worker"}
    assert set(roles()) == {"cache", *units, *(f"worker-{name}" for name in of_workers())}


@pytest.mark.parametrize("document", of_kind("Deployment", "Job"), ids=lambda one: one["kind"])
def test_processes_may_do_little_and_take_a_bounded_memory(document):
    pod, container = document["spec"]["template"]["spec"], container_of(document)

    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["automountServiceAccountToken"] is False
    assert container["securityContext"]["allowPrivilegeEscalation"] is False
    assert container["securityContext"]["readOnlyRootFilesystem"] is True
    assert container["resources"]["limits"]["memory"]


def test_who_answers_people_is_probed_and_never_away_as_a_whole():
    budgets = {
        one["spec"]["selector"]["matchLabels"]["role"] for one in of_kind("PodDisruptionBudget")
    }
    for role in ("web", "live", "worker-results"):
        assert roles()[role]["spec"]["replicas"] >= 2
        assert role in budgets
    for role in ("web", "live"):
        assert {"startupProbe", "livenessProbe", "readinessProbe"} <= set(
            container_of(roles()[role])
        )
    ready = container_of(roles()["web"])["readinessProbe"]
    assert ready["httpGet"]["path"] == "/readyz"


def test_workers_grow_with_the_age_of_their_queue():
    queues = defaultdict(set)
    for one in of_kind("HorizontalPodAutoscaler"):
        for metric in one["spec"]["metrics"]:
            if metric["type"] == "External":
                labels = metric["external"]["metric"]["selector"]["matchLabels"]
                queues[one["spec"]["scaleTargetRef"]["name"]].add(labels["queue"])

    assert queues == {
        f"tricktable-worker-{group.name}": set(group.queues) & set(QUEUES)
        for group in workers.GROUPS
    }


def test_what_is_named_is_there():
    names = {(one["kind"], one["metadata"].get("name")) for _file, one in documents()}
    for one in of_kind("HorizontalPodAutoscaler"):
        assert ("Deployment", one["spec"]["scaleTargetRef"]["name"]) in names
    for name in re.findall(r'"service": {"name": "([\w-]+)"', json.dumps(of_kind("Ingress"))):
        assert ("Service", name) in names
    for one in of_kind("Service", "PodDisruptionBudget"):
        selector = one["spec"]["selector"]
        assert selector.get("matchLabels", selector)["role"] in roles()


def test_the_configuration_has_what_a_real_site_must_set_and_no_secrets():
    (configuration,) = of_kind("ConfigMap")
    said = (FOLDER / "configuration.yaml").read_text()
    secrets = set(re.findall(r"--from-literal (\w+)=", said))

    assert set(configuration["data"]) & secrets == set()
    assert set(template_variables(commented=False)) <= set(configuration["data"]) | secrets
    assert set(configuration["data"]) | secrets <= set(template_variables())

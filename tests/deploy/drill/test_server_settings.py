"""How the servers of the drill are configured."""

import json
from itertools import pairwise

import pytest

from deploy import env
from deploy.drill import server_settings
from tests.deploy.ops_files import OPS

NODES = {"db1": "10.77.0.11", "db2": "10.77.0.12", "db3": "10.77.0.13"}


def test_etcd_members_know_each_other():
    words = server_settings.etcd_words("db2", NODES, "/data")

    after = dict(pairwise(words))
    assert {"--pre-vote", "--enable-v2"} < set(words)
    assert after["--name"] == "db2"
    assert after["--listen-peer-urls"] == "http://10.77.0.12:2380"
    assert after["--initial-cluster"] == (
        "db1=http://10.77.0.11:2380,db2=http://10.77.0.12:2380,db3=http://10.77.0.13:2380"
    )


def test_patroni_acknowledges_what_a_second_node_has_and_fails_over_in_time():
    text = server_settings.patroni_settings(
        "db1", NODES["db1"], list(NODES.values()), data="/data", programs="/bin"
    )

    settings = json.loads(text)
    cluster = settings["bootstrap"]["dcs"]
    assert cluster["synchronous_mode"] is True
    assert cluster["synchronous_mode_strict"] is True
    # Patroni's own rule; and a lost primary must be replaced within 30 seconds
    assert cluster["ttl"] >= cluster["loop_wait"] + 2 * cluster["retry_timeout"]
    assert cluster["ttl"] + cluster["loop_wait"] < 30
    assert settings["etcd"]["hosts"] == [
        "10.77.0.11:2379",
        "10.77.0.12:2379",
        "10.77.0.13:2379",
    ]
    assert settings["postgresql"]["data_dir"] == "/data/postgres"


def test_haproxy_leads_to_the_primary_alone_and_hangs_up_on_a_former_one():
    text = server_settings.haproxy_settings(NODES)

    assert "option httpchk OPTIONS /primary" in text
    assert "on-marked-down shutdown-sessions" in text
    assert [line.split()[1:3] for line in text.splitlines() if " server db" in line] == [
        ["db1", "10.77.0.11:5432"],
        ["db2", "10.77.0.12:5432"],
        ["db3", "10.77.0.13:5432"],
    ]


def test_pgbouncer_is_that_of_the_operators_with_the_drills_users():
    shipped = (OPS / "pgbouncer.ini").read_text()
    text = server_settings.pgbouncer_settings(shipped, users="/users.txt")

    assert "pool_mode = transaction" in text
    assert "auth_file = /users.txt" in text
    # each pool leads to haproxy and sets its limits
    for pool in (server_settings.WEB_POOL, server_settings.WORKER_POOL):
        assert f"{pool} = host=127.0.0.1 port={server_settings.POSTGRES_PORT}" in text
    assert "connect_query='SET statement_timeout=15000;" in text
    # a primary that was replaced is asked again long before people give up
    assert "server_login_retry = 1" in text


def test_rabbitmq_nodes_find_each_other_and_a_minority_stops():
    text = server_settings.rabbitmq_settings(["10.77.0.21", "10.77.0.22"])

    assert "cluster_partition_handling = pause_minority" in text
    assert "classic_config.nodes.2 = rabbit@10.77.0.22" in text


def test_nginx_parts_pages_from_streams():
    text = server_settings.nginx_settings(["10.77.0.31", "10.77.0.32"], "/folder")

    pages, live = text.split("upstream live")
    assert "server 10.77.0.31:8000" in pages
    assert "server 10.77.0.32:8001" in live
    assert "proxy_buffering off" in live.partition("location /live/")[2].partition("}")[0]


@pytest.mark.parametrize("read", [env.env_database, env.env_broker])
def test_addresses_are_such_as_the_site_reads(monkeypatch, read):
    address = {
        env.env_database: server_settings.database_address(list(NODES.values())),
        env.env_broker: server_settings.broker_address(["10.77.0.21", "10.77.0.22"]),
    }[read]
    monkeypatch.setenv("VALUE", address)

    assert read("VALUE", "") is not None


def test_database_address_leads_to_the_primary_among_all(monkeypatch):
    monkeypatch.setenv("VALUE", server_settings.database_address(["10.77.0.11", "10.77.0.12"]))

    address = env.env_database("VALUE", "")

    assert (address.host, address.port) == ("10.77.0.11,10.77.0.12", "5432,5432")
    assert address.options == {"target_session_attrs": "read-write"}

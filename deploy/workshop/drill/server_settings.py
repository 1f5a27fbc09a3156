"""The configuration of the drill's servers, as text; nothing is written or started here."""

import configparser
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

SUPERUSER, REPLICATOR, SITE = "postgres", "replicator", "tricktable"
PASSWORD = "only-for-the-drill"  # noqa: S105 - of servers in namespaces of this machine
DATABASE = "tricktable"
NETWORK = "10.77.0.0/24"
POSTGRES_PORT, PATRONI_PORT, ETCD_PORT, ETCD_PEER_PORT = 5432, 8008, 2379, 2380
POOLER_PORT, WEB_POOL, WORKER_POOL = 6432, "tricktable_web", "tricktable_worker"
BROKER_PORT, ERLANG_PORT = 5672, 25672
WEB_PORT, LIVE_PORT, SITE_PORT = 8000, 8001, 8080
BROKER_USER = "tricktable"

# how fast a lost primary is replaced: seconds; the first is at least the second and twice the third
TTL_S, LOOK_EVERY_S, RETRY_S = 15, 3, 5


def etcd_words(name: str, addresses: Mapping[str, str], data: str) -> list[str]:
    """Return the arguments of one of several etcd, whose addresses are given by name."""
    here = addresses[name]
    peers = [f"{one}=http://{address}:{ETCD_PEER_PORT}" for one, address in addresses.items()]
    return [
        *("--name", name, "--data-dir", data, "--logger", "zap", "--log-level", "warn"),
        *("--listen-client-urls", f"http://{here}:{ETCD_PORT}"),
        *("--advertise-client-urls", f"http://{here}:{ETCD_PORT}"),
        *("--listen-peer-urls", f"http://{here}:{ETCD_PEER_PORT}"),
        *("--initial-advertise-peer-urls", f"http://{here}:{ETCD_PEER_PORT}"),
        *("--initial-cluster", ",".join(peers), "--initial-cluster-state", "new"),
        # the machine is busy with everything else of the drill
        *("--heartbeat-interval", "250", "--election-timeout", "2500"),
        # one that was cut off and is back has no election held while the others have a leader
        "--pre-vote",
        "--enable-v2",
    ]


def patroni_settings(
    name: str, address: str, etcd: Sequence[str], *, data: str, programs: str
) -> str:
    """Return Patroni's file for a node, as JSON, which is YAML too.

    A commit is acknowledged when a second node has it: without that a failover loses what the
    first one alone had.
    """
    return json.dumps(
        {
            "scope": "drill",
            "name": name,
            "restapi": {
                "listen": f"{address}:{PATRONI_PORT}",
                "connect_address": f"{address}:{PATRONI_PORT}",
            },
            # by etcd's former interface: by the newer one Patroni before 3.0.3, as Debian 12 has
            # it, lets a primary that was cut off write over who is the leader now
            "etcd": {"hosts": [f"{one}:{ETCD_PORT}" for one in etcd]},
            "bootstrap": {
                "dcs": _cluster_settings(),
                "initdb": [{"encoding": "UTF8"}, {"locale": "C.UTF-8"}, "data-checksums"],
                "pg_hba": [
                    "local all all trust",
                    f"host replication {REPLICATOR} {NETWORK} scram-sha-256",
                    f"host all all {NETWORK} scram-sha-256",
                ],
            },
            "postgresql": {
                "listen": f"{address}:{POSTGRES_PORT}",
                "connect_address": f"{address}:{POSTGRES_PORT}",
                "data_dir": f"{data}/postgres",
                "bin_dir": programs,
                "pgpass": f"{data}/pgpass",
                "authentication": {
                    "superuser": {"username": SUPERUSER, "password": PASSWORD},
                    "replication": {"username": REPLICATOR, "password": PASSWORD},
                },
                "parameters": {"unix_socket_directories": data},
            },
        },
        indent=1,
    )


def _cluster_settings() -> dict[str, Any]:
    return {
        "ttl": TTL_S,
        "loop_wait": LOOK_EVERY_S,
        "retry_timeout": RETRY_S,
        "primary_start_timeout": 5,
        "synchronous_mode": True,
        # also a new primary whose standbys have not found it yet acknowledges nothing alone
        "synchronous_mode_strict": True,
        "postgresql": {
            "use_pg_rewind": True,
            "parameters": {
                "max_connections": 100,
                "shared_buffers": "32MB",
                "max_wal_size": "96MB",
                "min_wal_size": "32MB",
                "wal_keep_size": "48MB",
                "wal_log_hints": "on",
                "wal_sender_timeout": "8s",
                "wal_receiver_timeout": "8s",
                "max_parallel_workers": 0,
                "jit": "off",
            },
        },
    }


def haproxy_settings(nodes: Mapping[str, str]) -> str:
    """Return the file of a proxy that leads to whichever node Patroni says is the primary."""
    servers = "".join(
        f"    server {name} {address}:{POSTGRES_PORT} check port {PATRONI_PORT}\n"
        for name, address in nodes.items()
    )
    return f"""global
    maxconn 500

defaults
    mode tcp
    timeout connect 2s
    timeout check 2s
    timeout client 1h
    timeout server 1h

listen database
    bind 127.0.0.1:{POSTGRES_PORT}
    option httpchk OPTIONS /primary
    http-check expect status 200
    # nobody is left talking to a node that is no primary any more
    default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
{servers}"""


def pgbouncer_settings(shipped: str, *, users: str) -> str:
    """Return the file of deploy/ops with the drill's list of users; it leads to haproxy."""
    # what stands behind a name may hold "=" and "%"
    file = configparser.ConfigParser(interpolation=None, delimiters=("=",))
    file.read_string(shipped)
    file["pgbouncer"].update({"auth_file": users, "unix_socket_dir": ""})
    text = io.StringIO()
    file.write(text)
    return text.getvalue()


def rabbitmq_settings(addresses: Sequence[str]) -> str:
    """Return the file of one of several RabbitMQ nodes, which find each other by this list."""
    nodes = "".join(
        f"cluster_formation.classic_config.nodes.{number} = {broker_node(address)}\n"
        for number, address in enumerate(addresses, start=1)
    )
    return f"""listeners.tcp.default = {BROKER_PORT}
default_user = {BROKER_USER}
default_pass = {PASSWORD}
loopback_users = none
log.console = true
log.file = false
cluster_partition_handling = pause_minority
vm_memory_high_watermark.absolute = 512MB
disk_free_limit.absolute = 50MB
cluster_formation.peer_discovery_backend = classic_config
{nodes}"""


def broker_node(address: str) -> str:
    return f"rabbit@{address}"


def nginx_settings(applications: Sequence[str], folder: str) -> str:
    """Return nginx's file: live streams to their processes, everything else to the pages'."""
    web = "".join(f"        server {one}:{WEB_PORT} fail_timeout=2s;\n" for one in applications)
    live = "".join(f"        server {one}:{LIVE_PORT} fail_timeout=2s;\n" for one in applications)
    return f"""worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log warn;
events {{ worker_connections 512; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    upstream pages {{
{web}    }}
    upstream live {{
{live}    }}
    server {{
        listen {SITE_PORT};
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host $http_host;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        proxy_set_header X-Forwarded-Proto $scheme;
        proxy_connect_timeout 2s;
        location /live/ {{
            proxy_pass http://live;
            proxy_buffering off;
            proxy_read_timeout 1h;
        }}
        location / {{
            proxy_pass http://pages;
            proxy_read_timeout 15s;
        }}
    }}
}}
"""


def broker_address(addresses: Sequence[str]) -> str:
    """Return the address with which Celery takes the first node that answers."""
    login = f"{BROKER_USER}:{PASSWORD}"
    return ";".join(f"amqp://{login}@{address}:{BROKER_PORT}//" for address in addresses)


def local_database_url(port: int, name: str) -> str:
    """Return the address of a database behind a proxy on the same machine."""
    return f"postgresql://{SITE}:{PASSWORD}@127.0.0.1:{port}/{name}"


def database_address(hosts: Sequence[str]) -> str:
    """Return the address of the primary among these hosts, as releases of any age read it."""
    ports = ",".join(str(POSTGRES_PORT) for _ in hosts)
    places = f"host={','.join(hosts)}&port={ports}&target_session_attrs=read-write"
    return f"postgresql://{SITE}:{PASSWORD}@/{DATABASE}?{places}"

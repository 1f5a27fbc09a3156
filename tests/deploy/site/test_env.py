"""Typed readers: right values arrive typed, a wrong one stops the start with a sentence."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from deploy.site import env


@pytest.fixture(autouse=True)
def value(monkeypatch):
    return lambda text: monkeypatch.setenv("VALUE", text)


@pytest.mark.parametrize(
    ("text", "read", "expected"),
    [
        ("True", lambda: env.env_bool("VALUE"), True),
        ("False", lambda: env.env_bool("VALUE", default=True), False),
        ("12", lambda: env.env_int("VALUE", 1, low=0, high=12), 12),
        ("-3", lambda: env.env_int("VALUE", 1, low=-5, high=12), -3),
        (" a, b ,c", lambda: env.env_list("VALUE"), ["a", "b", "c"]),
        ("", lambda: env.env_list("VALUE", ["left", "out"]), []),
        ("json", lambda: env.env_choice("VALUE", "text", ["text", "json"]), "json"),
        ("90/min", lambda: env.env_rate("VALUE", "1/day"), "90/min"),
        ("amqp://u:p@h:5672/v", lambda: env.env_broker("VALUE", ""), "amqp://u:p@h:5672/v"),
        ("local", lambda: env.env_cache("VALUE", ""), "local"),
    ],
)
def test_right_value_arrives_typed(value, text, read, expected):
    value(text)

    assert read() == expected


@pytest.mark.parametrize(
    ("text", "read", "says"),
    [
        ("yes", lambda: env.env_bool("VALUE"), "write True or False"),
        ("true", lambda: env.env_bool("VALUE"), "write True or False"),
        ("13", lambda: env.env_int("VALUE", 1, low=0, high=12), "a whole number, 0 to 12"),
        ("1.5", lambda: env.env_int("VALUE", 1, low=0, high=12), "a whole number, 0 to 12"),
        ("", lambda: env.env_int("VALUE", 1, low=0, high=12), "a whole number, 0 to 12"),
        ("--1", lambda: env.env_int("VALUE", 1, low=-5, high=12), "a whole number, -5 to 12"),
        ("a,,b", lambda: env.env_list("VALUE"), "an entry between two commas is empty"),
        ("xml", lambda: env.env_choice("VALUE", "text", ["text", "json"]), "text, json"),
        ("90", lambda: env.env_rate("VALUE", "1/day"), "as in 600/min"),
        ("0/min", lambda: env.env_rate("VALUE", "1/day"), "as in 600/min"),
        ("", lambda: env.env_str("VALUE"), "VALUE is not set"),
        ("memory://", lambda: env.env_broker("VALUE", ""), "redis://host:6379/0"),
        ("memcached://h", lambda: env.env_cache("VALUE", ""), "or local"),
        ("sqlite:///x", lambda: env.env_database("VALUE", ""), "only database that is supported"),
        ("postgresql://h:port/x", lambda: env.env_database("VALUE", ""), "cannot be read"),
        ("postgresql://h:1,g:port/x", lambda: env.env_database("VALUE", ""), "cannot be read"),
        ("postgresql://host", lambda: env.env_database("VALUE", ""), "cannot be read"),
    ],
)
def test_wrong_value_stops_with_a_sentence(value, text, read, says):
    value(text)

    with pytest.raises(ImproperlyConfigured, match=r"^VALUE ") as refused:
        read()
    assert says in str(refused.value)


def test_database_address_is_taken_apart(value):
    value("postgresql://an%40na:s%2Fcret@db.example.org:5433/club?sslmode=require")

    assert env.env_database("VALUE", "") == env.DatabaseAddress(
        name="club",
        user="an@na",
        password="s/cret",
        host="db.example.org",
        port="5433",
        options={"sslmode": "require"},
    )


def test_database_address_may_name_several_hosts(value):
    value(
        "postgresql://club:secret@db1,db2:5433,[fd00::3]:5434/club?target_session_attrs=read-write"
    )

    address = env.env_database("VALUE", "")

    assert (address.host, address.port) == ("db1,db2,fd00::3", ",5433,5434")
    assert address.options == {"target_session_attrs": "read-write"}


def test_refused_database_address_does_not_tell_its_password(value):
    value("mysql://club:s3cret@host/club")

    with pytest.raises(ImproperlyConfigured) as refused:
        env.env_database("VALUE", "")
    assert "s3cret" not in str(refused.value)

"""What the description says of each operation is true: who may ask, which types, what stays."""

import json

from django.utils import timezone
from jsonschema import Draft202012Validator, FormatChecker
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from deploy.workshop.api_promise import broken, promises, read_promised
from league.faces.api.deprecations import DEPRECATED
from league.faces.api.description import description
from league.faces.api.examples import places_of


def test_what_the_last_release_promised_still_holds_or_was_said_to_go():
    gone = broken(read_promised(), promises(description("en")))
    over = {name for name, one in DEPRECATED.items() if one.until <= timezone.localdate()}
    assert [one for one in gone if one.partition(":")[0].partition("?")[0] not in over] == []


def test_what_goes_is_noticed():
    before = {"players_list": "GET /players", "Player.name": "string", "Event.method": "any"}
    now = {"players_list": "GET /people", "Event.method": "object"}
    assert broken(before, now) == [
        "players_list: GET /players before, GET /people now",
        "Player.name: string before, nothing now",
    ]


def test_examples_are_as_described():
    whole = description("en")
    root = {"$id": "urn:api", "components": whole["components"]}
    registry = Registry().with_resource("urn:api", DRAFT202012.create_resource(root))
    formats = FormatChecker(())
    formats.checks("uri")(lambda text: text is None or "://" in text)
    wrong, without = [], []
    for methods in whole["paths"].values():
        for operation in methods.values():
            for name, place in places_of(operation).items():
                where = f"{operation['operationId']} {name}"
                if "examples" in place:
                    example = next(iter(place["examples"].values()))["value"]
                elif "example" in place:
                    example = place["example"]
                else:
                    without.append(where)
                    continue
                schema = json.loads(json.dumps(place["schema"]).replace('"#/', '"urn:api#/'))
                if not Draft202012Validator(
                    schema, registry=registry, format_checker=formats
                ).is_valid(example):
                    wrong.append(where)
    assert (wrong, without) == ([], [])

"""The OpenAPI description is valid, tidy, true of the examples, and can be browsed."""

import re
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command
from openapi_spec_validator import OpenAPIV31SpecValidator

from league.faces.api.description import description
from tests.league.faces.api.factories import V1, client_of, client_with_link, keyed, make_night

HTTP = {"get", "post", "put", "patch", "delete"}
NO_BODY = {
    *("documents_score_sheets_request", "documents_seating_request"),
    *("documents_slips_request", "documents_table_cards_request"),
    *("entries_accept", "entries_reinstate", "rounds_reopen"),
    *("rounds_undo_draw", "tables_renew_link", "adjustments_revoke", "seasons_unsign"),
    *("webhooks_rotate_secret", "webhooks_send_again", "webhooks_test"),
    *("play_offs_revoke", "bye_requests_take_back", "kitty_reverse"),
    *("join_requests_refuse", "joining_renew_code"),
    *("archives_upload", "imports_send", "logo_set"),  # a file, and no JSON
    *("own_data_request", "calendar_make", "calendar_publish"),
    *("match_dates_accept", "match_dates_decline", "match_dates_take_back"),
    "match_result_confirm",
    *("associated_clubs_take_back", "associated_clubs_let_go"),
    *("associations_take_back", "associations_leave", "transfers_take_back"),
    *("invitations_restore", "invitations_send_again"),
    *("invitations_withdraw", "house_rules_archive", "house_rules_bring_back", "jobs_cancel"),
    *("tonight_check_in", "tonight_check_in_link", "tonight_renew_check_in_link"),
}


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (path, method, operation)
        for path, methods in description("en")["paths"].items()
        for method, operation in methods.items()
        if method in HTTP
    ]


def test_the_description_is_valid_without_a_warning(tmp_path: Any) -> None:
    file = tmp_path / "schema.yml"
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(file))
    assert "openapi" in file.read_text()


@pytest.mark.long
def test_a_validator_of_openapi_finds_no_fault() -> None:
    faults = OpenAPIV31SpecValidator(description("en")).iter_errors()
    assert [(*fault.absolute_path, fault.message) for fault in faults] == []


def test_every_operation_has_its_name_its_tag_and_words() -> None:
    names = [operation["operationId"] for _path, _method, operation in operations()]
    assert len(names) == len(set(names)) > 50
    for _path, _method, operation in operations():
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*", operation["operationId"])
        assert len(operation["tags"]) == 1
        assert operation["description"]
        assert {"400", "401", "429", "503"} <= operation["responses"].keys()


def test_every_write_and_every_door_has_an_example() -> None:
    without = {
        operation["operationId"]
        for _path, method, operation in operations()
        if method in ("post", "put", "patch")
        and not any(
            content.get("examples")
            for content in operation.get("requestBody", {}).get("content", {}).values()
        )
    }
    assert without == NO_BODY


def example_of(operation_id: str) -> Any:
    (operation,) = [one for _p, _m, one in operations() if one["operationId"] == operation_id]
    examples = operation["requestBody"]["content"]["application/json"]["examples"]
    return next(iter(examples.values()))["value"]


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("door", ["score", "draw", "rank", "fixtures", "fixtures/check"])
def test_the_examples_of_the_doors_are_answered(door: str) -> None:
    example = example_of(door.replace("/", "_"))
    assert client_of().post(f"{V1}/{door}", example, format="json").status_code == 200


@pytest.mark.django_db
def test_the_example_of_a_deal_is_one() -> None:
    night = make_night(entries=2)
    phone, at = client_with_link(night.table), f"{V1}/tables/{night.table.pk}"
    data = example_of("tables_submit") | {"number": 1}
    assert phone.post(f"{at}/submit", data, **keyed()).status_code == 201


@pytest.mark.django_db
def test_the_description_is_served_as_json_and_as_yaml() -> None:
    answer = client_of().get(f"{V1}/schema/")
    assert answer["Content-Type"].startswith("application/")
    assert answer.json()["openapi"].startswith("3.1")
    yaml = client_of().get(f"{V1}/schema/?format=yaml")
    assert yaml.content.startswith(b"openapi: 3.1")


@pytest.mark.django_db
def test_the_page_to_browse_obeys_the_sites_policy() -> None:
    answer = client_of().get(f"{V1}/docs/", HTTP_ACCEPT="text/html")
    assert answer.status_code == 200
    page = answer.content.decode()
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert "<style" not in page
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
    assert not re.search(r"\son\w+=", page)
    assert not [one for one in re.findall(r'(?:src|href)="([^"]*)"', page) if "//" in one]
    for asset in re.findall(r'"/static/([^"?]+)', page):
        assert finders.find(asset), asset
    (script,) = re.findall(r'src="(/api/v1/docs/[^"]+)"', page)
    answer = client_of().get(script.replace("&amp;", "&"), HTTP_ACCEPT="*/*")
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("application/javascript")


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.processes
@pytest.mark.browser
def test_the_page_shows_the_operations_in_a_browser(web: Any, page: Any) -> None:
    page.goto(f"{web.url}/api/v1/docs/")
    page.wait_for_selector(".opblock-tag-section")
    subjects = page.locator(".opblock-tag")
    assert subjects.count() > 10
    subjects.filter(has_text="events").first.click()
    page.wait_for_selector(".opblock")
    assert page.locator(".opblock").count() > 5

"""A notice on the phone, in a real browser: its service worker shows what is pushed to it.

Headless Chromium reaches no push service, so that the push itself is delivered by its debugger;
what a push service is given is looked at in tests/league/office/notifications/test_pushing.py.
"""

import json
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.urls import reverse
from django.utils import timezone

from league.office.notifications.models import Notification
from league.office.notifications.services.sending import payload_of
from tests.league.factories import PASSWORD
from tests.league.office.notifications.notifying_club import NotifyingClub

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
    pytest.mark.long,
]

REGISTER = """async (address) => {
    const worker = await navigator.serviceWorker.register(address);
    await new Promise((done) => {
        const look = () => (worker.active ? done() : setTimeout(look, 50));
        look();
    });
    return worker.scope;
}"""
SHOWN = """async (scope) => {
    const worker = await navigator.serviceWorker.getRegistration(scope);
    const shown = await worker.getNotifications();
    return shown.map((one) => [one.title, one.body, one.tag, one.data.url]);
}"""


def test_what_is_pushed_is_shown_once_with_its_text_and_its_link(web, open_browser):
    now = timezone.now()
    club = NotifyingClub(now, deadline=now + timedelta(days=6))
    club.open_round(now)
    ann = club.users[0]
    ann.set_password(PASSWORD)
    ann.save()
    notification = Notification(
        club=club.club,
        user=ann,
        event=club.event,
        what="match",
        about="table",
        subject=club.table().pk,
        made_at=now,
    )
    page = open_browser()
    page.context.grant_permissions(["notifications"], origin=web.url)
    page.goto(web.url + reverse("account:choices", args=[club.club.slug]))
    page.get_by_label("E-mail address").first.fill(ann.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="What you are told", level=1).wait_for()
    assert page.evaluate("Notification.permission") == "granted"

    scope = page.evaluate(REGISTER, reverse("account:push_worker"))
    payload = payload_of(notification)
    deliver(page, web.url, scope, payload)
    deliver(page, web.url, scope, payload)

    page.wait_for_function(f"async () => (await ({SHOWN})('{scope}')).length > 0")
    assert page.evaluate(SHOWN, scope) == [
        [payload["title"], payload["body"], payload["tag"], payload["url"]]
    ]
    page.goto(web.url + urlsplit(payload["url"]).path)
    page.get_by_text("Ann Lee & Bob Lee").first.wait_for()


def deliver(page, origin, scope, payload):
    """Push to the worker of a scope as the browser does when its push service has something."""
    debugger = page.context.new_cdp_session(page)
    found = []
    debugger.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(event["registrations"]),
    )
    debugger.send("ServiceWorker.enable")
    page.wait_for_timeout(200)
    (registration,) = {one["registrationId"] for one in found if one["scopeURL"] == scope}
    debugger.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": origin, "registrationId": registration, "data": json.dumps(payload)},
    )
    debugger.detach()

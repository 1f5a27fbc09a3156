"""What waited in the three tables before the outbox is in it, and goes out under its own id."""

from importlib import import_module
from uuid import UUID

import pytest
from django.db import connection

from league.foundation.outbox.models import OutboxMessage
from league.office.notifications.models import Notification
from league.office.webhooks.models import Webhook
from tests.league.factories import NOW, make_club, make_user

pytestmark = pytest.mark.django_db

MIGRATION = import_module("league.foundation.outbox.migrations.0001_the_outbox")
# the columns that the former tables had, in front of those of other tables with their names
FORMER_TABLES = """
CREATE TEMPORARY TABLE webhooks_message (
    id bigint, webhook_id bigint, kind text, happening_id bigint, stage_id bigint, body text,
    reference uuid, state text, made_at timestamptz, due_at timestamptz, ended_at timestamptz,
    attempts int
) ON COMMIT DROP;
CREATE TEMPORARY TABLE clubs_mail (
    kind text, club_id bigint, subject_id bigint, data jsonb, key text, reference uuid, state text,
    asked_at timestamptz, due_at timestamptz, claimed_at timestamptz, ended_at timestamptz,
    attempts int, reason text
) ON COMMIT DROP;
CREATE TEMPORARY TABLE notifications_delivery (
    notification_id bigint, way text, state text, taken_by bigint[], batch uuid, due_at timestamptz,
    claimed_at timestamptz, ended_at timestamptz, attempts int
) ON COMMIT DROP;
"""
FIRST, SECOND, THIRD, BATCH = (UUID(int=number) for number in (1, 2, 3, 4))


def test_mails_pushes_and_messages_of_webhooks_are_moved_as_they_were():
    club, user = make_club(), make_user("Ann Lee")
    webhook = Webhook.objects.create(
        club=club, address="https://example.org", topics=["results"], secret="s", added_at=NOW
    )
    told = Notification.objects.create(
        user=user, club=club, what="message", about="message", subject=1, made_at=NOW
    )
    with connection.cursor() as cursor:
        cursor.execute(FORMER_TABLES)
        cursor.execute(
            "INSERT INTO webhooks_message VALUES"
            " (70, %s, 'round.opened', 7, NULL, '{}', %s, 'delivered', now(), now(), now(), 1)",
            [webhook.pk, FIRST],
        )
        cursor.execute(
            "INSERT INTO clubs_mail VALUES"
            " ('invitation', %s, 5, '{}', 'a', %s, 'claimed', now(), now(), now(), NULL, 2, ''),"
            " ('notifications', %s, NULL, '{}', 'notifications ' || %s::text, %s, 'waiting', now(),"
            "  now(), NULL, NULL, 3, '')",
            [club.pk, SECOND, club.pk, BATCH, THIRD],
        )
        cursor.execute(
            "INSERT INTO notifications_delivery VALUES"
            " (%s, 'mail', 'waiting', '{}', %s, now(), NULL, NULL, 0),"
            " (%s, 'push', 'waiting', '{9}', NULL, now(), NULL, NULL, 1)",
            [told.pk, BATCH, told.pk],
        )
        for move in (MIGRATION.MOVE_MESSAGES, MIGRATION.MOVE_MAILS, MIGRATION.MOVE_DELIVERIES):
            cursor.execute(move)

    def moved(*columns: str) -> list[tuple[object, ...]]:
        return list(OutboxMessage.objects.order_by("way", "attempts").values_list(*columns))

    assert moved("way", "kind", "state", "attempts") == [
        ("mail", "invitation", "claimed", 2),
        ("mail", "notifications", "waiting", 3),
        ("push", "notifications", "waiting", 1),
        ("webhook", "round.opened", "sent", 1),
    ]
    assert [row[0] for row in moved("club_id")] == [club.pk] * 4
    assert [row[0] for row in moved("reference") if row[0].int < 9] == [SECOND, THIRD, FIRST]
    assert OutboxMessage.objects.get(way="push").data == {"taken_by": [9]}
    assert OutboxMessage.objects.get(way="webhook").pk == 70
    assert OutboxMessage.objects.create(way="mail", kind="x", made_at=NOW, due_at=NOW).pk > 70

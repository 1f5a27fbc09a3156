"""Tokens of programs: named, scoped and hashed. Those of before keep all rights, for a year."""

from datetime import timedelta
from hashlib import sha256

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.utils import timezone

SCOPES = ["read", "score", "direct"]
BEFORE = "authtoken_token"


def take_over_tokens(apps, schema_editor):
    connection = schema_editor.connection
    if BEFORE not in connection.introspection.table_names():
        return
    ApiToken = apps.get_model("clubs", "ApiToken")
    User = apps.get_model("clubs", "User")
    confirmed = set(
        User.objects.filter(address_confirmed_at__isnull=False).values_list("pk", flat=True)
    )
    now = timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT key, user_id, created FROM authtoken_token")
        rows = cursor.fetchall()
    ApiToken.objects.bulk_create(
        ApiToken(
            user_id=user_id,
            name="API",
            digest=sha256(key.encode()).hexdigest(),
            scopes=SCOPES,
            made_at=created,
            expires_at=now + timedelta(days=365),
        )
        for key, user_id, created in rows
        if user_id in confirmed
    )
    with connection.cursor() as cursor:
        # the keys stood there as they are
        cursor.execute("DROP TABLE authtoken_token")


class Migration(migrations.Migration):

    dependencies = [
        ("clubs", "0006_confirmed_addresses"),
    ]

    operations = [
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("scopes", django.contrib.postgres.fields.ArrayField(base_field=models.CharField(choices=[("read", "read what you may see"), ("score", "enter, confirm and correct results"), ("direct", "everything else you may do: set up, draw, decide")], max_length=10), size=None)),
                ("made_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("last_used_at", models.DateTimeField(blank=True, null=True)),
                ("club", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name="api_tokens", to="clubs.club")),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="api_tokens", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("scopes__len__gt", 0), ("scopes__contained_by", SCOPES)), name="api_token_has_known_scopes"),
                    models.CheckConstraint(condition=models.Q(("name", ""), _negated=True), name="api_token_has_a_name"),
                    models.CheckConstraint(condition=models.Q(("digest__regex", "^[0-9a-f]{64}$")), name="api_token_digest_is_one"),
                    models.CheckConstraint(condition=models.Q(("expires_at__gt", models.F("made_at"))), name="api_token_expires_after_it_was_made"),
                ]
            },
        ),
        migrations.RunPython(take_over_tokens, migrations.RunPython.noop, elidable=True),
    ]

"""Accounts whose address was never shown to be their owner's lose their password and sessions.

Until this release the link of an invitation, which the inviter sees as well, was enough to make an
account with a password. Confirmed are all accounts that were not made so (by whoever runs the
site, or for a demo), those whose address was changed since (by a link mailed to the new one), and
those that were signed in to by a mailed link. The others go on by a link that is mailed to them:
nobody who chose a password in their place keeps it.
"""

from datetime import timedelta

from django.contrib.auth.hashers import make_password
from django.db import migrations, models
from django.db.models import F, Q

MADE_WITHIN = timedelta(minutes=1)
MAILED = Q(path_info__startswith="/account/link/") | Q(path_info__startswith="/account/password/new/")


def confirm_addresses(apps, schema_editor):
    User = apps.get_model("clubs", "User")
    Invitation = apps.get_model("clubs", "Invitation")
    AccessLog = apps.get_model("axes", "AccessLog")
    User.objects.update(address_confirmed_at=F("joined_at"))
    accepted = Invitation.objects.filter(
        accepted_by__isnull=False,
        email=F("accepted_by__email"),
        accepted_at__gte=F("accepted_by__joined_at") - MADE_WITHIN,
        accepted_at__lte=F("accepted_by__joined_at") + MADE_WITHIN,
    )
    for user in User.objects.filter(pk__in=accepted.values("accepted_by")).iterator():
        by_mail = AccessLog.objects.filter(MAILED, username=user.email, attempt_time__gte=user.joined_at)
        if not by_mail.exists():
            user.address_confirmed_at = None
            user.password = make_password(None)
            user.save(update_fields=["address_confirmed_at", "password"])


class Migration(migrations.Migration):

    dependencies = [
        ("clubs", "0005_look"),
        ("axes", "0009_add_session_hash"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="address_confirmed_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.RunPython(confirm_addresses, migrations.RunPython.noop, elidable=True),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.CheckConstraint(
                condition=Q(("address_confirmed_at__isnull", False), ("password__startswith", "!"), _connector="OR"),
                name="user_has_no_password_before_the_address_is_confirmed",
            ),
        ),
    ]

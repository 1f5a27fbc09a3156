"""When each member of a club was last changed, noted by the database."""

import django.utils.timezone
from django.db import migrations, models
from django.db.models.functions import Now

from league.row_changes import noting

# a member is called and reached as the account is
OF_ACCOUNTS = """
CREATE FUNCTION clubs_members_of_account_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE clubs_member SET updated_at = clock_timestamp() WHERE user_id = NEW.id;
    RETURN NULL;
END $$;
CREATE TRIGGER members_of_account_updated AFTER UPDATE OF name, email ON clubs_user
    FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name OR OLD.email IS DISTINCT FROM NEW.email)
    EXECUTE FUNCTION clubs_members_of_account_updated();
"""

FORGET_ACCOUNTS = """
DROP TRIGGER members_of_account_updated ON clubs_user;
DROP FUNCTION clubs_members_of_account_updated;
"""


class Migration(migrations.Migration):
    dependencies = [("clubs", "0016_signing_up_to_a_club")]

    operations = [
        migrations.AddField(
            model_name="member",
            name="updated_at",
            field=models.DateTimeField(
                db_default=Now(), default=django.utils.timezone.now, editable=False
            ),
        ),
        migrations.RunSQL(*noting("clubs_member", "member")),
        migrations.RunSQL(OF_ACCOUNTS, FORGET_ACCOUNTS),
    ]

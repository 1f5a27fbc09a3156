"""The trigger that numbers players of one name plans each look anew.

A plan that was made while the table was empty, and kept, read all players of the club for each
that came: an import of many into a new site grew with their square.
"""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("clubs", "0017_when_members_changed")]

    operations = [
        migrations.RunSQL(
            "ALTER FUNCTION clubs_player_namesake() SET plan_cache_mode = force_custom_plan",
            "ALTER FUNCTION clubs_player_namesake() RESET plan_cache_mode",
        )
    ]

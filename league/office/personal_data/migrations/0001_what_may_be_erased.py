"""By what triggers know that a person is forgotten or a club deleted: then what is final may go.

A transaction says which by the setting `tricktable.erasing`: 'words' allows other texts in the
place of texts and nothing else, 'club' allows to delete. No row is read or written here.
"""

from django.db import migrations

# JSON without its texts: what is left when each of them is empty
SHAPE = r"""
CREATE FUNCTION shape_of_json(data jsonb) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
    SELECT regexp_replace(data::text, '"(?:[^"\\]|\\.)*"', '""', 'g')
$$;
CREATE FUNCTION is_erasing(what text) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT coalesce(current_setting('tricktable.erasing', true), '') = what
$$;
"""


class Migration(migrations.Migration):
    dependencies = []

    operations = [
        migrations.RunSQL(
            SHAPE, "DROP FUNCTION shape_of_json(jsonb); DROP FUNCTION is_erasing(text);"
        ),
    ]

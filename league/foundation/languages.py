"""The languages of the site: each with its code and the name that its speakers give it.

A language more is a line here, a migration of the accounts and clubs (`manage.py makemigrations`),
and its catalogues (`make messages` begins them).
"""

from typing import Final

# English is what the code says; all others have catalogues
SOURCE: Final = "en"

# in the order of their names, as the choice lists them
LANGUAGES: Final = [("de", "Deutsch"), ("en", "English"), ("ja", "日本語")]

CODES: Final = tuple(code for code, _name in LANGUAGES)
TRANSLATED: Final = tuple(code for code in CODES if code != SOURCE)

"""The catalogues of languages, one a subject, kept by Babel: no gettext tools are needed."""

# from the root of the project: what several subjects say, then what each says alone
FOLDERS = ("locale", "games/locale", "league/*/locale")

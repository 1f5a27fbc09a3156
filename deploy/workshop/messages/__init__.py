"""The catalogues of languages, one a subject, kept by Babel: no gettext tools are needed."""

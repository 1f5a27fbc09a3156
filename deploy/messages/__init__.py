"""The catalogues of languages below locale/, kept by Babel: no gettext tools are needed."""

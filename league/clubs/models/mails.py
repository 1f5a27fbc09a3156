"""Kinds of mails that pages ask about."""

INVITATION = "invitation"

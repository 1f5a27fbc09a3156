"""How dates are written on pages, in mails and on paper, a folder a language.

The month is a word, so that nobody takes it for the day. English dates are those of the country
whose time zone is active, which is the club's.
"""

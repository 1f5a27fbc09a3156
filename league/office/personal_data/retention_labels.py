"""What a club keeps and for how long, in words: for its desk, and for everybody on its own page."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs.models import Club

# by other parts of the site; a test compares them
SIGN_IN_DAYS, SESSION_DAYS, INVITATION_DAYS, MAIL_DAYS = 30, 14, 90, 30


class RetentionLabel(NamedTuple):
    """What is kept, why, and until when: whole sentences."""

    what: str
    until: str


def retention_labels(club: Club) -> list[RetentionLabel]:
    """Return everything that is kept of people."""
    return [
        RetentionLabel(
            _("The names of players, what they played, and with whom."),
            _(
                "As long as the club exists. Whoever asks the club is forgotten; results then stay "
                "under “Former player” with a number."
            ),
        ),
        RetentionLabel(
            _("The e-mail address and member number of a player, seen by directors only."),
            _until_asked(
                club.keep_addresses_months,
                ngettext(
                    "Until %(count)d month after the last game of somebody who no longer plays.",
                    "Until %(count)d months after the last game of somebody who no longer plays.",
                    club.keep_addresses_months or 0,
                ),
                _("Until the person asks for it to be deleted."),
            ),
        ),
        RetentionLabel(
            _("Who was asked to be a partner, who checked in, and which address was invited."),
            _until_asked(
                club.keep_sign_ups_months,
                ngettext(
                    "For %(count)d month.", "For %(count)d months.", club.keep_sign_ups_months or 0
                ),
                _(
                    "As long as the club exists; an invitation that nobody accepts for %(days)d "
                    "days."
                )
                % {"days": INVITATION_DAYS},
            ),
        ),
        RetentionLabel(
            _("A mark of the phone that sent or confirmed a result."),
            _until_asked(
                club.keep_devices_months,
                ngettext(
                    "For %(count)d month.", "For %(count)d months.", club.keep_devices_months or 0
                ),
                _("As long as the result is kept."),
            ),
        ),
        RetentionLabel(
            _("A journal of who changed what and when, so that results can be trusted."),
            _("As long as the club exists; whoever is forgotten is no longer named in it."),
        ),
        RetentionLabel(
            _("When an account signed in, and from which network address."),
            _("For %(days)d days; you stay signed in for %(session)d days at most.")
            % {"days": SIGN_IN_DAYS, "session": SESSION_DAYS},
        ),
        RetentionLabel(
            _("That a mail was sent, without its text."),
            _("For %(days)d days.") % {"days": MAIL_DAYS},
        ),
    ]


def _until_asked(months: int | None, chosen: str, else_: str) -> str:
    return else_ if months is None else chosen % {"count": months}

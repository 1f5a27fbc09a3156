"""The heads of the columns of standings in few letters, for where the whole words have no room."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

BYES = "byes"
OF_DEALS = "deals_"  # before what is counted of deals in the place of matches

# by what is counted, or the name of a tie-break
SHORT: Mapping[str, str | Promise] = {
    "played": pgettext_lazy("short head of a column", "P"),
    "won": pgettext_lazy("short head of a column", "W"),
    "drawn": pgettext_lazy("short head of a column", "D"),
    "lost": pgettext_lazy("short head of a column", "L"),
    f"{OF_DEALS}won": pgettext_lazy("short head of a column", "> avg."),
    BYES: pgettext_lazy("short head of a column", "Byes"),
    "head_to_head": pgettext_lazy("short head of a column", "H2H"),
    "head_to_head_difference": pgettext_lazy("short head of a column", "H2H ±"),
    "point_difference": pgettext_lazy("short head of a column", "Diff."),
    "points_for": pgettext_lazy("short head of a column", "For"),
    "average": pgettext_lazy("short head of a column", "Avg."),
    "quotient": pgettext_lazy("short head of a column", "Quot."),
    "wins_with_first_deal": pgettext_lazy("short head of a column", "W 1st"),
    "buchholz": pgettext_lazy("short head of a column", "Bh."),
    "buchholz_cut_1": pgettext_lazy("short head of a column", "Bh. −1"),
    "buchholz_cut_2": pgettext_lazy("short head of a column", "Bh. −2"),
    "median_buchholz": pgettext_lazy("short head of a column", "Bh. M"),
    "median_buchholz_2": pgettext_lazy("short head of a column", "Bh. M2"),
    "sonneborn_berger": pgettext_lazy("short head of a column", "S-B"),
    "koya": pgettext_lazy("short head of a column", "Koya"),
    "progressive": pgettext_lazy("short head of a column", "Prog."),
    "progressive_cut_1": pgettext_lazy("short head of a column", "Prog. −1"),
    "opponents_strength": pgettext_lazy("short head of a column", "Opp."),
    "partners_strength": pgettext_lazy("short head of a column", "Part."),
    "opponents_to_partners": pgettext_lazy("short head of a column", "O : P"),
    "fewer_sets": pgettext_lazy("short head of a column", "Sets"),
    "bids_made": pgettext_lazy("short head of a column", "Bids"),
    "highest_deal": pgettext_lazy("short head of a column", "High"),
    "play_off": pgettext_lazy("short head of a column", "P.-off"),
    "lot": pgettext_lazy("short head of a column", "Lot"),
}


class Head(str):
    """The head of a column; `short` says the same in few letters, "" where it is short already."""

    __slots__ = ("short",)

    short: str

    def __new__(cls, label: str, short: str = "") -> "Head":
        head = super().__new__(cls, label)
        head.short = short if len(short) < len(label) else ""
        return head


def head_of(name: str, label: str) -> Head:
    """Return the head of what is counted under this name, or of a tie-break."""
    return Head(label, str(SHORT.get(name, "")))

"""What a merge of duplicate players does with requests to stand in.

Nothing is moved: whoever accepts sits down as the player who remains, and who was asked is shown by
that name. Undone, each has the own requests again.
"""

from league.clubs.services.merging_players import Keeper, register


def register_requests() -> None:
    register(
        Keeper(
            "stand_ins",
            lambda _stays, _goes: (),
            lambda _stays, _goes: (),
            lambda _stays, _goes: {},
            lambda _stays, _goes, _moved: None,
        )
    )

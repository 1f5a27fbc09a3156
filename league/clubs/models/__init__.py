from league.clubs.models.accounts import User, UserManager
from league.clubs.models.clubs import (
    ApiToken,
    Club,
    HouseRules,
    Member,
    NameOrder,
    Role,
    Scope,
    check_time_zone,
)
from league.clubs.models.erasures import Erased, Erasure
from league.clubs.models.joining import LARGEST_NUMBER_JOINING, Joining, JoinRequest
from league.clubs.models.look import Logo, check_colour
from league.clubs.models.mails import INVITATION
from league.clubs.models.players import (
    LONGEST_TOLD_APART,
    PHONE,
    Invitation,
    KeptApart,
    Player,
    PublicName,
    distinguished_name,
    plain_name,
)

__all__ = [
    "INVITATION",
    "LARGEST_NUMBER_JOINING",
    "LONGEST_TOLD_APART",
    "PHONE",
    "ApiToken",
    "Club",
    "Erased",
    "Erasure",
    "HouseRules",
    "Invitation",
    "JoinRequest",
    "Joining",
    "KeptApart",
    "Logo",
    "Member",
    "NameOrder",
    "Player",
    "PublicName",
    "Role",
    "Scope",
    "User",
    "UserManager",
    "check_colour",
    "check_time_zone",
    "distinguished_name",
    "plain_name",
]

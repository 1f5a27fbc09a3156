from league.clubs.models.accounts import LANGUAGES, User, UserManager
from league.clubs.models.api_tokens import ApiToken, Scope
from league.clubs.models.clubs import Club, Member, Role, check_time_zone
from league.clubs.models.house_rules import HouseRules
from league.clubs.models.invitations import Invitation
from league.clubs.models.look import Logo, check_colour
from league.clubs.models.players import KeptApart, Player, PublicName

__all__ = [
    "LANGUAGES",
    "ApiToken",
    "Club",
    "HouseRules",
    "Invitation",
    "KeptApart",
    "Logo",
    "Member",
    "Player",
    "PublicName",
    "Role",
    "Scope",
    "User",
    "UserManager",
    "check_colour",
    "check_time_zone",
]

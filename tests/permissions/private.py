"""What is private in a club, and who may read it."""

from tests.permissions.people import DIRECTOR, NO_ONE, OWNER, PLAYER, SCORER

# by the kind of `ClubWithEverything.private`
WHO_READS = {
    "account": DIRECTOR,  # the addresses of its members
    "address": DIRECTOR,  # those of its players
    "invited": DIRECTOR,
    "apart": DIRECTOR,  # why two players are kept apart
    "surname": PLAYER,  # of a player who shows initials
    "kitty": SCORER,  # what somebody was charged for
    "draft": SCORER,  # an event that is not announced
    "webhook": OWNER,  # the address of another program
    "archive": OWNER,  # the content of an archive
    "file": frozenset({"director"}),  # what a job made, for who asked for it
}
# an account shows its own address, and a link that was mailed shows whose it is
OF_ITS_HOLDER = {"account", "invited"}


def found_in(text: str, club, role: str, address: str) -> list[str]:
    """Return what stands in an answer and is not for this role of the club."""
    face = address.partition(":")[0]
    words = {
        club.private(what): readers
        for what, readers in WHO_READS.items()
        if not (face == "account" and what in OF_ITS_HOLDER)
    }
    words[club.webhook.secret] = OWNER
    words |= dict.fromkeys([*club.tokens.values(), club.prepared.seed], NO_ONE)
    # whoever has the link is at the table, or in the room
    if face != "table" and not address.startswith("public:check_in"):
        words |= dict.fromkeys(club.links, SCORER)
    return [word for word, readers in words.items() if role not in readers and word in text]

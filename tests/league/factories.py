"""Makers of rows for tests. Each says in its arguments everything the test will rely on."""

from datetime import UTC, datetime
from typing import Any

from league.clubs.models import Club, HouseRules, Member, Player, PublicName, Role, User
from league.foundation.journal.actor import Actor

NOW = datetime(2026, 3, 14, 19, 30, tzinfo=UTC)
PASSWORD = "correct horse battery"


def actor_of(user: User, via: str = "desk") -> Actor:
    return Actor(user_id=user.pk, name=str(user), via=via)


def make_user(name: str = "Olive Owner", *, email: str = "", password: str | None = None) -> User:
    """Make an account; the address is made of the name. Without a password it cannot sign in."""
    if not email:
        email = ".".join(name.lower().split()) + "@example.org"
    return User.objects.create_user(email, password, name=name)


def make_club(
    name: str = "Harbour Cards",
    *,
    owner: User | None = None,
    slug: str = "",
    time_zone: str = "Europe/London",
    language: str = "en",
) -> Club:
    """Make a club, with an owner if one is given; the address is made of the name."""
    slug = slug or "-".join(name.lower().split())
    club = Club.objects.create(name=name, slug=slug, time_zone=time_zone, language=language)
    if owner is not None:
        make_member(club, owner, Role.OWNER)
    return club


def make_member(club: Club, user: User | None = None, role: str = Role.PLAYER) -> Member:
    """Make a member; without a user one is made, called after the role and the club."""
    if user is None:
        user = make_user(f"{role} of {club.slug}")
    return Member.objects.create(club=club, user=user, role=role)


def make_player(
    club: Club,
    name: str = "Ann Lee",
    *,
    sort_name: str = "",
    member_number: str = "",
    email: str = "",
    user: User | None = None,
    public_name: str = PublicName.FULL,
    is_active: bool = True,
) -> Player:
    return Player.objects.create(
        club=club,
        name=name,
        sort_name=sort_name,
        member_number=member_number,
        email=email,
        user=user,
        public_name=public_name,
        is_active=is_active,
    )


def make_players(club: Club, *names: str) -> list[Player]:
    return [make_player(club, name) for name in names]


def make_double(stays: Player, name: str = "Ann Le") -> Player:
    """Make a player who was merged into another."""
    double = make_player(stays.club, name)
    double.merged_into = stays
    double.save()
    return double


def make_house_rules(
    club: Club,
    name: str = "Friday rules",
    *,
    variant: str = "pitch",
    preset: str = "standard",
    options: Any = None,
) -> HouseRules:
    """Make house rules as they are given, even such as make no game."""
    return HouseRules.objects.create(
        club=club,
        name=name,
        variant=variant,
        preset=preset,
        options=options or {},
        created_at=NOW,
        changed_at=NOW,
    )

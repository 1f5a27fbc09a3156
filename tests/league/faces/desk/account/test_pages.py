"""Signing in by password and by link, passwords, invitations, one's own account."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.contrib.auth import get_user
from django.core import mail
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.clubs.models import INVITATION, PublicName, Role, User
from league.clubs.services import invite, mailed_token_of, token_of, withdraw_invitation
from league.clubs.services.mails import PASSWORD_RESET, SIGN_IN_LINK, request_sign_in_link
from league.clubs.services.rate_limits import LINKS_TO_ADDRESS, SIGN_IN_LIMITS, TooOften
from league.foundation.journal.actor import Act
from league.foundation.outbox.models import OutboxMessage
from tests.league.factories import (
    NOW,
    PASSWORD,
    actor_of,
    make_club,
    make_member,
    make_player,
    make_user,
)
from tests.league.foundation.outbox.sending import mail_now

pytestmark = pytest.mark.django_db

SIGN_IN = "/account/sign-in/"
LINK = "/account/link/"


@pytest.fixture
def ann():
    return make_user("Ann Lee", email="ann@example.org", password=PASSWORD)


@pytest.fixture
def asked():
    """Return which mails were requested, as (kind, about what, data)."""

    def requested():
        return list(OutboxMessage.objects.order_by("pk").values_list("kind", "subject_id", "data"))

    return requested


def is_signed_in(client):
    return get_user(client).is_authenticated


def address_in(message):
    return re.search(r"http://\S+", message.body).group().removeprefix(settings.SITE_URL)


def sent_link(ann, back_to=""):
    data = {"email": ann.email, "language": "en", "back_to": back_to}
    mail_now(SIGN_IN_LINK, data=data)
    return address_in(mail.outbox[-1])


class TestWhereSigningInLeads:
    def signed_in(self, client, ann, **more):
        typed = {"username": ann.email, "password": PASSWORD, **more}
        return client.post(SIGN_IN, typed).headers["Location"]

    def test_only_a_player_comes_to_the_own_page(self, client, ann):
        player = make_player(club=make_club(), user=ann)
        make_member(player.club, ann, Role.PLAYER)
        assert self.signed_in(client, ann) == reverse("public:my_page")


class TestPassword:
    def test_right_password_signs_in(self, client, ann):
        response = client.post(SIGN_IN, {"username": "Ann@Example.org ", "password": PASSWORD})

        assert (response.status_code, response.url) == (302, reverse("desk:home"))
        assert is_signed_in(client)

    def test_wrong_password_and_unknown_address_are_answered_alike(self, client, ann):
        pages = []
        for email in ("ann@example.org", "who@example.org"):
            response = client.post(SIGN_IN, {"username": email, "password": "wrong"})
            html = response.content.decode().replace(email, "")
            pages.append(re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", html))

        assert pages[0] == pages[1]
        assert (
            "The e-mail address or the password is wrong, or the address is not confirmed"
            in pages[0]
        )
        assert not is_signed_in(client)

    def test_one_comes_back_to_the_page_one_wanted(self, client, ann):
        wanted = reverse("desk:club_new")
        at_first = client.get(wanted)

        response = client.post(
            at_first.url, {"username": ann.email, "password": PASSWORD, "next": wanted}
        )

        assert response.url == wanted

    def test_nobody_is_led_to_another_site(self, client, ann):
        response = client.post(
            SIGN_IN,
            {"username": ann.email, "password": PASSWORD, "next": "https://evil.example.org/"},
        )

        assert response.url == reverse("desk:home")

    def test_after_five_wrong_passwords_the_page_says_how_long_it_is_locked(self, client, ann):
        for _ in range(5):
            response = client.post(SIGN_IN, {"username": ann.email, "password": "wrong"})
        locked = client.post(SIGN_IN, {"username": ann.email, "password": PASSWORD})

        assert (response.status_code, locked.status_code) == (429, 429)
        assert "a quarter of an hour" in locked.content.decode()


class TestLink:
    def test_answer_is_the_same_whether_the_address_is_known(self, client, ann, asked):
        pages = []
        for email in ("ann@example.org", "who@example.org"):
            html = client.post(LINK, {"link-email": email}).content.decode().replace(email, "X")
            pages.append(re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", html))

        assert pages[0] == pages[1]
        assert "If an account has the address X, a link is on its way there." in pages[0]
        assert [kind for kind, *_ in asked()] == [SIGN_IN_LINK] * 2

    def test_worker_mails_who_has_an_account_and_nobody_else(self, ann, mailoutbox):
        ann.is_active = False
        ann.save()
        bob = make_user("Bob")
        for email in (ann.email, bob.email, "who@example.org"):
            mail_now(SIGN_IN_LINK, data={"email": email, "language": "en"})

        assert [message.to for message in mailoutbox] == [[bob.email]]

    def test_opening_the_link_signs_nobody_in_but_asks(self, client, ann):
        page = client.get(sent_link(ann))

        assert "Sign in as Ann Lee" in page.content.decode()
        assert not is_signed_in(client)
        assert page.headers["Cache-Control"].startswith("max-age=0")

    def test_link_works_once(self, client, ann):
        token = sent_link(ann).split("sesame=")[1]
        other = Client()

        client.post(LINK, {"sesame": token})
        again = other.post(LINK, {"sesame": token})

        assert (is_signed_in(client), is_signed_in(other), again.status_code) == (True, False, 410)
        assert "This link does not work any more" in again.content.decode()

    def test_link_is_over_after_a_quarter_of_an_hour(self, client, ann):
        address = sent_link(ann)

        with time_machine.travel(timezone.now() + timedelta(minutes=16)):
            assert client.get(address).status_code == 410
            client.post(LINK, {"sesame": address.split("sesame=")[1]})
        assert not is_signed_in(client)

    def test_forged_link_signs_nobody_in(self, client, ann):
        token = sent_link(ann).split("sesame=")[1]
        forged = token[:-2] + ("AA" if token[-2:] != "AA" else "BB")

        assert client.post(LINK, {"sesame": forged}).status_code == 410
        assert not is_signed_in(client)

    @pytest.mark.parametrize("evil", ["https://evil.example.org/", "//evil.example.org"])
    def test_link_leads_to_no_other_site(self, client, ann, evil):
        address = sent_link(ann, back_to=evil)
        assert "evil" not in address

        token = address.split("sesame=")[1]
        assert client.post(LINK, {"sesame": token, "next": evil}).url == reverse("desk:home")

    def test_mailbox_is_not_flooded_and_the_page_says_when_to_come_back(self, client, asked):
        for _ in range(LINKS_TO_ADDRESS.most):
            client.post(LINK, {"link-email": "ann@example.org"})
        refused = client.post(LINK, {"link-email": "Ann@example.org"})
        client.post(LINK, {"link-email": "bob@example.org"})

        assert refused.status_code == 429
        assert 0 < int(refused.headers["Retry-After"]) <= 3_600
        assert (
            "5 e-mails were requested for this address within an hour" in refused.content.decode()
        )
        assert len(asked()) == LINKS_TO_ADDRESS.most + 1

    def test_one_network_cannot_have_mails_sent_to_everybody(self, asked):
        def ask(number, client):
            request_sign_in_link(
                email=f"{number}@example.org", language="en", client=client, at=NOW
            )

        for number in range(60):
            ask(number, f"2001:db8::{number:x}")
        with pytest.raises(
            TooOften, match="60 e-mails were requested from your network within an hour"
        ):
            ask(61, "2001:db8::ffff")
        ask(62, "2001:db8:0:1::1")


class TestNewPassword:
    def test_forgotten_password_is_answered_alike(self, client, ann, asked):
        address = reverse("account:password_forgotten")
        pages = [
            re.sub(
                r'value="\w+"', "", client.post(address, {"email": email}).content.decode()
            ).replace(email, "X")
            for email in (ann.email, "who@example.org")
        ]

        assert pages[0] == pages[1]
        assert [kind for kind, *_ in asked()] == [PASSWORD_RESET] * 2

    def test_link_lets_choose_a_new_password_once_and_signs_in(self, client, ann):
        mail_now(PASSWORD_RESET, data={"email": ann.email, "language": "en"})
        address = address_in(mail.outbox[0])
        form = client.get(address, follow=True)
        place = form.redirect_chain[-1][0]
        words = {"new_password1": "another long one", "new_password2": "another long one"}

        client.post(place, words)

        ann.refresh_from_db()
        assert ann.check_password("another long one")
        assert is_signed_in(client)
        again = Client().get(address, follow=True).content.decode()
        assert "This link does not work any more" in again

    def test_changing_it_signs_other_devices_out_and_this_one_not(self, client, ann):
        other = Client()
        client.force_login(ann)
        other.force_login(ann)
        words = {"new_password1": "another long one", "new_password2": "another long one"}

        client.post(reverse("account:password"), {"old_password": PASSWORD, **words})

        assert (is_signed_in(client), is_signed_in(other)) == (True, False)

    def test_who_has_none_chooses_one_without_an_old_one(self, client):
        user = make_user("Bob")
        token = sent_link(user).split("sesame=")[1]
        client.post(LINK, {"sesame": token})
        words = {"new_password1": "another long one", "new_password2": "another long one"}

        client.post(reverse("account:password"), words)

        user.refresh_from_db()
        assert user.check_password("another long one")

    def test_who_has_none_chooses_none_in_a_session_that_is_old(self, client):
        user = make_user("Bob")
        client.force_login(user)
        words = {"new_password1": "another long one", "new_password2": "another long one"}

        answer = client.post(reverse("account:password"), words)

        user.refresh_from_db()
        assert answer.status_code == 403
        assert "Have a link sent to your address" in answer.content.decode()
        assert not user.has_usable_password()


class TestLimits:
    def test_sixty_accounts_from_one_network_cost_thirty_hashes(self, client, monkeypatch):
        tried = []
        monkeypatch.setattr(
            "league.clubs.services.accounts.authenticate",
            lambda request, **words: tried.append(words["username"]),
        )
        with time_machine.travel(NOW, tick=False):
            answers = [
                client.post(SIGN_IN, {"username": f"{number}@example.org", "password": "wrong"})
                for number in range(60)
            ]

        most = SIGN_IN_LIMITS[0].most
        assert len(tried) == most
        assert [answer.status_code for answer in answers] == [200] * most + [429] * (60 - most)
        assert "30 times from your network within a minute" in answers[-1].content.decode()
        assert 0 < int(answers[-1].headers["Retry-After"]) <= 60

    def test_own_password_is_not_guessed_in_a_session(self, client, ann):
        client.force_login(ann)
        words = {"old_password": "x", "new_password1": "another long", "new_password2": "x"}
        with time_machine.travel(NOW, tick=False):
            answers = [client.post(reverse("account:password"), words) for _ in range(11)]

        assert [answer.status_code for answer in answers] == [200] * 10 + [429]


class TestUnconfirmedAddress:
    """An account of an older release whose address nobody has shown to be his."""

    @pytest.fixture
    def bob(self):
        user = make_user("Bob", email="bob@example.org")
        user.address_confirmed_at = None
        user.save()
        return user

    def test_database_keeps_no_password_for_it(self, bob):
        bob.set_password(PASSWORD)
        with pytest.raises(IntegrityError, match="before_the_address_is_confirmed"):
            bob.save()

    def test_mailed_link_confirms_it(self, client, bob):
        client.post(LINK, {"sesame": sent_link(bob).split("sesame=")[1]})

        bob.refresh_from_db()
        assert bob.address_confirmed_at
        assert is_signed_in(client)

    @pytest.mark.long
    def test_mailed_reset_confirms_it(self, client, bob):
        mail_now(PASSWORD_RESET, data={"email": bob.email, "language": "en"})
        form = client.get(address_in(mail.outbox[0]), follow=True)
        words = {"new_password1": "another long one", "new_password2": "another long one"}
        client.post(form.redirect_chain[-1][0], words)

        bob.refresh_from_db()
        assert bob.address_confirmed_at
        assert bob.check_password("another long one")


class TestInvitation:
    @pytest.fixture
    def owner(self):
        return make_user("Olive Owner")

    @pytest.fixture
    def invitation(self, owner):
        return invite(
            club=make_club(owner=owner),
            email="new@example.org",
            role=Role.SCORER,
            invited_by=owner,
            by=Act(actor_of(owner), timezone.now()),
        )

    @staticmethod
    def address(invitation):
        """The link that is mailed."""
        return reverse("account:join", args=[mailed_token_of(invitation)])

    @staticmethod
    def seen(invitation):
        """The link that the inviter sees."""
        return reverse("account:invitation", args=[token_of(invitation)])

    def test_link_that_the_inviter_sees_makes_no_account_but_has_the_mail_sent(
        self, client, invitation, asked
    ):
        words = {"name": "Evil", "password": PASSWORD}
        page = client.get(self.seen(invitation)).content.decode()
        answer = client.post(self.seen(invitation), words).content.decode()

        for html in (page, answer):
            assert "n•••@example.org" in html
            assert "new@example.org" not in html
            assert mailed_token_of(invitation) not in html
        assert "python manage.py account" in page
        assert not User.objects.filter(email="new@example.org").exists()
        assert asked() == [
            ("invitation", invitation.pk, {"again": True}),
        ]

    @pytest.mark.long
    def test_inviter_finds_the_mailed_link_nowhere(self, client, invitation, owner):
        client.force_login(owner)
        club = invitation.club.slug
        mail_now(INVITATION, subject_id=invitation.pk)

        for path in ("members/", "people/", "", "journal/"):
            html = client.get(f"/desk/{club}/{path}").content.decode()
            assert mailed_token_of(invitation) not in html
        assert mailed_token_of(invitation) in mail.outbox[0].body
        assert [message.recipients() for message in mail.outbox] == [["new@example.org"]]

    def test_new_person_makes_an_account_and_is_in(self, client, invitation):
        page = client.get(self.address(invitation)).content.decode()
        response = client.post(
            self.address(invitation), {"name": "New One", "password": PASSWORD}, follow=True
        )

        assert "Olive Owner invites you to join as scorer." in page
        assert "Welcome to Harbour Cards." in response.content.decode()
        user = User.objects.get(email="new@example.org")
        assert user.memberships.get().role == Role.SCORER
        assert get_user(client) == user

    def test_person_signed_in_with_another_address_may_accept(self, client, invitation, ann):
        client.force_login(ann)

        assert (
            "You are signed in as Ann Lee" in client.get(self.address(invitation)).content.decode()
        )
        client.post(self.address(invitation))

        assert ann.memberships.get().role == Role.SCORER

    @pytest.mark.parametrize("method", ["get", "post"])
    def test_used_withdrawn_expired_and_forged_ones_say_why(
        self, client, invitation, owner, ann, method
    ):
        address = self.address(invitation)
        ask = getattr(client, method)
        words = {"name": "Evil", "password": PASSWORD}

        forged = ask("/account/invitations/1:forged/", words)
        with time_machine.travel(timezone.now() + timedelta(days=15)):
            expired = ask(address, words)
        withdraw_invitation(invitation=invitation, by=Act(actor_of(owner), timezone.now()))
        withdrawn = ask(address, words)

        assert [r.status_code for r in (forged, expired, withdrawn)] == [404, 410, 410]
        assert "use the whole link" in forged.content.decode()
        assert "has expired" in expired.content.decode()
        assert "has withdrawn this invitation" in withdrawn.content.decode()
        assert not User.objects.filter(name="Evil").exists()


class TestAccount:
    def test_name_and_language_are_changed(self, client, ann):
        client.force_login(ann)
        response = client.post(reverse("account:home"), {"name": " Ann  Ray ", "language": "ja"})

        ann.refresh_from_db()
        assert (ann.name, ann.language) == ("Ann Ray", "ja")
        assert response.cookies["django_language"].value == "ja"

    def test_public_name_is_chosen_for_ones_own_player_alone(self, client, ann):
        club = make_club()
        own = make_player(club, "Ann Lee", user=ann)
        other = make_player(club, "Bob Ray", user=make_user("Bob"))
        client.force_login(ann)

        for player in (own, other):
            client.post(
                reverse("account:public_name", args=[player.pk]), {"public_name": "initials"}
            )

        own.refresh_from_db()
        other.refresh_from_db()
        assert (own.public_name, other.public_name) == (PublicName.INITIALS, PublicName.FULL)

    def test_one_leaves_a_club_oneself_but_takes_nobody_along(self, client, ann):
        club = make_club(owner=make_user("Olive"))
        own, other = make_member(club, ann), make_member(club, make_user("Bob"))
        client.force_login(ann)

        statuses = [
            client.post(reverse("account:leave", args=[member.pk])).status_code
            for member in (own, other)
        ]

        assert statuses == [302, 404]
        assert list(club.members.order_by("id").values_list("user__name", flat=True)) == [
            "Olive",
            "Bob",
        ]

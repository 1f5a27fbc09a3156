"""What programs sign in with: named, limited in what they may do, where and how long."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models.accounts import User
from league.clubs.models.clubs import Club


class Scope(models.TextChoices):
    """What a token may be used for; each holds beside the others, none holds another."""

    READ = "read", _("read what you may see")
    SCORE = "score", _("enter, confirm and correct results")
    DIRECT = "direct", _("everything else you may do: set up, draw, decide")


class ApiToken(models.Model):
    """A token of an account. Its text is kept nowhere: the row has its SHA-256 in hexadecimal.

    Without a club it is good in all clubs of the account. Tokens end with the account's password;
    see `User.save`.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    scopes = ArrayField(models.CharField(max_length=10, choices=Scope))
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.CASCADE, related_name="api_tokens"
    )
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="api_token_has_known_scopes",
                condition=Q(scopes__len__gt=0) & Q(scopes__contained_by=[*Scope.values]),
            ),
            models.CheckConstraint(name="api_token_has_a_name", condition=~Q(name="")),
            models.CheckConstraint(
                name="api_token_digest_is_one", condition=Q(digest__regex=r"^[0-9a-f]{64}$")
            ),
            models.CheckConstraint(
                name="api_token_expires_after_it_was_made", condition=Q(expires_at__gt=F("made_at"))
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def scope_labels(self) -> list[str]:
        """Return what the token is good for, in words."""
        return [str(Scope(scope).label) for scope in self.scopes]

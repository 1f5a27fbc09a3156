"""Views of one's own account: for its holder, with all the rights of the account."""

from league.clubs.models import User
from league.faces.api.api_view import ApiView


class HolderView(ApiView):
    def holder(self) -> User:
        """Return who asks, with all the rights of the account; refuse everybody else."""
        user = self.request.user
        if not isinstance(user, User) or user.only_club is not None:
            self.refuse()
        return user

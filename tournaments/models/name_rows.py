"""Names of players read as plain values, for lists of hundreds: a row of each would cost ten times as much."""

from typing import NamedTuple

from accounts.users import initials


class NameRow(NamedTuple):
    """`Registration.full_name` and `shown_name` of one player, from `values_list(*name_columns())`."""

    guest_name: str
    is_minor: bool
    is_hidden: bool
    username: str | None  # none without an account
    public_name: str | None
    account_is_minor: bool | None
    account_is_hidden: bool | None

    @property
    def full(self) -> str:
        """For the staff only."""
        return (self.public_name or "").strip() or self.username or self.guest_name

    @property
    def shown(self) -> str:
        of_account = self.username is not None
        hidden = (self.account_is_minor or self.account_is_hidden) if of_account else self.is_hidden
        return initials(self.full) if self.is_minor or hidden else self.full


def name_columns(way: str = "") -> list[str]:
    """`way` leads to the player: "registration__"."""
    own = ("guest_name", "is_minor", "hidden_by_moderators")
    account = ("username", "public_name", "is_minor", "hidden_by_moderators")
    return [*(f"{way}{name}" for name in own), *(f"{way}user__{name}" for name in account)]

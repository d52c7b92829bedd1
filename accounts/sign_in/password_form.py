"""The password form is separate from the other forms because allauth imports those while it is being
imported itself.
"""

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter


class ChangePasswordForm(allauth_forms.ChangePasswordForm):
    def clean_oldpassword(self) -> str:
        """Check the old password as on the sign-in page, so that wrong ones count towards the same limit."""
        old: str = self.cleaned_data["oldpassword"]
        if not get_adapter().reauthenticate(self.user, old):
            raise get_adapter().validation_error("enter_current_password")
        return old

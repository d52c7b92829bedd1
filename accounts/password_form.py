"""Apart from the other forms: allauth's forms import those when they are loaded themselves."""

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter


class ChangePasswordForm(allauth_forms.ChangePasswordForm):
    def clean_oldpassword(self) -> str:
        """The old password is the fresh sign-in of this form: wrong ones count as they do on the page to sign in."""
        old: str = self.cleaned_data["oldpassword"]
        if not get_adapter().reauthenticate(self.user, old):
            raise get_adapter().validation_error("enter_current_password")
        return old

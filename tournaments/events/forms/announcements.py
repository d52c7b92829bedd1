from django import forms

from tournaments.models import Announcement, MailChoice


class AnnouncementForm(forms.ModelForm):
    class Meta:
        model = Announcement
        fields = ["text"]
        widgets = {"text": forms.Textarea(attrs={"rows": 3, "maxlength": 500})}


class MailChoiceForm(forms.ModelForm):
    class Meta:
        model = MailChoice
        fields = ["registration", "pairing", "deadline", "announcement", "ruling"]

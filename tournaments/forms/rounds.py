from django import forms
from django.utils.translation import gettext_lazy as _


class SwapForm(forms.Form):
    first = forms.IntegerField()
    second = forms.IntegerField()
    why = forms.CharField(label=_("reason"), max_length=300)
    version = forms.IntegerField(required=False)
    once = forms.CharField(max_length=64, required=False)


class ExtensionForm(forms.Form):
    table = forms.IntegerField(label=_("table"), min_value=1, max_value=99_999)
    minutes = forms.IntegerField(label=_("minutes"), min_value=1, max_value=120)

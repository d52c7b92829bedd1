"""How a field of any form is drawn: label, input, error and help."""

from django import forms
from django.utils.functional import lazystr
from django.utils.safestring import mark_safe


class Asked(forms.Form):
    required_css_class = "required"
    place = forms.CharField(label="place <b>", help_text="Where <em>it</em> is", max_length=3)
    marked = forms.CharField(label=lazystr(mark_safe("<i>marked</i>")), required=False)
    days = forms.MultipleChoiceField(label="days", choices=[("1", "one")], widget=forms.CheckboxSelectMultiple)


def test_a_field_has_its_label_error_and_help():
    drawn = Asked({"place": "<long>", "days": ["1"]})["place"].as_field_group()
    assert '<div class="field field-error">' in drawn
    assert '<label for="id_place" class="required">Place &lt;b&gt;</label>' in drawn
    assert '<div class="helptext" id="id_place_helptext">Where <em>it</em> is</div>' in drawn
    assert '<ul class="errorlist" id="id_place_error"><li>' in drawn
    assert 'aria-invalid="true"' in drawn


def test_a_label_that_is_markup_stays_markup():
    assert '<label for="id_marked"><i>marked</i></label>' in Asked()["marked"].as_field_group()


def test_fields_of_several_inputs_stand_in_a_fieldset():
    drawn = Asked()["days"].as_field_group()
    assert '<fieldset class="fieldset-plain"><legend class="required">Days</legend>' in drawn
    assert drawn.count("<fieldset") == drawn.count("</fieldset>") == 1

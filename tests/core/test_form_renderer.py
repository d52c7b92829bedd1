"""Fields drawn with Jinja are those that Django's templates draw."""

import re
from html import unescape
from typing import Any

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates
from django.utils.functional import lazystr
from django.utils.safestring import mark_safe

from core.form_renderer import FormRenderer

CHOICES = [("", "-"), ("<1>", lazystr('a "b"')), ("more", [(2, "it's <two>"), (3, mark_safe("<b>three</b>"))])]
CHOICES += [("4", lazystr(mark_safe("<i>four</i>")))]
WIDGETS: dict[str, tuple[Any, Any]] = {
    "text": (forms.TextInput({"maxlength": 9, "required": True, "hidden": False, "data-x": '"<'}), "it's <b>"),
    "text without value": (forms.TextInput(), None),
    "number": (forms.NumberInput({"min": 1000, "step": "any"}), 12345),
    "checkbox": (forms.CheckboxInput(), True),
    "textarea": (forms.Textarea(), "</textarea><b>"),
    "textarea without value": (forms.Textarea(), None),
    "select": (forms.Select(choices=CHOICES), "<1>"),
    "several": (forms.SelectMultiple(choices=CHOICES), [2, "<1>"]),
    "radio": (forms.RadioSelect(choices=CHOICES), 2),
    "checkboxes": (forms.CheckboxSelectMultiple(choices=CHOICES), [3]),
    "date": (forms.DateTimeInput({"type": "datetime-local"}), "2026-01-02T03:04"),
    "password": (forms.PasswordInput(), "secret"),
    "hidden": (forms.HiddenInput(), "<x>"),
    "file": (forms.FileInput(), None),
    "several selects": (forms.MultiWidget([forms.Select(choices=CHOICES), forms.TextInput()]), ["<1>", "b'"]),
}


def _plain(drawn: str) -> str:
    """The two escape quotes differently, and break lines elsewhere."""
    return unescape(re.sub(r"\s*(<[^>]*>)\s*", r"\1", re.sub("&(?:#x27|#39);", "&#39;", drawn)))


@pytest.mark.parametrize("name", WIDGETS)
def test_a_widget_is_drawn_as_by_django(name):
    widget, value = WIDGETS[name]
    drawn = [
        widget.render("field", value, {"id": "id_field"}, renderer()) for renderer in (FormRenderer, DjangoTemplates)
    ]
    assert "<" in drawn[0]
    assert _plain(drawn[0]) == _plain(drawn[1])


def test_nothing_typed_becomes_markup():
    drawn = forms.Textarea().render("field", "</textarea><script>", {}, FormRenderer())
    assert "<script>" not in drawn
    assert "&lt;script&gt;" in drawn


class Asked(forms.Form):
    required_css_class = "required"
    place = forms.CharField(label="place <b>", help_text="Where <em>it</em> is", max_length=3)
    marked = forms.CharField(label=lazystr(mark_safe("<i>marked</i>")), required=False)
    days = forms.MultipleChoiceField(label="days", choices=[("1", "one")], widget=forms.CheckboxSelectMultiple)


def test_a_field_has_its_label_error_and_help():
    drawn = Asked({"place": "<long>", "days": ["1"]})["place"].as_field_group()
    assert '<label for="id_place" class="required">Place &lt;b&gt;</label>' in drawn
    assert '<div class="helptext" id="id_place_helptext">Where <em>it</em> is</div>' in drawn
    assert '<ul class="errorlist" id="id_place_error"><li>' in drawn
    assert 'aria-invalid="true"' in drawn


def test_a_label_that_is_markup_stays_markup():
    assert '<label for="id_marked"><i>marked</i></label>' in Asked()["marked"].as_field_group()


def test_fields_of_several_inputs_stand_in_a_fieldset():
    drawn = Asked()["days"].as_field_group()
    assert '<fieldset class="fieldset-plain"><legend class="required">Days</legend>' in drawn
    assert drawn.endswith("</fieldset>")

"""{% mail_can_be_sent as has_mail %}: no page of a site without a mail server promises an e-mail."""

from django import template

from core.records import mail

register = template.Library()
register.simple_tag(mail.can_be_sent, name="mail_can_be_sent")

"""What changes an event: keyword-only functions, each one transaction under the event's lock."""

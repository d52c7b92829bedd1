"""The API of events. It uses the same services as the pages, with the same rights and the same errors with their
codes."""

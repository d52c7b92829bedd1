"""Events for programs: the same services, the same rights, the same refusals with their codes."""

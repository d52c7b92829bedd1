"""Pages, a file a theme. Each fetches, asks a service, and shows; the services decide."""

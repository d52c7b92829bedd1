"""Views of events, one file for each theme. They fetch data, call services and render; the services decide."""

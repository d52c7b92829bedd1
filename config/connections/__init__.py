"""What stands between a connection and Django, in the order in which a request meets it.

- `protocol`: uvicorn's, with limits of time for heads and readers and of number for connections (`Guard`);
- `early_responses`: what is refused by its head, and `/healthz`, without a thread;
- `bodies`: a thread gets a complete request and leaves its response, while the event loop waits for slow clients;
- `spool`: where bodies and responses wait, in memory and then in a file without a name.

uvicorn is started with `--http config.connections:Connection`, by `launch.services` and so by ./run and runserver.
"""

from config.connections.protocol import Connection

__all__ = ["Connection"]

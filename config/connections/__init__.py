"""Connections and bodies in the web process. uvicorn is started with `--http config.connections:Connection`."""

from config.connections.protocol import Connection

__all__ = ["Connection"]

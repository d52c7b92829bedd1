"""Django's runserver, which restarts when a file changes, with the server and the options of ./run."""

from typing import Any

import uvicorn
from django.core.management.commands import runserver
from django.utils import autoreload

from launch import services


class Command(runserver.Command):
    addr: str
    port: str

    def inner_run(self, *args: Any, **options: Any) -> None:
        autoreload.raise_last_exception()
        self.check(display_num_errors=True)
        self.check_migrations()
        _python, _module, _uvicorn, *command = services.web(self.addr, int(self.port)).command
        uvicorn.main([*command, "--workers", "1", "--log-level", "info", "--access-log"], standalone_mode=False)

"""`python -m tests.golden_events.record`: records the events anew, in a database that goes when it is done."""

import os

import django


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from django.db import transaction
    from django.test.runner import DiscoverRunner
    from django.test.utils import setup_test_environment

    from tests.golden_events import recording, store

    setup_test_environment()
    runner = DiscoverRunner(verbosity=0)
    databases = runner.setup_databases()
    events = []
    for number in range(recording.EVENTS):
        with transaction.atomic():
            events.append(recording.recorded(number))
            transaction.set_rollback(True)
    store.save(events)
    runner.teardown_databases(databases)


if __name__ == "__main__":
    main()

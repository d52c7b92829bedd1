"""The Celery settings that worker, beat and senders of tasks share, and the schedule."""

from typing import Any

SETTINGS: dict[str, Any] = {
    "timezone": "UTC",
    "task_acks_late": True,
    "task_reject_on_worker_lost": True,
    "task_ignore_result": True,
    "task_time_limit": 45,  # less than the visibility timeout, otherwise a running task would be started again
    "task_soft_time_limit": 40,
    "worker_prefetch_multiplier": 1,
    "worker_max_tasks_per_child": 500,
    "worker_hijack_root_logger": False,
    "broker_connection_retry_on_startup": True,
    "broker_transport_options": {
        "visibility_timeout": 60,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        "max_retries": 1,
        "interval_start": 0.1,
        "interval_step": 0.1,
        "interval_max": 0.1,
    },
    "beat_schedule": {
        "heartbeat": {"task": "config.heartbeat", "schedule": 10, "options": {"expires": 10}},
        "mails": {"task": "tournaments.send_mails", "schedule": 15, "options": {"expires": 15}},
        "accounts": {"task": "accounts.chores", "schedule": 3600, "options": {"expires": 3600}},
        "practice tables": {"task": "judging.delete_old_tables", "schedule": 3600, "options": {"expires": 3600}},
        "contacts": {"task": "tournaments.delete_old_contacts", "schedule": 3600, "options": {"expires": 3600}},
        "addresses": {"task": "judging.delete_old_addresses", "schedule": 3600, "options": {"expires": 3600}},
        "removed": {"task": "teams.delete_removed", "schedule": 3600, "options": {"expires": 3600}},
        "list deadlines": {"task": "tournaments.lock_lists", "schedule": 30, "options": {"expires": 30}},
    },
}

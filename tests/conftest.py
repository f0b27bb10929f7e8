"""What every test starts from."""

from __future__ import annotations

import signal

from hypothesis import HealthCheck, settings

# No test may fail because the machine is busy.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

# A job that a script starts in the background ignores Ctrl-C, and so does everything it starts; the tests of
# interrupted runs send that signal to themselves and to programs of their own.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

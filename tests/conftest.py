"""What every test starts from."""

from __future__ import annotations

import signal

# A job that a script starts in the background ignores Ctrl-C, and so does everything it starts; the tests of
# interrupted runs send that signal to themselves and to programs of their own.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

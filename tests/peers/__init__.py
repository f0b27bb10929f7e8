"""Other people's domino programs, played move by move against ours: an optional job, see `tests.peers.agreement`."""

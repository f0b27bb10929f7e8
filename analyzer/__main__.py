"""``python -m analyzer`` is the command ``dominolab``."""

from analyzer.cli import main

if __name__ == "__main__":  # workers that start afresh import this module again
    main()

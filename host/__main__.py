"""The command `tertulia`, which is also `python -m host`.

Ctrl-C counts from the first moment, so everything else is imported behind it.
"""

from host.interrupt import quiet


def main() -> None:
    """Run the command line."""
    quiet()
    from host.cli import main as commands

    commands()


if __name__ == "__main__":
    main()

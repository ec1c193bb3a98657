"""`python -m host` is the command `tertulia`."""

from host.cli import main

if __name__ == "__main__":
    main()

"""`python -m dpmean` is the command `dpmean`."""

from .cli.main import main

if __name__ == "__main__":
    main()

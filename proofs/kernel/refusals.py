"""How the checker says no."""


class NotProved(Exception):
    """The certificate does not check."""


class Misuse(BaseException):
    """A symbol was asked for something that only a number has (a truth value, equality): no shipped code may catch
    this.
    """

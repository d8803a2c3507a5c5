"""The errors by which the checker refuses a proof."""


class NotProved(Exception):
    """The certificate does not check."""


class Misuse(BaseException):
    """A symbol was asked for something that only a number has, such as a truth value or equality.

    No shipped code may catch this error.
    """

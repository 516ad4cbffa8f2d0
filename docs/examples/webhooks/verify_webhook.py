"""Verifies a delivery of the Partner Business Onboarding Service. Python 3.8 or newer, standard library only."""

import base64
import hashlib
import hmac
import time

TOLERANCE_SECONDS = 300


class VerificationError(Exception):
    """Answer with 400."""


def verify(headers, body, secrets, now=None):
    """headers: names in lower case; body: the raw bytes; secrets: one or more that begin with whsec_."""
    try:
        event_id = headers["svc-id"]
        timestamp = headers["svc-timestamp"]
        signatures = headers["svc-signature"].split(" ")
    except KeyError as missing:
        raise VerificationError(f"the header {missing} is missing")
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12):
        raise VerificationError("the timestamp is not a number")
    if abs((time.time() if now is None else now) - int(timestamp)) > TOLERANCE_SECONDS:
        raise VerificationError("the timestamp is too far from now")

    content = f"{event_id}.{timestamp}.".encode() + body
    for secret in secrets:
        key = base64.b64decode(secret[6:] if secret.startswith("whsec_") else secret)
        expected = "v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
        for signature in signatures:
            # Takes equally long wherever the two differ.
            if hmac.compare_digest(signature.encode(), expected.encode()):
                return
    raise VerificationError("no signature matches")


if __name__ == "__main__":
    # To try it out: a request on standard input, headers, an empty line, the body; secrets in WEBHOOK_SECRETS.
    import os
    import sys

    head, _, raw_body = sys.stdin.buffer.read().partition(b"\r\n\r\n")
    lines = (line.split(": ", 1) for line in head.decode("latin-1").split("\r\n"))
    try:
        verify({name.lower(): value for name, value in lines}, raw_body, os.environ["WEBHOOK_SECRETS"].split())
        print("verified")
    except VerificationError as refused:
        print(f"refused: {refused}")
        sys.exit(1)

"""Receives the webhooks of the local sandbox, verifies each, and ends with the first that says Approved."""

import json
import os
import ssl
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from onboarding_sdk import WebhookVerificationError, verify_webhook

receiver = json.loads(Path(".stack/sandbox/env.json").read_text())["receivers"][0]
secret = os.environ["WEBHOOK_SECRET"]


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            event = verify_webhook(body, self.headers, secret)
        except WebhookVerificationError as error:
            print(f"Refused: {error}", flush=True)
            self.send_response(400)
            self.end_headers()
            return
        approved = event["data"].get("verificationStatus") == "Approved"
        print(f"Verified: {event['eventType']}{', Approved' if approved else ''}", flush=True)
        self.send_response(204)
        self.end_headers()
        if approved:
            Thread(target=server.shutdown).start()

    def log_message(self, *_: object) -> None:
        """Only what is printed above."""


server = ThreadingHTTPServer(("127.0.0.1", receiver["port"]), Receiver)
tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
tls.load_cert_chain(receiver["certFile"], receiver["keyFile"])
server.socket = tls.wrap_socket(server.socket, server_side=True)
print(f"Listening for webhooks on port {receiver['port']}", flush=True)
server.serve_forever()

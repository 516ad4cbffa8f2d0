"""Messages that say what to do. The list of cases has some of them; here is each."""

from __future__ import annotations

import unittest
from collections.abc import Callable
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, cast

from onboarding_sdk import (
    AsyncOnboardingClient,
    InvalidRequestError,
    OnboardingClient,
    WebhookSecretError,
    WebhookVerificationError,
    sign_delivery,
    verify_webhook,
)
from onboarding_sdk._flows import _explain, _read, _refusal
from onboarding_sdk.models import Problem

SECRET = "whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc="


def _never_signs(content: bytes) -> bytes:
    raise AssertionError(f"signed {len(content)} bytes")


class SecretStr:
    """Like the one of pydantic."""

    def __init__(self, secret: str) -> None:
        self.secret = secret

    def __len__(self) -> int:
        return len(self.secret)


class Messages(unittest.TestCase):
    def test_a_wrong_secret_is_reported_before_headers_and_body_without_showing_it(self) -> None:
        cases: list[tuple[object, str]] = [
            (None, "^The webhook secret is missing: check the setting"),
            ("", "^The webhook secret is missing"),
            (" \n", "^The webhook secret is missing"),
            ([], "^The list of webhook secrets is empty"),
            ("whsec_", "^The webhook secret is malformed. A secret is whsec_"),
            ("whsec_c2hvcnQ=", "^The webhook secret is malformed. A secret is"),
            (f"{SECRET[:20]}\n{SECRET[20:]}", "^The webhook secret is malformed. It contains a space"),
            (f"{SECRET},{SECRET}", "malformed. .* pass several secrets as a list"),
            ([SECRET, ""], "^Webhook secret 2 of 2 is missing"),
            ((None, SECRET), "^Webhook secret 1 of 2 is missing"),
            ([SECRET, "hunter2", SECRET], "^Webhook secret 2 of 3 is malformed"),
            (b"hunter2", "^The webhook secret must be a string, and is of type bytes: decode bytes"),
            (bytearray(b"hunter2"), "^The webhook secret must be a string, and is of type bytearray"),
            (SecretStr(SECRET), "^The webhook secret must be a string, and is of type SecretStr: .* from an object"),
            (7, "^The webhook secret must be a string, and is of type int"),
            ([SECRET, SECRET.encode()], "^Webhook secret 2 of 2 must be a string, and is of type bytes"),
            ((one for one in (SECRET, "")), "^Webhook secret 2 of 2 is missing"),
            (iter(()), "^The list of webhook secrets is empty"),
        ]
        for secrets, message in cases:
            with self.subTest(secrets), self.assertRaisesRegex(WebhookSecretError, message) as raised:
                # Callers without types can pass anything.
                verify_webhook(cast(Any, 7), {}, cast(Any, secrets))
            self.assertNotIsInstance(raised.exception, WebhookVerificationError)
            self.assertRegex(str(raised.exception), r"The portal shows it once.*rotate it there\.$")
            for part in (SECRET[20:], "hunter2"):
                self.assertNotIn(part, str(raised.exception))

    def test_the_secrets_may_be_any_iterable(self) -> None:
        headers = sign_delivery(
            "{}", {SECRET}, event_id="an-event", event_type="webhook.test", delivery_id="a-delivery"
        )
        other = SECRET.replace("B", "C")
        for secrets in (
            (other, SECRET),
            {other, SECRET},
            iter([other, SECRET]),
            {"old": other, "new": SECRET}.values(),
        ):
            with self.subTest(secrets):
                self.assertEqual(verify_webhook("{}", headers, secrets), {})

    def test_the_message_about_a_nested_field_says_where_it_is(self) -> None:
        def shown(pointer: str) -> str:
            problem: Problem = {"pointer": pointer, "code": "PhoneNumber.Invalid", "message": "It is odd."}
            return str(InvalidRequestError("It is odd.", status=400, code="PhoneNumber.Invalid", details=[problem]))

        self.assertEqual(shown("/businessPersonList/1/phone"), "It is odd. (/businessPersonList/1/phone)")
        for pointer in ("/phoneNumber", "?limit", ""):
            self.assertEqual(shown(pointer), "It is odd.")

    def test_a_foreign_authorization_header_is_named_as_the_cause(self) -> None:
        error = _refusal(400, b"<Error><Code>InvalidArgument</Code></Error>")
        self.assertRegex(
            str(error), r"answered 400 \(InvalidArgument\)\. .*Authorization header.* Remove the header\.$"
        )

    def test_a_refusal_is_explained_and_a_later_one_is_named(self) -> None:
        self.assertRegex(
            _explain("Unscannable"), r"^A virus scanner could not finish the file\. .*new scan or print\.$"
        )
        self.assertEqual(_explain("SomethingNew"), "The file was refused: SomethingNew.")

    def test_a_misspelled_option_is_refused_before_anything_is_sent(self) -> None:
        settings: dict[str, Any] = {"base_url": "https://api.example", "client_id": "c", "private_key": _never_signs}
        client: Any = OnboardingClient(**settings, issuer="https://id.example")
        self.addCleanup(client.close)
        cases: list[tuple[Callable[[], object], str]] = [
            (
                lambda: client.create_business_profile({}, idempotencyKey="x"),
                "'idempotencyKey': did you mean 'idempotency_key'",
            ),
            (lambda: client.patch_business_profile("id", {}, ifMatch=1), "'ifMatch': did you mean 'if_match'"),
            (lambda: client.create_business_profile({}, if_match=1), "'if_match'"),
            (lambda: client.list_business_profiles(metdata=["a:b"]), "'metdata'"),
            (lambda: client.read_business_profile("id", if_nonematch='"1"'), "'if_nonematch'"),
            (lambda: client.iterate_business_profiles(metdata=["a:b"]), "'metdata'"),
            (lambda: client.iterate_audit_trail("id", time_out=1), "'time_out': did you mean 'timeout'"),
            (lambda: client.iterate_api_requests(failed=True), "'failed'"),
            (lambda: client.iterate_changes(folow=True), "'folow': did you mean 'follow'"),
            (lambda: client.upload_document("id", b"", documentCategory="Other"), "did you mean 'document_category'"),
            (lambda: client.wait_for_document("id", "id", maxWait=1), "did you mean 'max_wait'"),
            (lambda: client.wait_for_decision("id", maxWait=1), "did you mean 'max_wait'"),
            (
                lambda: cast(Any, OnboardingClient)(**settings, max_retires=0),
                "'max_retires': did you mean 'max_retries'",
            ),
            (
                lambda: cast(Any, AsyncOnboardingClient)(**settings, max_retires=0),
                "'max_retires': did you mean 'max_retries'",
            ),
        ]
        for call, message in cases:
            with self.subTest(message), self.assertRaisesRegex(TypeError, f"^Unknown option .*{message}"):
                call()

    def test_a_file_can_be_given_as_its_path(self) -> None:
        with NamedTemporaryFile(suffix=".pdf") as file:
            file.write(b"%PDF-1.7")
            file.flush()
            for given in (file.name, Path(file.name), b"%PDF-1.7"):
                self.assertEqual(_read(given), b"%PDF-1.7")


if __name__ == "__main__":
    unittest.main()

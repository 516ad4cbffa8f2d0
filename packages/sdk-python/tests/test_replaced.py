"""What the list of cases cannot ask for: parts that a caller brings along."""

from __future__ import annotations

import asyncio
import inspect
import json
import unittest
from datetime import UTC, date, datetime
from typing import Any

import httpx

from onboarding_sdk import AsyncOnboardingClient, ClientOptions, OnboardingClient, ServiceError, UnknownFileTypeError

TOKEN = {"access_token": "a-token", "expires_in": 300}
NOTHING = {"isSuccess": True, "value": {"items": [], "nextCursor": None}}


class Replaced(unittest.TestCase):
    def setUp(self) -> None:
        self.seen: list[httpx.Request] = []
        self.options: ClientOptions = {
            "base_url": "https://api.example.com/",
            "issuer": "https://identity.example.com",
            "client_id": "acme",
            "private_key": lambda content: b"signed",
            "user_agent": "acme/7",
        }

    def answer(self, request: httpx.Request) -> httpx.Response:
        self.seen.append(request)
        return httpx.Response(200, json=TOKEN if request.url.path == "/oauth2/token" else NOTHING)

    def test_requests_go_through_the_http_client_of_the_caller_who_also_closes_it(self) -> None:
        http_client = httpx.Client(transport=httpx.MockTransport(self.answer))
        with OnboardingClient(http_client=http_client, **self.options) as client:
            client.list_business_profiles(
                created_from=date(2026, 11, 15),
                updated_from=datetime(2026, 11, 15, 9, 30, tzinfo=UTC),
                verification_status=["Approved", "Rejected"],
            )
        self.assertFalse(http_client.is_closed)
        token, listed = self.seen
        self.assertEqual(str(token.url), "https://identity.example.com/oauth2/token")
        self.assertEqual(listed.headers["authorization"], "Bearer a-token")
        self.assertRegex(listed.headers["user-agent"], r"^acme/7 onboarding-sdk-python/\d")
        self.assertEqual(
            listed.url.params.multi_items(),
            [
                ("verificationStatus", "Approved"),
                ("verificationStatus", "Rejected"),
                ("createdFrom", "2026-11-15"),
                ("updatedFrom", "2026-11-15T09:30:00+00:00"),
            ],
        )

    def test_a_file_of_unknown_type_is_refused_before_anything_is_sent(self) -> None:
        with httpx.Client(transport=httpx.MockTransport(self.answer)) as http_client:
            client = OnboardingClient(http_client=http_client, **self.options)
            with self.assertRaises(UnknownFileTypeError):
                client.upload_document("a", b"hello", document_category="BankStatement")
        self.assertEqual(self.seen, [])

    def test_retries_outlast_eight_refusals_and_end_by_time(self) -> None:
        def answer(request: httpx.Request) -> httpx.Response:
            if request.url.path == "/oauth2/token":
                return httpx.Response(200, json=TOKEN)
            self.seen.append(request)
            return httpx.Response(503) if len(self.seen) < 9 else httpx.Response(200, json=NOTHING)

        with httpx.Client(transport=httpx.MockTransport(answer)) as http_client:
            options: ClientOptions = {**self.options, "backoff": 0.001}
            OnboardingClient(http_client=http_client, **options).list_business_profiles()
            self.assertEqual(len(self.seen), 9)
            self.seen.clear()
            with self.assertRaises(ServiceError):
                OnboardingClient(http_client=http_client, **options).list_business_profiles(retry_for=0)
        self.assertEqual(len(self.seen), 1)

    def test_warnings_are_logged(self) -> None:
        warning = {"pointer": "", "code": "Customer.RequestUnanswered", "message": "Something is still requested."}

        def answer(request: httpx.Request) -> httpx.Response:
            return httpx.Response(
                200, json=TOKEN if request.url.path == "/oauth2/token" else NOTHING | {"warnings": [warning]}
            )

        with httpx.Client(transport=httpx.MockTransport(answer)) as http_client:
            client = OnboardingClient(http_client=http_client, **self.options)
            with self.assertLogs("onboarding_sdk", "WARNING") as logged:
                client.list_business_profiles()
        self.assertEqual(
            [record.getMessage() for record in logged.records],
            ["listBusinessProfiles: Customer.RequestUnanswered at /: Something is still requested."],
        )

    def test_its_own_http_client_is_closed_with_it(self) -> None:
        client = OnboardingClient(**self.options)
        client.close()
        with self.assertRaisesRegex(RuntimeError, "closed"):
            client.list_countries()

    def test_a_time_without_a_zone_is_refused(self) -> None:
        http_client = httpx.Client(transport=httpx.MockTransport(self.answer))
        client = OnboardingClient(http_client=http_client, **self.options)
        with self.assertRaisesRegex(TypeError, "time zone"):
            client.list_business_profiles(created_from=datetime(2026, 11, 15))
        self.assertEqual(self.seen, [])

    def test_a_signing_function_may_be_asynchronous_in_the_asynchronous_client_only(self) -> None:
        async def sign(content: bytes) -> bytes:
            await asyncio.sleep(0)
            return b"signed later"

        options: ClientOptions = {**self.options, "private_key": sign}

        async def use() -> Any:
            http_client = httpx.AsyncClient(transport=httpx.MockTransport(self.answer))
            async with AsyncOnboardingClient(http_client=http_client, **options) as client:
                return await client.list_business_profiles()

        self.assertEqual(asyncio.run(use()), NOTHING["value"])
        self.assertIn("c2lnbmVkIGxhdGVy", self.seen[0].content.decode())
        client = OnboardingClient(http_client=httpx.Client(transport=httpx.MockTransport(self.answer)), **options)
        with self.assertRaisesRegex(TypeError, "asynchronous function"):
            client.list_business_profiles()

    def test_an_iteration_takes_the_filters_of_its_list(self) -> None:
        pairs = [
            ("iterate_business_profiles", "list_business_profiles", {"page", "page_size"}),
            ("iterate_audit_trail", "read_audit_trail", set[str]()),
            ("iterate_api_requests", "list_api_requests", set[str]()),
            ("iterate_changes", "read_changes", set[str]()),
        ]
        for client in (OnboardingClient, AsyncOnboardingClient):
            for iterate, listed, omitted in pairs:
                takes = {
                    name: list(inspect.signature(getattr(client, name)).parameters.items())
                    for name in (iterate, listed)
                }
                wanted = [str(one) for name, one in takes[listed] if name not in omitted | {"options"}]
                self.assertEqual([str(one) for name, one in takes[iterate] if name != "options"], wanted, iterate)

    def test_text_is_sent_as_it_is(self) -> None:
        http_client = httpx.Client(transport=httpx.MockTransport(self.answer))
        client = OnboardingClient(http_client=http_client, **self.options)
        client.patch_business_profile("id", {"companyName": "Ọjà Ńlá"})
        self.assertEqual(json.loads(self.seen[1].content), {"companyName": "Ọjà Ńlá"})
        self.assertIn("Ọjà", self.seen[1].content.decode())


if __name__ == "__main__":
    unittest.main()

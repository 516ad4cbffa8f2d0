"""What a type checker tells partners. It is checked, not run: an error that is expected and missing fails the check."""

from __future__ import annotations

from datetime import UTC, datetime

from onboarding_sdk import AsyncOnboardingClient, OnboardingClient, verify_webhook
from onboarding_sdk.models import BusinessProfile, BusinessProfileCreate


def calls(client: OnboardingClient, body: BusinessProfileCreate) -> None:
    created = client.create_business_profile(body, idempotency_key="my-key", timeout=5)
    print(created["customerId"].upper(), created["version"] + 1)
    created["customer_id"]  # type: ignore[typeddict-item]
    client.create_business_profile({"companyName": "Half a body"})  # type: ignore[typeddict-item]
    client.create_business_profile(body, if_match=1)  # type: ignore[call-arg]
    client.patch_business_profile("id", {"industry": "Farming"}, if_match=1)  # type: ignore[typeddict-item]
    client.upload_document("id", b"", on_progress=print)  # type: ignore[call-arg]
    client.list_business_profiles(created_from=datetime.now(UTC), verification_status=["Approved"], limit=10)


def not_modified(client: OnboardingClient) -> BusinessProfile:
    # None only for a call that asks for it.
    known: BusinessProfile = client.read_business_profile("id")
    fresh = client.read_business_profile("id", if_none_match='"1"')
    fresh["companyName"]  # type: ignore[index]
    return fresh or known


def lists(client: OnboardingClient) -> None:
    for business in client.iterate_business_profiles(limit=5):
        print(business["verificationStatus"])
    for event in client.iterate_changes(follow=True):
        if event["eventType"] == "business.person.added":
            print(event["data"]["uboId"])
        elif event["eventType"] == "webhook.test":
            event["data"]["uboId"]  # type: ignore[typeddict-item]


async def asynchronous(client: AsyncOnboardingClient) -> None:
    decision = await client.wait_for_decision("id", max_wait=60)
    print(decision["reasons"][0]["code"])
    async for entry in client.iterate_audit_trail("id"):
        print(entry["action"])
    client.read_business_profile("id")["companyName"]  # type: ignore[index]


def webhooks(headers: dict[str, str], parsed: dict[str, object]) -> None:
    event = verify_webhook(b"{}", headers, "whsec_")
    print(event["eventId"])
    verify_webhook(parsed, headers, "whsec_")  # type: ignore[arg-type]

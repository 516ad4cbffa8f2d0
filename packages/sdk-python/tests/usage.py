"""What a type checker tells partners. It is checked, not run: an error that is expected and missing fails the check."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import cast

from onboarding_sdk import AsyncOnboardingClient, DocumentRefusedError, OnboardingClient, verify_webhook
from onboarding_sdk.models import (
    DOCUMENT_CATEGORIES,
    BusinessProfile,
    BusinessProfileCreate,
    DocumentCategory,
    DocumentRefusal,
    IdentityUpdate,
    UnknownEvent,
    WebhookEvent,
)


def calls(client: OnboardingClient, body: BusinessProfileCreate) -> None:
    created = client.create_business_profile(body, idempotency_key="my-key", timeout=5)
    print(created["customerId"].upper(), created["version"] + 1)
    created["customer_id"]  # type: ignore[typeddict-item]
    client.create_business_profile({"companyName": "Half a body"})  # type: ignore[typeddict-item]
    client.create_business_profile(body, if_match=1)  # type: ignore[call-arg]
    client.patch_business_profile("id", {"industry": "Farming"}, if_match=1)  # type: ignore[typeddict-item]
    known: IdentityUpdate = {"identityId": "id", "expiryDate": "2030-01-31"}
    client.patch_business_profile("id", {"businessPersonList": [{"uboId": "id", "phone": None, "identities": [known]}]})
    client.patch_business_profile("id", {"businessPersonList": [{"uboId": 7}]})  # type: ignore[typeddict-item]
    client.upload_document("id", b"", on_progress=print)  # type: ignore[call-arg]
    # What a status says of a refused document can be passed on.
    for refused in client.read_verification_status("id")["documents"]:
        client.upload_document("id", "new.pdf", document_category=refused["documentCategory"], ubo_id=refused["uboId"])
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


def events(event: WebhookEvent) -> str:
    if event["eventType"] == "webhook.test":
        none: None = event["sequence"]
        event["sequence"] + 1  # type: ignore[operator]
        return str(none)
    # All others are about a customer.
    print(event["sequence"] + 1, event["correlation"]["customerId"].upper())
    if event["eventType"] == "business.document.rejected":
        refusal: DocumentRefusal | str = event["data"]["refusal"]
        return refusal
    unknown = cast(UnknownEvent, event)
    return unknown["eventType"]


def values(client: OnboardingClient, refused: DocumentRefusedError) -> DocumentRefusal | str:
    category: DocumentCategory = DOCUMENT_CATEGORIES[0]
    client.post_upload_link("id", {"documentCategory": category, "contentType": "application/pdf"})
    wrong: DocumentCategory = "BankStatment"  # type: ignore[assignment]
    print(wrong)
    return refused.refusal

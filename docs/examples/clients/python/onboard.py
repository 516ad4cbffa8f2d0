"""Onboards a business with a client that was generated from the OpenAPI document: see docs/clients.md."""

import datetime
import json
import os
import pathlib
import time
import uuid
from typing import Protocol, TypeVar

import httpx
import jwt
from client import AuthenticatedClient
from client.api.business_profiles import (
    create_business_profile,
    patch_business_profile,
    post_upload_link,
    read_business_profile,
    read_verification_status,
)
from client.models import (
    Address,
    BusinessPerson,
    BusinessPersonOwnershipTypeItem,
    BusinessProfileCreate,
    BusinessProfileCreateIndustry,
    BusinessProfilePatch,
    Failure,
    Identity,
    IdentityIdentityTypeCode,
    UploadLinkRequest,
    UploadLinkRequestContentType,
    UploadLinkRequestDocumentCategory,
)


def token() -> str:
    """An access token for an assertion that is signed with the private key."""
    issuer, client_id = os.environ["ISSUER"], os.environ["CLIENT_ID"]
    now = int(time.time())
    claims = {"iss": client_id, "sub": client_id, "aud": issuer, "jti": str(uuid.uuid4()), "iat": now, "exp": now + 60}
    key = pathlib.Path(os.environ["PRIVATE_KEY_FILE"]).read_text()
    form = {
        "grant_type": "client_credentials",
        "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        "client_assertion": jwt.encode(claims, key, algorithm="RS256"),
    }
    answer = httpx.post(f"{issuer}/oauth2/token", data=form).raise_for_status()
    return str(answer.json()["access_token"])


T_co = TypeVar("T_co", covariant=True)


class Success(Protocol[T_co]):
    @property
    def value(self) -> T_co: ...


def value_of(answer: Success[T_co] | Failure | None) -> T_co:
    """The value of an answer, or an error that says what the API said."""
    if answer is None or isinstance(answer, Failure):
        raise RuntimeError(f"The API refused: {answer}")
    return answer.value


business = BusinessProfileCreate(
    partner_customer_id=f"python-{uuid.uuid4()}",
    email="office@hexagon-trading.example",
    company_name="Hexagon Trading Ltd",
    business_type_code="PrivateLimitedCompany",
    incorporation_country_iso_3_code="GBR",
    industry=BusinessProfileCreateIndustry.CUSTOMERREVENUE,
    website="https://hexagon-trading.example",
    registration_number="12345678",
    business_person_list=[
        BusinessPerson(
            first_name="Amara",
            last_name="Okafor",
            nationality="GBR",
            email="amara@hexagon-trading.example",
            ownership_type=[BusinessPersonOwnershipTypeItem.UBO, BusinessPersonOwnershipTypeItem.DIRECTOR],
            percentage_share=60,
            address=Address(
                street_line_1="1 High Street", city="London", state="London", postal_code="E1 6AN", country_code="GBR"
            ),
            identities=[
                Identity(
                    identity_type_code=IdentityIdentityTypeCode.PASSPORT,
                    issuing_country="GBR",
                    identity_value="707071234",
                    issue_date=datetime.date(2022, 1, 1),
                    expiry_date=datetime.date(2031, 12, 31),
                )
            ],
        )
    ],
)

with AuthenticatedClient(base_url=os.environ["API_URL"], token=token()) as client:
    # Sent again with the same key, the request would create nothing more.
    key = str(uuid.uuid4())
    customer_id = value_of(create_business_profile.sync(client=client, body=business, idempotency_key=key)).customer_id
    created = value_of(read_business_profile.sync(customer_id, client=client))

    # Refused with 412 if somebody has changed the business since it was read.
    version = f'"{created.version}"'
    change = BusinessProfilePatch(description="Trades in hexagons")
    changed = value_of(patch_business_profile.sync(customer_id, client=client, body=change, if_match=version))

    wanted = UploadLinkRequest(
        document_category=UploadLinkRequestDocumentCategory.CERTIFICATEOFINCORPORATION,
        content_type=UploadLinkRequestContentType.APPLICATIONPDF,
    )
    link = value_of(post_upload_link.sync(customer_id, client=client, body=wanted))
    file = pathlib.Path(os.environ["DOCUMENT_FILE"]).read_bytes()
    httpx.request(link.method, link.upload_url, headers=link.headers.to_dict(), content=file).raise_for_status()
    hand_in = BusinessProfilePatch(business_document_id_list=[link.document_id])
    documents = value_of(patch_business_profile.sync(customer_id, client=client, body=hand_in)).documents

    status = value_of(read_verification_status.sync(customer_id, client=client))
    unknown = read_business_profile.sync(uuid.uuid4(), client=client)

print(
    json.dumps(
        {
            "customerId": str(customer_id),
            "partnerCustomerId": created.partner_customer_id,
            "people": [str(person.ubo_id) for person in created.business_person_list],
            "changed": changed.version > created.version,
            "documents": [document.to_dict() for document in documents],
            "verificationStatus": status.verification_status,
            "nextAction": status.next_action,
            "refusal": unknown.error.code if isinstance(unknown, Failure) else None,
        }
    )
)

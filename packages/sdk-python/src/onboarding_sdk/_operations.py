# Made by npm run generate from the OpenAPI documents. Change the route tables of the API.
"""One method for each operation of the Partner API and the sandbox."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, TypeVar, Unpack, overload

from ._core import Operation
from ._known import known
from .models import (
    Advance,
    Advanced,
    ApiRequestPage,
    AuditPage,
    BusinessProfile,
    BusinessProfileCreate,
    BusinessProfileCreated,
    BusinessProfileList,
    BusinessProfilePatch,
    BusinessProfilePatched,
    BusinessProfilePut,
    BusinessProfileReplaced,
    BusinessProfileValid,
    BusinessType,
    ChangesPage,
    Country,
    IdentityRequirement,
    Simulated,
    Simulation,
    UploadLink,
    UploadLinkRequest,
    VerificationStatus,
)
from .options import CallOptions, LookupOptions, UpdateOptions, WriteOptions

Value = TypeVar("Value")

CREATE_BUSINESS_PROFILE = Operation[BusinessProfileCreated](
    "createBusinessProfile", "POST", "/api/partner/v1/business-profiles", keyed=True
)
LIST_BUSINESS_PROFILES = Operation[BusinessProfileList](
    "listBusinessProfiles", "GET", "/api/partner/v1/business-profiles", safe=True
)
VALIDATE_BUSINESS_PROFILE = Operation[BusinessProfileValid](
    "validateBusinessProfile", "POST", "/api/partner/v1/business-profiles/validate", safe=True
)
READ_BUSINESS_PROFILE = Operation[BusinessProfile](
    "readBusinessProfile", "GET", "/api/partner/v1/business-profiles/{customerId}", safe=True
)
PUT_BUSINESS_PROFILE = Operation[BusinessProfileReplaced](
    "putBusinessProfile", "PUT", "/api/partner/v1/business-profiles/{customerId}", keyed=True
)
PATCH_BUSINESS_PROFILE = Operation[BusinessProfilePatched](
    "patchBusinessProfile", "PATCH", "/api/partner/v1/business-profiles/{customerId}", keyed=True
)
READ_BUSINESS_PROFILE_BY_REFERENCE = Operation[BusinessProfile](
    "readBusinessProfileByReference", "GET", "/api/partner/v1/business-profiles/by-reference/{partnerCustomerId}", safe=True
)
READ_VERIFICATION_STATUS = Operation[VerificationStatus](
    "readVerificationStatus", "GET", "/api/partner/v1/business-profiles/{customerId}/verification-status", safe=True
)
READ_AUDIT_TRAIL = Operation[AuditPage](
    "readAuditTrail", "GET", "/api/partner/v1/business-profiles/{customerId}/audit", safe=True
)
POST_UPLOAD_LINK = Operation[UploadLink](
    "postUploadLink", "POST", "/api/partner/v1/business-profiles/{customerId}/documents/upload-link", keyed=True
)
LIST_IDENTITY_REQUIREMENTS = Operation[list[IdentityRequirement]](
    "listIdentityRequirements", "GET", "/api/customer/v1/onboarding/ubo-identity-requirements", safe=True
)
LIST_COUNTRIES = Operation[list[Country]](
    "listCountries", "GET", "/api/partner/v1/countries", safe=True
)
LIST_BUSINESS_TYPES = Operation[list[BusinessType]](
    "listBusinessTypes", "GET", "/api/partner/v1/business-types", safe=True
)
READ_CHANGES = Operation[ChangesPage](
    "readChanges", "GET", "/api/partner/v1/changes", safe=True
)
LIST_API_REQUESTS = Operation[ApiRequestPage](
    "listApiRequests", "GET", "/api/partner/v1/api-requests", safe=True
)
SIMULATE_VERIFICATION = Operation[Simulated](
    "simulateVerification", "POST", "/api/partner/v1/sandbox/business-profiles/{customerId}/simulate", keyed=True
)
ADVANCE_DAYS = Operation[Advanced](
    "advanceDays", "POST", "/api/partner/v1/sandbox/business-profiles/{customerId}/advance", keyed=True
)


class Operations:
    """Each method returns the value of the answer, or raises an OnboardingError."""

    def _call(
        self,
        operation: Operation[Value],
        path: Mapping[str, str],
        query: Mapping[str, object],
        body: object,
        options: Mapping[str, Any],
    ) -> Value:
        raise NotImplementedError

    def create_business_profile(
        self,
        body: BusinessProfileCreate,
        **options: Unpack[WriteOptions],
    ) -> BusinessProfileCreated:
        """Create a business with its people."""
        return self._call(CREATE_BUSINESS_PROFILE, {}, {}, body, known(options, WriteOptions))

    def list_business_profiles(
        self,
        *,
        q: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        verification_status: Sequence[str] | None = None,
        business_type_code: str | None = None,
        incorporation_country_iso3_code: str | None = None,
        registration_number: str | None = None,
        metadata: Sequence[str] | None = None,
        created_from: str | date | None = None,
        created_to: str | date | None = None,
        updated_from: str | date | None = None,
        updated_to: str | date | None = None,
        **options: Unpack[CallOptions],
    ) -> BusinessProfileList:
        """List your businesses."""
        return self._call(LIST_BUSINESS_PROFILES, {}, {
            "q": q,
            "limit": limit,
            "cursor": cursor,
            "page": page,
            "pageSize": page_size,
            "verificationStatus": verification_status,
            "businessTypeCode": business_type_code,
            "incorporationCountryIso3Code": incorporation_country_iso3_code,
            "registrationNumber": registration_number,
            "metadata": metadata,
            "createdFrom": created_from,
            "createdTo": created_to,
            "updatedFrom": updated_from,
            "updatedTo": updated_to,
        }, None, known(options, CallOptions))

    def validate_business_profile(
        self,
        body: BusinessProfileCreate,
        **options: Unpack[CallOptions],
    ) -> BusinessProfileValid:
        """Validate a business without saving it."""
        return self._call(VALIDATE_BUSINESS_PROFILE, {}, {}, body, known(options, CallOptions))

    @overload
    def read_business_profile(
        self,
        customer_id: str,
        *,
        if_none_match: None = None,
        **options: Unpack[CallOptions],
    ) -> BusinessProfile: ...

    @overload
    def read_business_profile(
        self,
        customer_id: str,
        *,
        if_none_match: str,
        **options: Unpack[CallOptions],
    ) -> BusinessProfile | None: ...

    def read_business_profile(
        self,
        customer_id: str,
        *,
        if_none_match: str | None = None,
        **options: Unpack[CallOptions],
    ) -> BusinessProfile | None:
        """Read a business by id. None if the ETag in if_none_match is still the current one."""
        return self._call(READ_BUSINESS_PROFILE, {"customerId": customer_id}, {}, None, {**known(options, CallOptions), "if_none_match": if_none_match})

    def put_business_profile(
        self,
        customer_id: str,
        body: BusinessProfilePut,
        **options: Unpack[UpdateOptions],
    ) -> BusinessProfileReplaced:
        """Replace the fields of a business."""
        return self._call(PUT_BUSINESS_PROFILE, {"customerId": customer_id}, {}, body, known(options, UpdateOptions))

    def patch_business_profile(
        self,
        customer_id: str,
        body: BusinessProfilePatch,
        **options: Unpack[UpdateOptions],
    ) -> BusinessProfilePatched:
        """Update a business and its people."""
        return self._call(PATCH_BUSINESS_PROFILE, {"customerId": customer_id}, {}, body, known(options, UpdateOptions))

    @overload
    def read_business_profile_by_reference(
        self,
        partner_customer_id: str,
        *,
        if_none_match: None = None,
        **options: Unpack[CallOptions],
    ) -> BusinessProfile: ...

    @overload
    def read_business_profile_by_reference(
        self,
        partner_customer_id: str,
        *,
        if_none_match: str,
        **options: Unpack[CallOptions],
    ) -> BusinessProfile | None: ...

    def read_business_profile_by_reference(
        self,
        partner_customer_id: str,
        *,
        if_none_match: str | None = None,
        **options: Unpack[CallOptions],
    ) -> BusinessProfile | None:
        """Read a business by your reference. None if the ETag in if_none_match is still the current one."""
        return self._call(READ_BUSINESS_PROFILE_BY_REFERENCE, {"partnerCustomerId": partner_customer_id}, {}, None, {**known(options, CallOptions), "if_none_match": if_none_match})

    @overload
    def read_verification_status(
        self,
        customer_id: str,
        *,
        if_none_match: None = None,
        **options: Unpack[CallOptions],
    ) -> VerificationStatus: ...

    @overload
    def read_verification_status(
        self,
        customer_id: str,
        *,
        if_none_match: str,
        **options: Unpack[CallOptions],
    ) -> VerificationStatus | None: ...

    def read_verification_status(
        self,
        customer_id: str,
        *,
        if_none_match: str | None = None,
        **options: Unpack[CallOptions],
    ) -> VerificationStatus | None:
        """Read the verification status of a business. None if the ETag in if_none_match is still the current one."""
        return self._call(READ_VERIFICATION_STATUS, {"customerId": customer_id}, {}, None, {**known(options, CallOptions), "if_none_match": if_none_match})

    def read_audit_trail(
        self,
        customer_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[CallOptions],
    ) -> AuditPage:
        """Read the audit trail of a business."""
        return self._call(READ_AUDIT_TRAIL, {"customerId": customer_id}, {"limit": limit, "cursor": cursor}, None, known(options, CallOptions))

    def post_upload_link(
        self,
        customer_id: str,
        body: UploadLinkRequest,
        **options: Unpack[WriteOptions],
    ) -> UploadLink:
        """Get an upload link for a document."""
        return self._call(POST_UPLOAD_LINK, {"customerId": customer_id}, {}, body, known(options, WriteOptions))

    @overload
    def list_identity_requirements(
        self,
        country_code: str,
        *,
        if_none_match: None = None,
        **options: Unpack[CallOptions],
    ) -> list[IdentityRequirement]: ...

    @overload
    def list_identity_requirements(
        self,
        country_code: str,
        *,
        if_none_match: str,
        **options: Unpack[CallOptions],
    ) -> list[IdentityRequirement] | None: ...

    def list_identity_requirements(
        self,
        country_code: str,
        *,
        if_none_match: str | None = None,
        **options: Unpack[CallOptions],
    ) -> list[IdentityRequirement] | None:
        """List accepted identity documents. None if the ETag in if_none_match is still the current one."""
        return self._call(LIST_IDENTITY_REQUIREMENTS, {}, {"countryCode": country_code}, None, {**known(options, CallOptions), "if_none_match": if_none_match})

    @overload
    def list_countries(
        self,
        *,
        if_none_match: None = None,
        **options: Unpack[CallOptions],
    ) -> list[Country]: ...

    @overload
    def list_countries(
        self,
        *,
        if_none_match: str,
        **options: Unpack[CallOptions],
    ) -> list[Country] | None: ...

    def list_countries(
        self,
        *,
        if_none_match: str | None = None,
        **options: Unpack[CallOptions],
    ) -> list[Country] | None:
        """List countries. None if the ETag in if_none_match is still the current one."""
        return self._call(LIST_COUNTRIES, {}, {}, None, {**known(options, CallOptions), "if_none_match": if_none_match})

    @overload
    def list_business_types(
        self,
        *,
        if_none_match: None = None,
        **options: Unpack[CallOptions],
    ) -> list[BusinessType]: ...

    @overload
    def list_business_types(
        self,
        *,
        if_none_match: str,
        **options: Unpack[CallOptions],
    ) -> list[BusinessType] | None: ...

    def list_business_types(
        self,
        *,
        if_none_match: str | None = None,
        **options: Unpack[CallOptions],
    ) -> list[BusinessType] | None:
        """List business types. None if the ETag in if_none_match is still the current one."""
        return self._call(LIST_BUSINESS_TYPES, {}, {}, None, {**known(options, CallOptions), "if_none_match": if_none_match})

    def read_changes(
        self,
        *,
        cursor: str | None = None,
        since: str | date | None = None,
        limit: int | None = None,
        **options: Unpack[CallOptions],
    ) -> ChangesPage:
        """Follow changes to your customers."""
        return self._call(READ_CHANGES, {}, {"cursor": cursor, "since": since, "limit": limit}, None, known(options, CallOptions))

    def list_api_requests(
        self,
        *,
        request_id: str | None = None,
        outcome: str | None = None,
        occurred_from: str | date | None = None,
        occurred_to: str | date | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[LookupOptions],
    ) -> ApiRequestPage:
        """List your API requests."""
        return self._call(LIST_API_REQUESTS, {}, {
            "requestId": request_id,
            "outcome": outcome,
            "occurredFrom": occurred_from,
            "occurredTo": occurred_to,
            "limit": limit,
            "cursor": cursor,
        }, None, known(options, LookupOptions))

    def simulate_verification(
        self,
        customer_id: str,
        body: Simulation,
        **options: Unpack[WriteOptions],
    ) -> Simulated:
        """Simulate the review of a business."""
        return self._call(SIMULATE_VERIFICATION, {"customerId": customer_id}, {}, body, known(options, WriteOptions))

    def advance_days(
        self,
        customer_id: str,
        body: Advance,
        **options: Unpack[WriteOptions],
    ) -> Advanced:
        """Advance time for a business."""
        return self._call(ADVANCE_DAYS, {"customerId": customer_id}, {}, body, known(options, WriteOptions))


class AsyncOperations:
    """Each method returns the value of the answer, or raises an OnboardingError."""

    async def _call(
        self,
        operation: Operation[Value],
        path: Mapping[str, str],
        query: Mapping[str, object],
        body: object,
        options: Mapping[str, Any],
    ) -> Value:
        raise NotImplementedError

    async def create_business_profile(
        self,
        body: BusinessProfileCreate,
        **options: Unpack[WriteOptions],
    ) -> BusinessProfileCreated:
        """Create a business with its people."""
        return await self._call(CREATE_BUSINESS_PROFILE, {}, {}, body, known(options, WriteOptions))

    async def list_business_profiles(
        self,
        *,
        q: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        verification_status: Sequence[str] | None = None,
        business_type_code: str | None = None,
        incorporation_country_iso3_code: str | None = None,
        registration_number: str | None = None,
        metadata: Sequence[str] | None = None,
        created_from: str | date | None = None,
        created_to: str | date | None = None,
        updated_from: str | date | None = None,
        updated_to: str | date | None = None,
        **options: Unpack[CallOptions],
    ) -> BusinessProfileList:
        """List your businesses."""
        return await self._call(LIST_BUSINESS_PROFILES, {}, {
            "q": q,
            "limit": limit,
            "cursor": cursor,
            "page": page,
            "pageSize": page_size,
            "verificationStatus": verification_status,
            "businessTypeCode": business_type_code,
            "incorporationCountryIso3Code": incorporation_country_iso3_code,
            "registrationNumber": registration_number,
            "metadata": metadata,
            "createdFrom": created_from,
            "createdTo": created_to,
            "updatedFrom": updated_from,
            "updatedTo": updated_to,
        }, None, known(options, CallOptions))

    async def validate_business_profile(
        self,
        body: BusinessProfileCreate,
        **options: Unpack[CallOptions],
    ) -> BusinessProfileValid:
        """Validate a business without saving it."""
        return await self._call(VALIDATE_BUSINESS_PROFILE, {}, {}, body, known(options, CallOptions))

    @overload
    async def read_business_profile(
        self,
        customer_id: str,
        *,
        if_none_match: None = None,
        **options: Unpack[CallOptions],
    ) -> BusinessProfile: ...

    @overload
    async def read_business_profile(
        self,
        customer_id: str,
        *,
        if_none_match: str,
        **options: Unpack[CallOptions],
    ) -> BusinessProfile | None: ...

    async def read_business_profile(
        self,
        customer_id: str,
        *,
        if_none_match: str | None = None,
        **options: Unpack[CallOptions],
    ) -> BusinessProfile | None:
        """Read a business by id. None if the ETag in if_none_match is still the current one."""
        return await self._call(READ_BUSINESS_PROFILE, {"customerId": customer_id}, {}, None, {**known(options, CallOptions), "if_none_match": if_none_match})

    async def put_business_profile(
        self,
        customer_id: str,
        body: BusinessProfilePut,
        **options: Unpack[UpdateOptions],
    ) -> BusinessProfileReplaced:
        """Replace the fields of a business."""
        return await self._call(PUT_BUSINESS_PROFILE, {"customerId": customer_id}, {}, body, known(options, UpdateOptions))

    async def patch_business_profile(
        self,
        customer_id: str,
        body: BusinessProfilePatch,
        **options: Unpack[UpdateOptions],
    ) -> BusinessProfilePatched:
        """Update a business and its people."""
        return await self._call(PATCH_BUSINESS_PROFILE, {"customerId": customer_id}, {}, body, known(options, UpdateOptions))

    @overload
    async def read_business_profile_by_reference(
        self,
        partner_customer_id: str,
        *,
        if_none_match: None = None,
        **options: Unpack[CallOptions],
    ) -> BusinessProfile: ...

    @overload
    async def read_business_profile_by_reference(
        self,
        partner_customer_id: str,
        *,
        if_none_match: str,
        **options: Unpack[CallOptions],
    ) -> BusinessProfile | None: ...

    async def read_business_profile_by_reference(
        self,
        partner_customer_id: str,
        *,
        if_none_match: str | None = None,
        **options: Unpack[CallOptions],
    ) -> BusinessProfile | None:
        """Read a business by your reference. None if the ETag in if_none_match is still the current one."""
        return await self._call(READ_BUSINESS_PROFILE_BY_REFERENCE, {"partnerCustomerId": partner_customer_id}, {}, None, {**known(options, CallOptions), "if_none_match": if_none_match})

    @overload
    async def read_verification_status(
        self,
        customer_id: str,
        *,
        if_none_match: None = None,
        **options: Unpack[CallOptions],
    ) -> VerificationStatus: ...

    @overload
    async def read_verification_status(
        self,
        customer_id: str,
        *,
        if_none_match: str,
        **options: Unpack[CallOptions],
    ) -> VerificationStatus | None: ...

    async def read_verification_status(
        self,
        customer_id: str,
        *,
        if_none_match: str | None = None,
        **options: Unpack[CallOptions],
    ) -> VerificationStatus | None:
        """Read the verification status of a business. None if the ETag in if_none_match is still the current one."""
        return await self._call(READ_VERIFICATION_STATUS, {"customerId": customer_id}, {}, None, {**known(options, CallOptions), "if_none_match": if_none_match})

    async def read_audit_trail(
        self,
        customer_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[CallOptions],
    ) -> AuditPage:
        """Read the audit trail of a business."""
        return await self._call(READ_AUDIT_TRAIL, {"customerId": customer_id}, {"limit": limit, "cursor": cursor}, None, known(options, CallOptions))

    async def post_upload_link(
        self,
        customer_id: str,
        body: UploadLinkRequest,
        **options: Unpack[WriteOptions],
    ) -> UploadLink:
        """Get an upload link for a document."""
        return await self._call(POST_UPLOAD_LINK, {"customerId": customer_id}, {}, body, known(options, WriteOptions))

    @overload
    async def list_identity_requirements(
        self,
        country_code: str,
        *,
        if_none_match: None = None,
        **options: Unpack[CallOptions],
    ) -> list[IdentityRequirement]: ...

    @overload
    async def list_identity_requirements(
        self,
        country_code: str,
        *,
        if_none_match: str,
        **options: Unpack[CallOptions],
    ) -> list[IdentityRequirement] | None: ...

    async def list_identity_requirements(
        self,
        country_code: str,
        *,
        if_none_match: str | None = None,
        **options: Unpack[CallOptions],
    ) -> list[IdentityRequirement] | None:
        """List accepted identity documents. None if the ETag in if_none_match is still the current one."""
        return await self._call(LIST_IDENTITY_REQUIREMENTS, {}, {"countryCode": country_code}, None, {**known(options, CallOptions), "if_none_match": if_none_match})

    @overload
    async def list_countries(
        self,
        *,
        if_none_match: None = None,
        **options: Unpack[CallOptions],
    ) -> list[Country]: ...

    @overload
    async def list_countries(
        self,
        *,
        if_none_match: str,
        **options: Unpack[CallOptions],
    ) -> list[Country] | None: ...

    async def list_countries(
        self,
        *,
        if_none_match: str | None = None,
        **options: Unpack[CallOptions],
    ) -> list[Country] | None:
        """List countries. None if the ETag in if_none_match is still the current one."""
        return await self._call(LIST_COUNTRIES, {}, {}, None, {**known(options, CallOptions), "if_none_match": if_none_match})

    @overload
    async def list_business_types(
        self,
        *,
        if_none_match: None = None,
        **options: Unpack[CallOptions],
    ) -> list[BusinessType]: ...

    @overload
    async def list_business_types(
        self,
        *,
        if_none_match: str,
        **options: Unpack[CallOptions],
    ) -> list[BusinessType] | None: ...

    async def list_business_types(
        self,
        *,
        if_none_match: str | None = None,
        **options: Unpack[CallOptions],
    ) -> list[BusinessType] | None:
        """List business types. None if the ETag in if_none_match is still the current one."""
        return await self._call(LIST_BUSINESS_TYPES, {}, {}, None, {**known(options, CallOptions), "if_none_match": if_none_match})

    async def read_changes(
        self,
        *,
        cursor: str | None = None,
        since: str | date | None = None,
        limit: int | None = None,
        **options: Unpack[CallOptions],
    ) -> ChangesPage:
        """Follow changes to your customers."""
        return await self._call(READ_CHANGES, {}, {"cursor": cursor, "since": since, "limit": limit}, None, known(options, CallOptions))

    async def list_api_requests(
        self,
        *,
        request_id: str | None = None,
        outcome: str | None = None,
        occurred_from: str | date | None = None,
        occurred_to: str | date | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[LookupOptions],
    ) -> ApiRequestPage:
        """List your API requests."""
        return await self._call(LIST_API_REQUESTS, {}, {
            "requestId": request_id,
            "outcome": outcome,
            "occurredFrom": occurred_from,
            "occurredTo": occurred_to,
            "limit": limit,
            "cursor": cursor,
        }, None, known(options, LookupOptions))

    async def simulate_verification(
        self,
        customer_id: str,
        body: Simulation,
        **options: Unpack[WriteOptions],
    ) -> Simulated:
        """Simulate the review of a business."""
        return await self._call(SIMULATE_VERIFICATION, {"customerId": customer_id}, {}, body, known(options, WriteOptions))

    async def advance_days(
        self,
        customer_id: str,
        body: Advance,
        **options: Unpack[WriteOptions],
    ) -> Advanced:
        """Advance time for a business."""
        return await self._call(ADVANCE_DAYS, {"customerId": customer_id}, {}, body, known(options, WriteOptions))

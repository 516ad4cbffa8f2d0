# Made by npm run generate from the OpenAPI documents. Change packages/contract.
"""The bodies and answers of the API, as typed dicts under the names of the wire.

An open list of words is ``Literal[...] | str``: it may grow, so keep a branch for a word that you do not know.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, get_args

VerificationStatusWord: TypeAlias = Literal[
    "NotStarted",
    "PendingVerification",
    "StartedNotCompleted",
    "Approved",
    "Rejected",
    "ChangesRequested",
]

OwnershipTypeWord: TypeAlias = Literal[
    "SHAREHOLDER",
    "DIRECTOR",
    "UBO",
]

DocumentCategoryWord: TypeAlias = Literal[
    "CertificateOfIncorporation",
    "MemorandumArticles",
    "ShareholderRegister",
    "DirectorRegister",
    "ProofOfBusinessAddress",
    "TaxCertificate",
    "BankStatement",
    "OperatingLicence",
    "BoardResolution",
    "SourceOfFunds",
    "OwnershipChart",
    "IdentityFront",
    "IdentityBack",
    "ProofOfPersonAddress",
    "Selfie",
    "Other",
]

StatusWord: TypeAlias = Literal[
    "Rejected",
    "Quarantined",
]

RefusalWord: TypeAlias = Literal[
    "Empty",
    "TooLarge",
    "ContentMismatch",
    "Infected",
    "Unscannable",
]

ReasonWord: TypeAlias = Literal[
    "Business.NameMismatch",
    "Business.RegistrationNotFound",
    "Business.AddressUnverified",
    "Business.ActivityUnclear",
    "Ownership.Incomplete",
    "Ownership.SharesInconsistent",
    "Person.DetailsMismatch",
    "Person.IdentityExpired",
    "Person.IdentityUnverified",
    "Person.AddressUnverified",
    "Document.Missing",
    "Document.MemorandumArticlesMissing",
    "Document.ShareholderRegisterMissing",
    "Document.DirectorRegisterMissing",
    "Document.ProofOfBusinessAddressMissing",
    "Document.TaxCertificateMissing",
    "Document.BankStatementMissing",
    "Document.OperatingLicenceMissing",
    "Document.BoardResolutionMissing",
    "Document.SourceOfFundsMissing",
    "Document.OwnershipChartMissing",
    "Document.IdentityFrontMissing",
    "Document.IdentityBackMissing",
    "Document.ProofOfPersonAddressMissing",
    "Document.SelfieMissing",
    "Document.Unreadable",
    "Document.Expired",
    "Document.WrongKind",
    "Business.ActivityNotServed",
    "Business.NotAcceptable",
]

BusinessTypeCodeWord: TypeAlias = Literal[
    "SoleProprietor",
    "Partnership",
    "LimitedPartnership",
    "LimitedLiabilityPartnership",
    "LLC",
    "PrivateLimitedCompany",
    "PublicLimitedCompany",
    "Corporation",
    "Cooperative",
    "Association",
    "NonProfit",
    "Foundation",
    "Trust",
    "GovernmentEntity",
    "StateOwnedEnterprise",
    "BranchOffice",
    "FreeZoneCompany",
    "FinancialInstitution",
]

IndustryWord: TypeAlias = Literal[
    "CustomerRevenue",
    "ShareholderCapital",
    "BusinessLoans",
    "Grants",
    "Investments",
    "AssetSales",
    "CryptoProceeds",
    "IntercompanyTransfers",
    "Donations",
    "MarketplaceFees",
    "SubscriptionRevenue",
    "TradingIncome",
]

MonthlyTurnOverWord: TypeAlias = Literal[
    "UpTo15k",
    "UpTo50k",
    "UpTo100k",
    "UpTo500k",
    "Above500k",
]

EstimatedTransactionValueWord: TypeAlias = Literal[
    "UpTo5k",
    "UpTo15k",
    "UpTo50k",
    "UpTo100k",
    "Above100k",
]

PurposeOfAccountWord: TypeAlias = Literal[
    "CustomerCollections",
    "Payroll",
    "SupplierPayments",
    "MarketplaceSettlements",
    "EscrowHolding",
    "SubscriptionBilling",
    "CrossBorderTrade",
    "FxSettlement",
    "CryptoOnRamp",
    "CryptoOffRamp",
    "Donations",
    "InvestmentHolding",
    "AffiliatePayouts",
    "MerchantPayouts",
    "InternalTreasury",
]

IdentityTypeCodeWord: TypeAlias = Literal[
    "PASSPORT",
    "NATIOANL_ID",
    "DRIVING_LICENCE",
    "IDENTITY_CARD",
    "RESIDENCE_CARD",
    "VOTER_CARD",
    "BVN",
    "OTHERS",
    "NATIONAL_ID",
]

ContentTypeWord: TypeAlias = Literal[
    "application/pdf",
    "image/jpeg",
    "image/png",
]

OutcomeWord: TypeAlias = Literal[
    "Approve",
    "Reject",
    "RequestChanges",
    "Hold",
    "Release",
    "Reopen",
]

VerdictWord: TypeAlias = Literal[
    "Approved",
    "Rejected",
    "ChangesRequested",
]

CodeWord: TypeAlias = Literal[
    "Field.Unknown",
    "Field.Deprecated",
    "Phone.Implausible",
    "Date.Implausible",
    "Identity.ChecksumMismatch",
    "Ownership.AboveHundred",
    "Customer.RequestPartlyAnswered",
    "Customer.RequestUnanswered",
]

FailureErrorCodeWord: TypeAlias = Literal[
    "Validation",
    "ValidationControl.Error",
    "PhoneNumber.Invalid",
    "BusinessType.NotFound",
    "Country.NotFound",
    "OnboardingConfig.NotFound",
    "Document.NotFound",
    "Customer.PartnerCustomerIdRequired",
    "Customer.PartnerCustomerIdInvalid",
    "Customer.PartnerCustomerIdConflict",
    "Customer.UnderReview",
    "Customer.Closed",
    "Customer.VersionMismatch",
    "Partner.BusinessProfileIdMismatch",
    "Document.AccessDenied",
    "Document.DailyLimit",
    "Document.NotUploaded",
    "Customer.NotFound",
    "Partner.NotAuthenticated",
    "Partner.ScopeMissing",
    "Partner.NotAuthorized",
    "Partner.Inactive",
    "Partner.OnboardingNotApproved",
    "Sandbox.StateConflict",
    "Sandbox.NotReady",
    "Idempotency.KeyInvalid",
    "Idempotency.KeyReused",
    "Idempotency.InProgress",
    "RateLimit.Exceeded",
    "Route.Withdrawn",
    "Route.NotFound",
    "Route.MethodNotAllowed",
    "Request.TooLarge",
    "Request.UrlTooLong",
    "Request.UnsupportedMediaType",
    "Request.Malformed",
    "Service.OutcomeUnknown",
    "Service.Unavailable",
    "Internal.Error",
]

IdentityRecordIdentityTypeCodeWord: TypeAlias = Literal[
    "PASSPORT",
    "NATIOANL_ID",
    "DRIVING_LICENCE",
    "IDENTITY_CARD",
    "RESIDENCE_CARD",
    "VOTER_CARD",
    "BVN",
    "OTHERS",
]

DocumentRecordStatusWord: TypeAlias = Literal[
    "LinkIssued",
    "Uploaded",
    "Confirmed",
    "Quarantined",
    "Rejected",
    "Expired",
    "Superseded",
]

NextActionWord: TypeAlias = Literal[
    "None",
    "AddPeople",
    "CorrectData",
    "UploadDocuments",
]

ActorKindWord: TypeAlias = Literal[
    "Client",
    "Service",
    "PartnerPerson",
    "StaffPerson",
    "Operator",
]

InputTypeWord: TypeAlias = Literal[
    "Document",
    "Input",
    "Select",
]

IdentityRuleWord: TypeAlias = Literal[
    "Country",
    "General",
    "None",
]


VerificationStatusValue: TypeAlias = VerificationStatusWord
"""Where a business, or a person, stands in the review."""
VERIFICATION_STATUSES: tuple[VerificationStatusValue, ...] = get_args(VerificationStatusWord)

NextAction: TypeAlias = NextActionWord
"""What you are expected to do next."""
NEXT_ACTIONS: tuple[NextAction, ...] = get_args(NextActionWord)

ReasonCode: TypeAlias = ReasonWord
"""Why changes were requested, or a business was rejected."""
REASON_CODES: tuple[ReasonCode, ...] = get_args(ReasonWord)

DocumentCategory: TypeAlias = DocumentCategoryWord
"""What a document is."""
DOCUMENT_CATEGORIES: tuple[DocumentCategory, ...] = get_args(DocumentCategoryWord)

DocumentStatus: TypeAlias = DocumentRecordStatusWord
"""Where a document stands between its upload link and its outcome."""
DOCUMENT_STATUSES: tuple[DocumentStatus, ...] = get_args(DocumentRecordStatusWord)

DocumentRefusal: TypeAlias = RefusalWord
"""Why a document is Rejected or Quarantined."""
DOCUMENT_REFUSALS: tuple[DocumentRefusal, ...] = get_args(RefusalWord)

DocumentContentType: TypeAlias = ContentTypeWord
"""The types of files that can be uploaded."""
DOCUMENT_CONTENT_TYPES: tuple[DocumentContentType, ...] = get_args(ContentTypeWord)

BusinessTypeCode: TypeAlias = BusinessTypeCodeWord
"""The initial types of business. listBusinessTypes returns the current ones."""
BUSINESS_TYPE_CODES: tuple[BusinessTypeCode, ...] = get_args(BusinessTypeCodeWord)

Industry: TypeAlias = IndustryWord
"""The main source of revenue."""
INDUSTRIES: tuple[Industry, ...] = get_args(IndustryWord)

SourceOfFunds: TypeAlias = IndustryWord
"""Where the money of a business comes from."""
SOURCES_OF_FUNDS: tuple[SourceOfFunds, ...] = get_args(IndustryWord)

MonthlyTurnOver: TypeAlias = MonthlyTurnOverWord
"""How much a business turns over in a month."""
MONTHLY_TURN_OVERS: tuple[MonthlyTurnOver, ...] = get_args(MonthlyTurnOverWord)

EstimatedTransactionValue: TypeAlias = EstimatedTransactionValueWord
"""The value of a usual transaction."""
ESTIMATED_TRANSACTION_VALUES: tuple[EstimatedTransactionValue, ...] = get_args(EstimatedTransactionValueWord)

PurposeOfAccount: TypeAlias = PurposeOfAccountWord
"""What a business uses its account for."""
PURPOSES_OF_ACCOUNT: tuple[PurposeOfAccount, ...] = get_args(PurposeOfAccountWord)

OwnershipType: TypeAlias = OwnershipTypeWord
"""What a person is to a business."""
OWNERSHIP_TYPES: tuple[OwnershipType, ...] = get_args(OwnershipTypeWord)

IdentityTypeCode: TypeAlias = IdentityRecordIdentityTypeCodeWord
"""What an identity document is. NATIOANL_ID is spelled as in the API."""
IDENTITY_TYPE_CODES: tuple[IdentityTypeCode, ...] = get_args(IdentityRecordIdentityTypeCodeWord)

IdentityRules: TypeAlias = IdentityRuleWord
"""Which rules apply to the identity documents of residents of a country."""
IDENTITY_RULES: tuple[IdentityRules, ...] = get_args(IdentityRuleWord)

InputType: TypeAlias = InputTypeWord
"""How a form asks for an identity document."""
INPUT_TYPES: tuple[InputType, ...] = get_args(InputTypeWord)

ActorKind: TypeAlias = ActorKindWord
"""Who can do something to a business."""
ACTOR_KINDS: tuple[ActorKind, ...] = get_args(ActorKindWord)

SimulationOutcome: TypeAlias = OutcomeWord
"""What simulated analysts do in a sandbox."""
SIMULATION_OUTCOMES: tuple[SimulationOutcome, ...] = get_args(OutcomeWord)

Verdict: TypeAlias = VerdictWord
"""What simulated analysts find about a person."""
VERDICTS: tuple[Verdict, ...] = get_args(VerdictWord)

KnownErrorCode: TypeAlias = FailureErrorCodeWord
"""The codes of errors."""
ERROR_CODES: tuple[KnownErrorCode, ...] = get_args(FailureErrorCodeWord)

WarningCode: TypeAlias = CodeWord
"""The codes of warnings."""
WARNING_CODES: tuple[WarningCode, ...] = get_args(CodeWord)


class EventCorrelation(TypedDict):
    requestId: str
    customerId: str
    partnerCustomerId: str


class BusinessProfileCreatedEventData(TypedDict):
    customerId: str
    partnerCustomerId: str
    verificationStatus: VerificationStatusWord | str
    version: int


class BusinessProfileCreatedEvent(TypedDict):
    eventId: str
    eventType: Literal["business.profile.created"]
    eventVersion: int
    occurredAt: str
    partnerId: str
    sequence: int
    """Numbers the events of one customer without gaps, from 1."""
    correlation: EventCorrelation
    data: BusinessProfileCreatedEventData


class BusinessProfileUpdatedEventData(TypedDict):
    customerId: str
    partnerCustomerId: str
    verificationStatus: VerificationStatusWord | str
    version: int
    changedFields: list[str]


class BusinessProfileUpdatedEvent(TypedDict):
    eventId: str
    eventType: Literal["business.profile.updated"]
    eventVersion: int
    occurredAt: str
    partnerId: str
    sequence: int
    """Numbers the events of one customer without gaps, from 1."""
    correlation: EventCorrelation
    data: BusinessProfileUpdatedEventData


class BusinessPersonAddedEventData(TypedDict):
    customerId: str
    uboId: str
    ownershipType: list[OwnershipTypeWord | str]


class BusinessPersonAddedEvent(TypedDict):
    eventId: str
    eventType: Literal["business.person.added"]
    eventVersion: int
    occurredAt: str
    partnerId: str
    sequence: int
    """Numbers the events of one customer without gaps, from 1."""
    correlation: EventCorrelation
    data: BusinessPersonAddedEventData


class BusinessPersonUpdatedEventData(TypedDict):
    customerId: str
    uboId: str
    changedFields: list[str]


class BusinessPersonUpdatedEvent(TypedDict):
    eventId: str
    eventType: Literal["business.person.updated"]
    eventVersion: int
    occurredAt: str
    partnerId: str
    sequence: int
    """Numbers the events of one customer without gaps, from 1."""
    correlation: EventCorrelation
    data: BusinessPersonUpdatedEventData


class BusinessDocumentConfirmedEventData(TypedDict):
    customerId: str
    documentId: str
    documentCategory: DocumentCategoryWord | str
    uboId: NotRequired[str]
    sizeBytes: int
    sha256: str


class BusinessDocumentConfirmedEvent(TypedDict):
    eventId: str
    eventType: Literal["business.document.confirmed"]
    eventVersion: int
    occurredAt: str
    partnerId: str
    sequence: int
    """Numbers the events of one customer without gaps, from 1."""
    correlation: EventCorrelation
    data: BusinessDocumentConfirmedEventData


class BusinessDocumentRejectedEventData(TypedDict):
    customerId: str
    documentId: str
    documentCategory: DocumentCategoryWord | str
    uboId: NotRequired[str]
    status: StatusWord | str
    refusal: RefusalWord | str


class BusinessDocumentRejectedEvent(TypedDict):
    eventId: str
    eventType: Literal["business.document.rejected"]
    eventVersion: int
    occurredAt: str
    partnerId: str
    sequence: int
    """Numbers the events of one customer without gaps, from 1."""
    correlation: EventCorrelation
    data: BusinessDocumentRejectedEventData


class BusinessVerificationUpdatedEventData(TypedDict):
    customerId: str
    previousStatus: VerificationStatusWord | str
    verificationStatus: VerificationStatusWord | str
    reasons: list[ReasonWord | str]


class BusinessVerificationUpdatedEvent(TypedDict):
    eventId: str
    eventType: Literal["business.verification.updated"]
    eventVersion: int
    occurredAt: str
    partnerId: str
    sequence: int
    """Numbers the events of one customer without gaps, from 1."""
    correlation: EventCorrelation
    data: BusinessVerificationUpdatedEventData


class WebhookTestEventCorrelation(TypedDict):
    requestId: str
    customerId: None
    partnerCustomerId: None


class WebhookTestEventData(TypedDict):
    message: str


class WebhookTestEvent(TypedDict):
    eventId: str
    eventType: Literal["webhook.test"]
    eventVersion: int
    occurredAt: str
    partnerId: str
    sequence: None
    correlation: WebhookTestEventCorrelation
    data: WebhookTestEventData


class UnknownEventCorrelation(TypedDict):
    requestId: str
    customerId: str | None
    partnerCustomerId: str | None


class UnknownEvent(TypedDict):
    """An event of a type that was added after this document. Ignore it."""

    eventId: str
    eventType: str
    eventVersion: int
    occurredAt: str
    partnerId: str
    sequence: int | None
    correlation: UnknownEventCorrelation
    data: dict[str, Any]


class BusinessProfileCreate(TypedDict):
    email: str
    phoneNumber: NotRequired[str | None]
    companyName: str
    tradingName: NotRequired[str | None]
    businessTypeCode: BusinessTypeCodeWord | str
    """A business type, case-insensitive. GET /api/partner/v1/business-types lists the current ones; new ones may be
    added at any time."""
    incorporationCountryIso3Code: str
    industry: IndustryWord
    """Case-sensitive."""
    description: NotRequired[str | None]
    website: str
    registrationNumber: str
    registrationDate: NotRequired[str | None]
    addresses: NotRequired[list[Address] | None]
    financials: NotRequired[Financials | None]
    businessPersonList: NotRequired[list[BusinessPerson] | None]
    partnerCustomerId: str
    """Your own reference, unique among your customers. It never changes."""
    metadata: NotRequired[Metadata | None]


class Address(TypedDict):
    streetLine1: str
    streetLine2: NotRequired[str | None]
    city: str
    state: str
    postalCode: str
    countryCode: str


class Financials(TypedDict):
    monthlyTurnOver: MonthlyTurnOverWord
    """Case-sensitive."""
    estimatedTransactionValue: EstimatedTransactionValueWord
    """Case-sensitive."""
    sourceOfFunds: IndustryWord
    """Case-sensitive."""
    purposeOfAccount: PurposeOfAccountWord
    """Case-sensitive."""


class BusinessPerson(TypedDict):
    firstName: str
    lastName: str
    birthDate: NotRequired[str | None]
    taxResidenceCountry: NotRequired[str | None]
    nationality: str
    email: str
    phone: NotRequired[str | None]
    ownershipType: list[OwnershipTypeWord]
    percentageShare: NotRequired[int | None]
    address: Address
    """Its countryCode is the country of residence, which determines the accepted identity documents."""
    identities: list[Identity]
    metadata: NotRequired[PersonMetadata | None]


class Identity(TypedDict):
    identityTypeCode: IdentityTypeCodeWord
    """NATIONAL_ID is also accepted, and returned as NATIOANL_ID."""
    issuingCountry: str
    identityValue: str
    """The number of the document. Never returned in full; reads show its last characters."""
    documentUploadId: NotRequired[str | None]
    issueDate: NotRequired[str | None]
    expiryDate: NotRequired[str | None]
    idBackDocumentUploadId: NotRequired[str | None]
    """Accepted but not stored."""


class BusinessProfilePut(TypedDict):
    customerId: str
    """The same id as in the path."""
    businessEmail: str
    phoneNumber: str
    name: str
    tradingName: NotRequired[str | None]
    businessTypeCode: BusinessTypeCodeWord | str
    """A business type, case-insensitive. GET /api/partner/v1/business-types lists the current ones; new ones may be
    added at any time."""
    incorporationCountryIso3Code: str
    industry: IndustryWord
    """Case-sensitive."""
    description: NotRequired[str | None]
    website: str
    registrationNumber: str
    registrationDate: NotRequired[str | None]
    addresses: NotRequired[list[Address] | None]
    financials: NotRequired[Financials | None]
    businessPersonList: NotRequired[list[BusinessPersonUpdate] | None]
    partnerCustomerId: NotRequired[str | None]
    metadata: NotRequired[Metadata | None]


class BusinessPersonUpdate(TypedDict):
    """With the uboId of a person of this profile, every other field may be omitted and keeps its value. Otherwise,
    firstName, lastName, nationality, email, ownershipType, address and identities are required."""

    uboId: NotRequired[str | None]
    """A person of this profile. If omitted, the person is identified by e-mail."""
    firstName: NotRequired[str]
    lastName: NotRequired[str]
    birthDate: NotRequired[str | None]
    taxResidenceCountry: NotRequired[str | None]
    nationality: NotRequired[str]
    email: NotRequired[str]
    phone: NotRequired[str | None]
    ownershipType: NotRequired[list[OwnershipTypeWord]]
    percentageShare: NotRequired[int | None]
    address: NotRequired[Address]
    """Its countryCode is the country of residence, which determines the accepted identity documents."""
    identities: NotRequired[list[IdentityUpdate]]
    """All identities of the person: stored ones that are not in the list are removed. If omitted, they are left
    unchanged."""
    metadata: NotRequired[PersonMetadata | None]


class IdentityUpdate(TypedDict):
    """With the identityId of an identity of this person, every other field may be omitted and keeps its value.
    Otherwise, identityTypeCode, issuingCountry and identityValue are required."""

    identityId: NotRequired[str | None]
    """A current identity of the person with this uboId. If omitted, the identity is added."""
    identityTypeCode: NotRequired[IdentityTypeCodeWord]
    """NATIONAL_ID is also accepted, and returned as NATIOANL_ID."""
    issuingCountry: NotRequired[str]
    identityValue: NotRequired[str]
    """The number of the document. Never returned in full; reads show its last characters."""
    documentUploadId: NotRequired[str | None]
    issueDate: NotRequired[str | None]
    expiryDate: NotRequired[str | None]
    idBackDocumentUploadId: NotRequired[str | None]
    """Accepted but not stored."""


class BusinessProfilePatch(TypedDict):
    email: NotRequired[str]
    phoneNumber: NotRequired[str | None]
    companyName: NotRequired[str]
    tradingName: NotRequired[str | None]
    businessTypeCode: NotRequired[BusinessTypeCodeWord | str]
    """A business type, case-insensitive. GET /api/partner/v1/business-types lists the current ones; new ones may be
    added at any time."""
    incorporationCountryCode: NotRequired[str]
    industry: NotRequired[IndustryWord]
    """Case-sensitive."""
    description: NotRequired[str | None]
    website: NotRequired[str]
    registrationNumber: NotRequired[str]
    registrationDate: NotRequired[str | None]
    addresses: NotRequired[list[Address] | None]
    financials: NotRequired[Financials | None]
    businessPersonList: NotRequired[list[BusinessPersonUpdate] | None]
    partnerCustomerId: NotRequired[str]
    """May be sent again; it never changes."""
    metadata: NotRequired[Metadata | None]
    businessDocumentIdList: NotRequired[list[str] | None]
    incorporationCountryIso3Code: NotRequired[str]
    """Its name in create, in reads and in reasons; the same as incorporationCountryCode."""


class UploadLinkRequest(TypedDict):
    documentCategory: DocumentCategoryWord
    """Case-insensitive. IdentityFront, IdentityBack, ProofOfPersonAddress, Selfie require uboId."""
    contentType: ContentTypeWord
    """The upload must use exactly this type."""
    uboId: NotRequired[str | None]
    """The person whom the document concerns; required for documents of a person."""
    ownershipDetailId: NotRequired[str | None]
    """The old name of uboId."""
    fileName: NotRequired[Any]
    """Ignored."""


class SimulationPeople(TypedDict):
    uboId: str
    verdict: VerdictWord
    """Case-sensitive."""


class Simulation(TypedDict):
    outcome: OutcomeWord
    """What the simulated analysts do. Hold claims the business and keeps it in review, Release returns it to the
    queue, Reopen reverses a rejection."""
    reasons: NotRequired[list[DecisionReason] | None]
    """For Reject and RequestChanges. Defaults to a typical reason."""
    people: NotRequired[list[SimulationPeople] | None]
    """Outcomes for individual people, applied together with the decision."""


class DecisionReason(TypedDict):
    code: ReasonWord
    """A code from the catalogue of reasons."""
    message: NotRequired[str | None]
    """Your message to the partner; defaults to that of the catalogue. Never name a colleague."""
    pointer: NotRequired[str | None]
    """The field concerned."""
    uboId: NotRequired[str | None]
    """The person concerned; required for reasons about a person."""
    documentId: NotRequired[str | None]
    """The document concerned; required for reasons about a document."""


class Advance(TypedDict):
    days: int
    """How many days pass for the business."""


class BusinessProfileCreatedUbo(TypedDict):
    uboId: str
    email: str
    firstName: str
    lastName: str


class BusinessProfileCreated(TypedDict):
    customerId: str
    partnerCustomerId: str
    verificationStatus: VerificationStatusWord | str
    version: int
    ubos: list[BusinessProfileCreatedUbo]
    """The created people, in the order of the request."""


class Warning(TypedDict):
    """Something worth checking that did not stop the request."""

    pointer: str
    """A JSON pointer to the field in the body, or ?name for a query parameter. Empty for the body as a whole."""
    code: CodeWord | str
    message: str


class FailureError(TypedDict):
    code: FailureErrorCodeWord | str
    """The code of the first problem."""
    message: str
    """What is wrong and what to do next."""
    details: NotRequired[list[Problem]]
    """All problems, in the order of the fields. If there are more than 100: the first 100, and one that says that
    there are more."""
    current: NotRequired[CurrentState]
    requestId: str
    """Also in the X-Request-Id header. Quote it when you contact us."""


class Failure(TypedDict):
    isSuccess: Literal[False]
    error: FailureError


class Problem(TypedDict):
    """One thing that is wrong with a request."""

    pointer: str
    """A JSON pointer to the field in the body, or ?name for a query parameter. Empty for the body as a whole."""
    code: FailureErrorCodeWord | str
    message: str


class CurrentState(TypedDict):
    """What is stored now, if a request was refused because of it."""

    customerId: NotRequired[str]
    """The business that already has this partnerCustomerId, or whose version differs."""
    version: NotRequired[int]
    """Its version now, which If-Match did not allow."""


class BusinessProfileCursorPage(TypedDict):
    items: list[BusinessProfileSummary]
    nextCursor: str | None
    """Send it as cursor to get the next page; null on the last page. In a search, pages before the last may have few
    items or none."""


class BusinessProfileSummary(TypedDict):
    """A business without its people, documents, addresses, financials and metadata."""

    customerId: str
    partnerCustomerId: str
    companyName: str
    tradingName: str | None
    email: str
    phoneNumber: str | None
    businessTypeCode: BusinessTypeCodeWord | str
    incorporationCountryIso3Code: str
    industry: IndustryWord | str
    description: str | None
    website: str
    registrationNumber: str
    registrationDate: str | None
    verificationStatus: VerificationStatusWord | str
    canUpdate: bool
    """Whether an update would be accepted in this state."""
    createdAt: str
    updatedAt: str
    erasedAt: str | None
    """When the data of this customer was erased; null if it was not. After erasure, names are the word Erased and
    every other personal field is null or empty."""
    version: int
    """Increases by one with every change; also the ETag."""


class BusinessProfileNumberedPage(TypedDict):
    items: list[BusinessProfileSummary]
    page: int
    pageSize: int
    total: int
    """Total number of matches, counted up to 10000."""
    totalIsCapped: bool
    """Whether there are more matches than total."""


class BusinessProfileValid(TypedDict):
    valid: Literal[True]
    """A create request with this body would succeed now."""


class BusinessProfile(TypedDict):
    customerId: str
    partnerCustomerId: str
    companyName: str
    tradingName: str | None
    email: str
    phoneNumber: str | None
    businessTypeCode: BusinessTypeCodeWord | str
    incorporationCountryIso3Code: str
    industry: IndustryWord | str
    description: str | None
    website: str
    registrationNumber: str
    registrationDate: str | None
    addresses: list[AddressRecord]
    financials: FinancialsRecord | None
    businessPersonList: list[BusinessPersonRecord]
    documents: list[DocumentRecord]
    verificationStatus: VerificationStatusWord | str
    canUpdate: bool
    """Whether an update would be accepted in this state."""
    createdAt: str
    updatedAt: str
    erasedAt: str | None
    """When the data of this customer was erased; null if it was not. After erasure, names are the word Erased and
    every other personal field is null or empty."""
    version: int
    """Increases by one with every change; also the ETag."""
    metadata: MetadataRecord


class AddressRecord(TypedDict):
    streetLine1: str
    streetLine2: str | None
    city: str
    state: str
    postalCode: str
    countryCode: str


class BusinessPersonRecord(TypedDict):
    uboId: str
    firstName: str
    lastName: str
    birthDate: str | None
    taxResidenceCountry: str | None
    nationality: str
    email: str
    phone: str | None
    ownershipType: list[OwnershipTypeWord | str]
    percentageShare: int | None
    address: AddressRecord
    identities: list[IdentityRecord]
    verificationStatus: VerificationStatusWord | str
    metadata: MetadataRecord


class IdentityRecord(TypedDict):
    identityId: str
    identityTypeCode: IdentityRecordIdentityTypeCodeWord | str
    issuingCountry: str
    identityValueMasked: str
    """The last four characters, fewer for a short number; empty after erasure."""
    issueDate: str | None
    expiryDate: str | None
    documentUploadId: str | None


class DocumentRecord(TypedDict):
    documentId: str
    documentCategory: DocumentCategoryWord | str
    contentType: ContentTypeWord | str
    sizeBytes: int | None
    sha256: str | None
    """The hash of the stored bytes. Null unless Confirmed."""
    status: DocumentRecordStatusWord | str
    """A record lists documents with an outcome: Confirmed, Quarantined or Rejected."""
    refusal: RefusalWord | str | None
    """Why it is Rejected or Quarantined. Request a new link and upload a valid file."""
    uboId: str | None
    uploadedAt: str | None
    confirmedAt: str | None


class BusinessProfileReplaced(TypedDict):
    customerId: str
    partnerCustomerId: str
    verificationStatus: VerificationStatusWord | str
    version: int
    """The new version; also the ETag."""


class BusinessProfilePatchedUbo(TypedDict):
    uboId: str
    email: str
    firstName: str
    lastName: str
    added: bool
    """False for a person who was already on the profile."""


class BusinessProfilePatchedDocument(TypedDict):
    documentId: str
    status: DocumentRecordStatusWord | str


class BusinessProfilePatched(TypedDict):
    customerId: str
    partnerCustomerId: str
    verificationStatus: VerificationStatusWord | str
    version: int
    """The new version; also the ETag."""
    ubos: list[BusinessProfilePatchedUbo]
    """The people in the request, in the same order."""
    documents: list[BusinessProfilePatchedDocument]
    """The documents of businessDocumentIdList, each once, with their status."""


class VerificationStatusPeople(TypedDict):
    uboId: str
    verificationStatus: VerificationStatusWord | str


class VerificationStatusDocument(TypedDict):
    documentId: str
    documentCategory: DocumentCategoryWord | str
    status: DocumentRecordStatusWord | str
    refusal: RefusalWord | str | None
    """Why it is Rejected or Quarantined."""
    uboId: str | None
    """The person whom it concerns, if any."""


class VerificationStatus(TypedDict):
    customerId: str
    partnerCustomerId: str
    verificationStatus: VerificationStatusWord | str
    statusChangedAt: str
    submittedAt: str
    """When the current attempt was submitted."""
    decidedAt: str | None
    attempt: int
    """Increases by one with every answer to ChangesRequested."""
    canUpdate: bool
    """Whether an update would be accepted in this state."""
    nextAction: NextActionWord | str
    """What you are expected to do now: the action of the first reason."""
    reasons: list[VerificationReason]
    """The reasons of the last decision while the status is ChangesRequested or Rejected; otherwise empty."""
    people: list[VerificationStatusPeople]
    """The verdict on each person; NotStarted until there is one. A reason can name a person who has no verdict yet."""
    documents: list[VerificationStatusDocument]
    """Documents with an outcome: Confirmed, Quarantined or Rejected."""
    version: int
    """The version of the business, for If-Match."""
    sequence: int
    """The number of the last event of this customer."""


class VerificationReasonRemediation(TypedDict):
    action: NextActionWord | str
    """What you can do about it; None if nothing."""
    fields: NotRequired[list[str]]
    """Fields of the profile to check."""
    documentCategories: NotRequired[list[DocumentCategoryWord | str]]
    """Documents that would help; request an upload link for one of these categories."""


class VerificationReason(TypedDict):
    """The reason for the outcome of a review, and what can be done about it."""

    reasonId: str
    code: ReasonWord | str
    """From our catalogue; new codes may be added."""
    message: str
    """What was found, worded so that you can show it to the business."""
    retryable: bool
    """Whether an update can resolve the reason; always false once Rejected."""
    pointer: NotRequired[str]
    """A JSON pointer to the field, if any."""
    uboId: NotRequired[str]
    """The person concerned."""
    documentId: NotRequired[str]
    """The document concerned."""
    remediation: VerificationReasonRemediation


class AuditPage(TypedDict):
    items: list[AuditEntry]
    """Newest first."""
    nextCursor: str | None
    """Send it as cursor to get the next page; null on the last page."""


class AuditEntry(TypedDict):
    auditId: str
    action: str
    """What was done, such as business.profile.updated."""
    actorKind: ActorKindWord | str
    """Client: a system of the partner. PartnerPerson: a user of the partner. StaffPerson, Operator: a member of our
    staff. Service: our own service."""
    occurredAt: str
    details: dict[str, Any]
    """Facts about the action: ids, states, codes and numbers. New ones may be added at any time."""
    actorId: str | None
    """Which of your systems or users did it; null if it was a member of our staff or our own service."""


UploadLinkHeader = TypedDict("UploadLinkHeader", {"Content-Type": "ContentTypeWord | str"})


class UploadLinkStorageError(TypedDict):
    """What to do if storage refuses the upload with 400 or 403, by the <Code> of its answer. Storage answers with
    XML, not with an error of this API."""

    SignatureDoesNotMatch: str
    InvalidArgument: str
    AccessDenied: str


class UploadLink(TypedDict):
    documentId: str
    documentUploadId: str
    """The same id, under the name used in identities."""
    uploadUrl: str
    """Anyone who has this link can upload; treat it as a secret until it expires."""
    method: Literal["PUT"]
    headers: UploadLinkHeader
    """Send exactly these headers with the upload."""
    expiresAt: str
    """The upload must start before this time, 30 minutes from now."""
    maxSizeBytes: int
    documentCategory: DocumentCategoryWord | str
    fileName: str
    uboId: str | None
    storageErrors: UploadLinkStorageError
    """What to do if storage refuses the upload with 400 or 403, by the <Code> of its answer. Storage answers with
    XML, not with an error of this API."""


class IdentityRequirementValidationRule(TypedDict):
    regex: str
    """Applied to the number after trimming, upper-casing and collapsing inner spaces."""
    minLength: int
    maxLength: int
    errorMessage: str


class IdentityRequirement(TypedDict):
    """An identity document accepted from residents."""

    identityType: str
    identityTypeCode: IdentityRecordIdentityTypeCodeWord | str
    fieldName: str
    inputType: InputTypeWord | str
    isRequired: bool
    label: str
    placeholder: str
    requiresIssueDate: bool
    requiresExpiryDate: bool
    requiresIdNumber: bool
    validationRules: IdentityRequirementValidationRule
    displayOrder: int


class Country(TypedDict):
    """A country or territory of ISO 3166-1."""

    countryCode: str
    """ISO 3166-1 alpha-3"""
    name: str
    """In English."""
    isOpen: bool
    """Whether businesses that are incorporated or have an address there can be onboarded. If not, they are rejected
    with OnboardingConfig.NotFound, and so are people who live there. A country that we do not serve at all is
    rejected in every field that names it. For people who live there, see identityRules."""
    identityRules: IdentityRuleWord | str
    """Country: specific rules exist for the identity documents of the country. General: a passport is accepted under
    the general rule for machine-readable travel documents. None: people who live there are rejected with
    OnboardingConfig.NotFound, because the country is not open or issues no identity documents of its own."""


class BusinessType(TypedDict):
    """A type of business that can be onboarded."""

    businessTypeCode: BusinessTypeCodeWord | str
    """As shown in records; case-insensitive in requests."""
    documentCategories: list[DocumentCategoryWord | str]
    """The documents that a review usually requires from such a business; it may require fewer or more.
    IdentityFront, IdentityBack, ProofOfPersonAddress and Selfie apply to each person."""


class ChangesPage(TypedDict):
    items: list[WebhookEvent]
    """The same envelopes that webhooks carry, in the order in which they were committed."""
    nextCursor: str
    """Always present, even on an empty page: continue from here."""
    hasMore: bool
    """Whether more events are available right now."""


class ApiRequestPage(TypedDict):
    items: list[ApiRequest]
    """Newest first."""
    nextCursor: str | None
    """Send it as cursor to get the next page; null on the last page."""


class ApiRequest(TypedDict):
    entryId: str
    requestId: str
    """What the caller received as X-Request-Id; if it sent an id of its own, that one."""
    occurredAt: str
    """When the request was answered."""
    method: str
    path: str
    """The path with the names of its parameters, without the query."""
    customerId: str | None
    """The business that it was about; null if there is none."""
    status: int
    """The HTTP status of the response."""
    code: str | None
    """The code of the error; null if the request succeeded."""
    cause: str | None
    """What the code means, as in the list of errors; null if it succeeded."""
    remedy: str | None
    """What to do about it, as in the list of errors."""
    problems: list[ApiProblem]
    """The first problems of the error, at most 20."""
    durationMs: int
    """Milliseconds from its arrival to the end of the response."""


class ApiProblem(TypedDict):
    pointer: str
    """The field in the body as a JSON pointer, or ?name for a query parameter. Names that are not ours, such as your
    metadata keys, are replaced by *."""
    code: str


class Simulated(TypedDict):
    customerId: str
    partnerCustomerId: str
    verificationStatus: VerificationStatusWord | str
    version: int


class Advanced(TypedDict):
    customerId: str
    partnerCustomerId: str
    verificationStatus: VerificationStatusWord | str
    version: int
    documentIds: list[str]
    """The documents whose upload links have expired."""


class FinancialsRecord(TypedDict):
    monthlyTurnOver: MonthlyTurnOverWord | str
    """Case-sensitive."""
    estimatedTransactionValue: EstimatedTransactionValueWord | str
    """Case-sensitive."""
    sourceOfFunds: IndustryWord | str
    """Case-sensitive."""
    purposeOfAccount: PurposeOfAccountWord | str
    """Case-sensitive."""


KnownEvent: TypeAlias = (
    BusinessProfileCreatedEvent
    | BusinessProfileUpdatedEvent
    | BusinessPersonAddedEvent
    | BusinessPersonUpdatedEvent
    | BusinessDocumentConfirmedEvent
    | BusinessDocumentRejectedEvent
    | BusinessVerificationUpdatedEvent
    | WebhookTestEvent
)
PersonMetadata: TypeAlias = dict[str, str | None]
Metadata: TypeAlias = dict[str, str | None]
BusinessProfileList: TypeAlias = (
    BusinessProfileCursorPage
    | BusinessProfileNumberedPage
)
MetadataRecord: TypeAlias = dict[str, str]

WebhookEvent: TypeAlias = KnownEvent
"""Distinguished by eventType. Its type can also be newer than this package (UnknownEvent). Type checkers narrow only unions of
types that they know, so they take a branch for it as unreachable: cast the event there."""

EVENT_TYPES = (
    "business.profile.created",
    "business.profile.updated",
    "business.person.added",
    "business.person.updated",
    "business.document.confirmed",
    "business.document.rejected",
    "business.verification.updated",
    "webhook.test",
)
"""The event types that this version knows."""

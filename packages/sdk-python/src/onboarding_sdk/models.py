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
    """What caused the event, and which business it is about."""

    requestId: str
    """The X-Request-Id of the request that caused the event, or an id of our own if there was none."""
    customerId: str
    """Our id of the business."""
    partnerCustomerId: str
    """The reference that was sent on create; it never changes."""


class BusinessProfileCreatedEventData(TypedDict):
    """The facts of this event, without personal data. New fields may be added at any time."""

    customerId: str
    """Our id of the business."""
    partnerCustomerId: str
    """The reference that was sent on create; it never changes."""
    verificationStatus: VerificationStatusWord | str
    """Where the review of the business stands."""
    version: int
    """The version of the business after the change, for If-Match."""


class BusinessProfileCreatedEvent(TypedDict):
    eventId: str
    """The same each time the event is sent, so that you can detect duplicates."""
    eventType: Literal["business.profile.created"]
    """A business profile was created."""
    eventVersion: int
    """The version of the form of data; it rises only with a breaking change."""
    occurredAt: str
    """When it happened, in UTC."""
    partnerId: str
    """Our id of your organisation."""
    sequence: int
    """Numbers the events of one customer without gaps, from 1."""
    correlation: EventCorrelation
    """What caused the event, and which business it is about."""
    data: BusinessProfileCreatedEventData
    """The facts of this event, without personal data. New fields may be added at any time."""


class BusinessProfileUpdatedEventData(TypedDict):
    """The facts of this event, without personal data. New fields may be added at any time."""

    customerId: str
    """Our id of the business."""
    partnerCustomerId: str
    """The reference that was sent on create; it never changes."""
    verificationStatus: VerificationStatusWord | str
    """Where the review of the business stands."""
    version: int
    """The version of the business after the change, for If-Match."""
    changedFields: list[str]
    """The changed fields, by their names in the create request."""


class BusinessProfileUpdatedEvent(TypedDict):
    eventId: str
    """The same each time the event is sent, so that you can detect duplicates."""
    eventType: Literal["business.profile.updated"]
    """A business profile was changed: its fields, its people or its submitted documents. changedFields uses the
    field names of the create request; people appear as businessPersonList, documents as businessDocumentIdList,
    your own pairs as metadata."""
    eventVersion: int
    """The version of the form of data; it rises only with a breaking change."""
    occurredAt: str
    """When it happened, in UTC."""
    partnerId: str
    """Our id of your organisation."""
    sequence: int
    """Numbers the events of one customer without gaps, from 1."""
    correlation: EventCorrelation
    """What caused the event, and which business it is about."""
    data: BusinessProfileUpdatedEventData
    """The facts of this event, without personal data. New fields may be added at any time."""


class BusinessPersonAddedEventData(TypedDict):
    """The facts of this event, without personal data. New fields may be added at any time."""

    customerId: str
    """Our id of the business."""
    uboId: str
    """Our id of the person."""
    ownershipType: list[OwnershipTypeWord | str]
    """The roles of the person in the business."""


class BusinessPersonAddedEvent(TypedDict):
    eventId: str
    """The same each time the event is sent, so that you can detect duplicates."""
    eventType: Literal["business.person.added"]
    """A person was added to a business profile."""
    eventVersion: int
    """The version of the form of data; it rises only with a breaking change."""
    occurredAt: str
    """When it happened, in UTC."""
    partnerId: str
    """Our id of your organisation."""
    sequence: int
    """Numbers the events of one customer without gaps, from 1."""
    correlation: EventCorrelation
    """What caused the event, and which business it is about."""
    data: BusinessPersonAddedEventData
    """The facts of this event, without personal data. New fields may be added at any time."""


class BusinessPersonUpdatedEventData(TypedDict):
    """The facts of this event, without personal data. New fields may be added at any time."""

    customerId: str
    """Our id of the business."""
    uboId: str
    """Our id of the person."""
    changedFields: list[str]
    """The changed fields of the person, by their names in the create request."""


class BusinessPersonUpdatedEvent(TypedDict):
    eventId: str
    """The same each time the event is sent, so that you can detect duplicates."""
    eventType: Literal["business.person.updated"]
    """A person on a business profile was changed. changedFields names the fields."""
    eventVersion: int
    """The version of the form of data; it rises only with a breaking change."""
    occurredAt: str
    """When it happened, in UTC."""
    partnerId: str
    """Our id of your organisation."""
    sequence: int
    """Numbers the events of one customer without gaps, from 1."""
    correlation: EventCorrelation
    """What caused the event, and which business it is about."""
    data: BusinessPersonUpdatedEventData
    """The facts of this event, without personal data. New fields may be added at any time."""


class BusinessDocumentConfirmedEventData(TypedDict):
    """The facts of this event, without personal data. New fields may be added at any time."""

    customerId: str
    """Our id of the business."""
    documentId: str
    """Our id of the document."""
    documentCategory: DocumentCategoryWord | str
    """What the document proves, as requested with its link."""
    uboId: NotRequired[str]
    """The person whom the document concerns; absent if it concerns the business."""
    sizeBytes: int
    """The size of the file in bytes."""
    sha256: str
    """The SHA-256 hash of the file in hexadecimal, to compare with the file that you sent."""


class BusinessDocumentConfirmedEvent(TypedDict):
    eventId: str
    """The same each time the event is sent, so that you can detect duplicates."""
    eventType: Literal["business.document.confirmed"]
    """An uploaded document passed every check and was confirmed."""
    eventVersion: int
    """The version of the form of data; it rises only with a breaking change."""
    occurredAt: str
    """When it happened, in UTC."""
    partnerId: str
    """Our id of your organisation."""
    sequence: int
    """Numbers the events of one customer without gaps, from 1."""
    correlation: EventCorrelation
    """What caused the event, and which business it is about."""
    data: BusinessDocumentConfirmedEventData
    """The facts of this event, without personal data. New fields may be added at any time."""


class BusinessDocumentRejectedEventData(TypedDict):
    """The facts of this event, without personal data. New fields may be added at any time."""

    customerId: str
    """Our id of the business."""
    documentId: str
    """Our id of the document."""
    documentCategory: DocumentCategoryWord | str
    """What the document proves, as requested with its link."""
    uboId: NotRequired[str]
    """The person whom the document concerns; absent if it concerns the business."""
    status: StatusWord | str
    """Quarantined if a virus was found, otherwise Rejected."""
    refusal: RefusalWord | str
    """Which check the file did not pass."""


class BusinessDocumentRejectedEvent(TypedDict):
    eventId: str
    """The same each time the event is sent, so that you can detect duplicates."""
    eventType: Literal["business.document.rejected"]
    """An uploaded file did not pass a check, so its document is Rejected, or Quarantined because of a virus. refusal
    says why. Request a new link and upload a valid file."""
    eventVersion: int
    """The version of the form of data; it rises only with a breaking change."""
    occurredAt: str
    """When it happened, in UTC."""
    partnerId: str
    """Our id of your organisation."""
    sequence: int
    """Numbers the events of one customer without gaps, from 1."""
    correlation: EventCorrelation
    """What caused the event, and which business it is about."""
    data: BusinessDocumentRejectedEventData
    """The facts of this event, without personal data. New fields may be added at any time."""


class BusinessVerificationUpdatedEventData(TypedDict):
    """The facts of this event, without personal data. New fields may be added at any time."""

    customerId: str
    """Our id of the business."""
    previousStatus: VerificationStatusWord | str
    """The status before the change."""
    verificationStatus: VerificationStatusWord | str
    """The status after the change."""
    reasons: list[ReasonWord | str]
    """The codes of the reasons for ChangesRequested or Rejected, otherwise empty; verification-status explains them."""


class BusinessVerificationUpdatedEvent(TypedDict):
    eventId: str
    """The same each time the event is sent, so that you can detect duplicates."""
    eventType: Literal["business.verification.updated"]
    """The verification status of a business changed. reasons contains codes; verification-status explains them."""
    eventVersion: int
    """The version of the form of data; it rises only with a breaking change."""
    occurredAt: str
    """When it happened, in UTC."""
    partnerId: str
    """Our id of your organisation."""
    sequence: int
    """Numbers the events of one customer without gaps, from 1."""
    correlation: EventCorrelation
    """What caused the event, and which business it is about."""
    data: BusinessVerificationUpdatedEventData
    """The facts of this event, without personal data. New fields may be added at any time."""


class WebhookTestEventCorrelation(TypedDict):
    """What caused the event, and which business it is about."""

    requestId: str
    """The X-Request-Id of the request that caused the event, or an id of our own if there was none."""
    customerId: None
    """Always null: the event is not about a customer."""
    partnerCustomerId: None
    """Always null: the event is not about a customer."""


class WebhookTestEventData(TypedDict):
    """The facts of this event, without personal data. New fields may be added at any time."""

    message: str
    """A fixed text that says that this is a test."""


class WebhookTestEvent(TypedDict):
    eventId: str
    """The same each time the event is sent, so that you can detect duplicates."""
    eventType: Literal["webhook.test"]
    """Someone sent a test event from the portal. It is not about a customer and has no sequence."""
    eventVersion: int
    """The version of the form of data; it rises only with a breaking change."""
    occurredAt: str
    """When it happened, in UTC."""
    partnerId: str
    """Our id of your organisation."""
    sequence: None
    """Always null: only events about a customer are numbered."""
    correlation: WebhookTestEventCorrelation
    """What caused the event, and which business it is about."""
    data: WebhookTestEventData
    """The facts of this event, without personal data. New fields may be added at any time."""


class UnknownEventCorrelation(TypedDict):
    """What caused the event, and which business it is about."""

    requestId: str
    """The X-Request-Id of the request that caused the event, or an id of our own if there was none."""
    customerId: str | None
    """The business concerned; null if the event is not about one."""
    partnerCustomerId: str | None
    """Your reference for it; null if the event is not about one."""


class UnknownEvent(TypedDict):
    """An event of a type that was added after this document. Ignore it."""

    eventId: str
    """The same each time the event is sent, so that you can detect duplicates."""
    eventType: str
    """What happened, such as business.profile.created."""
    eventVersion: int
    """The version of the form of data; it rises only with a breaking change."""
    occurredAt: str
    """When it happened, in UTC."""
    partnerId: str
    """Our id of your organisation."""
    sequence: int | None
    """Numbers the events of one customer without gaps, from 1. Null if the event is not about a customer."""
    correlation: UnknownEventCorrelation
    """What caused the event, and which business it is about."""
    data: dict[str, Any]
    """The facts of this event, without personal data. New fields may be added at any time."""


class BusinessProfileCreate(TypedDict):
    """A new business."""

    email: str
    """An e-mail address of the business."""
    phoneNumber: NotRequired[str | None]
    """A telephone number of the business: a plus sign and 7 to 15 digits, country code first; null if there is none."""
    companyName: str
    """The full name under which the business is registered."""
    tradingName: NotRequired[str | None]
    """The name under which the business trades; null if there is no other."""
    businessTypeCode: BusinessTypeCodeWord | str
    """The legal form of the business, case-insensitive. GET /api/partner/v1/business-types lists the current ones;
    new ones may be added at any time."""
    incorporationCountryIso3Code: str
    """The country of incorporation: ISO 3166-1 alpha-3."""
    industry: IndustryWord
    """What the business earns its money with. Case-sensitive."""
    description: NotRequired[str | None]
    """What the business does, in free text; null if nothing was sent."""
    website: str
    """The public website of the business: an absolute http or https URL."""
    registrationNumber: str
    """The number of the business in the register of its country. An update can set a longer one."""
    registrationDate: NotRequired[str | None]
    """The day on which the business was registered: YYYY-MM-DD; null if it is not known."""
    addresses: NotRequired[list[Address] | None]
    """All addresses of the business."""
    financials: NotRequired[Financials | None]
    """The turnover to expect, and what the account is for."""
    businessPersonList: NotRequired[list[BusinessPerson] | None]
    """The owners, directors and shareholders. Updates can add more."""
    partnerCustomerId: str
    """Your own reference, unique among your customers. It never changes."""
    metadata: NotRequired[Metadata | None]


class Address(TypedDict):
    """An address of a business or a person."""

    streetLine1: str
    """Street and number."""
    streetLine2: NotRequired[str | None]
    """The rest of the street address, such as a floor or suite; null if there is none."""
    city: str
    """City, town or village."""
    state: str
    """State, province or region."""
    postalCode: str
    """The postal code as it is written in the country."""
    countryCode: str
    """The country of the address: ISO 3166-1 alpha-3."""


class Financials(TypedDict):
    """The turnover to expect, and what the account is for."""

    monthlyTurnOver: MonthlyTurnOverWord
    """The range of the turnover in a month. Case-sensitive."""
    estimatedTransactionValue: EstimatedTransactionValueWord
    """The range of the usual value of one transaction. Case-sensitive."""
    sourceOfFunds: IndustryWord
    """Where most of the money comes from. Case-sensitive."""
    purposeOfAccount: PurposeOfAccountWord
    """What the business wants the account for. Case-sensitive."""


class BusinessPerson(TypedDict):
    """An owner, director or shareholder of a business."""

    firstName: str
    """Given names, as in the identity documents."""
    lastName: str
    """Family name, as in the identity documents."""
    birthDate: NotRequired[str | None]
    """Date of birth: YYYY-MM-DD; null if it is not known."""
    taxResidenceCountry: NotRequired[str | None]
    """The country where the person is resident for tax: ISO 3166-1 alpha-3; null if it is not known."""
    nationality: str
    """The country of which the person is a citizen: ISO 3166-1 alpha-3."""
    email: str
    """The person's own e-mail address. No two people of a business can have the same one."""
    phone: NotRequired[str | None]
    """A telephone number: a plus sign and 7 to 15 digits, country code first; null if there is none."""
    ownershipType: list[OwnershipTypeWord]
    """All roles of the person in the business; UBO is an ultimate beneficial owner."""
    percentageShare: NotRequired[int | None]
    """The share of the business that the person owns, in whole percent; null if there is none. At most 100 for all
    people of a request."""
    address: Address
    """Its countryCode is the country of residence, which determines the accepted identity documents."""
    identities: list[Identity]
    """Identity documents, of the kinds that ubo-identity-requirements lists for the country of residence."""
    metadata: NotRequired[PersonMetadata | None]


class Identity(TypedDict):
    """An identity document of a person."""

    identityTypeCode: IdentityTypeCodeWord
    """The kind of document, one that ubo-identity-requirements lists. NATIONAL_ID is also accepted, and returned as
    NATIOANL_ID."""
    issuingCountry: str
    """The country that issued the document: ISO 3166-1 alpha-3."""
    identityValue: str
    """The number of the document. Never returned in full; reads show its last characters."""
    documentUploadId: NotRequired[str | None]
    """The documentId of a scan of it, which must be a document of this business."""
    issueDate: NotRequired[str | None]
    """The day of issue: YYYY-MM-DD. Not in the future. Whether it must be sent is in ubo-identity-requirements of
    the country of residence."""
    expiryDate: NotRequired[str | None]
    """The day on which the document expires: YYYY-MM-DD. In the future, and after issueDate. Whether it must be sent
    is in ubo-identity-requirements of the country of residence."""
    idBackDocumentUploadId: NotRequired[str | None]
    """Accepted but not stored."""


class BusinessProfilePut(TypedDict):
    """All fields of a business. An optional text or date that is omitted is cleared."""

    customerId: str
    """The same id as in the path."""
    businessEmail: str
    """An e-mail address of the business."""
    phoneNumber: str
    """A telephone number of the business: a plus sign and 7 to 15 digits, country code first."""
    name: str
    """The full name under which the business is registered."""
    tradingName: NotRequired[str | None]
    """The name under which the business trades; null if there is no other."""
    businessTypeCode: BusinessTypeCodeWord | str
    """The legal form of the business, case-insensitive. GET /api/partner/v1/business-types lists the current ones;
    new ones may be added at any time."""
    incorporationCountryIso3Code: str
    """The country of incorporation: ISO 3166-1 alpha-3."""
    industry: IndustryWord
    """What the business earns its money with. Case-sensitive."""
    description: NotRequired[str | None]
    """What the business does, in free text; null if nothing was sent."""
    website: str
    """The public website of the business: an absolute http or https URL."""
    registrationNumber: str
    """The number of the business in the register of its country."""
    registrationDate: NotRequired[str | None]
    """The day on which the business was registered: YYYY-MM-DD; null if it is not known."""
    addresses: NotRequired[list[Address] | None]
    """All addresses of the business: they replace the stored ones. If omitted, those stay."""
    financials: NotRequired[Financials | None]
    """The turnover to expect, and what the account is for. If omitted, what is stored stays."""
    businessPersonList: NotRequired[list[BusinessPersonUpdate] | None]
    """People to change or to add. People who are not in the list stay as they are."""
    partnerCustomerId: NotRequired[str | None]
    """May be sent again; it never changes."""
    metadata: NotRequired[Metadata | None]


class BusinessPersonUpdate(TypedDict):
    """With the uboId of a person of this profile, every other field may be omitted and keeps its value. Otherwise,
    firstName, lastName, nationality, email, ownershipType, address and identities are required."""

    uboId: NotRequired[str | None]
    """A person of this profile. If omitted, the person is identified by e-mail."""
    firstName: NotRequired[str]
    """Given names, as in the identity documents."""
    lastName: NotRequired[str]
    """Family name, as in the identity documents."""
    birthDate: NotRequired[str | None]
    """Date of birth: YYYY-MM-DD; null if it is not known."""
    taxResidenceCountry: NotRequired[str | None]
    """The country where the person is resident for tax: ISO 3166-1 alpha-3; null if it is not known."""
    nationality: NotRequired[str]
    """The country of which the person is a citizen: ISO 3166-1 alpha-3."""
    email: NotRequired[str]
    """The person's own e-mail address. No two people of a business can have the same one."""
    phone: NotRequired[str | None]
    """A telephone number: a plus sign and 7 to 15 digits, country code first; null if there is none."""
    ownershipType: NotRequired[list[OwnershipTypeWord]]
    """All roles of the person in the business; UBO is an ultimate beneficial owner."""
    percentageShare: NotRequired[int | None]
    """The share of the business that the person owns, in whole percent; null if there is none. At most 100 for all
    people of a request."""
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
    """The kind of document, one that ubo-identity-requirements lists. NATIONAL_ID is also accepted, and returned as
    NATIOANL_ID."""
    issuingCountry: NotRequired[str]
    """The country that issued the document: ISO 3166-1 alpha-3."""
    identityValue: NotRequired[str]
    """The number of the document. Never returned in full; reads show its last characters."""
    documentUploadId: NotRequired[str | None]
    """The documentId of a scan of it, which must be a document of this business."""
    issueDate: NotRequired[str | None]
    """The day of issue: YYYY-MM-DD. Not in the future. Whether it must be sent is in ubo-identity-requirements of
    the country of residence."""
    expiryDate: NotRequired[str | None]
    """The day on which the document expires: YYYY-MM-DD. In the future, and after issueDate. Whether it must be sent
    is in ubo-identity-requirements of the country of residence."""
    idBackDocumentUploadId: NotRequired[str | None]
    """Accepted but not stored."""


class BusinessProfilePatch(TypedDict):
    """The fields to change; the others stay as they are."""

    email: NotRequired[str]
    """An e-mail address of the business."""
    phoneNumber: NotRequired[str | None]
    """A telephone number of the business: a plus sign and 7 to 15 digits, country code first; null if there is none."""
    companyName: NotRequired[str]
    """The full name under which the business is registered."""
    tradingName: NotRequired[str | None]
    """The name under which the business trades; null if there is no other."""
    businessTypeCode: NotRequired[BusinessTypeCodeWord | str]
    """The legal form of the business, case-insensitive. GET /api/partner/v1/business-types lists the current ones;
    new ones may be added at any time."""
    incorporationCountryCode: NotRequired[str]
    """The country of incorporation: ISO 3166-1 alpha-3."""
    industry: NotRequired[IndustryWord]
    """What the business earns its money with. Case-sensitive."""
    description: NotRequired[str | None]
    """What the business does, in free text; null if nothing was sent."""
    website: NotRequired[str]
    """The public website of the business: an absolute http or https URL."""
    registrationNumber: NotRequired[str]
    """The number of the business in the register of its country."""
    registrationDate: NotRequired[str | None]
    """The day on which the business was registered: YYYY-MM-DD; null if it is not known."""
    addresses: NotRequired[list[Address] | None]
    """All addresses of the business: they replace the stored ones. If omitted, those stay."""
    financials: NotRequired[Financials | None]
    """The turnover to expect, and what the account is for. If omitted, what is stored stays."""
    businessPersonList: NotRequired[list[BusinessPersonUpdate] | None]
    """People to change or to add. People who are not in the list stay as they are."""
    partnerCustomerId: NotRequired[str]
    """May be sent again; it never changes."""
    metadata: NotRequired[Metadata | None]
    businessDocumentIdList: NotRequired[list[str] | None]
    """The documentIds of uploaded files that belong to this update."""
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
    """A person of the business."""
    verdict: VerdictWord
    """The verdict on this person. Case-sensitive."""


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
    """Our id of the person."""
    email: str
    """The stored e-mail address."""
    firstName: str
    """The stored given names."""
    lastName: str
    """The stored family name."""


class BusinessProfileCreated(TypedDict):
    """The ids of the new business and its people."""

    customerId: str
    """Our id of the business."""
    partnerCustomerId: str
    """The reference that was sent on create; it never changes."""
    verificationStatus: VerificationStatusWord | str
    """Where the review of the business stands."""
    version: int
    """The version of the business, for If-Match; also the ETag."""
    ubos: list[BusinessProfileCreatedUbo]
    """The created people, in the order of the request."""


class Warning(TypedDict):
    """Something worth checking that did not stop the request."""

    pointer: str
    """A JSON pointer to the field in the body, or ?name for a query parameter. Empty for the body as a whole."""
    code: CodeWord | str
    """What was noticed; new codes may be added at any time."""
    message: str
    """What was noticed, and what to check."""


class FailureError(TypedDict):
    """Why the request was refused, and what to do next."""

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
    """The body of every response with a status of 400 or higher."""

    isSuccess: Literal[False]
    """Always false in a response with a status of 400 or higher."""
    error: FailureError
    """Why the request was refused, and what to do next."""


class Problem(TypedDict):
    """One thing that is wrong with a request."""

    pointer: str
    """A JSON pointer to the field in the body, or ?name for a query parameter. Empty for the body as a whole."""
    code: FailureErrorCodeWord | str
    """What is wrong, as in the list of errors."""
    message: str
    """What is wrong with this field, and what it must be."""


class CurrentState(TypedDict):
    """What is stored now, if a request was refused because of it."""

    customerId: NotRequired[str]
    """The business that already has this partnerCustomerId, or whose version differs."""
    version: NotRequired[int]
    """Its version now, which If-Match did not allow."""


class BusinessProfileCursorPage(TypedDict):
    """A page that is continued with a cursor."""

    items: list[BusinessProfileSummary]
    """Newest first; with updatedFrom or updatedTo, latest change first."""
    nextCursor: str | None
    """Send it as cursor to get the next page; null on the last page. In a search, pages before the last may have few
    items or none."""


class BusinessProfileSummary(TypedDict):
    """A business without its people, documents, addresses, financials and metadata."""

    customerId: str
    """Our id of the business."""
    partnerCustomerId: str
    """The reference that was sent on create; it never changes."""
    companyName: str
    """The full name under which the business is registered."""
    tradingName: str | None
    """The name under which the business trades; null if there is no other."""
    email: str
    """An e-mail address of the business."""
    phoneNumber: str | None
    """A telephone number of the business: a plus sign and 7 to 15 digits, country code first; null if there is none."""
    businessTypeCode: BusinessTypeCodeWord | str
    """The legal form of the business, spelled as GET /api/partner/v1/business-types lists it."""
    incorporationCountryIso3Code: str
    """The country of incorporation: ISO 3166-1 alpha-3."""
    industry: IndustryWord | str
    """What the business earns its money with."""
    description: str | None
    """What the business does, in free text; null if nothing was sent."""
    website: str
    """The public website of the business: an absolute http or https URL."""
    registrationNumber: str
    """The number of the business in the register of its country."""
    registrationDate: str | None
    """The day on which the business was registered: YYYY-MM-DD; null if it is not known."""
    verificationStatus: VerificationStatusWord | str
    """Where the review of the business stands."""
    canUpdate: bool
    """Whether an update would be accepted in this state."""
    createdAt: str
    """When the business was created, in UTC."""
    updatedAt: str
    """When the business was last changed, in UTC."""
    erasedAt: str | None
    """When the data of this customer was erased; null if it was not. After erasure, names are the word Erased and
    every other personal field is null or empty."""
    version: int
    """Increases by one with every change; also the ETag."""


class BusinessProfileNumberedPage(TypedDict):
    """A page that was asked for by its number."""

    items: list[BusinessProfileSummary]
    """Newest first; with updatedFrom or updatedTo, latest change first."""
    page: int
    """The number of this page, from 1."""
    pageSize: int
    """The maximum number of items on a page."""
    total: int
    """Total number of matches, counted up to 10000."""
    totalIsCapped: bool
    """Whether there are more matches than total."""


class BusinessProfileValid(TypedDict):
    """The result of a check that stores nothing."""

    valid: Literal[True]
    """A create request with this body would succeed now."""


class BusinessProfile(TypedDict):
    """A business with everything that is stored about it."""

    customerId: str
    """Our id of the business."""
    partnerCustomerId: str
    """The reference that was sent on create; it never changes."""
    companyName: str
    """The full name under which the business is registered."""
    tradingName: str | None
    """The name under which the business trades; null if there is no other."""
    email: str
    """An e-mail address of the business."""
    phoneNumber: str | None
    """A telephone number of the business: a plus sign and 7 to 15 digits, country code first; null if there is none."""
    businessTypeCode: BusinessTypeCodeWord | str
    """The legal form of the business, spelled as GET /api/partner/v1/business-types lists it."""
    incorporationCountryIso3Code: str
    """The country of incorporation: ISO 3166-1 alpha-3."""
    industry: IndustryWord | str
    """What the business earns its money with."""
    description: str | None
    """What the business does, in free text; null if nothing was sent."""
    website: str
    """The public website of the business: an absolute http or https URL."""
    registrationNumber: str
    """The number of the business in the register of its country."""
    registrationDate: str | None
    """The day on which the business was registered: YYYY-MM-DD; null if it is not known."""
    addresses: list[AddressRecord]
    """All addresses of the business."""
    financials: FinancialsRecord | None
    """The turnover to expect, and what the account is for; null if it was not sent."""
    businessPersonList: list[BusinessPersonRecord]
    """The owners, directors and shareholders."""
    documents: list[DocumentRecord]
    """Documents with an outcome: Confirmed, Quarantined or Rejected."""
    verificationStatus: VerificationStatusWord | str
    """Where the review of the business stands."""
    canUpdate: bool
    """Whether an update would be accepted in this state."""
    createdAt: str
    """When the business was created, in UTC."""
    updatedAt: str
    """When the business was last changed, in UTC."""
    erasedAt: str | None
    """When the data of this customer was erased; null if it was not. After erasure, names are the word Erased and
    every other personal field is null or empty."""
    version: int
    """Increases by one with every change; also the ETag."""
    metadata: MetadataRecord


class AddressRecord(TypedDict):
    """A stored address of a business or a person."""

    streetLine1: str
    """Street and number."""
    streetLine2: str | None
    """The rest of the street address, such as a floor or suite; null if there is none."""
    city: str
    """City, town or village."""
    state: str
    """State, province or region."""
    postalCode: str
    """The postal code as it is written in the country."""
    countryCode: str
    """The country of the address: ISO 3166-1 alpha-3."""


class BusinessPersonRecord(TypedDict):
    """A stored owner, director or shareholder of a business."""

    uboId: str
    """Our id of the person."""
    firstName: str
    """Given names, as in the identity documents."""
    lastName: str
    """Family name, as in the identity documents."""
    birthDate: str | None
    """Date of birth: YYYY-MM-DD; null if it is not known."""
    taxResidenceCountry: str | None
    """The country where the person is resident for tax: ISO 3166-1 alpha-3; null if it is not known."""
    nationality: str
    """The country of which the person is a citizen: ISO 3166-1 alpha-3."""
    email: str
    """The person's own e-mail address."""
    phone: str | None
    """A telephone number: a plus sign and 7 to 15 digits, country code first; null if there is none."""
    ownershipType: list[OwnershipTypeWord | str]
    """All roles of the person in the business; UBO is an ultimate beneficial owner."""
    percentageShare: int | None
    """The share of the business that the person owns, in whole percent; null if there is none."""
    address: AddressRecord
    identities: list[IdentityRecord]
    """The identity documents of the person."""
    verificationStatus: VerificationStatusWord | str
    """The verdict on the person; NotStarted until there is one."""
    metadata: MetadataRecord


class IdentityRecord(TypedDict):
    """A stored identity document of a person."""

    identityId: str
    """Our id of the identity, with which an update can correct it."""
    identityTypeCode: IdentityRecordIdentityTypeCodeWord | str
    """The kind of document."""
    issuingCountry: str
    """The country that issued the document: ISO 3166-1 alpha-3."""
    identityValueMasked: str
    """The last four characters, fewer for a short number; empty after erasure."""
    issueDate: str | None
    """The day of issue: YYYY-MM-DD. Null if it was not sent."""
    expiryDate: str | None
    """The day on which the document expires: YYYY-MM-DD. Null if it was not sent."""
    documentUploadId: str | None
    """The documentId of the scan of it; null if none was named."""


class DocumentRecord(TypedDict):
    """A document of a business, without its file."""

    documentId: str
    """Our id of the document."""
    documentCategory: DocumentCategoryWord | str
    """What the document proves, as requested with its link."""
    contentType: ContentTypeWord | str
    """The type of the file, as requested with its link."""
    sizeBytes: int | None
    """The size of the file in bytes; null after erasure."""
    sha256: str | None
    """The hash of the stored bytes. Null unless Confirmed."""
    status: DocumentRecordStatusWord | str
    """A record lists documents with an outcome: Confirmed, Quarantined or Rejected."""
    refusal: RefusalWord | str | None
    """Why it is Rejected or Quarantined. Request a new link and upload a valid file."""
    uboId: str | None
    """The person whom the document concerns; null if it concerns the business."""
    uploadedAt: str | None
    """When the file arrived in storage; null if none has arrived."""
    confirmedAt: str | None
    """When the file had passed every check; null unless Confirmed."""


class BusinessProfileReplaced(TypedDict):
    """The state of the business after the update."""

    customerId: str
    """Our id of the business."""
    partnerCustomerId: str
    """The reference that was sent on create; it never changes."""
    verificationStatus: VerificationStatusWord | str
    """Where the review of the business stands."""
    version: int
    """The new version; also the ETag."""


class BusinessProfilePatchedUbo(TypedDict):
    uboId: str
    """Our id of the person."""
    email: str
    """The stored e-mail address."""
    firstName: str
    """The stored given names."""
    lastName: str
    """The stored family name."""
    added: bool
    """False for a person who was already on the profile."""


class BusinessProfilePatchedDocument(TypedDict):
    documentId: str
    """Our id of the document."""
    status: DocumentRecordStatusWord | str
    """Where the checks of the file stand."""


class BusinessProfilePatched(TypedDict):
    """The state of the business after the update."""

    customerId: str
    """Our id of the business."""
    partnerCustomerId: str
    """The reference that was sent on create; it never changes."""
    verificationStatus: VerificationStatusWord | str
    """Where the review of the business stands."""
    version: int
    """The new version; also the ETag."""
    ubos: list[BusinessProfilePatchedUbo]
    """The people in the request, in the same order."""
    documents: list[BusinessProfilePatchedDocument]
    """The documents of businessDocumentIdList, each once, with their status."""


class VerificationStatusPeople(TypedDict):
    uboId: str
    """Our id of the person."""
    verificationStatus: VerificationStatusWord | str
    """The verdict on the person; NotStarted until there is one."""


class VerificationStatusDocument(TypedDict):
    documentId: str
    """Our id of the document."""
    documentCategory: DocumentCategoryWord | str
    """What the document proves, as requested with its link."""
    status: DocumentRecordStatusWord | str
    """The outcome of the checks of the file."""
    refusal: RefusalWord | str | None
    """Why it is Rejected or Quarantined."""
    uboId: str | None
    """The person whom it concerns, if any."""


class VerificationStatus(TypedDict):
    """Where the review of a business stands, and what is expected of you."""

    customerId: str
    """Our id of the business."""
    partnerCustomerId: str
    """The reference that was sent on create; it never changes."""
    verificationStatus: VerificationStatusWord | str
    """Where the review of the business stands."""
    statusChangedAt: str
    """When the business reached this status, in UTC."""
    submittedAt: str
    """When the current attempt was submitted."""
    decidedAt: str | None
    """When the decision was made; null unless the status is Approved, Rejected or ChangesRequested."""
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
    """What can be done about it."""

    action: NextActionWord | str
    """What you can do about it; None if nothing."""
    fields: NotRequired[list[str]]
    """Fields of the profile to check."""
    documentCategories: NotRequired[list[DocumentCategoryWord | str]]
    """Documents that would help; request an upload link for one of these categories."""


class VerificationReason(TypedDict):
    """The reason for the outcome of a review, and what can be done about it."""

    reasonId: str
    """Identifies this reason; a later decision has reasons of its own."""
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
    """What can be done about it."""


class AuditPage(TypedDict):
    """A page of the audit trail of a business."""

    items: list[AuditEntry]
    """Newest first."""
    nextCursor: str | None
    """Send it as cursor to get the next page; null on the last page."""


class AuditEntry(TypedDict):
    """One action on a business."""

    auditId: str
    """The id of the entry in the trail."""
    action: str
    """What was done, such as business.profile.updated."""
    actorKind: ActorKindWord | str
    """Client: a system of the partner. PartnerPerson: a user of the partner. StaffPerson, Operator: a member of our
    staff. Service: our own service."""
    occurredAt: str
    """When it was done, in UTC."""
    details: dict[str, Any]
    """Facts about the action: ids, states, codes and numbers. New ones may be added at any time."""
    actorId: str | None
    """Which of your systems or users did it; null if it was a member of our staff or our own service."""


UploadLinkHeader = TypedDict("UploadLinkHeader", {"Content-Type": "ContentTypeWord | str"})


class UploadLinkStorageError(TypedDict):
    """What to do if storage refuses the upload with 400 or 403, by the <Code> of its answer. Storage answers with
    XML, not with an error of this API."""

    SignatureDoesNotMatch: str
    """The upload differs from the link."""
    InvalidArgument: str
    """The upload had an Authorization header."""
    AccessDenied: str
    """The link has expired, or the upload had a header that is not allowed."""


class UploadLink(TypedDict):
    """A link for the upload of one file."""

    documentId: str
    """Our id of the document."""
    documentUploadId: str
    """The same id, under the name used in identities."""
    uploadUrl: str
    """Anyone who has this link can upload; treat it as a secret until it expires."""
    method: Literal["PUT"]
    """The HTTP method of the upload."""
    headers: UploadLinkHeader
    """Send exactly these headers with the upload."""
    expiresAt: str
    """The upload must start before this time, 30 minutes from now."""
    maxSizeBytes: int
    """The size in bytes up to which a file is accepted."""
    documentCategory: DocumentCategoryWord | str
    """What the document proves, as requested with its link."""
    fileName: str
    """The name of the stored file, made from documentCategory and contentType."""
    uboId: str | None
    """The person whom the document concerns; null if it concerns the business."""
    storageErrors: UploadLinkStorageError
    """What to do if storage refuses the upload with 400 or 403, by the <Code> of its answer. Storage answers with
    XML, not with an error of this API."""


class IdentityRequirementValidationRule(TypedDict):
    """The format of the number."""

    regex: str
    """Applied to the number after trimming, upper-casing and collapsing inner spaces."""
    minLength: int
    """The minimum number of characters."""
    maxLength: int
    """The maximum number of characters."""
    errorMessage: str
    """What the API says about a number that does not fit, worded so that you can show it."""


class IdentityRequirement(TypedDict):
    """An identity document accepted from residents."""

    identityType: str
    """The kind of document in English."""
    identityTypeCode: IdentityRecordIdentityTypeCodeWord | str
    """What to send as identityTypeCode."""
    fieldName: str
    """A name for the field in your form, different for each document of the country."""
    inputType: InputTypeWord | str
    """A hint for your form: Document for a document with a number, Input for a number alone."""
    isRequired: bool
    """Whether residents must have this document; if false, another of the list will do."""
    label: str
    """A label for the field in your form."""
    placeholder: str
    """An example of an accepted number."""
    requiresIssueDate: bool
    """Whether issueDate must be sent."""
    requiresExpiryDate: bool
    """Whether expiryDate must be sent."""
    requiresIdNumber: bool
    """Whether the document has a number, to be sent as identityValue."""
    validationRules: IdentityRequirementValidationRule
    """The format of the number."""
    displayOrder: int
    """The position among the documents of the country; the lowest comes first."""


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
    """A part of the feed of your events."""

    items: list[WebhookEvent]
    """The same envelopes that webhooks carry, in the order in which they were committed."""
    nextCursor: str
    """Always present, even on an empty page: continue from here."""
    hasMore: bool
    """Whether more events are available right now."""


class ApiRequestPage(TypedDict):
    """A page of the log of your requests."""

    items: list[ApiRequest]
    """Newest first."""
    nextCursor: str | None
    """Send it as cursor to get the next page; null on the last page."""


class ApiRequest(TypedDict):
    """One request that you sent, and its outcome."""

    entryId: str
    """The id of the entry in the log."""
    requestId: str
    """What the caller received as X-Request-Id; if it sent an id of its own, that one."""
    occurredAt: str
    """When the request was answered."""
    method: str
    """The HTTP method."""
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
    """One thing that was wrong with a request."""

    pointer: str
    """The field in the body as a JSON pointer, or ?name for a query parameter. Names that are not ours, such as your
    metadata keys, are replaced by *."""
    code: str
    """What is wrong, as in the list of errors."""


class Simulated(TypedDict):
    """The state of the business after the simulated review."""

    customerId: str
    """Our id of the business."""
    partnerCustomerId: str
    """The reference that was sent on create; it never changes."""
    verificationStatus: VerificationStatusWord | str
    """Where the review of the business stands."""
    version: int
    """The version of the business, for If-Match."""


class Advanced(TypedDict):
    """The state of the business after the days have passed."""

    customerId: str
    """Our id of the business."""
    partnerCustomerId: str
    """The reference that was sent on create; it never changes."""
    verificationStatus: VerificationStatusWord | str
    """Where the review of the business stands."""
    version: int
    """The version of the business, for If-Match."""
    documentIds: list[str]
    """The documents whose upload links have expired."""


class FinancialsRecord(TypedDict):
    """The turnover to expect, and what the account is for."""

    monthlyTurnOver: MonthlyTurnOverWord | str
    """The range of the turnover in a month. Case-sensitive."""
    estimatedTransactionValue: EstimatedTransactionValueWord | str
    """The range of the usual value of one transaction. Case-sensitive."""
    sourceOfFunds: IndustryWord | str
    """Where most of the money comes from. Case-sensitive."""
    purposeOfAccount: PurposeOfAccountWord | str
    """What the business wants the account for. Case-sensitive."""


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

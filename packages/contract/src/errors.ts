// Every error a caller can meet: its HTTP status, what causes it, what to do about it. The reference page, the OpenAPI
// document and the answers themselves come from this table.

interface ErrorEntry {
  status: number;
  cause: string;
  remedy: string;
}

export const ERRORS = {
  Validation: {
    status: 400,
    cause: 'The create body is not JSON, or a field is missing, of the wrong type, too long or not well formed.',
    remedy: 'Correct every field named in details and send the request again.',
  },
  'ValidationControl.Error': {
    status: 400,
    cause:
      'A value breaks a rule: outside its vocabulary, nationality missing, an identity not accepted, a date out of rule, combined shares above 100, or the same e-mail twice.',
    remedy: 'Correct every field named in details; each message says what is allowed.',
  },
  'PhoneNumber.Invalid': {
    status: 400,
    cause: 'A phone number is not in E.164 form.',
    remedy: 'Write a plus sign and 7 to 15 digits without blanks or dashes, for example +2348012345678.',
  },
  'BusinessType.NotFound': {
    status: 400,
    cause: 'There is no business type of that name.',
    remedy:
      'Use one of the names that the message lists, as GET /api/partner/v1/business-types does. Case does not matter; names have no underscore.',
  },
  'Country.NotFound': {
    status: 400,
    cause: 'The three letters are not an ISO 3166-1 alpha-3 country code.',
    remedy: 'Use the alpha-3 code of the country, for example NGA or GBR.',
  },
  'OnboardingConfig.NotFound': {
    status: 400,
    cause: 'People living in that country cannot be onboarded yet: no identity documents are configured for it.',
    remedy:
      'Leave this person out for now, or ask us to open the country. GET /api/partner/v1/countries says which are open.',
  },
  'Document.NotFound': {
    status: 400,
    cause: 'There is no document with that id. While a business is being created it cannot have documents yet.',
    remedy:
      'Use the documentId that came with the upload link. For a new business: create it without documentUploadId, upload the document, then refer to it in an update.',
  },
  'Customer.PartnerCustomerIdRequired': {
    status: 400,
    cause: 'partnerCustomerId is missing or blank.',
    remedy: 'Send your own reference for this customer; it is how you find it again.',
  },
  'Customer.PartnerCustomerIdInvalid': {
    status: 400,
    cause: 'partnerCustomerId is not an acceptable reference.',
    remedy: 'Use 1 to 100 letters, digits or . _ ~ : @ + - and begin with a letter or digit.',
  },
  'Customer.PartnerCustomerIdConflict': {
    status: 409,
    cause: 'One of your customers already has this partnerCustomerId.',
    remedy: 'If this is a retry, the message names the customer that exists; otherwise choose another reference.',
  },
  'Customer.UnderReview': {
    status: 409,
    cause: 'An analyst is reviewing this customer, so it cannot be changed now.',
    remedy: 'Wait for the outcome, which comes as an event and in verification-status; then send the change again.',
  },
  'Customer.Closed': {
    status: 409,
    cause: 'This customer was rejected, so it cannot be changed any more.',
    remedy: 'Read the reasons in verification-status, and ask us if you think that it should be looked at again.',
  },
  'Customer.VersionMismatch': {
    status: 412,
    cause: 'The customer has changed since you read it: its version is not the one in If-Match.',
    remedy: 'Read it again, apply your change to what is there now, and send that with the new ETag.',
  },
  'Partner.BusinessProfileIdMismatch': {
    status: 400,
    cause: 'customerId in the body is not the id in the path.',
    remedy: 'Send the same id in both places.',
  },
  'Document.AccessDenied': {
    status: 400,
    cause: 'The document belongs to another customer.',
    remedy: 'Use the ids that came with upload links for this customer.',
  },
  'Document.NotUploaded': {
    status: 400,
    cause: 'The file of this document has not arrived, or was refused when it was checked; the message says which.',
    remedy:
      'Upload the file to its link, then send the request again. Where the link has ended or the file was refused, ask for a new link.',
  },
  'Customer.NotFound': {
    status: 404,
    cause: 'There is no such customer.',
    remedy: 'Check the id. A reference given by you is found under by-reference, and its case matters.',
  },
  'Partner.NotAuthenticated': {
    status: 401,
    cause: 'There is no valid bearer token, or it does not lead to a partner.',
    remedy:
      'Get a new token from the token endpoint and send it as Authorization: Bearer <token>. Tokens last 300 seconds.',
  },
  'Partner.ScopeMissing': {
    status: 403,
    cause: 'The token lacks the scope that this operation needs.',
    remedy:
      'Ask for the scope that the message names when you get the token. partner.write does not include partner.read.',
  },
  'Partner.NotAuthorized': {
    status: 403,
    cause: 'The customer belongs to another partner.',
    remedy: 'Check the id and the environment; only your own customers can be reached.',
  },
  'Partner.Inactive': {
    status: 409,
    cause: 'Your organisation is deactivated.',
    remedy: 'Ask your contact with us to activate it again.',
  },
  'Partner.OnboardingNotApproved': {
    status: 409,
    cause: "Your organisation's own onboarding is not approved yet.",
    remedy: 'Finish it in the partner portal, then try again.',
  },
  'Session.RoleMissing': {
    status: 403,
    cause: 'Your role does not allow this.',
    remedy: 'Ask an administrator of your organisation to do it, or to change your role.',
  },
  'Session.StepUpRequired': {
    status: 403,
    cause: 'This operation needs a second factor that was shown within the last 5 minutes.',
    remedy: 'Sign in again at the address that the message names, then repeat the request.',
  },
  'Session.CrossSite': {
    status: 403,
    cause: 'The request does not show that it comes from our own site.',
    remedy: 'Send it from the site itself, with its Origin and the header X-CSRF: 1.',
  },
  'Session.AccountUnusable': {
    status: 403,
    cause: 'There is no active account for this sign-in here.',
    remedy: 'Ask an administrator of your organisation to invite you or to enable your account.',
  },
  'Credential.CertificateInvalid': {
    status: 400,
    cause: 'The text is not exactly one X.509 certificate in PEM form of at most 16 KiB.',
    remedy:
      'Send the file that begins with -----BEGIN CERTIFICATE-----. To make one: openssl req -x509 -newkey rsa:3072 -noenc -keyout key.pem -out certificate.pem -days 365 -subj /CN=my-integration',
  },
  'Credential.PrivateKeyPasted': {
    status: 400,
    cause: 'The text contains a private key. It has left your hands, so it is compromised; we have not kept it.',
    remedy:
      'Do not use that key again anywhere. Make a new one and send only its certificate: openssl req -x509 -newkey rsa:3072 -noenc -keyout key.pem -out certificate.pem -days 365 -subj /CN=my-integration',
  },
  'Credential.KeyUnsupported': {
    status: 400,
    cause:
      'The key of the certificate cannot be used: it must be RSA of 2048 to 8192 bits with a usual public exponent.',
    remedy:
      'Make an RSA key: openssl req -x509 -newkey rsa:3072 -noenc -keyout key.pem -out certificate.pem -days 365 -subj /CN=my-integration',
  },
  'Credential.CertificateExpired': {
    status: 400,
    cause: 'The certificate has expired.',
    remedy:
      'Make a new key and certificate: openssl req -x509 -newkey rsa:3072 -noenc -keyout key.pem -out certificate.pem -days 365 -subj /CN=my-integration',
  },
  'Credential.CertificateNotYetValid': {
    status: 400,
    cause: 'The certificate is not valid yet.',
    remedy: 'Wait until the time that the message names, or check the clock of the machine that made it.',
  },
  'Credential.ValidityTooLong': {
    status: 400,
    cause: 'The certificate is valid for more than 825 days.',
    remedy: 'Make one with a shorter life, for example with -days 365.',
  },
  'Credential.KeyInUse': {
    status: 409,
    cause:
      'The key of this certificate is registered already, or was once. A key serves one client, and never again once it was revoked.',
    remedy:
      'Make a new key: openssl req -x509 -newkey rsa:3072 -noenc -keyout key.pem -out certificate.pem -days 365 -subj /CN=my-integration',
  },
  'Credential.LimitReached': {
    status: 409,
    cause: 'There are five active certificates already.',
    remedy: 'Revoke one that is no longer used; the list shows when each was used last.',
  },
  'Credential.NotFound': {
    status: 404,
    cause: 'Your organisation has no such certificate.',
    remedy: 'Take the certificateId from the list of API credentials.',
  },
  'Webhook.UrlNotHttps': {
    status: 400,
    cause: 'The URL of a webhook must begin with https://.',
    remedy: 'Send the https address of your receiver. For development without one: npx onboarding listen.',
  },
  'Webhook.UrlNotPublic': {
    status: 400,
    cause:
      'The URL does not lead to a receiver on the public internet: the host must be a DNS name with a dot that resolves to public addresses only, or a public IP address; without user info; on port 443 or 8443 unless the message names others.',
    remedy:
      'Send the public address of your receiver. For development on your own machine: npx onboarding listen --forward-to <address>.',
  },
  'Webhook.UrlUnresolvable': {
    status: 400,
    cause: 'The host of the URL has no address in DNS.',
    remedy: 'Check the spelling, or wait until the DNS record that you made can be seen, and send it again.',
  },
  'Webhook.RangeInvalid': {
    status: 400,
    cause: 'The window must end after its start, and one to be replayed must have both.',
    remedy: 'Send from and to as dates like 2026-11-15 (in UTC) or times like 2026-11-15T09:00:00Z, from before to.',
  },
  'Webhook.RangeTooWide': {
    status: 400,
    cause: 'The window spans more than seven days.',
    remedy: 'Replay several windows of up to seven days each.',
  },
  'Webhook.EventExpired': {
    status: 400,
    cause: 'The event, or the start of the window, is older than the 30 days for which events are kept.',
    remedy:
      'Begin the window within the last 30 days. What is older can be read from the business profiles themselves.',
  },
  'Webhook.EndpointDisabled': {
    status: 400,
    cause: 'The endpoint is disabled because its receiver failed for too long.',
    remedy: 'Repair the receiver, enable the endpoint, then try again. Everything that waits is then sent.',
  },
  'Webhook.TestFireRejected': {
    status: 400,
    cause: 'The test event was not recorded: too many test events wait for your receiver already.',
    remedy: 'Look at the delivery history to see why they are not delivered, then try again.',
  },
  'Webhook.StatusUnknown': {
    status: 400,
    cause: 'There is no such delivery status.',
    remedy: 'Use Pending, Delivered or Exhausted, or leave status out.',
  },
  'Webhook.EndpointNotFound': {
    status: 404,
    cause: 'Your organisation has no webhook.',
    remedy: 'Register a URL first.',
  },
  'Webhook.DeliveryNotFound': {
    status: 404,
    cause: 'Your organisation has no such delivery. Deliveries are kept for 30 days.',
    remedy: 'Take the id from the delivery history.',
  },
  'Webhook.DispatcherUnavailable': {
    status: 503,
    cause: 'The delivery service cannot be reached at the moment. Nothing changed, and no event is lost.',
    remedy: 'Wait for the time in Retry-After and send the same request again.',
  },
  'Review.StateConflict': {
    status: 409,
    cause: 'The package is not in a state in which this can be done; the message says in which it is.',
    remedy: 'Read the package again and go on from what it says.',
  },
  'Review.QueueBusy': {
    status: 409,
    cause: 'Packages wait, but each of them is being changed or claimed by somebody else at this very moment.',
    remedy: 'Ask for the next one again in a second.',
  },
  'Review.NotYours': {
    status: 409,
    cause: 'Another analyst has this package.',
    remedy: 'Leave it to the analyst whom the message names, or have a supervisor reassign it.',
  },
  'Review.FourEyes': {
    status: 403,
    cause: 'Whoever proposed a decision cannot confirm it.',
    remedy: 'Ask another analyst to look at the package and to confirm.',
  },
  'Review.DecisionNotFound': {
    status: 404,
    cause: 'The package has no such decision.',
    remedy: 'Take the decisionId from the package.',
  },
  'Review.DecisionSettled': {
    status: 409,
    cause: 'The decision is no longer a proposal: it was confirmed, withdrawn, or voided because the evidence changed.',
    remedy: 'Read the package again; what is voided or withdrawn can be proposed anew.',
  },
  'Review.DecisionOpen': {
    status: 409,
    cause: 'A decision on this package is proposed already and waits for a second analyst.',
    remedy: 'Confirm it as the second analyst, or withdraw it before you propose another.',
  },
  'Review.VerdictOpen': {
    status: 409,
    cause: 'A person of this business was rejected or must be corrected, so the business cannot be approved.',
    remedy: 'Request changes or reject; or change the verdict on the person whom the message names.',
  },
  'Review.ScreeningPending': {
    status: 409,
    cause: 'The business or one of its people has not been screened yet, so it cannot be approved.',
    remedy: 'Wait until the package shows the outcome of the screening, then try again.',
  },
  'Review.SubjectNotFound': {
    status: 404,
    cause: 'The package has no such person or document.',
    remedy: 'Take the id from the package.',
  },
  'Review.DocumentUnreadable': {
    status: 409,
    cause: 'Only a document that is confirmed can be looked at.',
    remedy: 'Wait until it is confirmed, or ask the partner for another one.',
  },
  'Review.AssigneeUnsuitable': {
    status: 400,
    cause: 'There is no active analyst or supervisor with that id.',
    remedy: 'Send the accountId of an analyst who can sign in.',
  },
  'Sandbox.StateConflict': {
    status: 409,
    cause: 'The business is not in a state in which this can be simulated; the message says in which it is.',
    remedy: 'Simulate something that leads on from there, or create another business.',
  },
  'Sandbox.NotReady': {
    status: 409,
    cause: 'The business has just been created or changed and is still being prepared for its review.',
    remedy: 'Wait for the time in Retry-After and send the same request again.',
  },
  'Idempotency.KeyInvalid': {
    status: 400,
    cause: 'The Idempotency-Key header is empty, longer than 255 characters, or not printable ASCII.',
    remedy: 'Send 1 to 255 printable characters; a UUID made per operation is a good key.',
  },
  'Idempotency.KeyReused': {
    status: 422,
    cause: 'This Idempotency-Key was used within 24 hours for a request with another body.',
    remedy: 'Use a new key for a new operation; a retry must repeat the same body.',
  },
  'Idempotency.InProgress': {
    status: 409,
    cause: 'A request with this Idempotency-Key is being worked on right now.',
    remedy: 'Wait for the time in Retry-After and send the same request again.',
  },
  'RateLimit.Exceeded': {
    status: 429,
    cause: 'You have sent more requests of this kind, or larger ones, than you may in a second.',
    remedy: 'Wait for the time in Retry-After. The headers RateLimit and RateLimit-Policy tell what is left.',
  },
  'Route.Withdrawn': {
    status: 410,
    cause: 'This operation is no longer served.',
    remedy: 'Use its successor, which the message names.',
  },
  'Route.NotFound': {
    status: 404,
    cause: 'There is no such path.',
    remedy: 'Compare the path with the reference at /docs. Partner API paths begin with /api/partner/v1.',
  },
  'Route.MethodNotAllowed': {
    status: 405,
    cause: 'The path exists, but not with this HTTP method.',
    remedy: 'Use one of the methods in the Allow header.',
  },
  'Request.TooLarge': {
    status: 413,
    cause: 'The body is larger than 1 MiB.',
    remedy: 'Send fewer people in one request and add the others by update.',
  },
  'Request.UrlTooLong': {
    status: 414,
    cause: 'The URL is longer than 8 KiB.',
    remedy: 'Shorten the query.',
  },
  'Request.UnsupportedMediaType': {
    status: 415,
    cause: 'The body is not declared as JSON.',
    remedy: 'Send Content-Type: application/json; a PATCH may also be application/merge-patch+json.',
  },
  'Request.Malformed': {
    status: 400,
    cause: 'The request is not acceptable HTTP: a header or the path cannot be read.',
    remedy: 'Check how your client encodes the path and its headers.',
  },
  'Service.OutcomeUnknown': {
    status: 503,
    cause: 'The connection to our database broke at the very moment of saving, so the change may or may not be there.',
    remedy: 'Read by partnerCustomerId to see, or send the request again; with an Idempotency-Key we do this for you.',
  },
  'Service.Unavailable': {
    status: 503,
    cause: 'A part of the service is away for a moment. Nothing was saved.',
    remedy: 'Wait for the time in Retry-After and send the same request again.',
  },
  'Internal.Error': {
    status: 500,
    cause: 'We made a mistake. Nothing was saved.',
    remedy: 'Try again later and give us the requestId if it stays.',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

export const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

/** Findings that do not refuse a request. */
export const WARNINGS = {
  'Field.Unknown': 'The field is not known here and was ignored.',
  'Field.Deprecated': 'The field is still accepted but will not be for ever; the message says what to send instead.',
  'Phone.Implausible': 'The number is in E.164 form, but no such number is given out in its country.',
  'Date.Implausible': 'The date is possible but unlikely.',
  'Identity.ChecksumMismatch': 'The number has the right form, but its check digits do not agree with it.',
  'Ownership.AboveHundred': 'The shares of all people on the profile together are above 100.',
} as const;

export type WarningCode = keyof typeof WARNINGS;
export const WARNING_CODES = Object.keys(WARNINGS) as [WarningCode, ...WarningCode[]];

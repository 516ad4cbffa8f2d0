// Every error a caller can get: its HTTP status, its cause, and what to do about it. The reference page, the OpenAPI document
// and the responses use this table.
import {
  ACTIVE_CERTIFICATES,
  BODY_MIB,
  CERTIFICATE_DAYS,
  COMPARISONS_PER_HOUR,
  EVENT_DAYS,
  IDEMPOTENCY_HOURS,
  INVITATIONS_PER_DAY,
  PLAUSIBLE_AGES,
  REPLAY_WINDOW_DAYS,
  STEP_UP_MINUTES,
  TOKEN_SECONDS,
} from './durations-and-limits.ts';
import { BUSINESS_TYPE_LIST, COUNTRY_LIST } from './told-values.ts';

interface ErrorEntry {
  status: number;
  cause: string;
  remedy: string;
}

export const ERRORS = {
  Validation: {
    status: 400,
    cause:
      'The create body is empty or not JSON, or a field is missing, has the wrong type, is too long or is malformed.',
    remedy: 'Correct every field named in details and send the request again.',
  },
  'ValidationControl.Error': {
    status: 400,
    cause:
      'A value breaks a rule: it is not one of the allowed values, nationality is missing, an identity is not accepted, a date is out of range, combined shares exceed 100, or an e-mail address occurs twice.',
    remedy:
      'Correct every field named in details; each message says what is allowed. Values are case-sensitive unless their description says otherwise.',
  },
  'PhoneNumber.Invalid': {
    status: 400,
    cause: 'A phone number is not in E.164 form.',
    remedy: 'Write a plus sign and 7 to 15 digits without spaces or dashes, for example +2348012345678.',
  },
  'BusinessType.NotFound': {
    status: 400,
    cause: 'There is no business type with that name.',
    remedy: `Use one of the names listed in the message and by ${BUSINESS_TYPE_LIST}. Names are case-insensitive and have no underscore.`,
  },
  'Country.NotFound': {
    status: 400,
    cause: 'The three letters are not an ISO 3166-1 alpha-3 country code.',
    remedy: `Use the alpha-3 code of the country, for example NGA or GBR. ${COUNTRY_LIST} lists them.`,
  },
  'OnboardingConfig.NotFound': {
    status: 400,
    cause: 'That country is not served.',
    remedy: `Do not send this country. ${COUNTRY_LIST} lists the ones that are open (isOpen), and whether people who live there are accepted (identityRules).`,
  },
  'Document.NotFound': {
    status: 400,
    cause: 'There is no document with that id. A business that is being created cannot have documents yet.',
    remedy:
      'Use the documentId that came with the upload link. For a new business: create it without documentUploadId, upload the document, then refer to it in an update.',
  },
  'Customer.PartnerCustomerIdRequired': {
    status: 400,
    cause: 'partnerCustomerId is missing or blank.',
    remedy: 'Send your own reference for this customer; you can use it to look up the customer later.',
  },
  'Customer.PartnerCustomerIdInvalid': {
    status: 400,
    cause: 'partnerCustomerId is not a valid reference.',
    remedy: 'Use 1 to 100 letters, digits or . _ ~ : @ + - and start with a letter or digit.',
  },
  'Customer.PartnerCustomerIdConflict': {
    status: 409,
    cause: 'One of your customers already has this partnerCustomerId.',
    remedy: 'If this is a retry, use the existing customer that the message names; otherwise choose another reference.',
  },
  'Customer.UnderReview': {
    status: 409,
    cause: 'An analyst is reviewing this customer, so it cannot be changed now.',
    remedy: 'Wait for the outcome, which arrives as an event and in verification-status, then send the change again.',
  },
  'Customer.Closed': {
    status: 409,
    cause: 'This customer was rejected or erased, so it can no longer be changed.',
    remedy: 'Read the reasons in verification-status, and contact us if you think that it should be reviewed again.',
  },
  'Customer.VersionMismatch': {
    status: 412,
    cause: 'The customer has changed since you read it: its version is not the one in If-Match.',
    remedy: 'Read it again, apply your change to the current version, and send it with the new ETag.',
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
  'Document.DailyLimit': {
    status: 429,
    cause: 'Your organisation has uploaded as many bytes of documents today as its limit allows.',
    remedy:
      'Wait for the time in Retry-After: the count starts again at midnight UTC. Links that you already have still work. Contact us if you need more regularly.',
  },
  'Document.NotUploaded': {
    status: 400,
    cause:
      'The file of this document has not arrived, its link expired or was replaced before it arrived, or it failed its check; the message says which.',
    remedy:
      'Upload the file to its link, then send the request again. If the link has expired or the file failed its check, request a new link.',
  },
  'Customer.NotFound': {
    status: 404,
    cause: 'There is no such customer.',
    remedy: 'Check the id. Look up your own reference under by-reference; it is case-sensitive.',
  },
  'Customer.DocumentNotFound': {
    status: 404,
    cause: 'The customer has no such document.',
    remedy: "Take the documentId from the customer's documents.",
  },
  'Customer.DocumentUnreadable': {
    status: 409,
    cause: 'Only a confirmed document can be viewed.',
    remedy: 'Wait until its file has been checked. If it was rejected, upload another one.',
  },
  'Partner.NotAuthenticated': {
    status: 401,
    cause: 'The bearer token is missing or invalid, or does not belong to a partner; the message says which.',
    remedy: `Get a new token from the token endpoint and send it as Authorization: Bearer <token>. Tokens last ${TOKEN_SECONDS} seconds.`,
  },
  'Partner.ScopeMissing': {
    status: 403,
    cause: 'The token lacks the scope that this operation needs.',
    remedy:
      'Request the scope named in the message when you get the token. partner.write does not include partner.read.',
  },
  'Partner.NotAuthorized': {
    status: 403,
    cause: 'The customer belongs to another partner.',
    remedy: 'Check the id and the environment; you can access only your own customers.',
  },
  'Partner.Inactive': {
    status: 409,
    cause: 'Your organisation is deactivated.',
    remedy: 'Ask your contact at our company to reactivate it.',
  },
  'Partner.OnboardingNotApproved': {
    status: 409,
    cause: "Your organisation's own onboarding is not approved yet.",
    remedy: 'Ask your contact at our company what is missing, and try again once it is approved.',
  },
  'Session.RoleMissing': {
    status: 403,
    cause: 'Your role does not allow this.',
    remedy: 'Ask an administrator of your organisation to do it, or to change your role.',
  },
  'Session.StepUpRequired': {
    status: 403,
    cause: `This operation requires a second factor confirmed within the last ${STEP_UP_MINUTES} minutes.`,
    remedy: 'Sign in again at the address named in the message, then repeat the request.',
  },
  'Session.CrossSite': {
    status: 403,
    cause: 'The request does not prove that it comes from our own site.',
    remedy: 'Send it from the site itself, with its Origin and the header X-CSRF: 1.',
  },
  'Session.AccountUnusable': {
    status: 403,
    cause: 'This sign-in has no active account on this site.',
    remedy: 'Ask an administrator of your organisation to invite you or to enable your account.',
  },
  'Session.NotFound': {
    status: 404,
    cause: 'You have no such session, or it has already ended.',
    remedy: 'Take the sessionId from the list of your sessions.',
  },
  'Session.FiltersChanged': {
    status: 409,
    cause: 'Your saved filters of this list have changed since you read them, for example in another browser.',
    remedy: 'Read them again, apply your change to them, and send it with the new version.',
  },
  'Account.NotFound': {
    status: 404,
    cause: 'Your organisation has no such user.',
    remedy: 'Take the accountId from the list of users.',
  },
  'Account.EmailTaken': {
    status: 409,
    cause: 'Your organisation already has a user with this e-mail address.',
    remedy: 'Find them in your list of users: change their role there, or enable them.',
  },
  'Account.OwnAccount': {
    status: 409,
    cause: 'You cannot change your own access, so that a mistake cannot lock you out.',
    remedy:
      'Ask another administrator of your organisation. You can change your second factors on your account page at the identity service.',
  },
  'Account.LastAdmin': {
    status: 409,
    cause: 'This is the last active administrator of your organisation; without one, nobody could manage it.',
    remedy: 'Make someone else an administrator first and wait until they have accepted their invitation.',
  },
  'Account.StateConflict': {
    status: 409,
    cause: "The account's current state does not allow this.",
    remedy: 'Read the user again; the message says what to do in the current state.',
  },
  'Account.TooManyInvitations': {
    status: 409,
    cause: `Your organisation has sent ${INVITATIONS_PER_DAY} invitations within 24 hours.`,
    remedy: 'Invite the others tomorrow, or ask us to invite them.',
  },
  'Credential.CertificateInvalid': {
    status: 400,
    cause: 'The text is not exactly one X.509 certificate in PEM format of at most 16 KiB.',
    remedy:
      'Send the file that starts with -----BEGIN CERTIFICATE-----. To create one: openssl req -x509 -newkey rsa:3072 -noenc -keyout key.pem -out certificate.pem -days 365 -subj /CN=my-integration',
  },
  'Credential.PrivateKeyPasted': {
    status: 400,
    cause: 'The text contains a private key. A key that has been sent to anyone is compromised. We have not stored it.',
    remedy:
      'Do not use that key anywhere again. Create a new one and send only its certificate: openssl req -x509 -newkey rsa:3072 -noenc -keyout key.pem -out certificate.pem -days 365 -subj /CN=my-integration',
  },
  'Credential.KeyUnsupported': {
    status: 400,
    cause:
      'The key of the certificate is not supported: it must be an RSA key of 2048 to 8192 bits with a common public exponent.',
    remedy:
      'Create an RSA key: openssl req -x509 -newkey rsa:3072 -noenc -keyout key.pem -out certificate.pem -days 365 -subj /CN=my-integration',
  },
  'Credential.CertificateExpired': {
    status: 400,
    cause: 'The certificate has expired.',
    remedy:
      'Create a new key and certificate: openssl req -x509 -newkey rsa:3072 -noenc -keyout key.pem -out certificate.pem -days 365 -subj /CN=my-integration',
  },
  'Credential.CertificateNotYetValid': {
    status: 400,
    cause: 'The certificate is not valid yet.',
    remedy: 'Wait until the time named in the message, or check the clock of the machine that created it.',
  },
  'Credential.ValidityTooLong': {
    status: 400,
    cause: `The certificate is valid for more than ${CERTIFICATE_DAYS} days.`,
    remedy: 'Create one with a shorter validity, for example with -days 365.',
  },
  'Credential.KeyInUse': {
    status: 409,
    cause:
      'The key of this certificate is registered, or was registered before. A key belongs to one client, and cannot be used again once its certificate is revoked.',
    remedy:
      'Create a new key: openssl req -x509 -newkey rsa:3072 -noenc -keyout key.pem -out certificate.pem -days 365 -subj /CN=my-integration',
  },
  'Credential.LimitReached': {
    status: 409,
    cause: `There are already ${ACTIVE_CERTIFICATES} active certificates.`,
    remedy: 'Revoke one that is no longer used; the list shows when each was last used.',
  },
  'Credential.NotFound': {
    status: 404,
    cause: 'Your organisation has no such certificate.',
    remedy: 'Take the certificateId from the list of API credentials.',
  },
  'Webhook.UrlNotHttps': {
    status: 400,
    cause: 'The URL of a webhook must start with https://.',
    remedy:
      'Send the https address of your receiver. For development without one, forward events to your own machine with the CLI (@onboarding/cli): onboarding listen --forward-to <address>.',
  },
  'Webhook.UrlNotPublic': {
    status: 400,
    cause:
      'The URL does not point to a receiver on the public internet. The host must be a public IP address, or a DNS name with a dot that resolves only to public addresses. The URL must have no user info, and port 443 or 8443 unless the message names others.',
    remedy:
      'Send the public address of your receiver. For development on your own machine, forward events to it with the CLI (@onboarding/cli): onboarding listen --forward-to <address>.',
  },
  'Webhook.UrlUnresolvable': {
    status: 400,
    cause: 'The host of the URL has no address in DNS.',
    remedy: 'Check the spelling, or wait until your DNS record has propagated, and send it again.',
  },
  'Webhook.RangeInvalid': {
    status: 400,
    cause: 'The window does not end after it starts, or a window to replay has no start or no end.',
    remedy:
      'Send from and to as dates like 2026-11-15 (in UTC) or times like 2026-11-15T09:00:00Z, with from earlier than to.',
  },
  'Webhook.RangeTooWide': {
    status: 400,
    cause: `The window spans more than ${REPLAY_WINDOW_DAYS} days.`,
    remedy: `Replay several windows of up to ${REPLAY_WINDOW_DAYS} days each.`,
  },
  'Webhook.EventExpired': {
    status: 400,
    cause: `The event, or the start of the window, is older than ${EVENT_DAYS} days, which is how long events are stored.`,
    remedy: `Start the window within the last ${EVENT_DAYS} days. For anything older, read the business profiles themselves.`,
  },
  'Webhook.EndpointDisabled': {
    status: 400,
    cause: 'The endpoint is disabled because its receiver failed for too long.',
    remedy: 'Fix the receiver, enable the endpoint, then try again. Pending deliveries are then sent.',
  },
  'Webhook.TestFireRejected': {
    status: 400,
    cause: 'The test event was not recorded: too many test events are already waiting for your receiver.',
    remedy: 'Check in the delivery history why they are not delivered, then try again.',
  },
  'Webhook.StatusUnknown': {
    status: 400,
    cause: 'There is no such delivery status.',
    remedy: 'Use Pending, Delivered or Exhausted, or omit status.',
  },
  'Webhook.EndpointNotFound': {
    status: 404,
    cause: 'Your organisation has no webhook.',
    remedy: 'Register a URL first.',
  },
  'Webhook.DeliveryNotFound': {
    status: 404,
    cause: `Your organisation has no such delivery. Deliveries are stored for ${EVENT_DAYS} days.`,
    remedy: 'Take the id from the delivery history.',
  },
  'Webhook.ReplayNotFound': {
    status: 404,
    cause: `Your organisation has no such replay. Replays are listed for ${EVENT_DAYS} days.`,
    remedy: 'Take the id from the list of replays.',
  },
  'Webhook.DispatcherUnavailable': {
    status: 503,
    cause: 'The delivery service is temporarily unavailable. Nothing changed, and no event is lost.',
    remedy: 'Wait for the time in Retry-After and send the same request again.',
  },
  'Review.StateConflict': {
    status: 409,
    cause: 'The current state of the package does not allow this; the message names the state.',
    remedy: 'Read the package again and continue from its current state.',
  },
  'Review.QueueBusy': {
    status: 409,
    cause: 'Packages are waiting, but someone else is changing or claiming each of them right now.',
    remedy: 'Try to claim the next one again in a second.',
  },
  'Review.NotYours': {
    status: 409,
    cause: 'Another analyst has claimed this package.',
    remedy: 'Leave it to the analyst named in the message, or have a supervisor reassign it.',
  },
  'Review.FourEyes': {
    status: 403,
    cause: 'The analyst who proposed a decision cannot confirm it or send it back.',
    remedy: 'Ask another analyst to review the package and confirm the decision, or withdraw it.',
  },
  'Review.DecisionNotFound': {
    status: 404,
    cause: 'The package has no such decision.',
    remedy: 'Take the decisionId from the package.',
  },
  'Review.DecisionSettled': {
    status: 409,
    cause: 'The decision is no longer a proposal: it was confirmed, withdrawn, or voided because the evidence changed.',
    remedy: 'Read the package again; a decision that was voided or withdrawn can be proposed again.',
  },
  'Review.DecisionOpen': {
    status: 409,
    cause: 'A decision on this package has already been proposed and is waiting for a second analyst.',
    remedy: 'Confirm it as the second analyst, or withdraw it before you propose another.',
  },
  'Review.EvidenceChanged': {
    status: 409,
    cause:
      'The evidence has changed since you read the package: data, a document, a verdict, a flag or the result of a screening.',
    remedy: 'Read the package again, check what has changed, then decide.',
  },
  'Review.VerdictOpen': {
    status: 409,
    cause: 'A person of this business was rejected or must be corrected, so the business cannot be approved.',
    remedy: 'Request changes or reject, or change the verdict on the person named in the message.',
  },
  'Review.ScreeningPending': {
    status: 409,
    cause: 'The business or one of its people has not been screened yet, so it cannot be approved.',
    remedy: 'Wait until the package shows the outcome of the screening, then try again.',
  },
  'Review.HitOpen': {
    status: 409,
    cause: 'A screening hit has no finding yet, so the business cannot be approved.',
    remedy: 'Compare each hit with the entry on the list, and record whether they are the same.',
  },
  'Review.DocumentMissing': {
    status: 409,
    cause:
      'A document that a person names, or that was submitted, has no confirmed file yet, so the business cannot be approved.',
    remedy: 'Wait for the file, or request changes, so that the partner uploads it or names another document.',
  },
  'Review.DocumentUnopened': {
    status: 409,
    cause: 'You have not opened every confirmed document of the package since it was queued, so you cannot approve it.',
    remedy: 'Open each of them, then try again.',
  },
  'Review.CountryProhibited': {
    status: 409,
    cause: 'The business names a country that we do not serve, so it cannot be approved.',
    remedy: 'Reject it, or request changes. An operator decides which countries are served.',
  },
  'Review.ComparisonLimit': {
    status: 429,
    cause: `You have compared this number ${COMPARISONS_PER_HOUR} times within an hour.`,
    remedy: 'Wait for the time in Retry-After, or ask a colleague to read the document.',
  },
  'Review.SubjectNotFound': {
    status: 404,
    cause: 'The package has no such person, document, identity or screening hit.',
    remedy: 'Take the id from the package.',
  },
  'Review.DocumentUnreadable': {
    status: 409,
    cause: 'Only a confirmed document can be viewed.',
    remedy: 'Wait until it is confirmed, or ask the partner for another one.',
  },
  'Review.AssigneeUnsuitable': {
    status: 400,
    cause: 'There is no active analyst or supervisor with that id.',
    remedy: 'Send the accountId of an analyst who can sign in.',
  },
  'Operations.NotConfigured': {
    status: 503,
    cause: 'This deployment has no database connection for operators.',
    remedy: 'Set OPERATIONS_DATABASE_URL for the API, or use the commands described on the operations page.',
  },
  'Operations.PartnerNotFound': {
    status: 404,
    cause: 'There is no such partner.',
    remedy: 'Take the partnerId from the list of partners.',
  },
  'Operations.PartnerStateConflict': {
    status: 409,
    cause: 'The standing of the partner does not allow this; the message names it.',
    remedy: 'Read the partner again and continue from its current standing.',
  },
  'Operations.LastOperator': {
    status: 409,
    cause: 'This is the last active operator; without one, nobody could manage partners and our own staff.',
    remedy: 'Make someone else an operator first and wait until they have accepted their invitation.',
  },
  'Operations.RulesNotFound': {
    status: 404,
    cause: 'There is no such country, or it has no such version of its rules.',
    remedy: 'Take the country and the version from the lists of reference data.',
  },
  'Operations.CountryNotServed': {
    status: 409,
    cause: 'The country is prohibited, or no operator has decided whether it is, so it cannot be opened.',
    remedy: 'Take it off the list of prohibited countries first.',
  },
  'Operations.DeadLetterNotFound': {
    status: 404,
    cause: 'There is no such dead letter; it may have been retried already.',
    remedy: 'Read the list of dead letters again.',
  },
  'Sandbox.StateConflict': {
    status: 409,
    cause: 'The current state of the business does not allow this to be simulated; the message names the state.',
    remedy: 'Simulate an outcome that is possible in this state, or create another business.',
  },
  'Sandbox.NotReady': {
    status: 409,
    cause: 'The business has just been created or changed and is still being prepared for its review.',
    remedy: 'Wait for the time in Retry-After and send the same request again.',
  },
  'Idempotency.KeyInvalid': {
    status: 400,
    cause: 'The Idempotency-Key header is empty, longer than 255 characters, or not printable ASCII.',
    remedy: 'Send 1 to 255 printable characters; a new UUID for each operation is a good key.',
  },
  'Idempotency.KeyReused': {
    status: 422,
    cause: `This Idempotency-Key was used within ${IDEMPOTENCY_HOURS} hours for a request with a different body.`,
    remedy: 'Use a new key for a new operation; a retry must repeat the same body.',
  },
  'Idempotency.InProgress': {
    status: 409,
    cause: 'A request with this Idempotency-Key is still in progress.',
    remedy: 'Wait for the time in Retry-After and send the same request again.',
  },
  'RateLimit.Exceeded': {
    status: 429,
    cause: 'You have sent more requests of this kind, or larger ones, than your limit per second allows.',
    remedy: 'Wait for the time in Retry-After. The RateLimit and RateLimit-Policy headers show what is left.',
  },
  'Route.Withdrawn': {
    status: 410,
    cause: 'This operation is no longer available.',
    remedy: 'Use its successor, which is named in the message.',
  },
  'Route.NotFound': {
    status: 404,
    cause: 'There is no such path.',
    remedy: 'Compare the path with the reference at /docs. Partner API paths start with /api/partner/v1.',
  },
  'Route.MethodNotAllowed': {
    status: 405,
    cause: 'The path exists, but not with this HTTP method.',
    remedy: 'Use one of the methods in the Allow header.',
  },
  'Request.TooLarge': {
    status: 413,
    cause: `The body is larger than ${BODY_MIB} MiB.`,
    remedy: 'Send fewer people in one request and add the others with an update.',
  },
  'Request.UrlTooLong': {
    status: 414,
    cause: 'The URL is longer than 8 KiB.',
    remedy: 'Shorten the query.',
  },
  'Request.RangeNotSatisfiable': {
    status: 416,
    cause: 'The range starts after the end of the file.',
    remedy: 'Content-Range gives the size of the file. Request a range within it, or omit Range.',
  },
  'Request.UnsupportedMediaType': {
    status: 415,
    cause: 'The Content-Type of the body is not JSON.',
    remedy: 'Send Content-Type: application/json; a PATCH may also be application/merge-patch+json.',
  },
  'Request.Malformed': {
    status: 400,
    cause: 'The request is not valid HTTP: a header or the path cannot be read.',
    remedy: 'Check how your client encodes the path and its headers.',
  },
  'Service.OutcomeUnknown': {
    status: 503,
    cause: 'The connection to our database broke during the commit, so the change may or may not have been saved.',
    remedy:
      'If you sent an Idempotency-Key, send the same request again. Otherwise read by partnerCustomerId first to find out.',
  },
  'Service.Unavailable': {
    status: 503,
    cause: 'Part of the service is temporarily unavailable. Nothing was saved.',
    remedy: 'Wait for the time in Retry-After and send the same request again.',
  },
  'Internal.Error': {
    status: 500,
    cause: 'An unexpected error occurred on our side. Nothing was saved.',
    remedy: 'Try again later. If the error persists, contact us with the requestId.',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

export const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

/** Findings that do not cause a request to be rejected. */
export const WARNINGS = {
  'Field.Unknown': 'The field is unknown and was ignored.',
  'Field.Deprecated': 'The field is deprecated but still accepted; the message says what to send instead.',
  'Phone.Implausible': 'The number is in E.164 form, but no such number is assigned in its country.',
  'Date.Implausible': `The date is possible but unlikely: a registration in the future, or a person younger than ${PLAUSIBLE_AGES.from} or older than ${PLAUSIBLE_AGES.to}.`,
  'Identity.ChecksumMismatch': 'The number has the right format, but its check digits do not match.',
  'Ownership.AboveHundred': 'The shares of all people on the profile add up to more than 100.',
  'Customer.RequestPartlyAnswered':
    'The update returned the business to review, but has nothing about some of the reasons for which changes were requested.',
  'Customer.RequestUnanswered': 'Nothing that was requested has changed, so the business is still ChangesRequested.',
} as const;

export type WarningCode = keyof typeof WARNINGS;
export const WARNING_CODES = Object.keys(WARNINGS) as [WarningCode, ...WarningCode[]];

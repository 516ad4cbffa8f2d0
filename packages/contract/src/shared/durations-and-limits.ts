// Durations and limits that partners and operators see, each defined once, in the unit shown to people. Code, error messages,
// descriptions and mails use these constants; a test compares the handwritten pages with them.

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const MIB_BYTES = 1024 * 1024;
export const GIB_BYTES = 1024 * MIB_BYTES;

/** Lifetime of an access token. */
export const TOKEN_SECONDS = 300;
/** Longest lifetime of an assertion. */
export const ASSERTION_SECONDS = 300;
/** How far a caller's clock may be ahead of ours. */
export const CLOCK_SKEW_SECONDS = 10;
export const TOKENS_PER_MINUTE = { client: 60, address: 600 } as const;

/** Requests per second of a partner and of a person's session; operators can change them. */
export const REQUESTS_PER_SECOND = { reads: 100, writes: 25, 'upload-links': 10, session: 20 } as const;
export const BODY_MIB = 1;
export const BODY_LEVELS = 20;
/** How long a repeated Idempotency-Key gets the stored response. */
export const IDEMPOTENCY_HOURS = 24;
/** How long reference data may be cached. */
export const REFERENCE_CACHE_MINUTES = 60;

/** A session expires this long after the last full sign-in (password and second factor), or after its last use. */
export const SESSION_HOURS = 12;
export const SESSION_IDLE_MINUTES = 30;
/** How recent the second factor must be for a step-up. */
export const STEP_UP_MINUTES = 5;
export const INVITATION_DAYS = 7;
/** How many invitations the people of one partner can send. */
export const INVITATIONS_PER_DAY = 100;
export const PASSWORD_LINK_MINUTES = 30;
export const ACTIVE_CERTIFICATES = 5;
export const CERTIFICATE_DAYS = 825;
/** How long the log of token requests can be read. */
export const TOKEN_REQUEST_DAYS = 90;
/** What a caller may send as its own X-Request-Id. */
export const OWN_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;
/** How long the log of API requests can be read. */
export const API_REQUEST_DAYS = 7;

/** Five years, including two leap years: how long anti-money-laundering law requires records to be kept after a customer ends. */
export const LEGAL_RECORD_DAYS = 1_827;

export const UPLOAD_LINK_MINUTES = 30;
export const DOCUMENT_MIB = 10;
/** The total size of all documents that a partner uploads in one UTC day; operators can change it. */
export const UPLOAD_GIB_PER_DAY = 20;
/** A document counts as opened once this much of its file was sent, or all of a smaller file. */
export const OPENING_KIB = 64;
/** How many files are sent concurrently, to one person and by one process. */
export const FILES_AT_ONCE = { person: 6, process: 32 } as const;
/** How long the storage may take to return the first bytes of a file. */
export const FILE_OPENING_SECONDS = 15;
/** A file with more rows would be too large for spreadsheets on many machines. */
export const EXPORT_ROWS = 100_000;
/** How many lists are exported concurrently, by the users of one partner and by one process. */
export const EXPORTS_AT_ONCE = { partner: 1, process: 8 } as const;
/** How many filters a person can save for one list. */
export const SAVED_FILTERS = 20;
/** The maximum size of an image. An A4 page scanned at 600 dpi has 35. */
export const IMAGE_MEGAPIXELS = 60;

/** A birth date outside these ages, in completed years, gets a warning. */
export const PLAUSIBLE_AGES = { from: 18, to: 120 } as const;

/** How long events, deliveries and the change feed can be read and replayed. */
export const EVENT_DAYS = 30;
/** Attempts of a webhook delivery, the first included. */
export const DELIVERY_ATTEMPTS = 8;
/**
 * The waits after the first failed attempt, the second, and so on; operators can change them. The last ones differ from each
 * other and from a day, so that a nightly maintenance window cannot affect all of them.
 */
export const RETRY_SECONDS: readonly number[] = [30, 300, 3_600, 5 * 3_600, 16 * 3_600, 22 * 3_600, 28 * 3_600];
/** How long a receiver has for its response; operators can change it. */
export const RECEIVER_SECONDS = 15;
export const REPLAY_WINDOW_DAYS = 7;
/** The rate of a windowed replay to one endpoint. */
export const REPLAYS_PER_SECOND = 10;
/** A webhook that fails for this long is disabled; when it is enabled again, older deliveries are not sent. */
export const WEBHOOK_GIVE_UP_HOURS = 72;
/** How long both secrets sign after a rotation. */
export const SECRET_OVERLAP_HOURS = 24;
/** How many hours the hourly statistics of a webhook cover; daily statistics cover everything that is kept. */
export const WEBHOOK_STATISTICS_HOURS = 168;
/** How far the timestamp of a delivery may be from the receiver's clock. */
export const WEBHOOK_TOLERANCE_MINUTES = 5;

/** Over how many days the statistics of reviews are summed, and how many days they list. */
export const STATISTICS_DAYS = 30;
export const STATISTICS_DAYS_LISTED = 92;
/** The maximum number of days over which an analyst's work is summed. */
export const ANALYST_WORK_DAYS = 366;
/** A claim expires this long after the analyst's last action, or after a proposal. */
export const CLAIM_HOURS = 8;
export const PROPOSAL_DAYS = 7;
/** How often an analyst can compare a number with that of one identity. */
export const COMPARISONS_PER_HOUR = 5;
/** Within how many hours a package should be decided, by its queue reason. */
export const REVIEW_TARGET_HOURS = { Submitted: 48, Answered: 24, Changed: 24, Reopened: 24, Monitoring: 8 } as const;
/** A package is urgent in this last part of its time, and its analyst is notified. */
export const REVIEW_URGENT_PART = 0.25;
/** A person gets at most one mail about reviews in this time. */
export const REVIEW_MAIL_MINUTES = 10;
/** Analysts learn for this long that a proposal was sent back or voided. */
export const NOTICE_DAYS = 7;
/** The hour, in UTC, after which analysts get their daily mail about what needs them. */
export const NOTICE_MAIL_HOUR = 6;

/** Limits of a request. */
export const LIMITS = {
  peoplePerRequest: 100,
  peoplePerCustomer: 300,
  identitiesPerPerson: 10,
  /** There are only three types; duplicates do no harm. */
  ownershipTypesPerPerson: 10,
  addressesPerBusiness: 20,
  documentsPerRequest: 50,
  combinedShare: 100,
  /** More than the largest body within all other limits: 100 people with 10 identities each, with every field. */
  valuesPerRequest: 14_000,
  problemsPerAnswer: 100,
  warningsPerAnswer: 100,
} as const;

// The introduction of each OpenAPI document: prose, and the catalogues of errors and warnings.
import {
  CLAIM_HOURS,
  ERRORS,
  EVENT_DAYS,
  REQUESTS_PER_SECOND,
  SESSION_HOURS,
  SESSION_IDLE_MINUTES,
  STEP_UP_MINUTES,
  STORAGE_ERRORS,
  WARNINGS,
} from '@onboarding/contract';
import { withdrawnOperations } from '../partner/withdrawn.ts';

/** The catalogue of errors as Markdown, for the reference. A list, because the reference's column is
 * too narrow for a table. */
function errorCatalogue(included: (code: string) => boolean = () => true): string {
  const errors = Object.entries(ERRORS)
    .filter(([code]) => included(code))
    .map(([code, { status, cause, remedy }]) => `- **\`${code}\`** (${status}) ${cause}\n  _What to do:_ ${remedy}`);
  return errors.join('\n');
}

export function storageCatalogue(): string {
  const errors = Object.entries(STORAGE_ERRORS).map(([code, remedy]) => `- **\`${code}\`** ${remedy}`);
  return `## Errors of storage\n\nStorage refuses an upload with 403 and XML with a \`<Code>\`; \`storageErrors\` of an upload link has the same list.\n\n${errors.join('\n')}\n`;
}

export function warningCatalogue(): string {
  const warnings = Object.entries(WARNINGS).map(([code, meaning]) => `- **\`${code}\`** ${meaning}`);
  return `## Warnings\n\nWarnings come with a success; the request has taken effect.\n\n${warnings.join('\n')}\n`;
}

const allBut = (left: RegExp) => (code: string) => !left.test(code);

/** The error codes that the readers of each document can get. */
export const CODES_OF = {
  partner: allBut(/^(Session|Credential|Webhook|Review|Sandbox|Operations)\./),
  dashboard: allBut(/^(Review|Sandbox|Operations)\./),
  compliance: allBut(/^(Credential|Webhook|Sandbox|Operations)\./),
  operations: allBut(/^(Credential|Webhook|Sandbox|Review)\./),
  sandbox: allBut(/^(Session|Credential|Webhook|Review|Operations)\./),
};

const OPEN = `**Additions** may come at any time: new fields in answers and events, and new values where a list is marked
\`x-extensible-enum\`. Ignore fields that you do not know, and handle values that you do not know.`;

export const INTRODUCTION = `Onboard business customers by API: create a business together with its owners, directors and
shareholders in one call, and follow its verification.

**Answers.** Success is HTTP 200 with \`{ "isSuccess": true, "value": ... }\`, sometimes with \`warnings\`. An error is
\`{ "isSuccess": false, "error": { "code", "message", "details", "requestId" } }\`: \`details\` lists every problem of the
request with a JSON pointer to its field. Unknown fields are ignored and named in a warning.

${OPEN}

**Retries.** Send an \`Idempotency-Key\` with every write. After a time-out or a 503 send the same request with the same
key again: it takes effect once.

**Limits.** A partner may send ${REQUESTS_PER_SECOND.reads} reads and ${REQUESTS_PER_SECOND.writes} writes a second, unless agreed otherwise. The headers \`RateLimit\` and
\`RateLimit-Policy\` show the remaining quota; a 429 says in \`Retry-After\` when to try again.

**Changes.** \`GET /api/partner/v1/changes\` returns every event of the last ${EVENT_DAYS} days, once and in order, if you keep its
cursor.

## Errors

${errorCatalogue(CODES_OF.partner)}

${storageCatalogue()}
${warningCatalogue()}
## Withdrawn operations

They answer 410 \`Route.Withdrawn\` to every caller, with the successor in the message and, where it has a URL, in a
\`Link\` header with \`rel="successor-version"\`.

${withdrawnOperations()}
`;

export const COMPLIANCE_INTRODUCTION = `What our own analysts use to verify businesses, of all partners. It is for staff sessions only; partners do not
need it.

**A package** is a business that is being verified: its data, people, documents, what was found about it and what was
decided. It waits in a queue until an analyst claims it; from then on the partner cannot change it and nobody else works on
it. Everything that the analyst does extends the claim; after ${CLAIM_HOURS} hours without activity it returns to the queue.

**Decisions.** The analyst who has claimed the package can request changes, which takes effect at once. Approving and rejecting
take two people: the analyst proposes, another one confirms. New evidence voids a proposed approval meanwhile; a proposed
rejection stands.

**Roles.** An analyst works on packages; a supervisor can also reassign and release them, and reopen rejected ones;
an auditor only reads.

**Sessions and writes.** A person signs in at \`/api/session/staff/sign-in\`. Writes need the Origin of the site itself and
the header \`X-CSRF: 1\`.

**Answers.** \`{ "value", "isSuccess", "error" }\`; the HTTP status follows the error. Notes and screening hits are for our
own people; a partner sees the reasons of a decision and nothing else about it.

${OPEN}

## Errors

${errorCatalogue((code) => /^(Review|Session)\./.test(code))}`;

export const OPERATIONS_INTRODUCTION = `What our own operators use to manage partners, the accounts of our own people, reference data and background
work. It is for staff sessions with the role operator only, and shows no business of any partner.

**Changes.** Every change needs a second factor shown within the last ${STEP_UP_MINUTES} minutes, takes effect with the next request, and
is recorded with who, when and why.

**Sessions and writes.** A person signs in at \`/api/session/staff/sign-in\`. Writes need the Origin of the site itself and
the header \`X-CSRF: 1\`.

**Answers.** \`{ "value", "isSuccess", "error" }\`; the HTTP status follows the error.

${OPEN}

## Errors

${errorCatalogue((code) => /^(Operations|Account|Session)\./.test(code))}`;

export const SANDBOX_INTRODUCTION = `What a sandbox offers beside the Partner API, for testing an integration: an operation that simulates the outcome of a
review. It does not exist in production. Businesses with certain registration numbers get their outcome without it.

**Answers, errors and retries** are those of the Partner API, with the same token.

${OPEN}

## Errors

${errorCatalogue((code) => code.startsWith('Sandbox.'))}`;

export const DASHBOARD_INTRODUCTION = `What our own sites use on behalf of people who have signed in. It changes with the sites; integrators use the Partner
API.

**Sessions.** A person signs in at \`/api/session/{realm}/sign-in\` and returns with a cookie that only the server
can read. A session lasts for ${SESSION_HOURS} hours, and ends after ${SESSION_IDLE_MINUTES} minutes without use.

**Writes** need the Origin of the site itself and the header \`X-CSRF: 1\`.

**Answers.** \`{ "value", "isSuccess", "error" }\`; the HTTP status follows the error.

${OPEN}`;

// The introduction of each OpenAPI document, and catalogues of errors and warnings.
import {
  CLAIM_HOURS,
  ERRORS,
  REQUESTS_PER_SECOND,
  SESSION_HOURS,
  SESSION_IDLE_MINUTES,
  STEP_UP_MINUTES,
  STORAGE_ERRORS,
  WARNINGS,
} from '@onboarding/contract';

export interface Given {
  /** Whether readers of this document can get an error code. */
  isMet: (code: string) => boolean;
  /** The URL of the guides, with a slash at its end. */
  guides: string;
}

/** The catalogue of errors as Markdown, for the reference. A list, because the reference's column is
 * too narrow for a table. */
function errorCatalogue(included: Given['isMet']): string {
  const errors = Object.entries(ERRORS)
    .filter(([code]) => included(code))
    .map(([code, { status, cause, remedy }]) => `- **\`${code}\`** (${status}) ${cause}\n  _What to do:_ ${remedy}`);
  return errors.join('\n');
}

export function storageCatalogue(): string {
  const errors = Object.entries(STORAGE_ERRORS).map(([code, remedy]) => `- **\`${code}\`** ${remedy}`);
  return `## Storage errors\n\nStorage refuses an upload with 400 or 403 and an XML body that contains a \`<Code>\`. \`storageErrors\` of an upload link has the same list.\n\n${errors.join('\n')}\n`;
}

export function warningCatalogue(): string {
  const warnings = Object.entries(WARNINGS).map(([code, meaning]) => `- **\`${code}\`** ${meaning}`);
  return `## Warnings\n\nWarnings accompany a success: the request has taken effect.\n\n${warnings.join('\n')}\n`;
}

const OPEN = `**Additions.** We may add fields to responses and events at any time, and values to lists marked
\`x-extensible-enum\`. Ignore fields that you do not know, and handle values that you do not know.`;

/** Short, because readers of the reference come for an operation; the guides have the lists of errors, warnings and withdrawn routes. */
export const partnerIntroduction = ({
  guides,
}: Given) => `Onboard business customers by API: create a business together with its owners, directors and
shareholders in one call, and follow its verification.

**Responses.** Success is HTTP 200 with \`{ "isSuccess": true, "value": ... }\`, sometimes with \`warnings\`. An error is
\`{ "isSuccess": false, "error": { "code", "message", "details", "requestId" } }\`, in which \`details\` lists every problem in
the request with a JSON pointer to the field. [All errors and warnings](${guides}errors)

**Retries.** Send an \`Idempotency-Key\` with every write. After a timeout or a 503, send the same request again with the same
key: it takes effect only once. [Idempotency and retries](${guides}retries)

**Limits.** A partner may send ${REQUESTS_PER_SECOND.reads} reads and ${REQUESTS_PER_SECOND.writes} writes per second, unless agreed otherwise. The headers \`RateLimit\` and
\`RateLimit-Policy\` show the remaining quota. With a 429, \`Retry-After\` gives the time to wait before a retry.

**Additions.** We may add fields to responses and events at any time, and values to lists marked \`x-extensible-enum\`. Ignore
fields and handle values that you do not know. [Versions and deprecation](${guides}versions)

**Withdrawn routes** answer 410 \`Route.Withdrawn\` and name their successor. [Migrating](${guides}migrating)
`;

export const complianceIntroduction = ({
  isMet,
}: Given) => `Our analysts use this API to verify the businesses of all partners. It is for staff sessions only; partners do not
need it.

**Packages.** A package is a business that is being verified: its data, people and documents, what was found about it, and what
was decided. It waits in a queue until an analyst claims it. From then on, the partner cannot change it and nobody else can
work on it. Each action of the analyst extends the claim; after ${CLAIM_HOURS} hours without activity, the package returns to the queue.

**Decisions.** The analyst who has claimed the package can request changes, which takes effect immediately. Approving and
rejecting take two people: the analyst proposes, and another analyst confirms. If evidence changes before that, a proposed
approval is voided; a proposed rejection is not.

**Roles.** Analysts work on packages. Supervisors can also reassign and release them, and reopen rejected ones. Auditors only
read.

**Sessions and writes.** Users sign in at \`/api/session/staff/sign-in\`. Writes need the Origin of the site itself and
the header \`X-CSRF: 1\`.

**Responses.** \`{ "value", "isSuccess", "error" }\`; the HTTP status depends on the error. Notes and screening hits are for our
staff only; a partner sees nothing of a decision but its reasons.

${OPEN}

## Errors

${errorCatalogue((code) => isMet(code) && /^(Review|Session)\./.test(code))}`;

export const operationsIntroduction = ({
  isMet,
}: Given) => `Our operators use this API to manage partners, staff accounts, reference data and background work. It is for staff
sessions with the role operator only, and shows no businesses.

**Changes.** Every change needs a second factor used within the last ${STEP_UP_MINUTES} minutes. We record who made it and when,
with the reason where one is required.

**Sessions and writes.** Users sign in at \`/api/session/staff/sign-in\`. Writes need the Origin of the site itself and
the header \`X-CSRF: 1\`.

**Responses.** \`{ "value", "isSuccess", "error" }\`; the HTTP status depends on the error.

${OPEN}

## Errors

${errorCatalogue((code) => isMet(code) && /^(Operations|Account|Session)\./.test(code))}`;

export const sandboxIntroduction = ({
  isMet,
}: Given) => `For testing an integration, a sandbox adds an operation to the Partner API that simulates the outcome of a review. It does
not exist in production. Businesses with certain registration numbers get their outcome without it.

**Responses, errors and retries** work as in the Partner API, with the same token.

${OPEN}

## Errors

${errorCatalogue((code) => isMet(code) && code.startsWith('Sandbox.'))}`;

export const dashboardIntroduction =
  () => `Our sites use this API on behalf of users who have signed in. It changes with the sites, so integrators should use the
Partner API.

**Sessions.** Users sign in at \`/api/session/{realm}/sign-in\` and return with a cookie that only the server can read. A
session lasts for up to ${SESSION_HOURS} hours, and ends after ${SESSION_IDLE_MINUTES} minutes without use.

**Writes** need the Origin of the site itself and the header \`X-CSRF: 1\`.

**Responses.** \`{ "value", "isSuccess", "error" }\`; the HTTP status depends on the error.

${OPEN}`;

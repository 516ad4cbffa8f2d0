// What each document of the API begins with: prose, and the catalogues of errors and warnings.
import { ERRORS, WARNINGS } from '@onboarding/contract';
import { USUAL_LIMITS } from '../config.ts';
import { withdrawnOperations } from '../partner/withdrawn.ts';

/** The catalogue of errors as Markdown, for the reference and for docs/errors.md. A list, because the reference's column is
 * too narrow for a table. */
export function errorCatalogue(included: (code: string) => boolean = () => true): string {
  const errors = Object.entries(ERRORS)
    .filter(([code]) => included(code))
    .map(([code, { status, cause, remedy }]) => `- **\`${code}\`** (${status}) ${cause}\n  _What to do:_ ${remedy}`);
  return errors.join('\n');
}

export function warningCatalogue(): string {
  const warnings = Object.entries(WARNINGS).map(([code, meaning]) => `- **\`${code}\`** ${meaning}`);
  return `## Warnings\n\nThey come with a success and change nothing.\n\n${warnings.join('\n')}\n`;
}

const allBut = (left: RegExp) => (code: string) => !left.test(code);

/** Which codes the readers of each document can meet. */
export const CODES_OF = {
  partner: allBut(/^(Session|Credential|Webhook|Review|Sandbox)\./),
  dashboard: allBut(/^(Review|Sandbox)\./),
  compliance: allBut(/^(Credential|Webhook|Sandbox)\./),
  sandbox: allBut(/^(Session|Credential|Webhook|Review)\./),
};

const OPEN = `**Additions** may come at any time: new fields in answers and events, and new words where a list of them is marked
\`x-extensible-enum\`. Ignore what you do not know, and keep a way for a word that you have not met.`;

export const INTRODUCTION = `Onboard business customers by machine: create a business together with its owners, directors and
shareholders in one call, and follow its verification.

**Answers.** Success is HTTP 200 with \`{ "isSuccess": true, "value": ... }\`, sometimes with \`warnings\`. An error is
\`{ "isSuccess": false, "error": { "code", "message", "details", "requestId" } }\`: \`details\` lists every problem of the
request with a JSON pointer to its field. Unknown fields are ignored and named in a warning.

${OPEN}

**Retries.** Send an \`Idempotency-Key\` with every write. After a time-out or a 503 send the same request with the same
key again: it takes effect once.

**Limits.** A partner may send ${USUAL_LIMITS.reads} reads and ${USUAL_LIMITS.writes} writes a second, unless agreed otherwise. The headers \`RateLimit\` and
\`RateLimit-Policy\` tell what is left; a 429 says in \`Retry-After\` when to come back.

**Changes.** \`GET /api/partner/v1/changes\` gives every event of the last 30 days, once and in order, to whoever keeps its
cursor.

## Withdrawn operations

They answer 410 \`Route.Withdrawn\`, to anybody, with the successor in the message and, where it has an address, in a
\`Link\` header with \`rel="successor-version"\`.

${withdrawnOperations()}

## Errors

${errorCatalogue(CODES_OF.partner)}

${warningCatalogue()}`;

export const COMPLIANCE_INTRODUCTION = `What our own analysts use to verify businesses, of all partners. It is for a session of staff alone: nobody else is let in, and
partners need nothing of it.

**A package** is a business that is being verified: its data, people, documents, what was found about it and what was
decided. It waits in a queue, an analyst claims it, and from then on the partner cannot change it and nobody else works on
it. Whatever its analyst does puts the end of the claim off; after 8 hours without a sign it goes back to the queue.

**Decisions.** Changes are requested by the analyst who has the package, and take effect at once. Approving and rejecting
take two people: the analyst proposes, another one confirms. New evidence voids a proposed approval meanwhile; a proposed
rejection stands.

**Roles.** An analyst works on packages; a supervisor may also reassign them, give them back and reopen what was rejected;
an auditor only reads.

**Sessions and writes.** A person signs in at \`/api/session/staff/sign-in\`. Writes need the Origin of the site itself and
the header \`X-CSRF: 1\`.

**Answers.** \`{ "value", "isSuccess", "error" }\`; the HTTP status follows the error. Notes and screening hits are for our
own people; a partner is told the reasons of a decision and nothing else of it.

${OPEN}

## Errors

${errorCatalogue((code) => /^(Review|Session)\./.test(code))}`;

export const SANDBOX_INTRODUCTION = `What a sandbox has beside the Partner API, for trying an integration: a call that says how the review of a business ends.
In production there is no such path. Businesses with certain registration numbers need no call at all.

**Answers, errors and retries** are those of the Partner API, with the same token.

${OPEN}

## Errors

${errorCatalogue((code) => code.startsWith('Sandbox.'))}`;

export const DASHBOARD_INTRODUCTION = `What our own sites use on behalf of people who have signed in. It changes with the sites; integrators use the Partner
API.

**Sessions.** A person signs in at \`/api/session/{realm}/sign-in\` and comes back with a cookie, which only the server
can read. A session lasts 12 hours, and 30 minutes when it is not used.

**Writes** need the Origin of the site itself and the header \`X-CSRF: 1\`.

**Answers.** \`{ "value", "isSuccess", "error" }\`; the HTTP status follows the error.

${OPEN}`;

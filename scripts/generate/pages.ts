// Pages of docs/ that are generated from the catalogues, or whose generated parts come from other files.
import { readFileSync } from 'node:fs';
import { ERRORS } from '@onboarding/contract';
import { storageCatalogue, warningCatalogue } from '../../apps/api/src/docs/introductions.ts';
import { codesOf } from '../../apps/api/src/http/route-errors.ts';
import { PREFIX } from '../../apps/api/src/http/surface.ts';
import { partnerRoutes } from '../../apps/api/src/partner/routes.ts';
import { WITHDRAWN } from '../../apps/api/src/partner/withdrawn.ts';
import { sandboxRoutes } from '../../apps/api/src/sandbox/routes.ts';
import { between, domainModuleOf, importsOf, readSources } from '../house/sources.ts';

// docs/errors.md: every error that a partner's system can get, each with an anchor, and the warnings. docs/session-errors.md: the others.

const ERRORS_HEAD = `# Errors and warnings

<!-- Made by npm run generate from packages/contract/src/shared/errors.ts. -->

An error is \`{ "isSuccess": false, "error": { "code", "message", "details", "requestId" } }\`. Branch on \`code\`, which never
changes. \`details\` lists every problem in the request with a JSON pointer to the field. \`message\` is for developers and support
staff: it names fields of the API and says what is allowed. In a form of your own, mark the field by its \`pointer\` and show your
own words. Only the messages of [reasons](verification.md#what-to-do-about-an-outcome) are written for the business. Quote
\`requestId\` when you contact us; you can look it up yourself in the portal under API requests, or with
\`onboarding requests get\`. [Idempotency and retries](retries.md) explains which requests to repeat.

These are the errors of the Partner API and of the sandbox. Those of the [token endpoint](tokens.md#errors-of-the-token-endpoint) have the
form of OAuth.
`;

const SESSION_ERRORS_HEAD = `# Errors of the portal, the console and the operators' API

<!-- Made by npm run generate from packages/contract/src/shared/errors.ts. -->

These errors occur only in the APIs that our sites call for users who have signed in: the portal's, the compliance API and the operations
API. They also return [errors of the Partner API](errors.md), such as \`Customer.NotFound\`.
`;

/** By status, each with what it means for the caller. */
const CHAPTERS: readonly [status: number, title: string][] = [
  [400, '400: correct the request'],
  [401, '401: not authenticated'],
  [403, '403: not allowed'],
  [404, '404: not found'],
  [405, '405: wrong method'],
  [409, '409: conflicts with the current state'],
  [410, '410: withdrawn'],
  [412, '412: changed since you read it'],
  [413, '413 to 431: request too large or in the wrong format'],
  [422, '422: cannot be processed'],
  [429, '429: too many requests'],
  [500, '500: internal error'],
  [503, '503: temporarily unavailable'],
];

const PARTNERS = codesOf([...partnerRoutes, ...sandboxRoutes]);

export function errorPages(): [path: string, text: string][] {
  const ofPartners = chaptersOf((code) => PARTNERS.has(code));
  return [
    ['docs/errors.md', `${ERRORS_HEAD}\n${ofPartners}\n${storageCatalogue()}\n${warningCatalogue()}`],
    ['docs/session-errors.md', `${SESSION_ERRORS_HEAD}\n${chaptersOf((code) => !PARTNERS.has(code))}`],
  ];
}

function chaptersOf(isIncluded: (code: string) => boolean): string {
  const chapterOf = (status: number) => CHAPTERS.findLast(([first]) => first <= status)?.[0];
  const chapters = CHAPTERS.map(([first, title]) => {
    const entries = Object.entries(ERRORS)
      .filter(([code, { status }]) => isIncluded(code) && chapterOf(status) === first)
      .map(([code, { status, cause, remedy }]) => {
        const shown = title.startsWith(`${status}:`) ? '' : `Status ${status}. `;
        return `### \`${code}\`\n\n${shown}${cause}\n\n_What to do:_ ${remedy}\n`;
      });
    return entries.length === 0 ? '' : `## ${title}\n\n${entries.join('\n')}`;
  });
  return chapters.filter((text) => text !== '').join('\n');
}

// docs/migrating.md: from the operations that are no longer served to their successors.

const MIGRATING_HEAD = `# Migrating from the withdrawn routes

<!-- Made by npm run generate from the API's own table. -->

An earlier version of this API needed many calls to onboard a business: create it, add each owner, ask for requirements, submit. Now one
call does it all. The old routes have been withdrawn: each answers **410 \`Route.Withdrawn\`** to every caller, with or without a token.
The message says what to call instead. If the successor has a URL, it is also in the \`Link\` header, with
\`rel="successor-version"\`, so that a program can log it.

## Migrate in this order

1. **Tokens.** Register a certificate and get tokens from the identity service ([tokens](tokens.md)). There is no client secret.
2. **Create.** Send the whole business with its people in one \`POST\`, with an \`Idempotency-Key\` ([retries](retries.md)).
   \`.../validate\` takes the same body, saves nothing and lists every problem.
3. **Documents.** Request an upload link for the customer, then upload the file to storage ([documents](documents.md)).
4. **Status.** Read \`verification-status\` or, better, receive [webhooks](webhooks.md). Onboarding stages no longer exist.
5. **Webhooks.** A person registers the URL in the portal; API credentials cannot change it.
6. **Check.** Search your logs for 410 for a week. If you find none, you are done.

## Each route and its successor
`;

export function migratingPage(): [path: string, text: string] {
  const sections = WITHDRAWN.map(({ method, path, successor, text }) => {
    const use = successor === undefined ? 'There is no successor.' : `Use ${callOf(successor.named)}.`;
    return `- \`${method} ${PREFIX}${path}\`\n  ${text} ${use}`;
  });
  return ['docs/migrating.md', `${MIGRATING_HEAD}\n${sections.join('\n')}\n`];
}

const callOf = (named: string) => (/^[A-Z]+ \//.test(named) ? `\`${named}\`` : named);

// Inserts files of docs/examples into the pages that explain them, so that each exists only once.

const WITH_FILES = ['docs/quickstart.md', 'docs/languages.md'];

/** After `<!-- file: PATH -->`, the next block is that file. */
export function pagesWithFiles(): [path: string, text: string][] {
  return WITH_FILES.map((page) => [
    page,
    readFileSync(page, 'utf8').replaceAll(
      /(<!-- file: (\S+) -->\n\n```\w+\n)[\s\S]*?(```\n)/g,
      (_, before: string, file: string, after: string) => `${before}${readFileSync(file, 'utf8')}${after}`,
    ),
  ]);
}

// The domain's modules for docs/architecture.md: what each owns, from the comment of its index.ts, and which others it
// imports.

const ARCHITECTURE = 'docs/architecture.md';
const MODULES_BEGIN =
  '<!-- modules: made by npm run generate from the imports and the first comment of each index.ts -->';
const MODULES_END = '<!-- /modules -->';

/** The page with the current list. */
export function architecturePage(): [path: string, text: string] {
  const page = readFileSync(ARCHITECTURE, 'utf8');
  const [before, rest] = page.split(MODULES_BEGIN);
  const after = rest?.split(MODULES_END)[1];
  if (before === undefined || after === undefined)
    throw new Error(`${ARCHITECTURE} has no place for modules: ${MODULES_BEGIN} ${MODULES_END}`);
  return [ARCHITECTURE, `${before}${MODULES_BEGIN}\n\n${moduleList()}\n${MODULES_END}${after}`];
}

function moduleList(): string {
  const sources = readSources('.').filter(({ path }) => path.startsWith('packages/domain/'));
  const modules = between(importsOf('.', sources), domainModuleOf);
  const heights = new Map<string, number>();
  const heightOf = (module: string): number => {
    const known = heights.get(module);
    if (known !== undefined) return known;
    const height = 1 + Math.max(0, ...[...(modules.get(module) ?? [])].map(heightOf));
    heights.set(module, height);
    return height;
  };
  return [...modules.keys()]
    .sort((a, b) => heightOf(a) - heightOf(b) || a.localeCompare(b))
    .map((module) => {
      const others = [...(modules.get(module) ?? [])].sort();
      return `- \`${module}\`: ${ownedBy(module)}${others.length === 0 ? '' : `\n  ──> ${others.join(', ')}`}\n`;
    })
    .join('');
}

/** The first sentence of the comment in index.ts, which starts with "Owns:". */
function ownedBy(module: string): string {
  const file = `packages/domain/src/${module}/index.ts`;
  const [comment = ''] = /^(?:\/\/.*\n)+/.exec(readFileSync(file, 'utf8')) ?? [];
  const [, owns] =
    /^Owns: (.+?)\.(?: |$)/.exec(
      comment
        .replaceAll(/^\/\/ ?/gm, '')
        .replaceAll('\n', ' ')
        .trim(),
    ) ?? [];
  if (owns === undefined) throw new Error(`${file} must begin with a comment "Owns: ... ."`);
  return owns;
}

// docs/errors.md: every error of every API, with an anchor of its own, and the warnings.
import { ERRORS } from '@onboarding/contract';
import { storageCatalogue, warningCatalogue } from '../../apps/api/src/docs/introductions.ts';

const HEAD = `# Errors and warnings

<!-- Made by npm run generate from packages/contract/src/shared/errors.ts. -->

An error is \`{ "isSuccess": false, "error": { "code", "message", "details", "requestId" } }\`. Branch on \`code\`, which never
changes; show \`message\` to people; \`details\` lists every problem of the request with a JSON pointer to its field. Quote
\`requestId\` when you contact us. [Idempotency and retries](retries.md) says which requests to repeat.
`;

/** By what the caller has to change, in the order in which one meets them. */
const CHAPTERS: readonly [status: number, title: string][] = [
  [400, '400: the request has to change'],
  [401, '401: the token or the session is not valid'],
  [403, '403: not allowed'],
  [404, '404: not found'],
  [405, '405: another method'],
  [409, '409: not in this state'],
  [410, '410: withdrawn'],
  [412, '412: changed meanwhile'],
  [413, '413 to 431: the request is too large or has the wrong form'],
  [422, '422: refused as a whole'],
  [429, '429: too many requests'],
  [500, '500: our fault'],
  [503, '503: temporarily unavailable'],
];

export function errorsPage(): [path: string, text: string] {
  const chapterOf = (status: number) => CHAPTERS.findLast(([first]) => first <= status)?.[0];
  const chapters = CHAPTERS.map(([first, title]) => {
    const entries = Object.entries(ERRORS)
      .filter(([, { status }]) => chapterOf(status) === first)
      .map(([code, { status, cause, remedy }]) => {
        const shown = title.startsWith(`${status}:`) ? '' : `Status ${status}. `;
        return `### \`${code}\`\n\n${shown}${cause}\n\n_What to do:_ ${remedy}\n`;
      });
    return entries.length === 0 ? '' : `## ${title}\n\n${entries.join('\n')}`;
  }).filter((text) => text !== '');
  return ['docs/errors.md', `${HEAD}\n${chapters.join('\n')}\n${storageCatalogue()}\n${warningCatalogue()}`];
}

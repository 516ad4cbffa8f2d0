// docs/errors.md: every error of every API, each with an anchor, and the warnings.
import { ERRORS } from '@onboarding/contract';
import { storageCatalogue, warningCatalogue } from '../../apps/api/src/docs/introductions.ts';

const HEAD = `# Errors and warnings

<!-- Made by npm run generate from packages/contract/src/shared/errors.ts. -->

An error is \`{ "isSuccess": false, "error": { "code", "message", "details", "requestId" } }\`. Branch on \`code\`, which never
changes; show \`message\` to people; \`details\` lists every problem in the request with a JSON pointer to the field. Quote
\`requestId\` when you contact us. [Idempotency and retries](retries.md) explains which requests to repeat.
`;

/** By status, each with what it means for the caller. */
const CHAPTERS: readonly [status: number, title: string][] = [
  [400, '400: correct the request'],
  [401, '401: invalid token or session'],
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

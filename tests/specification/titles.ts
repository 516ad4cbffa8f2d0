// The titles of tests as a file writes them, found without running it. Where a title is filled in from a table it stands
// for anything; whether such a test exists is then only known after a run, see covered.ts.

/** A literal that is the first argument of a call and not the last, as in `test('title', async () => ...)`. */
const TITLE = /\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1,\s/gs;
/** `test(name, ...)`: the title is made elsewhere. */
const MADE_ELSEWHERE = /\b(?:test|describe)\(\s*[a-z]\w*,/i;
/** What a table or a template fills in. */
const FILLED_IN = /%[sdifjoO#]|\$\{[^}]*\}|\$[a-z]\w*/gi;

const unescaped = (literal: string): string => literal.replaceAll(/\\(['"`\\$])/g, '$1');

const matching = (parts: string[]): RegExp =>
  new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('.*')}$`, 's');

/** Whether a title that is sought, perhaps with stars, can be one that is written, perhaps with gaps. If both are open, only a run tells. */
const canBe = (sought: string, written: string): boolean =>
  matching(written.split(FILLED_IN)).test(sought) ||
  matching(sought.split('*')).test(written) ||
  (sought.includes('*') && written.search(FILLED_IN) >= 0);

/** A title, and the options after it. */
const TAGGED = /(['"`])((?:\\.|(?!\1)[^\\])*)\1,\s*\{[^{}]*?\btags: \[([^\]]*)\]/gs;

/** The titles of the tests that have tags. */
export function taggedTests(source: string): { title: string; tags: string[] }[] {
  return [...source.matchAll(TAGGED)].map(([, , literal = '', tags = '']) => ({
    title: unescaped(literal),
    tags: [...tags.matchAll(/'([^']+)'/g)].map(([, tag = '']) => tag),
  }));
}

/** Whether the source may have a test of this name: each title on the way to it is written there, or filled in. */
export function mayHaveTest(source: string, test: string): boolean {
  const written = [...source.matchAll(TITLE)].map(([, , literal = '']) => unescaped(literal));
  const anything = MADE_ELSEWHERE.test(source);
  return test
    .split(' > ')
    .every((sought) => written.some((title) => canBe(sought, title)) || (anything && sought !== ''));
}

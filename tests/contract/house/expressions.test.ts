// No regular expression that meets bodies, headers or files of strangers takes more than linear time, however they are made up.
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parseSync, Visitor } from 'oxc-parser';
import type * as Recheck from 'recheck';
import { describe, expect, test } from 'vitest';

/** The build without native code and without a clock: the same result on every machine. */
const { checkSync } = createRequire(import.meta.url)('recheck/lib/browser.js') as typeof Recheck;
const BOUNDS = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  attackLimit: 10_000_000,
  incubationLimit: 10_000,
  maxIteration: 4,
  randomSeed: 0,
};

const SOURCES = globSync('{apps/{api,identity,worker},packages/{contract,domain,platform}}/src/**/*.ts').filter(
  (path) => !path.endsWith('.test.ts'),
);

/** Expressions that only meet what is ours. */
const OURS: Record<string, string> = {
  'packages/platform/src/tokens/verifier.ts: /\\/+$/': 'the address of the issuer, from the settings',
  'apps/identity/src/provider/provider.ts: /<form .*<\\/form>/s': 'a page that the identity library makes',
  'apps/identity/src/provider/provider.ts: /<noscript>.*<\\/noscript>/s': 'the same page',
  'apps/api/src/site/built-pages.ts: /<script(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)<\\/script>/g':
    'pages that we have built',
  'apps/api/src/docs/reference.ts: /<script(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)<\\/script>/g':
    'a page that we have built',
};

/** Linear, as the checker found; but it takes ten seconds to find it. */
const PROVEN = [
  'packages/domain/src/credentials/certificate.ts: /-----BEGIN ([^-\\n]*)-----([^-]*)-----END ([^-\\n]*)-----/g',
];

/** Expressions that are put together while the program runs, and why that is safe. */
const PUT_TOGETHER: Record<string, string> = {
  'packages/contract/src/shared/characters.ts':
    'one character each, and of the marks before it as many as a letter has',
  'packages/domain/src/documents/document.ts':
    'parts of fixed length; two words at the end, between a slash, a dot and the end',
  'packages/domain/src/requirements/identity-rules.ts':
    'of operators, on at most 100 characters; those that we deliver are below',
  'packages/domain/src/requirements/requirement-entry.ts': 'only to see whether it is one',
};

interface Found {
  file: string;
  pattern: string;
  flags: string;
}

function expressionsIn(file: string, text: string): { literals: Found[]; calls: string[] } {
  const literals: Found[] = [];
  const calls: string[] = [];
  const note = ({ callee }: { callee: object }) => {
    if ('name' in callee && callee.name === 'RegExp') calls.push(file);
  };
  new Visitor({
    Literal(node) {
      if ('regex' in node) literals.push({ file, ...node.regex });
    },
    NewExpression: note,
    CallExpression: note,
  }).visit(parseSync(file, text).program);
  return { literals, calls };
}

const NESTED_MOST = 500;

/**
 * How often a part may be repeated by repetitions in each other that all have a bound. The checker would write them out; and
 * a thousand times as long is not linear to anybody who waits.
 */
function nestedRepetitions(pattern: string): number {
  /** Of each open group, the most that anything in it is repeated. */
  const open: number[] = [1];
  let most = 1;
  let last = 1;
  for (let at = 0; at < pattern.length; at++) {
    const [repetition, bound] = /^(?:\{\d+(?:,(\d*))?\}|[*+?])/.exec(pattern.slice(at, at + 12)) ?? [];
    if (pattern[at] === '\\') {
      at++;
      last = 1;
    } else if (pattern[at] === '[') {
      for (at++; at < pattern.length && pattern[at] !== ']'; at++) if (pattern[at] === '\\') at++;
      last = 1;
    } else if (pattern[at] === '(') {
      open.push(1);
      if (pattern[at + 1] === '?') at++;
    } else if (pattern[at] === ')') last = open.pop() ?? 1;
    else if (repetition !== undefined) {
      // Without a bound it is for the checker.
      const times = Number((bound ?? /^\{(\d+)/.exec(repetition)?.[1]) || 1);
      if (last > 1) most = Math.max(most, last * times);
      open.push(Math.max(open.pop() ?? 1, last * times));
      at += repetition.length - 1;
    } else last = 1;
  }
  return most;
}

/** Anchored, and repeats only one thing: it goes through its input once, whatever that is. */
const isPlain = ({ pattern, flags }: Found) =>
  pattern.startsWith('^') &&
  !flags.includes('m') &&
  /^\^(?:[^\\[\](){}*+?|.]|\\[^1-9k])*(?:\[(?:[^\]\\]|\\.)+\]|\\[dwsDWS]|\.)?(?:[*+?]|\{[\d,]+\})?(?:[^\\[\](){}*+?|.]|\\[^1-9k])*$/.test(
    pattern,
  );

/** Undefined if it is linear. */
function complaintAbout(one: Found): string | undefined {
  const nested = nestedRepetitions(one.pattern);
  if (nested > NESTED_MOST) return `repetitions in each other, up to ${nested} times`;
  if (isPlain(one)) return undefined;
  const found = checkSync(one.pattern, one.flags, BOUNDS);
  if (found.status === 'safe') return undefined;
  return found.status === 'vulnerable' ? found.complexity.summary : found.status;
}

const nameOf = ({ file, pattern, flags }: Found) => `${file}: /${pattern}/${flags}`;

describe('the checker', () => {
  test.each([
    ['a trailing blank', '\\s+$'],
    ['the same twice', '^a*a*$'],
    ['a choice between the same', '^(?:a|a)*$'],
    ['a gap of remarks before a value', '/EF(?:[ \\n]|%[^\\n]{0,80}\\n){0,20}<<'],
    ['anything between two words', '<form .*</form>'],
  ])('refuses %s', (_, pattern) => {
    expect(complaintAbout({ file: '', pattern, flags: '' })).toBeDefined();
  });

  test.each(['^[\\w.-]{1,32}$', '^\\d+$', 'PRIVATE\\s+KEY', '^(?:\\d{4})-(?:\\d{2})$', '<(?:html|body)\\b'])(
    'accepts %s',
    (pattern) => {
      expect(complaintAbout({ file: '', pattern, flags: '' })).toBeUndefined();
    },
  );
});

describe('our own sources', () => {
  const found = SOURCES.map((file) => expressionsIn(file, readFileSync(file, 'utf8')));
  const literals = [...new Map(found.flatMap((one) => one.literals).map((one) => [nameOf(one), one])).values()];

  test('have only expressions of linear time, apart from those that meet nothing but ours', () => {
    expect(literals.length).toBeGreaterThan(100);
    const listed = [...Object.keys(OURS), ...PROVEN];
    const complaints = literals
      .filter((one) => !listed.includes(nameOf(one)))
      .flatMap((one) => {
        const complaint = complaintAbout(one);
        return complaint === undefined ? [] : [`${nameOf(one)} ${complaint}`];
      });
    expect(complaints).toEqual([]);
    // What is listed and no longer there is taken off the list.
    expect(listed.filter((name) => !literals.some((one) => nameOf(one) === name))).toEqual([]);
  });

  test('put expressions together only where it is listed why', () => {
    expect([...new Set(found.flatMap(({ calls }) => calls))].sort()).toEqual(Object.keys(PUT_TOGETHER).sort());
  });
});

test('the rules for identity documents that we deliver are of linear time', () => {
  const rules = readFileSync('database/reference/identity-requirements.json', 'utf8');
  const patterns = new Set(
    [...rules.matchAll(/"regex": ?("(?:[^"\\]|\\.)*")/g)].map(([, text = '""']) => JSON.parse(text)),
  );
  expect(patterns.size).toBeGreaterThan(10);
  const complaints = [...patterns].map((pattern) => [pattern, complaintAbout({ file: '', pattern, flags: '' })]);
  expect(complaints.filter(([, complaint]) => complaint !== undefined)).toEqual([]);
});

// No regular expression applied to external bodies, headers or files takes more than linear time, whatever the input.
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parseSync, Visitor } from 'oxc-parser';
import type * as Recheck from 'recheck';
import { describe, expect, test } from 'vitest';

/** The build without native code and without a clock, for the same result on every machine. */
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

/** Expressions applied only to our own input. */
const OURS: Record<string, string> = {
  'packages/platform/src/tokens/verifier.ts: /\\/+$/': 'the address of the issuer, from the settings',
  'apps/identity/src/provider/provider.ts: /<form .*<\\/form>/s': 'a page that the identity library generates',
  'apps/identity/src/provider/provider.ts: /<noscript>.*<\\/noscript>/s': 'the same page',
  'apps/api/src/site/serve-pages.ts: /<script(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)<\\/script>/g':
    'pages that we have built',
  'apps/api/src/docs/reference.ts: /<script(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)<\\/script>/g':
    'a page that we have built',
};

/** The checker found these linear, but needs ten seconds to do so. */
const PROVEN = [
  'packages/domain/src/credentials/certificate.ts: /-----BEGIN ([^-\\n]*)-----([^-]*)-----END ([^-\\n]*)-----/g',
];

/** Files that build expressions at run time, and why that is safe. */
const PUT_TOGETHER: Record<string, string> = {
  'packages/contract/src/shared/characters.ts': 'one character each, after a limited number of combining marks',
  'packages/domain/src/documents/document.ts': 'parts of fixed length, and two words that a slash and a dot delimit',
  'packages/domain/src/requirements/identity-rules.ts':
    'written by operators, applied to at most 100 characters; those that we ship are tested below',
  'packages/domain/src/requirements/requirement.ts': 'only to check that it compiles',
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
 * How often nested, bounded repetitions may repeat a part. The checker would expand them, and a factor of a thousand is too
 * slow in practice even if it is linear.
 */
function nestedRepetitions(pattern: string): number {
  /** For each open group, the highest number of repetitions of anything in it. */
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
      // Unbounded repetitions are left to the checker.
      const times = Number((bound ?? /^\{(\d+)/.exec(repetition)?.[1]) || 1);
      if (last > 1) most = Math.max(most, last * times);
      open.push(Math.max(open.pop() ?? 1, last * times));
      at += repetition.length - 1;
    } else last = 1;
  }
  return most;
}

/** Anchored and with only one repetition: reads any input once. */
const isPlain = ({ pattern, flags }: Found) =>
  pattern.startsWith('^') &&
  !flags.includes('m') &&
  /^\^(?:[^\\[\](){}*+?|.]|\\[^1-9k])*(?:\[(?:[^\]\\]|\\.)+\]|\\[dwsDWS]|\.)?(?:[*+?]|\{[\d,]+\})?(?:[^\\[\](){}*+?|.]|\\[^1-9k])*$/.test(
    pattern,
  );

/** Undefined for a linear expression. */
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
    ['trailing white space', '\\s+$'],
    ['the same repetition twice', '^a*a*$'],
    ['identical alternatives', '^(?:a|a)*$'],
    ['comments before a value', '/EF(?:[ \\n]|%[^\\n]{0,80}\\n){0,20}<<'],
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

  test('have only linear-time expressions, apart from those applied only to our own input', () => {
    expect(literals.length).toBeGreaterThan(100);
    const listed = [...Object.keys(OURS), ...PROVEN];
    const complaints = literals
      .filter((one) => !listed.includes(nameOf(one)))
      .flatMap((one) => {
        const complaint = complaintAbout(one);
        return complaint === undefined ? [] : [`${nameOf(one)} ${complaint}`];
      });
    expect(complaints).toEqual([]);
    // No listed expression is obsolete.
    expect(listed.filter((name) => !literals.some((one) => nameOf(one) === name))).toEqual([]);
  });

  test('build expressions at run time only in the listed files', () => {
    expect([...new Set(found.flatMap(({ calls }) => calls))].sort()).toEqual(Object.keys(PUT_TOGETHER).sort());
  });
});

test('the patterns in our identity document rules are linear-time', () => {
  const rules = readFileSync('database/reference/identity-requirements.json', 'utf8');
  const patterns = new Set(
    [...rules.matchAll(/"regex": ?("(?:[^"\\]|\\.)*")/g)].map(([, text = '""']) => JSON.parse(text)),
  );
  expect(patterns.size).toBeGreaterThan(10);
  const complaints = [...patterns].map((pattern) => [pattern, complaintAbout({ file: '', pattern, flags: '' })]);
  expect(complaints.filter(([, complaint]) => complaint !== undefined)).toEqual([]);
});

// docs/security.md counts correctly, names only files that exist, and omits no requirement.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const page = readFileSync('docs/security.md', 'utf8');
const asvs = page.slice(page.indexOf('## OWASP ASVS'));
const IDS = readFileSync('tests/contract/house/asvs-5.0.0-levels-1-2.txt', 'utf8').trim().split('\n');
const STATES = ['met', 'not met', 'does not apply'];

const rows = [...asvs.matchAll(/^\| (\d+\.\d+\.\d+) +\|(.*)\|(.*)\|(.*)\|$/gm)].map(
  ([, id = '', about = '', state = '', shownBy = '']) => ({
    id,
    about: about.trim(),
    state: state.trim(),
    shownBy: shownBy.trim(),
  }),
);
const inState = (state: string) => rows.filter((row) => row.state === state);
const codeOf = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
const FILE = /^(apps|packages|tests|docs|database|scripts)\/[\w./-]+$|^[\w-]+\.(json|md)$/;

/** As GitHub derives them from headings. */
const anchors = new Set(
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
    text
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  ),
);

test('every file that the page names exists', () => {
  const named = codeOf(page).filter((text) => FILE.test(text));
  expect(named.length).toBeGreaterThan(150);
  const missing = named.filter((path) => !existsSync(path) && !existsSync(`docs/${path}`));
  expect(missing).toEqual([]);
});

test('no link within the page or to another page is broken', () => {
  const links = [...page.matchAll(/\]\((?!https:)([^)]+)\)/g)].map(([, target = '']) => target);
  const broken = links.filter((target) => {
    const [path = '', anchor] = target.split('#');
    return path === '' ? !anchors.has(anchor ?? '') : !existsSync(`docs/${path}`);
  });
  expect(links.length).toBeGreaterThan(0);
  expect(broken).toEqual([]);
});

test('every row of the threat model names a test', () => {
  const model = page.slice(page.indexOf('## Threat model'), page.indexOf('## Rules and inventories'));
  const attacks = model
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2);
  expect(attacks.length).toBeGreaterThan(12);
  const unproven = attacks.filter(
    (line) => !codeOf(line.split('|').at(-2) ?? '').some((path) => path.endsWith('.test.ts')),
  );
  expect(unproven).toEqual([]);
});

describe('the ASVS list', () => {
  test('has each requirement of levels 1 and 2 once, in order, with a valid state', () => {
    expect(IDS).toHaveLength(253);
    expect(rows.map(({ id }) => id)).toEqual(IDS);
    expect(rows.filter(({ state, about }) => !STATES.includes(state) || about === '')).toEqual([]);
  });

  test('states the correct counts, and at least 95 % of the applicable requirements are met', () => {
    const met = inState('met').length;
    const applies = met + inState('not met').length;
    const share = ((100 * met) / applies).toFixed(1);
    expect(asvs).toContain(`**${met} of ${applies} that apply are met (${share} %)**`);
    expect(asvs.replaceAll('\n', ' ')).toContain(`${inState('does not apply').length} of ${rows.length} do not apply`);
    expect(met / applies).toBeGreaterThanOrEqual(0.95);
  });

  test('justifies met requirements by a file, a link or a reason, and explains every gap in a sentence', () => {
    const bare = [...inState('met'), ...inState('does not apply')].filter(({ shownBy }) => shownBy.length < 8);
    expect(bare).toEqual([]);
    const unshown = inState('met').filter(({ shownBy }) => !/`|\]\(#|above/.test(shownBy) && shownBy.length < 25);
    expect(unshown).toEqual([]);
    const silent = inState('not met').filter(({ shownBy }) => !/^[A-Z].{60,}\.$/.test(shownBy));
    expect(silent).toEqual([]);
  });
});

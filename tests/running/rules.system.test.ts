// The alerting rules, their promtool tests and the runbook of each alert.
import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { type Alert, alertsOf, RULES, type RuleGroup, readRules } from './prometheus.ts';

const run = promisify(execFile);
const TESTS = globSync('deploy/prometheus/tests/*.yml');
const PAGES = globSync('docs/runbooks/*.md').filter((path) => basename(path) !== 'README.md');
const textOf = (path: string) => readFileSync(path, 'utf8');
const alerts = alertsOf(readRules());
const names = [...new Set(alerts.map(({ alert }) => alert))].sort();
const folder = mkdtempSync(join(tmpdir(), 'rules-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A copy of these tests with only the rule groups that they need; evaluating all groups would take five times as long. */
function withNeededRules(path: string): string {
  const text = textOf(path);
  const isNeeded = ({ rules }: RuleGroup) =>
    rules.some(({ alert, record }) =>
      alert === undefined ? path.endsWith('slo.yml') && record !== undefined : text.includes(`"${alert}"`),
    );
  const rules = join(folder, `rules-of-${basename(path)}`);
  writeFileSync(rules, stringify({ groups: readRules().groups.filter(isNeeded) }));
  const copy = join(folder, basename(path));
  writeFileSync(copy, text.replace('rule_files: [../rules.yml]', `rule_files: ['${rules}']`));
  return copy;
}

/** Trades memory for speed: garbage collection would take half of the time. */
const promtool = (...words: string[]) => run('promtool', words, { env: { ...process.env, GOGC: '500' } });

describe('the rules', () => {
  test('are valid for Prometheus', async () => {
    const { stdout } = await promtool('check', 'rules', RULES);
    expect(stdout).toMatch(/SUCCESS: \d+ rules found/);
  });

  test.each(TESTS)('fire when expected, after the expected time, and not otherwise: %s', async (path) => {
    const { stdout } = await promtool('test', 'rules', withNeededRules(path));
    expect(stdout).toContain('SUCCESS');
  });

  test('each have a test in which they fire', () => {
    const text = TESTS.map(textOf).join('\n');
    const fired = new Set(
      [...text.matchAll(/exp_samples: \[\{ labels: '\{alertname="(\w+)"/g)].map(([, name]) => name),
    );
    expect([...fired].sort()).toEqual(names);
  });

  test.each(alerts.map((alert) => [`${alert.alert} (${alert.labels.severity})`, alert] as const))(
    '%s has a severity, a summary, a description and a runbook',
    (_, { alert, labels, annotations }: Alert) => {
      expect(alert === 'OnboardingWatchdog' ? ['none'] : ['page', 'ticket']).toContain(labels.severity);
      expect(Object.keys(annotations).sort()).toEqual(['description', 'runbook_url', 'summary']);
      expect(annotations.runbook_url).toBe(`https://console.example.com/console/handbook/runbooks/${alert}`);
    },
  );
});

describe('a dashboard', () => {
  interface Panel {
    type: string;
    title: string;
    description?: string;
    links?: { url: string }[];
    targets?: { expr: string }[];
  }
  const panels = globSync('deploy/grafana/*.json')
    .flatMap((path) => (JSON.parse(textOf(path)) as { panels: Panel[] }).panels)
    .filter(({ type }) => type !== 'row');

  test('describes each panel, and links to runbooks that exist', () => {
    expect(panels.length).toBeGreaterThan(40);
    expect(panels.filter(({ description = '' }) => description === '').map(({ title }) => title)).toEqual([]);
    const links = panels.flatMap(({ links: found = [] }) => found.map(({ url }) => url));
    expect(links.length).toBeGreaterThan(40);
    const known = new Set(names.map((name) => `\${docs}/runbooks/${name}`));
    expect(links.filter((link) => !known.has(link))).toEqual([]);
  });

  test('shows only the chosen environment and instances; recorded rates are of all instances', () => {
    const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    for (const expression of expressions) {
      const selectors = [...expression.matchAll(/\b(?:onboarding|process|nodejs)_[\w:]+(?:\{[^}]*\})?/g)].map(
        ([one]) => one,
      );
      expect(selectors.length, expression).toBeGreaterThan(0);
      for (const selector of selectors) {
        expect(selector).toContain('environment="$environment"');
        if (!selector.startsWith('onboarding_slo:')) expect(selector).toContain('instance=~"$instance"');
        if (!selector.startsWith('onboarding_')) expect(selector).toContain('job=~".*onboarding.*"');
      }
    }
  });
});

describe('a runbook', () => {
  test('exists for each alert and for nothing else', () => {
    expect(PAGES.map((path) => basename(path, '.md')).sort()).toEqual(names);
    const listed = [...textOf('docs/runbooks/README.md').matchAll(/^- \[(\w+)\]/gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual(names);
  });

  test.each(PAGES)('has the four standard sections and no broken links: %s', (path) => {
    const text = textOf(path);
    expect(text.split('\n')[0]).toBe(`# ${basename(path, '.md')}`);
    expect([...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).toEqual([
      'What it means',
      'How to investigate',
      'What to do',
      'How to confirm that it is resolved',
    ]);
    for (const [, target = ''] of text.matchAll(/\]\(([^)#]+)/g))
      expect(existsSync(join(dirname(path), target)), `${path} -> ${target}`).toBe(true);
  });

  test("mentions only existing commands of the operators' program", () => {
    const known = new Set([...textOf('docs/command.md').matchAll(/^### (.+)$/gm)].map(([, command]) => command));
    const used = PAGES.flatMap((path) =>
      [...textOf(path).matchAll(/`onboardingctl (\w+ [a-z-]+)/g)].map(([, command]) => `${command}`),
    );
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((command) => !known.has(command))).toEqual([]);
  });
});

import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  chartVersion,
  compareVersions,
  newestTag,
  ReleaseRefused,
  refuseSameChart,
  refuseVersion,
  withAppVersion,
  withDatedSection,
  withLockedVersion,
  withVersion,
} from './plan.ts';

const CHANGELOG = `# Changelog

For integrators.

## [Unreleased]

### Added

- A thing.

## [1.2.0] - 2026-10-01

- Another thing.
`;
const release = { version: '1.3.0', date: '2026-11-16' };

describe('the changelog', () => {
  test('of the repository has each entry under its date, with the latest date first in each release', () => {
    const [, ...releases] = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
    expect(releases.length).toBeGreaterThan(0);
    for (const release of releases) {
      const [undated = '', ...days] = release.replace('\n### Upgrading\n', '').split(/^### /m);
      expect(undated).not.toMatch(/^- /m);
      const dates = days.map((day) => day.slice(0, day.indexOf('\n')));
      for (const date of dates) expect(new Date(date).toISOString().slice(0, 10)).toBe(date);
      expect(dates).toEqual([...new Set(dates)].sort().reverse());
    }
  });

  test('gets a dated section, with an empty one above it', () => {
    expect(withDatedSection(CHANGELOG, release)).toBe(
      CHANGELOG.replace('## [Unreleased]', '## [Unreleased]\n\n## [1.3.0] - 2026-11-16'),
    );
  });

  test('of this repository can be released', () => {
    const text = readFileSync('CHANGELOG.md', 'utf8');
    const dated = withDatedSection(text, { version: '999.0.0', date: '2026-11-16' });
    expect(dated).toContain('## [Unreleased]\n\n## [999.0.0] - 2026-11-16\n');
    expect(dated.length).toBeGreaterThan(text.length);
  });

  test('is refused if its unreleased section is empty', () => {
    expect(() => withDatedSection(withDatedSection(CHANGELOG, release), release)).toThrow('is empty');
  });

  test('is refused without an unreleased section', () => {
    expect(() => withDatedSection('# Changelog\n\n## [1.2.0] - 2026-10-01\n\n- A thing.\n', release)).toThrow(
      'no section',
    );
  });
});

describe('a version', () => {
  test.each(['1', '1.2', 'v1.2.3', '1.2.3 ', '01.2.3', '1.2.3+build', 'latest'])('%j is refused', (version) => {
    expect(() => refuseVersion(version, CHANGELOG)).toThrow(ReleaseRefused);
  });
  test.each(['1.2.0', '1.1.9', '1.2.0-rc.1', '0.9.0'])('%s is not above 1.2.0', (version) => {
    expect(() => refuseVersion(version, CHANGELOG)).toThrow('1.2.0 was already released');
  });
  test.each(['1.2.1', '1.3.0-rc.1', '2.0.0', '1.10.0'])('%s is above 1.2.0', (version) => {
    expect(() => refuseVersion(version, CHANGELOG)).not.toThrow();
  });

  test.each([
    ['v1.0.0', ['v0.9.0', 'v1.0.0', 'v1.0.0-rc.1']],
    ['v1.1.0-rc.1', ['v1.1.0-rc.1', 'v1.0.0']],
    ['v1.10.0', ['v1.9.0', 'v1.10.0', 'vacation', 'v2']],
    [undefined, ['']],
  ])('%s is the newest tag of %j', (newest, tags) => {
    expect(newestTag(tags)).toBe(newest);
  });

  test('is ordered by the rules of semver.org', () => {
    const ordered = ['1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-beta.2', '1.0.0-beta.11', '1.0.0-rc.1', '1.0.0', '1.0.1'];
    expect(ordered.toReversed().toSorted(compareVersions)).toEqual(ordered);
  });
});

test('every manifest of the repository has the version of the root, and accepts a new one', () => {
  const manifests = globSync(['package.json', '{apps,packages}/*/package.json', 'database/package.json']);
  expect(manifests.length).toBeGreaterThan(10);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const path of manifests) {
    const text = readFileSync(path, 'utf8');
    expect(JSON.parse(text).version, path).toBe(version);
    expect(JSON.parse(withVersion(text, '999.0.0')), path).toEqual({ ...JSON.parse(text), version: '999.0.0' });
  }
  const lock = readFileSync('package-lock.json', 'utf8');
  const locked = withLockedVersion(lock, '999.0.0');
  // The root twice, and each workspace.
  expect(locked.split('"version": "999.0.0"').length - 1).toBe(manifests.length + 1);
  expect(withLockedVersion(locked, version)).toBe(lock);
});

test('the packed chart installs the image of the release, and keeps its own version', () => {
  const committed = readFileSync('deploy/helm/onboarding/Chart.yaml', 'utf8');
  const packed = withAppVersion(committed, '999.0.0');
  expect(packed).toMatch(/^appVersion: 999\.0\.0$/m);
  expect(chartVersion(packed)).toBe(chartVersion(committed));
  expect(chartVersion(packed)).toMatch(/^\d+\.\d+\.\d+$/);
});

test('a release is refused if the chart has the version of the last release', () => {
  const last = { tag: 'v0.1.0', manifest: 'name: onboarding\nversion: 1.2.0\nappVersion: 0.1.0\n' };
  expect(() => refuseSameChart('version: 1.2.0\n', last)).toThrow(ReleaseRefused);
  expect(() => refuseSameChart('version: 1.2.1\n', last)).not.toThrow();
  expect(() => refuseSameChart('version: 1.2.0\n', undefined)).not.toThrow();
});

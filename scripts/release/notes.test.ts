import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeNext, upgradeNotes } from './notes.ts';
import { ReleaseRefused } from './plan.ts';

const CHANGELOG = `# Changelog

## [1.3.0] - 2026-11-18

### Upgrading

#### Before

1. Set \`SIZE\`.

#### Upgrade

1. Follow [the page](docs/production.md#upgrade-and-roll-back).

### 2026-11-18

#### Added

- A field for partners.

#### For operators

- See the [runbooks](docs/runbooks/README.md).

### 2026-11-17

#### Added

- Nothing that operators notice.

### 2026-11-16

#### For operators

- A metric.

## [1.2.0] - 2026-10-01

### 2026-10-01

#### For operators

- Old news.
`;

test('the notes of a version are its steps, then the changes for operators by day', () => {
  expect(upgradeNotes(CHANGELOG, '1.3.0')).toBe(`# Upgrade to 1.3.0

**New installation: skip this page**, and continue with the [production guide](docs/production.md).

Links lead into the documentation in the unpacked archive of the programs.

## Before

1. Set \`SIZE\`.

## Upgrade

1. Follow [the page](docs/production.md#upgrade-and-roll-back).

## Appendix: changes for operators, by day

### 2026-11-18

- See the [runbooks](docs/runbooks/README.md).

### 2026-11-16

- A metric.
`);
});

test('a version without changes for operators has only steps', () => {
  const quiet =
    '## [1.3.1] - 2026-11-18\n\n### Upgrading\n\nNothing to do.\n\n### 2026-11-18\n\n#### Fixed\n\n- A page.\n';
  expect(upgradeNotes(quiet, '1.3.1')).toMatch(/\n\nNothing to do\.\n$/);
});

test.each(['1.2.0', '1.1.0'])('version %s, which does not say how to upgrade, is refused', (version) => {
  expect(() => upgradeNotes(CHANGELOG, version)).toThrow(ReleaseRefused);
});

test('a version with an empty list of steps is refused', () => {
  const empty = '## [1.3.1] - 2026-11-18\n\n### Upgrading\n\n### 2026-11-18\n\n#### Fixed\n\n- A page.\n';
  expect(() => upgradeNotes(empty, '1.3.1')).toThrow('Nothing to do.');
});

test('the next release of this repository says how to upgrade', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const notes = upgradeNotes(readFileSync('CHANGELOG.md', 'utf8'), version);
  expect(notes.match(/^## .*$/gm)).toEqual([
    '## Before',
    '## Upgrade',
    '## After',
    '## Changed settings and names',
    '## Appendix: changes for operators, by day',
  ]);
  // Operators have only the release.
  expect(notes).not.toMatch(/npm (run|ci)|docs\/decisions|decision \d{4}|(apps|scripts)\//);
});

const built = {
  version: '1.2.3',
  files: [
    'onboarding-1.2.3-linux-x64.tar.gz',
    'onboarding-1.2.3.tgz',
    'onboarding-cli-1.2.3.tgz',
    'onboarding-sdk-1.2.3.tgz',
    'partner_onboarding_sdk-1.2.3-py3-none-any.whl',
    'partner_onboarding_sdk-1.2.3.tar.gz',
  ],
  tagged: true,
  signed: true,
  repository: 'git+https://github.com/acme/onboarding.git',
};

test('packages are published, the SDK first; archives for operators are not published to a package registry', () => {
  const next = describeNext(built);
  expect(next.match(/(npm publish|twine upload) .*/g)).toEqual([
    'npm publish onboarding-sdk-1.2.3.tgz',
    'npm publish onboarding-cli-1.2.3.tgz',
    'twine upload partner_onboarding_sdk-1.2.3-py3-none-any.whl partner_onboarding_sdk-1.2.3.tar.gz',
  ]);
  expect(next).not.toMatch(/not signed|rehearsal|placeholder/);
});

test('the next steps name what a build lacks: a tag, a signature, the address of the repository', () => {
  expect(describeNext({ ...built, tagged: false })).toContain('This is a rehearsal');
  expect(describeNext({ ...built, signed: false })).toMatch(/SHA256SUMS is not signed[\s\S]*openssl pkeyutl -sign/);
  expect(describeNext({ ...built, repository: 'git+https://git.example.com/x.git' })).toContain('placeholder');
});

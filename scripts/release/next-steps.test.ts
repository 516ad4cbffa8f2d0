import { expect, test } from 'vitest';
import { describeNext } from './next-steps.ts';

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

test('packages are published, the SDK first; archives for operators are not sent to a registry of packages', () => {
  const next = describeNext(built);
  expect(next.match(/(npm publish|twine upload) .*/g)).toEqual([
    'npm publish onboarding-sdk-1.2.3.tgz',
    'npm publish onboarding-cli-1.2.3.tgz',
    'twine upload partner_onboarding_sdk-1.2.3-py3-none-any.whl partner_onboarding_sdk-1.2.3.tar.gz',
  ]);
  expect(next).not.toMatch(/not signed|rehearsal|placeholder/);
});

test('a build says what it lacks: a tag, a signature, the address of the repository', () => {
  expect(describeNext({ ...built, tagged: false })).toContain('This is a rehearsal');
  expect(describeNext({ ...built, signed: false })).toMatch(/SHA256SUMS is not signed[\s\S]*openssl pkeyutl -sign/);
  expect(describeNext({ ...built, repository: 'git+https://git.example.com/x.git' })).toContain('placeholder');
});

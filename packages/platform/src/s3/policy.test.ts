import { expect, test } from 'vitest';
import { mergedPolicy, missingFrom, policyOf, refusalsOf } from './policy.ts';

const users = { links: 'arn:aws:iam:::user/links', services: ['arn:aws:iam:::user/service'] };
const wanted = policyOf('documents', users, { isAws: false });
const policy = (...statements: unknown[]) => JSON.stringify({ Version: '2012-10-17', Statement: statements });
const own = { Sid: 'TlsOnly', Effect: 'Deny', Principal: '*', Action: 's3:*', Resource: 'arn:aws:s3:::documents/*' };

test('adds a missing policy and does not change an existing one', () => {
  const first = mergedPolicy(undefined, wanted);
  expect(first).toMatchObject({ changed: true, others: 0 });
  expect(mergedPolicy(first.text, wanted)).toMatchObject({ changed: false });
  expect(missingFrom(first.text, refusalsOf('documents'))).toEqual([]);
});

test("keeps the operator's own statements and replaces those of earlier releases", () => {
  const earlier = { ...wanted[0], Action: ['s3:*'] };
  const merged = mergedPolicy(policy(own, earlier), wanted);
  expect(merged).toMatchObject({ changed: true, others: 1 });
  expect(JSON.parse(merged.text).Statement).toEqual([own, ...wanted]);
});

test('recognises a statement by its content, regardless of its name and of how the storage formats it', () => {
  const told = refusalsOf('documents').map(({ Action, Resource, ...rest }, number) => ({
    ...rest,
    Sid: `Own${number}`,
    Resource: Resource[0],
    Action: Action[0],
  }));
  expect(missingFrom(policy(own, ...told), refusalsOf('documents'))).toEqual([]);
});

test.each([
  ['no policy', undefined],
  ['an empty policy', policy()],
  ['the policy of another bucket', policy(...refusalsOf('other'))],
  ['a policy that allows', policy(...refusalsOf('documents').map((one) => ({ ...one, Effect: 'Allow' })))],
])('names the missing statements: %s', (_, present) => {
  expect(missingFrom(present, refusalsOf('documents'))).toContain('OnboardingRefuseCopySource');
});

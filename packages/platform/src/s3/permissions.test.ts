// Evaluates the policies as a storage does: who may do what.
import { describe, expect, test } from 'vitest';
import { keptPolicyOf, policyOf, type Statement } from './policy.ts';

const users = { links: 'links', services: ['api', 'worker'] };
/** A plain upload on Ceph has an empty ACL, and on AWS none; only the last request of an upload in parts creates an object. */
const PLAIN: Record<string, string> = { 's3:x-amz-acl': '', 's3:ObjectCreationOperation': 'true' };

interface Asked {
  by: string;
  action: string;
  /** In the bucket; without it, the bucket itself. */
  key?: string;
  with?: Record<string, string>;
}

const matches = (pattern: string, text: string) => {
  const parts = pattern.split(/([*?])/).map((part) => (part === '*' ? '.*' : part === '?' ? '.' : RegExp.escape(part)));
  return new RegExp(`^${parts.join('')}$`, 'i').test(text);
};

/** Denied by a statement, allowed by one, or neither. */
function verdictOn(policy: readonly Statement[], { by, action, key, with: given = {} }: Asked): string {
  const resource = key === undefined ? 'arn:aws:s3:::bucket' : `arn:aws:s3:::bucket/${key}`;
  const effects = policy
    .filter(
      ({ Principal, Action, Resource, Condition = {} }) =>
        (Principal === '*' || Principal.AWS.includes(by)) &&
        Action.some((one) => matches(one, action)) &&
        Resource.some((one) => matches(one, resource)) &&
        Object.values(Condition).every((keys) =>
          Object.entries(keys).every(([name, wanted]) => given[name] !== undefined && matches(wanted, given[name])),
        ),
    )
    .map(({ Effect }) => Effect);
  return effects.includes('Deny') ? 'denied' : effects.includes('Allow') ? 'allowed' : 'not allowed';
}

const upload = { by: 'links', action: 's3:PutObject', key: 'incoming/a/file.pdf', with: PLAIN };
const LISTS = ['s3:ListBucket', 's3:ListBucketVersions', 's3:GetBucketPolicy', 's3:GetBucketPublicAccessBlock'];
const READS = ['s3:GetObject', 's3:GetObjectVersion', 's3:DeleteObjectVersion'];
const HEADERS = [
  'copy-source',
  'acl',
  'grant-read',
  'grant-write',
  'grant-read-acp',
  'grant-write-acp',
  'grant-full-control',
  'server-side-encryption',
  'server-side-encryption-aws-kms-key-id',
];

describe.each([true, false])('the bucket of uploads (AWS: %s)', (isAws) => {
  const ask = (asked: Asked) => verdictOn(policyOf('bucket', users, { isAws }), asked);

  test('a link may upload below incoming/ and documents/, and nowhere else', () => {
    expect(ask(upload)).toBe('allowed');
    expect(ask({ ...upload, key: 'documents/a/file.pdf' })).toBe('allowed');
    for (const key of ['other/a', 'incoming', 'a/incoming/b']) expect(ask({ ...upload, key })).toBe('not allowed');
  });

  test('a link may not upload in parts', () => {
    const parts = isAws ? { 's3:ObjectCreationOperation': 'false' } : {};
    expect(ask({ ...upload, with: parts })).toBe(isAws ? 'denied' : 'not allowed');
  });

  test.each(HEADERS)('nobody may upload with a header x-amz-%s', (header) => {
    for (const by of ['links', 'api', 'anyone'])
      expect(ask({ ...upload, by, with: { ...PLAIN, [`s3:x-amz-${header}`]: 'x' } })).toBe('denied');
  });

  test.each([
    's3:GetObject',
    's3:GetObjectVersion',
    's3:ListBucket',
    's3:ListBucketVersions',
    's3:DeleteObject',
    's3:DeleteObjectVersion',
    's3:DeleteBucket',
    's3:PutBucketPolicy',
    's3:PutBucketAcl',
    's3:PutObjectAcl',
    's3:PutObjectTagging',
    's3:PutObjectRetention',
    's3:PutLifecycleConfiguration',
    's3:AbortMultipartUpload',
    's3:RestoreObject',
    's3:BypassGovernanceRetention',
  ])('%s is denied to a link', (action) => {
    expect([ask({ ...upload, action }), ask({ by: 'links', action })]).toEqual(['denied', 'denied']);
  });

  test('the services may read and remove versions and list the bucket and read its policy, but not write; others may do nothing', () => {
    for (const by of users.services) {
      for (const action of READS) expect(ask({ by, action, key: 'any/key' })).toBe('allowed');
      for (const action of LISTS) expect(ask({ by, action })).toBe('allowed');
      expect(ask({ ...upload, by })).toBe('not allowed');
    }
    for (const action of [...READS, ...LISTS, 's3:PutObject'])
      expect([ask({ by: 'anyone', action, key: 'incoming/a', with: PLAIN }), ask({ by: 'anyone', action })]).toEqual([
        'not allowed',
        'not allowed',
      ]);
  });
});

describe('the bucket of kept documents', () => {
  const ask = (asked: Asked) => verdictOn(keptPolicyOf('bucket', users), asked);

  test('everything is denied to a link', () => {
    for (const action of [...READS, ...LISTS, 's3:PutObject'])
      expect([ask({ by: 'links', action }), ask({ by: 'links', action, key: 'a' })]).toEqual(['denied', 'denied']);
  });

  test('the services may write, read and remove versions and list the bucket and read its policy; others may do nothing', () => {
    for (const by of users.services) {
      for (const action of [...READS, 's3:PutObject']) expect(ask({ by, action, key: 'any/key' })).toBe('allowed');
      for (const action of LISTS) expect(ask({ by, action })).toBe('allowed');
      expect(ask({ by, action: 's3:DeleteBucket' })).toBe('not allowed');
    }
    for (const action of [...READS, 's3:PutObject'])
      expect(ask({ by: 'anyone', action, key: 'a' })).toBe('not allowed');
  });
});

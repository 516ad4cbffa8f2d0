// The bucket policies: what is refused even if a link allows it, and which permissions each user has. Pure, and the only
// source: preparing a storage sets them, the check at start-up verifies them, docs/operations.md shows them.

/** Users by their ARN, such as arn:aws:iam::123456789012:user/links; on Ceph arn:aws:iam:::user/links. */
export interface StorageUsers {
  /** The user that signs upload links. */
  links: string;
  /** The users with which API and worker manage the objects. */
  services: readonly string[];
}

export interface Statement {
  Sid?: string;
  Effect: 'Allow' | 'Deny';
  Principal: '*' | { AWS: string[] };
  Action: string[];
  Resource: string[];
  Condition?: Record<string, Record<string, string>>;
}

/** The prefix for uploads, which the storage expires after days. */
export const LINKED_PREFIX = 'incoming/';
/** Links from releases without a kept bucket use this prefix, which may still contain documents. */
const FORMER_PREFIX = 'documents/';
/** Marks our statements, so that a later run distinguishes them from the operator's own statements. */
const OURS = 'Onboarding';

/**
 * Headers that a gateway may obey although no link signs them: with them an upload could copy another upload, make it
 * public, or lock us out of it.
 */
const REFUSED_HEADERS = [
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

/** Applies to everyone, so it can be checked without knowing any user. */
export function refusalsOf(bucket: string): Statement[] {
  return REFUSED_HEADERS.map((header) => ({
    Sid: `${OURS}Refuse${header.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    Effect: 'Deny',
    Principal: '*',
    Action: ['s3:PutObject'],
    Resource: [`${arnOf(bucket)}/*`],
    // At least one character. `Null` would be clearer, but Ceph 16 inverts it, and sees an empty ACL in every PUT.
    Condition: { StringLike: { [`s3:x-amz-${header}`]: '?*' } },
  }));
}

/** `isAws`: other servers do not support the newest conditions of AWS, and Ceph has its own. */
export function policyOf(
  bucket: string,
  { links, services }: StorageUsers,
  { isAws }: { isAws: boolean },
): Statement[] {
  const all = `${arnOf(bucket)}/*`;
  const upload: Statement = {
    Sid: `${OURS}LinksUpload`,
    Effect: 'Allow',
    Principal: { AWS: [links] },
    Action: ['s3:PutObject'],
    Resource: [LINKED_PREFIX, FORMER_PREFIX].map((prefix) => `${arnOf(bucket)}/${prefix}*`),
  };
  return [
    // For a policy, the request that starts a multipart upload is also a PutObject. Only Ceph gives every plain PUT an ACL,
    // even if empty, and that request none.
    isAws ? upload : { ...upload, Condition: { StringLike: { 's3:x-amz-acl': '*' } } },
    ...(isAws ? [refusedParts(links, all)] : []),
    {
      // On Ceph an object belongs to its uploader, who could read and share it unless denied. Everything but PutObject
      // is listed, because Ceph 16 does not support NotAction.
      Sid: `${OURS}LinksDoNothingElse`,
      Effect: 'Deny',
      Principal: { AWS: [links] },
      Action: [
        's3:Get*',
        's3:List*',
        's3:Delete*',
        's3:PutBucket*',
        's3:PutObject?*',
        's3:PutLifecycleConfiguration',
        's3:AbortMultipartUpload',
        's3:RestoreObject',
        's3:BypassGovernanceRetention',
      ],
      Resource: [arnOf(bucket), all],
    },
    servicesMay(services, all, ['s3:GetObject', 's3:GetObjectVersion', 's3:DeleteObjectVersion']),
    servicesLook(services, bucket),
    ...refusalsOf(bucket),
  ];
}

function refusedParts(links: string, all: string): Statement {
  return {
    Sid: `${OURS}LinksUploadWhole`,
    Effect: 'Deny',
    Principal: { AWS: [links] },
    Action: ['s3:PutObject'],
    Resource: [all],
    // Only the last request of a multipart upload creates an object.
    Condition: { Bool: { 's3:ObjectCreationOperation': 'false' } },
  };
}

/** The policy of the kept bucket: the user that signs links has no permission there. */
export function keptPolicyOf(bucket: string, { links, services }: StorageUsers): Statement[] {
  const all = `${arnOf(bucket)}/*`;
  return [
    {
      Sid: `${OURS}LinksDoNothing`,
      Effect: 'Deny',
      Principal: { AWS: [links] },
      Action: ['s3:*'],
      Resource: [arnOf(bucket), all],
    },
    servicesMay(services, all, ['s3:PutObject', 's3:GetObject', 's3:GetObjectVersion', 's3:DeleteObjectVersion']),
    servicesLook(services, bucket),
  ];
}

function servicesMay(services: readonly string[], all: string, Action: string[]): Statement {
  return { Sid: `${OURS}ServicesRead`, Effect: 'Allow', Principal: { AWS: [...services] }, Action, Resource: [all] };
}

function servicesLook(services: readonly string[], bucket: string): Statement {
  return {
    Sid: `${OURS}ServicesLook`,
    Effect: 'Allow',
    Principal: { AWS: [...services] },
    Action: ['s3:ListBucket', 's3:ListBucketVersions', 's3:GetBucketPolicy', 's3:GetBucketPublicAccessBlock'],
    Resource: [arnOf(bucket)],
  };
}

export interface MergedPolicy {
  /** The policy to store. */
  text: string;
  /** How many statements of the operator it keeps. */
  others: number;
  /** Whether it differs from the present policy. */
  changed: boolean;
}

/** Replaces our statements from earlier releases and keeps all others. */
export function mergedPolicy(present: string | undefined, wanted: readonly Statement[]): MergedPolicy {
  const there = statementsIn(present);
  const others = there.filter(({ Sid }) => typeof Sid !== 'string' || !Sid.startsWith(OURS));
  const merged = [...others, ...wanted];
  const known = new Set(there.map(meaningOf));
  const changed = there.length !== merged.length || merged.some((one) => !known.has(meaningOf(one)));
  return { text: JSON.stringify({ Version: '2012-10-17', Statement: merged }), others: others.length, changed };
}

/** The wanted statements that a policy lacks, regardless of their names there. */
export function missingFrom(present: string | undefined, wanted: readonly Statement[]): string[] {
  const known = new Set(statementsIn(present).map(meaningOf));
  return wanted.filter((one) => !known.has(meaningOf(one))).map(({ Sid = '' }) => Sid);
}

type Given = Record<string, unknown>;

function statementsIn(policy: string | undefined): Given[] {
  if (policy === undefined) return [];
  const { Statement: given } = JSON.parse(policy) as { Statement?: Given | Given[] };
  return given === undefined ? [] : [given].flat();
}

/** Storages return a list of one as plain text, and lists in any order. */
function meaningOf({ Sid: _, ...statement }: Given | Statement): string {
  return JSON.stringify(sorted(statement));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 1 ? sorted(value[0]) : value.map(sorted).toSorted();
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => [name, sorted(inner)]);
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function arnOf(bucket: string): string {
  return `arn:aws:s3:::${bucket}`;
}

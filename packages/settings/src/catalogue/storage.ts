import { z } from 'zod';
import { byDefault, forRoles, optional, otherwise, required, setting } from '../setting.ts';
import { address, base, bucket, integer, isThisMachine, listed, longSecret, speaks, words } from '../types.ts';

const arn = z.string().regex(/^arn:[^,\s]+$/, {
  error: 'must be the ARN of a user or role, such as arn:aws:iam:::user/onboarding',
});

const DOCUMENTS = ['documents'] as const;
/** Housekeeping too, because statements about the audit trail may be kept in the same storage. */
const OBJECTS = ['documents', 'housekeeping'] as const;
const ROLE = otherwise("the machine's own role; see [below](#storage-without-keys)");

export const storageSettings = {
  S3_ENDPOINT: setting({
    type: base,
    meaning: 'address of the S3 server that stores documents',
    readBy: { api: otherwise('AWS'), worker: forRoles(OBJECTS, otherwise('AWS')), ctl: otherwise('AWS') },
    example: 'https://s3.internal',
    isEncrypted: speaks('https:'),
    shared: true,
  }),
  S3_PUBLIC_ENDPOINT: setting({
    type: base,
    meaning: 'its address for partners, if different; used in upload links',
    readBy: { api: otherwise('`S3_ENDPOINT`') },
    example: 'https://uploads.example.com',
  }),
  S3_REGION: setting({
    type: words,
    meaning: 'its region',
    readBy: {
      api: byDefault('us-east-1'),
      worker: forRoles(OBJECTS, byDefault('us-east-1')),
      ctl: byDefault('us-east-1'),
    },
    shared: true,
  }),
  S3_BUCKET: setting({
    type: bucket,
    meaning: 'bucket to which upload links point; versioning must be enabled',
    readBy: { api: required, worker: forRoles(DOCUMENTS, required), ctl: required },
    example: 'onboarding-documents',
    shared: true,
  }),
  S3_KEPT_BUCKET: setting({
    type: bucket,
    meaning: 'bucket for confirmed documents, to which no upload link points; versioning must be enabled',
    readBy: { api: required, worker: forRoles(DOCUMENTS, required), ctl: required },
    example: 'onboarding-kept',
    shared: true,
  }),
  S3_QUARANTINE_BUCKET: setting({
    type: bucket,
    meaning: 'bucket for infected files, to which no upload link points',
    readBy: { api: required, worker: forRoles(DOCUMENTS, required), ctl: required },
    example: 'onboarding-quarantine',
    shared: true,
  }),
  S3_ACCESS_KEY: setting({
    type: words,
    meaning:
      'access key of the user that reads, copies and removes documents, in the API too; signs links for viewing documents',
    readBy: { api: ROLE, worker: forRoles(OBJECTS, ROLE), ctl: ROLE },
    secret: true,
  }),
  S3_SECRET_KEY: setting({
    type: words,
    meaning: 'its secret',
    readBy: { api: ROLE, worker: forRoles(OBJECTS, ROLE), ctl: ROLE },
    secret: true,
  }),
  S3_LINK_ACCESS_KEY: setting({
    type: words,
    meaning: 'access key of a user that can only upload; signs upload links',
    readBy: { api: required },
    secret: true,
  }),
  S3_LINK_SECRET_KEY: setting({
    type: words,
    meaning: 'its secret',
    readBy: { api: required },
    secret: true,
  }),
  STORAGE_EVENTS_SECRET: setting({
    type: longSecret,
    meaning: 'secret with which the storage authenticates its upload events; at least 32 characters',
    readBy: { api: otherwise('uploads are found by polling') },
    secret: true,
  }),
  STORAGE_EVENTS_SECRET_PREVIOUS: setting({
    type: longSecret,
    meaning:
      'only during its [rotation](keys.md#storage-events): the earlier `STORAGE_EVENTS_SECRET`, which is accepted too',
    readBy: { api: optional },
    secret: true,
  }),
  CLAMD_HOST: setting({
    type: words,
    meaning: 'host of the virus scanner, clamd; the API uses it for files that are submitted right after their upload',
    readBy: { api: otherwise('only the worker scans files'), worker: forRoles(DOCUMENTS, required) },
    example: '127.0.0.1',
    isEncrypted: isThisMachine,
  }),
  CLAMD_PORT: setting({
    type: integer(1, 65_535),
    meaning: 'its port',
    readBy: { api: byDefault(3310), worker: forRoles(DOCUMENTS, byDefault(3310)) },
  }),
  STORAGE_LINK_USER: setting({
    type: arn,
    meaning: 'for `storage prepare`: ARN of the user of `S3_LINK_ACCESS_KEY`',
    readBy: { ctl: required },
    example: 'arn:aws:iam:::user/onboarding-links',
  }),
  STORAGE_SERVICE_USERS: setting({
    type: listed.pipe(z.array(arn).min(1)),
    meaning: 'for `storage prepare`: comma-separated ARNs of the users or roles of API and worker',
    readBy: { ctl: required },
    example: 'arn:aws:iam:::user/onboarding',
  }),
  STORAGE_EVENTS_URL: setting({
    type: address,
    meaning:
      'for `storage prepare` with Ceph: URL at which the storage sends events to the API, including `STORAGE_EVENTS_SECRET`',
    readBy: { ctl: optional },
    secret: true,
    example: 'https://api.example.com/api/storage/v1/events?token=...',
  }),
  STORAGE_TOPICS_ENDPOINT: setting({
    type: base,
    meaning:
      'for `storage prepare` with Ceph: address of a gateway that serves the notifications API and that partners cannot reach',
    readBy: { ctl: otherwise('`S3_ENDPOINT`') },
    example: 'https://topics.s3.internal',
  }),
};

// Every bytea column is either encrypted under a root key, and then covered by "keys rewrap", or listed here with the reason why
// it need not be.
import { SEALED } from '@onboarding/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';

const DATA_KEY = "under the customer's data key";
const PLAIN_HASH = 'a hash of a random value, without a key';
const RECOGNISED = 'a keyed hash: a retired key still recognises it';
const OTHER: Record<string, string> = {
  'account_links.link_hash': PLAIN_HASH,
  'api_certificates.spki_hash': 'a hash of a public key',
  'audit_anchors.signature': 'signed: a retired key still verifies it',
  'audit_entries.hash': 'a retired key still verifies it',
  'audit_entries.previous_hash': 'a retired key still verifies it',
  'customers.audit_hash': 'a retired key still verifies it',
  'hit_findings.hit_hash': RECOGNISED,
  'hit_findings.note_cipher': DATA_KEY,
  'idempotency_keys.body_hash': 'a hash of a body, without a key',
  'identities.value_cipher': DATA_KEY,
  'oidc_records.grant_hash': PLAIN_HASH,
  'oidc_records.record_hash': PLAIN_HASH,
  'oidc_records.uid_hash': PLAIN_HASH,
  'package_snapshots.content_cipher': DATA_KEY,
  'recovery_codes.code_hash': PLAIN_HASH,
  'review_notes.text_cipher': DATA_KEY,
  'screenings.hits_cipher': DATA_KEY,
  'screenings.subject_hash': RECOGNISED,
  'sessions.session_hash': PLAIN_HASH,
  'sign_ins.provider_hash': PLAIN_HASH,
  'used_assertions.assertion_hash': PLAIN_HASH,
};

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

test('every bytea column is covered by the rewrap or listed as not needing one', async () => {
  const { rows } = await database.owner.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'onboarding'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.atttypid = 'bytea'::regtype and not a.attisdropped`,
  );
  // Encrypted mails in jobs, the only sealed column that is not bytea.
  const sealed = Object.keys(SEALED).filter((name) => name !== 'job_common.data');
  expect(rows.map(({ name }) => name).sort()).toEqual([...sealed, ...Object.keys(OTHER)].sort());
});

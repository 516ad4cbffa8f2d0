// The owner of the database rewrites the audit trail: changes an entry and recomputes every later hash.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import {
  DeleteObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  PutObjectRetentionCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { openKeyRing } from '@onboarding/platform/crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestPartner } from '../harness/database.ts';
import { TEST_KEY_RING } from '../harness/values.ts';
import { openTrailScene, type TrailScene } from './trail-servers.ts';

const BUCKET = 'anchors';

let scene: TrailScene;
let partner: TestPartner;
let s3: S3Client;
beforeAll(async () => {
  scene = await openTrailScene(`s3://${BUCKET}/trail`);
  partner = await scene.database.addPartner();
  const { endpoint = '', region, accessKey: accessKeyId, secretKey: secretAccessKey } = scene.storage.options;
  s3 = new S3Client({ endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } });
});
afterAll(async () => {
  s3?.destroy();
  await scene?.close();
});

type MakeHash = (previous: Buffer, content: string) => Buffer;

/** Names another creator of the customer, and recomputes all hashes, including that of the customer's row. */
async function rewrite(customerId: string, makeHash: MakeHash): Promise<void> {
  const { owner } = scene.database;
  await owner.query(`update audit_entries set actor_id = 'someone-else' where customer_id = $1 and sequence = 1`, [
    customerId,
  ]);
  const { rows } = await owner.query('select * from audit_entries where customer_id = $1 order by sequence', [
    customerId,
  ]);
  let previous: Buffer = Buffer.alloc(32);
  for (const row of rows) {
    const {
      audit_id,
      partner_id,
      customer_id,
      sequence,
      action,
      actor_kind,
      actor_id,
      request_id,
      occurred_at,
      details,
    } = row;
    const facts = [audit_id, partner_id, customer_id, Number(sequence), action, actor_kind, actor_id, request_id];
    const hash = makeHash(previous, JSON.stringify([...facts, occurred_at.toISOString(), details]));
    await owner.query('update audit_entries set previous_hash = $2, hash = $3 where audit_id = $1', [
      audit_id,
      previous,
      hash,
    ]);
    previous = hash;
  }
  await owner.query('update customers set audit_hash = $2 where customer_id = $1', [customerId, previous]);
}

const unkeyed: MakeHash = (previous, content) => createHash('sha256').update(previous).update(content).digest();
const named = (keyId: string, hash: Buffer) => Buffer.concat([Buffer.from([keyId.length]), Buffer.from(keyId), hash]);
const guessed = randomBytes(32);

describe('verify detects a trail rewritten by a database owner without the key ring', () => {
  test.each<[string, MakeHash, string]>([
    [
      'with hashes without a key, as before keys were introduced',
      unkeyed,
      'Broken at entry 1: it was written without a key.\n',
    ],
    [
      'with their own key under the id of ours',
      (previous, content) => named('k1', createHmac('sha256', guessed).update(previous).update(content).digest()),
      'Broken at entry 1: it was changed.\n',
    ],
    [
      'with their own key under a new id',
      (previous, content) => named('k9', createHmac('sha256', guessed).update(previous).update(content).digest()),
      'Broken at entry 1: it names the key k9, which is not in KEY_RING.\n',
    ],
  ])('%s', async (_how, makeHash, told) => {
    const customerId = await scene.makeCustomer(partner);
    await rewrite(customerId, makeHash);
    expect(await scene.run('audit', 'verify', partner.partnerId, customerId)).toMatchObject({ code: 1, stdout: told });
  });
});

describe('a database owner with the key ring', () => {
  const keys = openKeyRing(TEST_KEY_RING);
  const withTheRing: MakeHash = (previous, content) => named('k1', keys.mac('audit trail', [previous, content]).hash);
  const verifyAll = () => scene.run('audit', 'verify', partner.partnerId);
  let told: string[];

  test('can rewrite a trail consistently, but verify names the first published statement that no longer matches', async () => {
    // The tests above have broken trails of the other partner.
    partner = await scene.database.addPartner();
    expect((await scene.run('storage', 'prepare')).stdout).toContain('with locks');
    const before = await scene.makeCustomer(partner);
    expect((await scene.run('audit', 'anchor')).stdout).toContain('Statement 1 was created.\n1 published.');
    const rewritten = await scene.makeCustomer(partner);
    expect((await scene.run('audit', 'anchor')).stdout).toContain('Statement 2 was created.');
    await scene.makeCustomer(partner);
    expect((await scene.run('audit', 'anchor')).stdout).toContain('Statement 3 was created.');
    expect((await verifyAll()).stdout).toContain('3 statements verified, stored outside the database');

    await rewrite(rewritten, withTheRing);
    const { code, stdout } = await verifyAll();
    told = stdout.trimEnd().split('\n');
    expect(told).toEqual([
      expect.stringMatching(/^All intact: 3 trails/),
      expect.stringMatching(
        new RegExp(`^Statement 2 of \\S+, partner ${partner.partnerId}: the entries do not match it\\.`),
      ),
    ]);
    expect(code).toBe(1);
    expect(stdout).not.toContain(before);
  });

  test('can rewrite the statements in the database as well, but verify uses the published ones', async () => {
    const { rows } = await scene.database.owner.query('select statement from audit_anchors where number = 2');
    const statement = JSON.parse(rows[0].statement);
    const forged = JSON.stringify({ ...statement, partners: [] });
    await scene.database.owner.query('update audit_anchors set statement = $1, signature = $2 where number = 2', [
      forged,
      keys.sign('audit anchor', forged).signature,
    ]);
    const { code, stdout } = await verifyAll();
    expect([code, stdout.trimEnd().split('\n')]).toEqual([1, told]);
  });

  test("cannot delete or unlock a published statement, even with the storage's keys, and a new version of one is ignored", async () => {
    const { Versions = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket: BUCKET, Prefix: 'trail/' }));
    expect(Versions).toHaveLength(3);
    const { Key, VersionId } = Versions.find((one) => one.Key?.endsWith('2.json')) ?? {};
    const locked = { Bucket: BUCKET, Key, VersionId };
    await expect(s3.send(new DeleteObjectCommand(locked))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 403 },
    });
    const Retention = { Mode: 'COMPLIANCE' as const, RetainUntilDate: new Date(Date.now() + 600_000) };
    const unlocking = new PutObjectRetentionCommand({ ...locked, Retention, BypassGovernanceRetention: true });
    await expect(s3.send(unlocking)).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
    await s3.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: 'something else' }));
    await s3.send(new DeleteObjectCommand({ Bucket: BUCKET, Key }));
    const { code, stdout } = await verifyAll();
    expect([code, stdout.trimEnd().split('\n')]).toEqual([1, told]);
  });
});

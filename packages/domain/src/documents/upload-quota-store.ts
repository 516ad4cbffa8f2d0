// The number of bytes that each partner has uploaded today, in UTC.
import { statement, type Tx } from '@onboarding/platform/postgres';
import type { CheckedDocument } from './document-check-store.ts';

const COUNT = statement<never, { partnerIds: readonly string[]; sizes: readonly number[]; now: Date }>(
  'upload_quotas_count',
  `insert into upload_quotas as quota (partner_id, day, bytes)
   select partner_id, (:now::timestamptz at time zone 'UTC')::date, sum(size_bytes)
   from unnest(:partnerIds::uuid[], :sizes::bigint[]) as upload (partner_id, size_bytes)
   group by partner_id order by partner_id
   on conflict (partner_id) do update set day = greatest(quota.day, excluded.day),
     bytes = excluded.bytes + case when quota.day >= excluded.day then quota.bytes else 0 end`,
);

/** Counts files of any partners that have arrived. */
export async function countUploads(tx: Tx, uploads: readonly CheckedDocument[], now: Date): Promise<void> {
  if (uploads.length === 0) return;
  const partnerIds = uploads.map(({ partnerId: id }) => id);
  await tx.rows(COUNT, { partnerIds, sizes: uploads.map(({ sizeBytes: size }) => size ?? 0), now });
}

const READ = statement<{ bytes: number }, { partnerId: string; now: Date }>(
  'upload_quota_read',
  `select bytes from upload_quotas where partner_id = :partnerId and day = (:now::timestamptz at time zone 'UTC')::date`,
);

export async function readUploadedBytes(tx: Tx, partnerId: string, now: Date): Promise<number> {
  return (await tx.rows(READ, { partnerId, now }))[0]?.bytes ?? 0;
}

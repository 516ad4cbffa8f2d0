// Businesses as analysts find them in the console: examined and decided, with documents without files.
import type { PackageRecord } from '@onboarding/contract';
import { uuidv7 } from '@onboarding/platform/ids';
import { until } from '../patience.ts';
import type { SignedIn } from '../session.ts';
import type { SiteScene } from './site.ts';
import type { Customer } from './updates.ts';

/** A request of a member of our staff, such as asStaff(scene, ada, 'POST', '/packages/…/claim'); fails unless it succeeds. */
export async function asStaff(
  { origin }: SiteScene,
  { headers }: SignedIn,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const address = `${origin}/api/compliance/v1${path}`;
  const answer = await fetch(address, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${text}`);
  return JSON.parse(text).value;
}

/** Waits until the worker has screened and flagged it. */
export async function whenExamined(
  { database }: SiteScene,
  { customerId }: Pick<Customer, 'customerId'>,
): Promise<void> {
  const examined = async () => {
    const { rows } = await database.owner.query(
      `select 1 from reviews where customer_id = $1 and screening_due_at is null
         and (flags_due_at is null or flags_due_at > now() + interval '1 day')`,
      [customerId],
    );
    return rows.length > 0;
  };
  await until(examined, 'the business is screened and flagged');
}

const SIZE = 182_044;

/** As left by the check of its file. Returns its id. */
export async function storeDocument(
  { database, files }: SiteScene,
  { customerId }: Pick<Customer, 'customerId'>,
  { category, uboId, refused = false }: { category: string; uboId?: string | undefined; refused?: boolean },
): Promise<string> {
  const documentId = uuidv7(new Date());
  await database.owner.query(
    `insert into documents (partner_id, document_id, customer_id, category, ubo_id, content_type, status, refusal, object_key,
       version_id, sha256, size_bytes, created_at, link_expires_at, uploaded_at, confirmed_at)
     select partner_id, $2::uuid, customer_id, $3, $5, 'application/pdf', case when $4 then 'Rejected' else 'Confirmed' end,
       case when $4 then 'TooLarge' end, 'documents/' || $2::uuid || '.pdf', 'v1', 'hash', ${SIZE}, now(), now(), now(),
       case when $4 then null else now() end
     from customers where customer_id = $1`,
    [customerId, documentId, category, refused, uboId ?? null],
  );
  files?.put(documentId, Buffer.alloc(SIZE, '%PDF-'));
  return documentId;
}

async function openDocument({ origin }: SiteScene, { headers }: SignedIn, path: string): Promise<void> {
  const answer = await fetch(`${origin}/api/compliance/v1${path}`, { headers });
  if (answer.status !== 200) throw new Error(`GET ${path}: ${await answer.text()}`);
  await answer.arrayBuffer();
}

interface Decided {
  outcome: 'Approve' | 'Reject' | 'RequestChanges';
  reasons?: { code: string; uboId?: string; documentId?: string; message?: string }[];
}

/** Claimed and decided by one analyst, and confirmed by another where necessary. */
export async function decide(
  scene: SiteScene,
  { customerId }: Pick<Customer, 'customerId'>,
  [first, second]: readonly [SignedIn, SignedIn],
  { outcome, reasons = [] }: Decided,
): Promise<void> {
  const path = `/packages/${customerId}`;
  /** By someone who has opened every document. */
  const seen = async (person: SignedIn) => {
    const { evidenceVersion, documents } = (await asStaff(scene, person, 'GET', path)) as PackageRecord;
    for (const { documentId, status } of documents) {
      if (status === 'Confirmed') await openDocument(scene, person, `${path}/documents/${documentId}/file`);
    }
    return { seenVersion: evidenceVersion };
  };
  await asStaff(scene, first, 'POST', `${path}/claim`);
  const body = { outcome, reasons, ...(await seen(first)) };
  const { decisionId } = (await asStaff(scene, first, 'POST', `${path}/decisions`, body)) as { decisionId: string };
  if (outcome === 'RequestChanges') return;
  await asStaff(scene, second, 'POST', `${path}/decisions/${decisionId}/confirm`, await seen(second));
}

// Inserts the results of reviews directly, for tests of what reads them.
import { encrypt, openKeyRing } from '@onboarding/platform/crypto';
import { uuidv7 } from '@onboarding/platform/ids';
import type { TestDatabase } from '../database.ts';
import { TEST_KEY_RING } from '../values.ts';
import { type Customer, setStatus } from './updates.ts';

interface GivenReason {
  code: string;
  message?: string;
  pointer?: string;
  uboId?: string | undefined;
  documentId?: string;
}

export interface GivenDecision {
  outcome: 'Approve' | 'Reject' | 'RequestChanges';
  state?: 'Proposed' | 'Confirmed' | 'Withdrawn' | 'Voided';
  reasons?: GivenReason[];
  proposedBy?: string;
  settledBy?: string;
  at?: Date;
}

const STATUSES = { Approve: 'Approved', Reject: 'Rejected', RequestChanges: 'ChangesRequested' } as const;

/** Returns the ids of the decision and of its reasons, in order. */
export async function decided(
  database: TestDatabase,
  customer: Customer,
  { outcome, state = 'Confirmed', reasons = [], at = new Date(), ...by }: GivenDecision,
): Promise<{ decisionId: string; reasonIds: string[] }> {
  const { owner } = database;
  const { customerId } = customer;
  const decisionId = uuidv7(at);
  const proposedBy = by.proposedBy ?? crypto.randomUUID();
  const settledBy = state === 'Proposed' || state === 'Voided' ? null : (by.settledBy ?? proposedBy);
  await owner.query(
    `insert into review_decisions (partner_id, customer_id, decision_id, outcome, state, attempt, proposed_by, proposed_at,
       settled_by, settled_at)
     select partner_id, customer_id, $2, $3, $4, attempt, $5, $6, $7, $8 from customers where customer_id = $1`,
    [customerId, decisionId, outcome, state, proposedBy, at, settledBy, state === 'Proposed' ? null : at],
  );
  const reasonIds = reasons.map(() => uuidv7(at));
  for (const [index, { code, message, pointer, uboId, documentId }] of reasons.entries()) {
    await owner.query(
      `insert into review_reasons (partner_id, customer_id, decision_id, reason_id, code, message, pointer, ubo_id, document_id)
       select partner_id, customer_id, $2, $3, $4, $5, $6, $7, $8 from customers where customer_id = $1`,
      [customerId, decisionId, reasonIds[index], code, message, pointer, uboId, documentId],
    );
  }
  if (state === 'Confirmed') await setStatus(database, customer, STATUSES[outcome]);
  return { decisionId, reasonIds };
}

/** Sealed like the customer's own data. */
async function sealedFor(
  { owner }: TestDatabase,
  { customerId }: Pick<Customer, 'customerId'>,
  rowId: string,
  text: string,
) {
  const { rows } = await owner.query('select data_key, data_key_id from customers where customer_id = $1', [
    customerId,
  ]);
  const { data_key: wrapped, data_key_id: keyId } = rows[0];
  return encrypt(openKeyRing(TEST_KEY_RING).unwrapDataKey({ keyId, wrapped }, customerId), text, rowId);
}

export async function noted(
  database: TestDatabase,
  customer: Customer,
  { text, by = crypto.randomUUID(), at = new Date() }: { text: string; by?: string; at?: Date },
): Promise<string> {
  const noteId = uuidv7(at);
  await database.owner.query(
    `insert into review_notes (partner_id, customer_id, note_id, written_by, written_at, text_cipher)
     select partner_id, customer_id, $2, $3, $4, $5 from customers where customer_id = $1`,
    [customer.customerId, noteId, by, at, await sealedFor(database, customer, noteId, text)],
  );
  return noteId;
}

/** Returns the id of the screening. */
export async function screened(
  database: TestDatabase,
  customer: Pick<Customer, 'customerId'>,
  { uboId, hits = [], at = new Date() }: { uboId?: string | undefined; hits?: unknown[]; at?: Date },
): Promise<string> {
  const id = uuidv7(at);
  const sealed = hits.length === 0 ? null : await sealedFor(database, customer, id, JSON.stringify(hits));
  await database.owner.query(
    `insert into screenings (partner_id, customer_id, screening_id, ubo_id, provider, outcome, subject_hash, hit_count,
       hits_cipher, screened_at)
     select partner_id, customer_id, $2, $3, 'list', $4, '', $5, $6, $7 from customers where customer_id = $1`,
    [customer.customerId, id, uboId, hits.length === 0 ? 'Clear' : 'Hit', hits.length, sealed, at],
  );
  return id;
}

/** As the flags job would leave them. */
export async function flagged(
  { owner }: TestDatabase,
  { customerId }: Customer,
  flags: { code: string; facts: unknown }[],
): Promise<void> {
  await owner.query('update reviews set flags = $2, flag_codes = $3, flags_due_at = null where customer_id = $1', [
    customerId,
    JSON.stringify(flags),
    flags.map(({ code }) => code),
  ]);
}

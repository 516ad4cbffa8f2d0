// A page of a customer's audit trail, newest first: complete for our own staff, filtered for the partner.
import { createHash } from 'node:crypto';
import {
  AUDIT_LIMITS,
  type AuditActorKind,
  type AuditEntry,
  type AuditPage,
  type AuditQuery,
  auditEntrySchema,
  type ReviewAuditEntry,
} from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import { HIGHEST_ID } from '../cursors.ts';
import { validationError } from '../failure.ts';
import { type AuditRow, listMoments, listNewest, listNewestForPartner } from './audit-store.ts';

// A reader's position in an audit trail, and its cursor.

const LAYOUT = { auditId: 0, check: 16, length: 20 } as const;

/**
 * Opaque to callers but not secret: it contains the id of an entry that they have seen. The checksum is not protection
 * either: it detects a damaged cursor, or one of another trail, which would return wrong pages.
 */
function toAuditCursor(trail: string, auditId: string): string {
  const id = Buffer.from(auditId.replaceAll('-', ''), 'hex');
  return Buffer.concat([id, checkOf(trail, id)]).toString('base64url');
}

/** Returns undefined if the text is not a cursor of this trail. */
function fromAuditCursor(trail: string, cursor: string): string | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  // Decoding skips invalid characters, so they are detected by encoding it again.
  if (bytes.length !== LAYOUT.length || bytes.toString('base64url') !== cursor) return undefined;
  const id = bytes.subarray(LAYOUT.auditId, LAYOUT.check);
  if (!bytes.subarray(LAYOUT.check).equals(checkOf(trail, id))) return undefined;
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function checkOf(trail: string, id: Buffer): Buffer {
  return createHash('sha256')
    .update(`audit trail ${trail}`)
    .update(id)
    .digest()
    .subarray(0, LAYOUT.length - LAYOUT.check);
}

interface Trail {
  partnerId: string;
  customerId: string;
}

export interface AuditRows {
  rows: AuditRow[];
  nextCursor: string | null;
}

/** For our own staff, who see everything; the caller must have checked their access. */
export function listTrail(tx: Tx, trail: Trail, query: AuditQuery): Promise<AuditRows> {
  return pageOf(trail, query, (below, limit) => listNewest(tx, trail, below, limit));
}

/** For a partner; the caller must have checked that the customer is its own. */
export async function listPartnerTrail(tx: Tx, trail: Trail, query: AuditQuery): Promise<AuditPage> {
  const { rows, nextCursor } = await pageOf(trail, query, (below, limit) =>
    listNewestForPartner(tx, trail, below, limit),
  );
  return { items: rows.map(toPartnerEntry), nextCursor };
}

/** The times of a customer's changes that its partner can see: those of the entries on a page of its trail. */
export async function listPartnerMoments(
  tx: Tx,
  trail: Trail,
  since: Date,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<Date[]> {
  return listMoments(tx, trail, since, placeOf(trail.customerId, cursor), limit);
}

/** The id below which the page begins. */
function placeOf(customerId: string, cursor: string | undefined): string {
  const below = cursor === undefined ? HIGHEST_ID : fromAuditCursor(customerId.toLowerCase(), cursor);
  if (below !== undefined) return below;
  const message =
    'cursor was not issued for this trail. Send the unchanged nextCursor of the previous page, or omit it to start at the newest entry.';
  throw validationError([{ pointer: '?cursor', code: 'ValidationControl.Error', message }]);
}

async function pageOf(
  { customerId }: Trail,
  query: AuditQuery,
  read: (below: string, limit: number) => Promise<AuditRow[]>,
): Promise<AuditRows> {
  const limit = query.limit ?? AUDIT_LIMITS.itemsUnasked;
  const below = placeOf(customerId, query.cursor);
  // Fetches one more than requested, to detect another page.
  const found = await read(below, limit + 1);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const more = found.length > limit && last !== undefined;
  return { rows, nextCursor: more ? toAuditCursor(customerId.toLowerCase(), last.auditId) : null };
}

const factsOf = auditEntrySchema.shape.details;

/** The facts that a partner can read in its customers' trails. An allowlist, so that new facts are internal by default. */
export const PARTNER_FACTS: readonly string[] = [
  'version',
  'verificationStatus',
  'previousStatus',
  'trigger',
  'reasons',
  'attempt',
  'outcome',
  'decisionId',
  'people',
  'peopleAdded',
  'peopleUpdated',
  'changedFields',
  'uboId',
  'verdict',
  'reasonCode',
  'documentId',
  'documentIds',
  'documentCategory',
  'status',
  'refusal',
  'sizeBytes',
  'sha256',
  'identities',
  'documents',
];

/** Actors that a partner sees in full; all others are shown only as our staff. */
const PARTNERS_OWN: readonly AuditActorKind[] = ['Client', 'PartnerPerson'];

function toPartnerEntry(row: AuditRow): AuditEntry {
  const { actorKind } = row;
  const facts = Object.entries(factsOf.parse(JSON.parse(row.details)));
  // Entries of earlier releases also contain the hash of refused files.
  const hidden = row.action === 'business.document.confirmed' ? [] : ['sha256'];
  return {
    auditId: row.auditId,
    action: row.action,
    actorKind,
    actorId: PARTNERS_OWN.includes(actorKind) ? row.actorId : null,
    occurredAt: row.occurredAt.toISOString(),
    details: Object.fromEntries(facts.filter(([name]) => PARTNER_FACTS.includes(name) && !hidden.includes(name))),
  };
}

/** `nameOf` returns the name of a member of our staff by account id. */
export function toReviewEntry(row: AuditRow, nameOf: (accountId: string) => string | null): ReviewAuditEntry {
  const { actorKind } = row;
  return {
    auditId: row.auditId,
    sequence: row.sequence,
    action: row.action,
    actorKind,
    actorId: row.actorId,
    actorName: actorKind === 'StaffPerson' ? nameOf(row.actorId) : null,
    requestId: row.requestId,
    occurredAt: row.occurredAt.toISOString(),
    details: factsOf.parse(JSON.parse(row.details)),
    hash: row.hash.toString('hex'),
  };
}

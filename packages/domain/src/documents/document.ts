// The storage keys of a document, and when to check it. Pure, except for the keys of copies.
import { randomUUID } from 'node:crypto';
import {
  DOCUMENT_CATEGORIES,
  DOCUMENT_CONTENT_TYPES,
  DOCUMENT_LIMITS,
  type DocumentCategory,
  type DocumentContentType,
  MINUTE_MS,
} from '@onboarding/contract';
import type { DocumentsRow } from '@onboarding/database/tables';

export interface DocumentIds {
  partnerId: string;
  customerId: string;
  documentId: string;
}

export interface NewDocument extends DocumentIds {
  uboId: string | null;
  category: DocumentCategory;
  contentType: DocumentContentType;
}

const EXTENSIONS: Record<DocumentContentType, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

/** Independent of the uploader's file name. */
export function fileNameOf(category: DocumentCategory, contentType: DocumentContentType): string {
  return `${category}.${EXTENSIONS[contentType]}`;
}

/** The file name in a browser: only letters and digits, nothing special in a shell or a header. */
export function viewNameOf(document: Pick<DocumentsRow, 'documentId' | 'category' | 'contentType'>): string {
  const { documentId, category, contentType } = document;
  return `${category}-${documentId.slice(0, 8)}.${EXTENSIONS[contentType]}`;
}

/** The prefix of upload links. Objects below it expire after some days. */
const INCOMING = 'incoming';
/**
 * The prefix of stored copies, in a separate bucket; and, in the bucket of uploads, of upload links before that bucket
 * existed.
 */
const DOCUMENTS = 'documents';

/**
 * The key of its upload link. Unique per document, and includes its owner. Avoids characters that some servers encode in
 * their events.
 */
export function objectKeyOf({ partnerId, customerId, documentId, category, contentType }: NewDocument): string {
  return `${INCOMING}/${partnerId}/${customerId}/${documentId}/${fileNameOf(category, contentType)}`;
}

/** The key of a stored copy: unique for each, so that no copy replaces another. */
export function newKeptKey(
  row: Pick<DocumentsRow, 'partnerId' | 'customerId' | 'documentId' | 'category' | 'contentType'>,
): string {
  return `${keptBelow(row)}${randomUUID()}/${fileNameOf(row.category, row.contentType)}`;
}

/** The key prefix of its copies. */
export function keptBelow(row: Pick<DocumentsRow, 'partnerId' | 'customerId' | 'documentId'>): string {
  const { partnerId, customerId, documentId } = row;
  return `${DOCUMENTS}/${partnerId}/${customerId}/${documentId}/`;
}

/** The key prefixes of one document. */
export function keysOfDocument({ documentId, ...customer }: DocumentIds): string[] {
  return keysOfCustomer(customer).map((prefix) => `${prefix}${documentId}/`);
}

/** The key prefixes of all documents of a customer. */
export function keysOfCustomer({ partnerId, customerId }: Omit<DocumentIds, 'documentId'>): string[] {
  return [INCOMING, DOCUMENTS].map((prefix) => `${prefix}/${partnerId}/${customerId}/`);
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const KEY = new RegExp(`^(?:${INCOMING}|${DOCUMENTS})/(${UUID})/(${UUID})/(${UUID})/(\\w+)\\.(\\w+)$`);

/** Returns undefined for a key that we did not generate. */
export function idsOfKey(key: string): DocumentIds | undefined {
  const [, partnerId, customerId, documentId, category, extension] = KEY.exec(key) ?? [];
  if (partnerId === undefined || customerId === undefined || documentId === undefined) return undefined;
  const known =
    DOCUMENT_CATEGORIES.some((name) => name === category) &&
    DOCUMENT_CONTENT_TYPES.some((type) => EXTENSIONS[type] === extension);
  return known ? { partnerId, customerId, documentId } : undefined;
}

/**
 * Minutes after the link was issued at which the storage is polled, in case it sent no notification. The last one is after
 * the link's expiry, with time for an upload that began just before.
 */
const CHECK_MINUTES = [1, 5, 15, 31, 45];

/** The time of the next check; undefined if an upload can no longer arrive. */
export function nextCheckAt(createdAt: Date, now: Date): Date | undefined {
  const times = CHECK_MINUTES.map((minutes) => new Date(createdAt.getTime() + minutes * MINUTE_MS));
  return times.find((time) => time > now);
}

/**
 * Minutes after the link was issued at which a checked document is checked for later uploads with the same link. The second
 * is for slow uploads that began in time and took hours.
 */
export const LOOK_AFTER_MINUTES = [Math.max(...CHECK_MINUTES), 24 * 60] as const;

/** The time of the next such check; undefined if all are done. */
export function lookAfterAt(createdAt: Date, now: Date): Date | undefined {
  const times = LOOK_AFTER_MINUTES.map((minutes) => new Date(createdAt.getTime() + minutes * MINUTE_MS));
  return times.find((time) => time > now);
}

/** A worker renews its leases several times in this period. */
const LEASE_MS = 30_000;

/** When another worker may take over a document that is being checked, in case this one has died. */
export function leaseEndsAt(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}

/** When to repeat a step that should follow immediately, in case it does not. */
export function checkAgainAt(now: Date): Date {
  return new Date(now.getTime() + MINUTE_MS);
}

/** Links are signed to the second, so the expiry is truncated to the second. */
export function linkExpiresAt(createdAt: Date): Date {
  return new Date((Math.floor(createdAt.getTime() / 1000) + DOCUMENT_LIMITS.linkSeconds) * 1000);
}

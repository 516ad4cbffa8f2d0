// What a document is called where it lies, and when to look for it. Pure.
import {
  DOCUMENT_CATEGORIES,
  DOCUMENT_CONTENT_TYPES,
  DOCUMENT_LIMITS,
  type DocumentCategory,
  type DocumentContentType,
} from '@onboarding/contract';

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

/** Never what the uploader calls it. */
export function fileNameOf(category: DocumentCategory, contentType: DocumentContentType): string {
  return `${category}.${EXTENSIONS[contentType]}`;
}

/** What a viewer's browser saves it as: letters, digits, and nothing that could mean something to a shell or a header. */
export function viewNameOf(document: { document_id: string; category: string; content_type: string }): string {
  const { document_id: documentId, category, content_type: contentType } = document;
  const extension = DOCUMENT_CONTENT_TYPES.find((type) => type === contentType);
  const name = `${category.replaceAll(/[^A-Za-z0-9]/g, '')}-${documentId.slice(0, 8)}`;
  return extension === undefined ? name : `${name}.${EXTENSIONS[extension]}`;
}

/** Of its own for every document, and telling whose it is. Letters that some servers encode in their events do not occur. */
export function objectKeyOf({ partnerId, customerId, documentId, category, contentType }: NewDocument): string {
  return `documents/${partnerId}/${customerId}/${documentId}/${fileNameOf(category, contentType)}`;
}

/** What the key of a document begins with, and no other's. */
export function keysOfDocument({ documentId, ...customer }: DocumentIds): string {
  return `${keysOfCustomer(customer)}${documentId}/`;
}

/** What the keys of all documents of a customer begin with, and nobody else's. */
export function keysOfCustomer({ partnerId, customerId }: Omit<DocumentIds, 'documentId'>): string {
  return `documents/${partnerId}/${customerId}/`;
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const KEY = new RegExp(`^documents/(${UUID})/(${UUID})/(${UUID})/(\\w+)\\.(\\w+)$`);

/** Undefined for a key that we have not made. */
export function idsOfKey(key: string): DocumentIds | undefined {
  const [, partnerId, customerId, documentId, category, extension] = KEY.exec(key) ?? [];
  if (partnerId === undefined || customerId === undefined || documentId === undefined) return undefined;
  const known =
    DOCUMENT_CATEGORIES.some((name) => name === category) &&
    DOCUMENT_CONTENT_TYPES.some((type) => EXTENSIONS[type] === extension);
  return known ? { partnerId, customerId, documentId } : undefined;
}

/** Minutes after the link was given out at which storage is asked, should it not have told us by itself. The last is after
 * the link's end, with time for an upload that began just before. */
const CHECK_MINUTES = [1, 5, 15, 31, 45];
const MINUTE_MS = 60_000;

/** The next time to look, or undefined when an upload can no longer come. */
export function nextCheckAt(createdAt: Date, now: Date): Date | undefined {
  const times = CHECK_MINUTES.map((minutes) => new Date(createdAt.getTime() + minutes * MINUTE_MS));
  return times.find((time) => time > now);
}

/** Minutes after the link was given out at which a document that needs no more checks is looked at, for what its link may
 * have brought later. The second is for uploads that began in time and were sent so slowly that they took hours. */
export const LOOK_AFTER_MINUTES = [Math.max(...CHECK_MINUTES), 24 * 60] as const;

/** The next such look, or undefined when all were had. */
export function lookAfterAt(createdAt: Date, now: Date): Date | undefined {
  const times = LOOK_AFTER_MINUTES.map((minutes) => new Date(createdAt.getTime() + minutes * MINUTE_MS));
  return times.find((time) => time > now);
}

/** When to look again at what is under way, should whoever is at it not finish. */
export function checkAgainAt(now: Date): Date {
  return new Date(now.getTime() + MINUTE_MS);
}

/** Links are signed by the second, so one ends with the second in which it was given out. */
export function linkExpiresAt(createdAt: Date): Date {
  return new Date((Math.floor(createdAt.getTime() / 1000) + DOCUMENT_LIMITS.linkSeconds) * 1000);
}

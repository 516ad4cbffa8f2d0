// Copies a checked file to a separate object that upload links cannot overwrite, and verifies the copy.
import { createHash } from 'node:crypto';
import { type ObjectFacts, type ObjectStore, StorageUnavailable } from '@onboarding/platform/s3';
import { type CheckedDocument, newKeptKey } from '../documents/index.ts';

/** The version that was checked. */
export interface Checked {
  versionId: string;
  etag: string;
  sizeBytes: number;
  sha256: string;
}

/** The differing copy has been removed. */
export class CopyDiffers extends StorageUnavailable {
  override name = 'CopyDiffers';
}

export type Kept = Pick<ObjectFacts, 'versionId' | 'etag'> & { key: string };

/**
 * Returns undefined if the version no longer exists. The source is identified by its version, which cannot be replaced, and
 * the server copies it as a whole, so equal length and ETag prove the copy. If the ETags differ, as on servers that encrypt,
 * the copy is read and hashed. `isRead`: reads it in any case.
 */
export async function keepChecked(
  storage: ObjectStore,
  document: CheckedDocument,
  checked: Checked,
  { isRead = false } = {},
): Promise<Kept | undefined> {
  const key = newKeptKey(document);
  const { versionId, etag } = checked;
  const from = { key: document.objectKey, versionId, etag };
  const copy = await storage.keep(from, { key, contentType: document.contentType });
  if (copy === undefined) return undefined;
  const isSame =
    copy.sizeBytes === checked.sizeBytes &&
    ((copy.etag === etag && !isRead) || (await hashOf(storage, key, copy.versionId)) === checked.sha256);
  if (isSame) return { key, versionId: copy.versionId, etag: copy.etag };
  await storage.kept.removeVersion(key, copy.versionId);
  throw new CopyDiffers('The object storage did not copy an object as it is');
}

async function hashOf(storage: ObjectStore, key: string, versionId: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of (await storage.kept.read(key, versionId)) ?? []) hash.update(chunk);
  return hash.digest('hex');
}

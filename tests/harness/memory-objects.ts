// The store of files, in memory: for tests of what the service does with files. Its protocol is tested with servers/memory-storage.ts.
import { createHash, randomUUID } from 'node:crypto';
import type { ObjectFacts, ObjectStore } from '@onboarding/platform/s3';

interface Version extends ObjectFacts {
  key: string;
  bytes: Buffer;
  additions: string[];
}

export interface MemoryObjects extends ObjectStore {
  /** As with an upload link, which adds a version if there is one already. */
  put(key: string, bytes: Buffer, more?: { at?: Date; additions?: string[] }): void;
  /** The content of every version, by bucket. */
  held(): Record<'uploads' | 'kept' | 'quarantine', Buffer[]>;
  /** A copy that nothing refers to, as an interrupted check leaves it. */
  leaveCopy(key: string): void;
}

export function openMemoryObjects(): MemoryObjects {
  const [uploads, kept, quarantine] = [openBucket(), openBucket(), openBucket()];
  return {
    ...uploads.objects,
    kept: kept.objects,
    put: (key, bytes, { at = new Date(), additions = [] } = {}) => void uploads.add(key, bytes, at, additions),
    leaveCopy: (key) => void kept.add(key, Buffer.from('left'), new Date()),
    held: () => ({ uploads: uploads.contents(), kept: kept.contents(), quarantine: quarantine.contents() }),
    uploadLink: () => Promise.reject(new Error('A check issues no links')),
    async open(key, { withBytes = true } = {}) {
      const version = uploads.newest(key);
      if (version === undefined) return undefined;
      return { ...version, bytes: withBytes ? inChunks(version.bytes) : undefined, close() {} };
    },
    async keep(from, to) {
      const version = uploads.newest(from.key, from.versionId);
      return version === undefined ? undefined : kept.add(to.key, version.bytes, new Date());
    },
    async quarantine(key, versionId) {
      const version = uploads.newest(key, versionId);
      if (version !== undefined) quarantine.add(key, version.bytes, new Date());
      await uploads.objects.remove(key);
    },
    async removeAll(prefixes) {
      return [uploads, kept, quarantine].reduce(
        (all, bucket) => all + bucket.removeIf(({ key }) => prefixes.some((prefix) => key.startsWith(prefix))),
        0,
      );
    },
    close() {},
  };
}

async function* inChunks(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

function openBucket() {
  const versions: Version[] = [];
  const newest = (key: string, versionId?: string) =>
    versions.findLast((one) => one.key === key && (versionId === undefined || one.versionId === versionId));

  function add(key: string, bytes: Buffer, at: Date, additions: string[] = []): Version {
    const lastModified = new Date(Math.floor(at.getTime() / 1_000) * 1_000);
    const etag = createHash('md5').update(bytes).digest('hex');
    const version = { key, bytes, additions, etag, lastModified, versionId: randomUUID(), sizeBytes: bytes.length };
    versions.push(version);
    return version;
  }
  function removeIf(isMeant: (version: Version) => boolean): number {
    const left = versions.filter((one) => !isMeant(one));
    return versions.splice(0, versions.length, ...left).length - left.length;
  }
  const objects: ObjectStore['kept'] = {
    openVersion: () => Promise.reject(new Error('A check opens no version for a reader')),
    find: async (key, versionId) => newest(key, versionId),
    async read(key, versionId) {
      const version = newest(key, versionId);
      return version === undefined ? undefined : inChunks(version.bytes);
    },
    remove: async (key) => removeIf((one) => one.key === key),
    removeVersion: async (key, versionId) => void removeIf((one) => one.key === key && one.versionId === versionId),
    removeBelow: async (prefix) => removeIf((one) => one.key.startsWith(prefix)),
    async keepOnly(key, versionId, prefix) {
      const isMeant = (one: Version) =>
        one.key === key ? one.versionId !== versionId : prefix !== undefined && one.key.startsWith(prefix);
      return { removed: removeIf(isMeant), more: false };
    },
  };
  return { objects, add, newest, removeIf, contents: () => versions.map(({ bytes }) => bytes) };
}

// Parses notifications about new objects, in the formats of several storage servers. Pure. They are only hints: the storage
// itself is always queried.
import { z } from 'zod';
import { type DocumentIds, idsOfKey } from '../documents/index.ts';

export interface Told {
  /** Each document once. */
  arrivals: DocumentIds[];
  /** Records of another kind, about objects that are not documents, or that cannot be parsed. */
  ignored: number;
}

/** The format of AWS and Ceph; a test event of AWS has no records. */
const s3Notification = z.object({ Records: z.array(z.unknown()) });
const s3Record = z.object({
  eventName: z.string().regex(/^(?:s3:)?ObjectCreated:/),
  s3: z.object({ object: z.object({ key: z.string() }) }),
});

const eventBridgeEvent = z.object({
  'detail-type': z.literal('Object Created'),
  detail: z.object({ object: z.object({ key: z.string() }) }),
});

export function readArrivals(body: string): Told {
  const found = keysOf(parsed(body)).map((key) => (key === undefined ? undefined : idsOfToldKey(key)));
  const arrivals = new Map(found.flatMap((ids) => (ids === undefined ? [] : [[ids.documentId, ids]])));
  return { arrivals: [...arrivals.values()], ignored: found.filter((ids) => ids === undefined).length };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** One key per record; undefined if it is not about a new object. */
function keysOf(body: unknown): (string | undefined)[] {
  const notification = s3Notification.safeParse(body);
  if (notification.success) {
    return notification.data.Records.map((record) => s3Record.safeParse(record).data?.s3.object.key);
  }
  return [eventBridgeEvent.safeParse(body).data?.detail.object.key];
}

/** AWS form-encodes keys, Ceph and EventBridge do not. Our keys need no encoding, but their slashes may be encoded. */
function idsOfToldKey(key: string): DocumentIds | undefined {
  return idsOfKey(key) ?? idsOfKey(decoded(key));
}

function decoded(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return '';
  }
}

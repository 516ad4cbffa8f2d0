// What a storage tells about objects that have arrived, in the forms that storages have for it. Pure. It only says where to
// look: whatever is told, the storage itself is asked before anything is believed.
import { z } from 'zod';
import { type DocumentIds, idsOfKey } from '../documents/index.ts';

export interface Told {
  /** Each document once. */
  arrivals: DocumentIds[];
  /** What is of another kind, about objects that are no documents, or not understood. */
  ignored: number;
}

/** AWS and Ceph; a test event of AWS has no records. */
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

/** One for each thing that was told; undefined for what is not the arrival of an object. */
function keysOf(body: unknown): (string | undefined)[] {
  const notification = s3Notification.safeParse(body);
  if (notification.success) {
    return notification.data.Records.map((record) => s3Record.safeParse(record).data?.s3.object.key);
  }
  return [eventBridgeEvent.safeParse(body).data?.detail.object.key];
}

/** AWS encodes keys as in a form, Ceph and EventBridge do not. In a key of ours nothing needs encoding, but its slashes may be. */
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

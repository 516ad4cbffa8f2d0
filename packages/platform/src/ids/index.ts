import { randomBytesFromPool } from '../crypto/random.ts';

/** The current time; tests inject their own. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

let lastMillisecond = 0;
let counter = 0;

/**
 * A UUIDv7 (RFC 9562): 48 bits of milliseconds, a 12-bit counter within the millisecond, so that the ids of one process
 * sort in the order they were created, and 62 random bits.
 */
export function uuidv7(now: Date): string {
  const millisecond = now.getTime();
  if (millisecond === lastMillisecond && counter < 0xfff) counter++;
  else if (millisecond !== lastMillisecond) {
    lastMillisecond = millisecond;
    counter = 0;
  }
  const random = randomBytesFromPool(8);
  random[0] = ((random[0] ?? 0) & 0x3f) | 0x80;
  const time = millisecond.toString(16).padStart(12, '0');
  const tail = random.toString('hex');
  const count = counter.toString(16).padStart(3, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}

/** The lowest id possible at a moment: ids created earlier sort below it. No id was created before 1970. */
export function uuidFloor(at: Date): string {
  const time = Math.max(0, at.getTime()).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

/** When a UUIDv7 was created; undefined for any other id. */
export function uuidTime(id: string): Date | undefined {
  return id[14] === '7' ? new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)) : undefined;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

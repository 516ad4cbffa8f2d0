import { randomBytesFromPool } from '../crypto/random.ts';

/** Tells the time; tests put their own in. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

let lastMillisecond = 0;
let counter = 0;

/**
 * A UUIDv7 (RFC 9562): 48 bits of milliseconds, 12 bits that count within a millisecond so that ids made one after the
 * other by one process also sort so, 62 random bits.
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

/** The lowest id that a moment can have: what was made before it sorts below, what was made then or later does not. */
export function uuidFloor(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

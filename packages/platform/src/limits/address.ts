// Maps a caller's address to the key of its rate limit.
import { isIPv6 } from 'node:net';

/** Providers assign a whole /64 to each IPv6 customer. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  if (address.startsWith('::ffff:')) return address.slice(7);
  const [head = '', tail = ''] = address.split('::');
  const start = head === '' ? [] : head.split(':');
  const end = tail === '' ? [] : tail.split(':');
  const middle = address.includes('::') ? Array<string>(8 - start.length - end.length).fill('0') : [];
  return [...start, ...middle, ...end].slice(0, 4).join(':');
}

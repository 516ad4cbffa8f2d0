// Which key a caller's address is counted under.
import { isIPv6 } from 'node:net';

/** An IPv6 customer of a provider has a whole /64. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  if (address.startsWith('::ffff:')) return address.slice(7);
  const [head = '', tail = ''] = address.split('::');
  const start = head === '' ? [] : head.split(':');
  const end = tail === '' ? [] : tail.split(':');
  const middle = address.includes('::') ? Array<string>(8 - start.length - end.length).fill('0') : [];
  return [...start, ...middle, ...end].slice(0, 4).join(':');
}

// How often a client and an address may ask for tokens.
import { isIPv6 } from 'node:net';
import type { Limit } from '@onboarding/platform/limits';

export interface TokenLimits {
  client: Limit;
  address: Limit;
}

export function tokenLimits(perMinute: { client: number; address: number }): TokenLimits {
  return {
    client: { name: 'client', points: perMinute.client, seconds: 60 },
    address: { name: 'address', points: perMinute.address, seconds: 60 },
  };
}

/** One customer of a provider has a whole /64 of IPv6 to itself. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  if (address.startsWith('::ffff:')) return address.slice(7);
  const [head = '', tail = ''] = address.split('::');
  const start = head === '' ? [] : head.split(':');
  const end = tail === '' ? [] : tail.split(':');
  const middle = address.includes('::') ? Array<string>(8 - start.length - end.length).fill('0') : [];
  return [...start, ...middle, ...end].slice(0, 4).join(':');
}

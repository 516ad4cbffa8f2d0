// Determines which IP addresses are public. Pure; host names are handled elsewhere.
import { isIP, isIPv4, isIPv6 } from 'node:net';

/**
 * IPv4 networks that reach this machine, private networks or nothing. Three of them look public but serve machines inside a
 * cloud, in part with secrets: two of IBM Cloud, and the host address in Azure.
 */
const FORBIDDEN_IPV4: readonly { first: number; bits: number }[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['161.26.0.0', 16],
  ['166.8.0.0', 14],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
].map(([first, bits]) => ({ first: ipv4Number(String(first)), bits: Number(bits) }));

/**
 * Only IPv6 addresses assigned for use on the internet are allowed, minus these: protocol assignments (including
 * Teredo, which embeds an IPv4 address), documentation, and 6to4 (which embeds one as well).
 */
const GLOBAL_IPV6 = { groups: [0x2000], bits: 3 };
const FORBIDDEN_IPV6: readonly { groups: readonly number[]; bits: number }[] = [
  { groups: [0x2001, 0x0000], bits: 23 },
  { groups: [0x2001, 0x0db8], bits: 32 },
  { groups: [0x2002], bits: 16 },
  { groups: [0x3fff, 0x0000], bits: 20 },
];

/** Whether this is a public address, in the usual text forms of IPv4 or IPv6. */
export function isPublicAddress(text: string): boolean {
  if (isIPv4(text)) return isPublicIpv4(ipv4Number(text));
  const groups = ipv6Groups(text);
  if (groups === undefined) return false;
  const within = isWithin(groups, GLOBAL_IPV6) && !FORBIDDEN_IPV6.some((network) => isWithin(groups, network));
  return within && isPublicTunnel(groups);
}

function isPublicIpv4(number: number): boolean {
  return !FORBIDDEN_IPV4.some(({ first, bits }) => number >>> (32 - bits) === first >>> (32 - bits));
}

/** An ISATAP address, in any network, tunnels to the IPv4 address at its end. */
function isPublicTunnel([, , , , kind = 0, mark = 0, high = 0, low = 0]: readonly number[]): boolean {
  return mark !== 0x5efe || (kind & ~0x200) !== 0 || isPublicIpv4(high * 0x10000 + low);
}

/** The IP address in a URL's host, IPv6 without brackets; undefined for a name. */
export function addressIn(host: string): string | undefined {
  const text = host.startsWith('[') ? host.slice(1, -1) : host;
  return isIP(text) === 0 ? undefined : text;
}

/** One text form per address, for comparing; undefined if it is not an address. */
export function canonicalAddress(text: string): string | undefined {
  return isIPv4(text)
    ? text
    : ipv6Groups(text)
        ?.map((group) => group.toString(16))
        .join(':');
}

function ipv4Number(text: string): number {
  return text.split('.').reduce((number, part) => number * 256 + Number(part), 0);
}

/** The eight groups; undefined for an address with a zone, which is link-local. */
function ipv6Groups(text: string): number[] | undefined {
  if (!isIPv6(text) || text.includes('%')) return undefined;
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  const ipv4 = dotted?.[2] === undefined ? undefined : ipv4Number(dotted[2]);
  const hex = ipv4 === undefined ? text : `${dotted?.[1]}${(ipv4 >>> 16).toString(16)}:${(ipv4 & 0xffff).toString(16)}`;
  const [head = '', tail] = hex.split('::');
  const groupsOf = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const left = groupsOf(head);
  const right = groupsOf(tail ?? '');
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

function isWithin(groups: readonly number[], network: { groups: readonly number[]; bits: number }): boolean {
  for (let bit = 0; bit < network.bits; bit += 16) {
    const compared = Math.min(16, network.bits - bit);
    const at = bit / 16;
    if ((groups[at] ?? 0) >>> (16 - compared) !== (network.groups[at] ?? 0) >>> (16 - compared)) return false;
  }
  return true;
}
